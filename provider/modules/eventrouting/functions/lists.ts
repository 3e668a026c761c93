// Functions that list the objects of a location. See docs/modules/eventrouting.md#list-functions.
import { ProviderError } from "../../../core/errors";
import { rowsOf, textsOf } from "../../../core/records";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { collectionName, type Collection } from "../names";
import { recordOf, type RecordType } from "../mapping";
import { locationFunction } from "./location-function";

/** Ends a list whose pages do not end. */
const mostPages = 1000;
/** Rows of a page unless the inputs contain a number. */
const pageSize = 100;

interface Listed {
  name: string;
  collection: Collection;
  /** Name of the collection. */
  parent: string;
}

interface Found {
  rows: PlainMap[];
  unreachable: string[];
}

async function pages({ name, collection, parent }: Listed, inputs: PlainMap, client: EventClient): Promise<Found> {
  const [rows, unreachable, seen]: [PlainMap[], Set<string>, Set<string>] = [[], new Set(), new Set()];
  const text = (key: string): string | undefined => (typeof inputs[key] === "string" ? inputs[key] : undefined);
  const query = { pageSize: String(inputs["pageSize"] ?? pageSize), orderBy: text("orderBy"), filter: text("filter") };
  for (let pageToken: string | undefined; ;) {
    const answer = await client.request({ method: "GET", name: parent, query: { ...query, pageToken }, resourceType: name }, "lookup");
    for (const row of rowsOf(answer[collection])) rows.push(row);
    for (const place of textsOf(answer["unreachable"])) unreachable.add(place);
    const next = answer["nextPageToken"];
    if (typeof next !== "string" || next === "") return { rows, unreachable: [...unreachable] };
    if (seen.has(next) || seen.size + 1 >= mostPages)
      throw new ProviderError("unavailable", `${name} ${parent}: the pages of the list do not end`);
    seen.add(next);
    pageToken = next;
  }
}

function listing<Name extends "getTriggers" | "getChannels" | "getChannelConnections">(
  name: Name,
  collection: Collection,
  type: Exclude<RecordType, "PolicyRecord">,
) {
  return locationFunction<Name>({ properties: { pageSize: { whole: true, minimum: 1 } } }, async (place, inputs, client) => {
    const id = collectionName(collection, place);
    const { rows, unreachable } = await pages({ name, collection, parent: id }, inputs, client);
    if (unreachable.length > 0) client.operation.log("warning", `${name}: these places could not be reached: ${unreachable.join(", ")}`);
    return { ...inputs, id, unreachable, [collection]: rows.map((row) => recordOf(client.schema, type, row)) };
  });
}

/** Functions that list the objects of a location, by name. */
export const lists = {
  getTriggers: listing("getTriggers", "triggers", "TriggerRecord"),
  getChannels: listing("getChannels", "channels", "ChannelRecord"),
  getChannelConnections: listing("getChannelConnections", "channelConnections", "ChannelConnectionRecord"),
};
