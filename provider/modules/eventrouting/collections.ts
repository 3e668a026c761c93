// Objects of one kind by their full names, which one list per location returns. See docs/modules/eventrouting.md#shared-reads.
import type { ObjectCollection } from "../../contract/shared-reads";
import { scalarText } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";
import type { EventClient } from "./client";
import type { CollectionId } from "./ids";
import { pagesOf } from "./pages";
import type { RemoteRecord } from "./remote";

/** The service may return fewer rows. */
const pageSize = "500";

function createCollection(collection: CollectionId): ObjectCollection<EventClient, PlainMap> {
  return {
    parentOf,
    async *all(parent, client) {
      for await (const { rows } of pagesOf(client, { collection, parent, query: { pageSize }, caller: collection })) {
        // The service may return the number of the project instead of its ID.
        yield new Map(rows.map((row: RemoteRecord) => [`${parent}/${scalarText(row.name).split("/").at(-1)}`, row]));
      }
    },
  };
}

/** Objects by kind. Providers are read alone: each has a long list of event types, and a program reads few of them. */
export const recordCollections = {
  triggers: createCollection("triggers"),
  channels: createCollection("channels"),
  channelConnections: createCollection("channelConnections"),
  providers: {},
} as const satisfies Record<CollectionId, ObjectCollection<EventClient, PlainMap>>;

/** Returns the name of the collection that contains an object. */
function parentOf(name: string): string {
  return name.slice(0, name.lastIndexOf("/"));
}
