// The lookups of one object (eventrouting.md 8.2 to 8.4).
import type { Lookup } from "../../../core/contract";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { collections, nameOf, type Collection } from "../names";
import { recordOf, type RecordType } from "../records";
import { placeOf, segments, type InputsOf, type LookupName, type OutputsOf } from "./answer";

function single<Name extends LookupName>(
  name: Name,
  collection: Collection,
  type: Exclude<RecordType, "PolicyRecord">,
): Lookup<EventClient, InputsOf<Name>, OutputsOf<Name>> {
  const key = collections[collection];
  return {
    rules: segments("location", "project", key),
    async read(typed, client) {
      const inputs = typed as unknown as PlainMap;
      const place = await placeOf(inputs, client);
      const id = String(inputs[key]);
      const remote = await client.ask({ method: "GET", name: nameOf(collection, { ...place, id }), asker: name }, "lookup");
      const found: PlainMap = { ...recordOf(client.schema, type, remote), ...place, [key]: id };
      return found as unknown as OutputsOf<Name>;
    },
  };
}

/** Lookups of one object, by name. */
export const singles = {
  getTrigger: single("getTrigger", "triggers", "TriggerRecord"),
  getChannel: single("getChannel", "channels", "ChannelRecord"),
  getChannelConnection: single("getChannelConnection", "channelConnections", "ChannelConnectionRecord"),
};
