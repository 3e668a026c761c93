// Functions that read one object. See docs/modules/eventrouting.md#functions.
import { recordCollections } from "../collections";
import { requireRecord } from "../response";
import { idInputs, nameOf, type CollectionId, segment } from "../ids";
import type { PlainMap } from "../../../core/values/value";
import { recordMembers, recordOf } from "../mapping";
import { locationFunction } from "./location-function";

function objectFunction<Name extends "getTrigger" | "getChannel" | "getChannelConnection" | "getProvider">(
  name: Name,
  collection: CollectionId,
) {
  const key = idInputs[collection];
  return locationFunction<Name>({ properties: { [key]: segment } }, async (place, inputs, client, load) => {
    const id = String(inputs[key]);
    const object = nameOf(collection, { ...place, id });
    const request = { method: "GET", name: object, caller: name } as const;
    const members = recordMembers(client.schema, collection);
    const alone = async (): Promise<PlainMap> => requireRecord(client, request, await client.request(request, "function"), members);
    return { ...recordOf(client.schema, collection, (await load(recordCollections[collection], object, alone))!), [key]: id };
  });
}

/** Functions that read one object, by name. */
export const objectFunctions = {
  getTrigger: objectFunction("getTrigger", "triggers"),
  getChannel: objectFunction("getChannel", "channels"),
  getChannelConnection: objectFunction("getChannelConnection", "channelConnections"),
  getProvider: objectFunction("getProvider", "providers"),
};
