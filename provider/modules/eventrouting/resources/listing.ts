// Lists of the objects of one kind, with their import IDs. See docs/modules/eventrouting.md#listing.
import type { ListedObject } from "../../../contract/resource";
import { scalarText, textOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { EventClient } from "../client";
import { collectionName, nameOf, partsOf, type CollectionId } from "../ids";
import { allLocations, pagesOf } from "../pages";
import type { RemoteRecord } from "../remote";

const pageSize = "100";

/**
 * Returns the member `list` of a resource: the objects of the input `location`, else of the location of the provider, else of all locations. `isListed` leaves
 * out objects that cannot be imported.
 */
export function listOf(collection: CollectionId, resourceType: string, isListed: (row: PlainMap) => boolean = () => true) {
  return async function* (
    query: Readonly<Record<string, Plain>>,
    { client }: { client: EventClient },
    from?: string,
  ): AsyncGenerator<ListedObject> {
    const { project: givenProject, location: givenLocation } = query;
    const project = await client.project(textOf(givenProject));
    const location = textOf(givenLocation) ?? (await client.connection()).location ?? allLocations;
    const parent = collectionName(collection, { project, location });
    const unreachable = new Set<string>();
    for await (const page of pagesOf(client, { collection, parent, query: { pageSize }, caller: resourceType }, from)) {
      for (const place of page.unreachable) unreachable.add(place);
      for (const row of page.rows) {
        const { name = "" }: RemoteRecord = row;
        const place = isListed(row) ? partsOf(collection, scalarText(name)) : undefined;
        // The service may return the number of the project instead of its ID.
        if (place) yield { id: nameOf(collection, { ...place, project }), name: place.id, page: page.at };
      }
    }
    if (unreachable.size > 0)
      client.context.log("warning", `List of ${resourceType}: incomplete: unreachable locations: ${[...unreachable].join(", ")}.`);
  };
}
