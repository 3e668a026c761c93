// Functions that read one object. See docs/modules/eventrouting.md#functions.
import { collections, nameOf, type Collection } from "../object-names";
import { recordOf, type RecordType } from "../mapping";
import { locationFunction, segment } from "./location-function";

function objectFunction<Name extends "getTrigger" | "getChannel" | "getChannelConnection" | "getProvider">(
  name: Name,
  collection: Collection,
  type: Exclude<RecordType, "PolicyRecord">,
) {
  const key = collections[collection];
  return locationFunction<Name>({ properties: { [key]: segment } }, async (place, inputs, client) => {
    const id = String(inputs[key]);
    const remote = await client.request({ method: "GET", name: nameOf(collection, { ...place, id }), resourceType: name }, "function");
    return { ...recordOf(client.schema, type, remote), [key]: id };
  });
}

/** Functions that read one object, by name. */
export const objectFunctions = {
  getTrigger: objectFunction("getTrigger", "triggers", "TriggerRecord"),
  getChannel: objectFunction("getChannel", "channels", "ChannelRecord"),
  getChannelConnection: objectFunction("getChannelConnection", "channelConnections", "ChannelConnectionRecord"),
  getProvider: objectFunction("getProvider", "providers", "ProviderRecord"),
};
