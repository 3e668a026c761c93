// Functions that list the objects of a location. See docs/modules/eventrouting.md#list-functions.
import type { PlainMap } from "../../../core/values/value";
import type { EventClient } from "../client";
import { collectionName, type CollectionId } from "../ids";
import { recordOf } from "../mapping";
import { pagesOf } from "../pages";
import { locationFunction } from "./location-function";

/** Rows per page unless the inputs contain a number. */
const defaultPageSize = 100;

interface ListRequest {
  name: string;
  collection: CollectionId;
  /** Name of the collection. */
  parent: string;
}

interface AllPages {
  rows: PlainMap[];
  unreachable: string[];
}

async function allPages({ name, collection, parent }: ListRequest, inputs: PlainMap, client: EventClient): Promise<AllPages> {
  const rows: PlainMap[] = [];
  const unreachable = new Set<string>();
  const { pageSize } = inputs;
  const text = (key: string): string | undefined => (typeof inputs[key] === "string" ? inputs[key] : undefined);
  const query = { pageSize: String(pageSize ?? defaultPageSize), orderBy: text("orderBy"), filter: text("filter") };
  for await (const page of pagesOf(client, { collection, parent, query, caller: name })) {
    for (const row of page.rows) rows.push(row);
    for (const place of page.unreachable) unreachable.add(place);
  }
  return { rows, unreachable: [...unreachable] };
}

function listFunction<Name extends "getTriggers" | "getChannels" | "getChannelConnections" | "getProviders">(
  name: Name,
  collection: CollectionId,
) {
  return locationFunction<Name>({ properties: { pageSize: { whole: true, minimum: 1 } } }, async (place, inputs, client) => {
    const id = collectionName(collection, place);
    const { rows, unreachable } = await allPages({ name, collection, parent: id }, inputs, client);
    if (unreachable.length > 0) client.context.log("warning", `${name}: incomplete: unreachable locations: ${unreachable.join(", ")}.`);
    return { ...inputs, id, unreachable, [collection]: rows.map((row) => recordOf(client.schema, collection, row)) };
  });
}

/** Functions that list the objects of a location, by name. */
export const lists = {
  getTriggers: listFunction("getTriggers", "triggers"),
  getChannels: listFunction("getChannels", "channels"),
  getChannelConnections: listFunction("getChannelConnections", "channelConnections"),
  getProviders: listFunction("getProviders", "providers"),
};
