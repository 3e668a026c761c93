// The lookups of all objects of a location. See docs/modules/eventrouting.md#list-functions.
import { ProviderError } from "../../../core/errors";
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { collectionName, type Collection } from "../names";
import { recordOf, type RecordType } from "../mapping";
import { locationFunction } from "./location-function";

/** More pages than any list has. */
const mostPages = 1000;
/** Rows of a page where the program gives no number. */
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
    if (Array.isArray(answer[collection])) rows.push(...answer[collection].filter(isObject));
    if (Array.isArray(answer["unreachable"])) for (const place of answer["unreachable"]) unreachable.add(String(place));
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

/** Lookups of all objects of a location, by name. */
export const lists = {
  getTriggers: listing("getTriggers", "triggers", "TriggerRecord"),
  getChannels: listing("getChannels", "channels", "ChannelRecord"),
  getChannelConnections: listing("getChannelConnections", "channelConnections", "ChannelConnectionRecord"),
};
