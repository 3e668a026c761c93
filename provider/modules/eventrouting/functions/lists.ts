// Functions that list the objects of a location. See docs/modules/eventrouting.md#list-functions.
import { textOf } from "../../../core/values/records";
import type { PlainMap } from "../../../core/values/value";
import { collectionName, type CollectionId } from "../ids";
import { recordOf } from "../mapping";
import { pagesOf } from "../pages";
import { locationFunction } from "./location-function";

/** Rows per page unless the inputs contain a number. */
const defaultPageSize = 100;

function listFunction<Name extends "getTriggers" | "getChannels" | "getChannelConnections" | "getProviders">(
  name: Name,
  collection: CollectionId,
) {
  return locationFunction<Name>({ properties: { pageSize: { whole: true, minimum: 1 } } }, async (place, inputs, client) => {
    const id = collectionName(collection, place);
    const { pageSize, orderBy, filter } = inputs;
    const query = { pageSize: String(pageSize ?? defaultPageSize), orderBy: textOf(orderBy), filter: textOf(filter) };
    const rows: PlainMap[] = [];
    const places = new Set<string>();
    for await (const page of pagesOf(client, { collection, parent: id, query, caller: name })) {
      for (const row of page.rows) rows.push(recordOf(client.schema, collection, row));
      for (const each of page.unreachable) places.add(each);
    }
    const unreachable = [...places];
    if (unreachable.length > 0) client.context.log("warning", `${name}: incomplete: unreachable locations: ${unreachable.join(", ")}.`);
    return { ...inputs, id, unreachable, [collection]: rows };
  });
}

/** Functions that list the objects of a location, by name. */
export const lists = {
  getTriggers: listFunction("getTriggers", "triggers"),
  getChannels: listFunction("getChannels", "channels"),
  getChannelConnections: listFunction("getChannelConnections", "channelConnections"),
  getProviders: listFunction("getProviders", "providers"),
};
