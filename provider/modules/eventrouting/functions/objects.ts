// Functions that read one object. See docs/modules/eventrouting.md#functions.
import { collections, nameOf, type Collection } from "../object-names";
import { recordOf, type RecordType } from "../mapping";
import { locationFunction, segment } from "./location-function";

function single<Name extends "getTrigger" | "getChannel" | "getChannelConnection" | "getProvider">(
  name: Name,
  collection: Collection,
  type: Exclude<RecordType, "PolicyRecord">,
) {
  const key = collections[collection];
  return locationFunction<Name>({ properties: { [key]: segment } }, async (place, inputs, client) => {
    const id = String(inputs[key]);
    const remote = await client.request({ method: "GET", name: nameOf(collection, { ...place, id }), resourceType: name }, "lookup");
    return { ...recordOf(client.schema, type, remote), [key]: id };
  });
}

/** Functions that read one object, by name. */
export const singles = {
  getTrigger: single("getTrigger", "triggers", "TriggerRecord"),
  getChannel: single("getChannel", "channels", "ChannelRecord"),
  getChannelConnection: single("getChannelConnection", "channelConnections", "ChannelConnectionRecord"),
  getProvider: single("getProvider", "providers", "ProviderRecord"),
};
