// The lookups of one object (eventrouting.md 8.2 to 8.4).
import { collections, nameOf, type Collection } from "../names";
import { recordOf, type RecordType } from "../records";
import { lookupAt, segment } from "./answer";

function single<Name extends "getTrigger" | "getChannel" | "getChannelConnection">(
  name: Name,
  collection: Collection,
  type: Exclude<RecordType, "PolicyRecord">,
) {
  const key = collections[collection];
  return lookupAt<Name>({ properties: { [key]: segment } }, async (place, inputs, client) => {
    const id = String(inputs[key]);
    const remote = await client.ask({ method: "GET", name: nameOf(collection, { ...place, id }), resourceType: name }, "lookup");
    return { ...recordOf(client.schema, type, remote), [key]: id };
  });
}

/** Lookups of one object, by name. */
export const singles = {
  getTrigger: single("getTrigger", "triggers", "TriggerRecord"),
  getChannel: single("getChannel", "channels", "ChannelRecord"),
  getChannelConnection: single("getChannelConnection", "channelConnections", "ChannelConnectionRecord"),
};
