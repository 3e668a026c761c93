// Channel connections: the end of a channel at the provider of the events. Every change replaces one. See docs/modules/eventrouting.md#channel-connections.
import { equalReferences } from "../equality";
import type { Named, PropertyTable } from "../../../contract/properties";
import type { Resource } from "../../../contract/resource";
import type { EventroutingV1 } from "../../../core/gen/types";
import { mergeTraits } from "../../../core/compare/traits";
import type { EventClient } from "../client";
import { eventObject, nameTraits } from "./event-object";
import { labelTraits } from "./labels";
import { pickGiven } from "./objects";

type Inputs = Named<EventroutingV1.ChannelConnectionInputs, "channelConnectionId">;
type State = EventroutingV1.ChannelConnectionState;

const collection = "channelConnections";

const properties: PropertyTable<Inputs, State> = mergeTraits(nameTraits("channelConnectionId"), {
  channel: { validate: { minLength: 1 }, equals: equalReferences },
  // A connected channel returns an empty token, which must not replace its connection.
  activationToken: { equals: (declared) => declared === "", default: "" },
  labels: labelTraits,
});

/** A channel connection. Deleting it makes the channel of the subscriber inactive for good. */
export const ChannelConnection: Resource<EventClient, Inputs, State> = {
  properties,
  ...eventObject<State, Inputs>({
    collection,
    resourceType: "ChannelConnection",
    references: { channel: "channels" },
    writeOnlyInput: "activationToken",
    bodyOf: (inputs) => pickGiven(inputs, ["channel", "activationToken", "labels"]),
  }),
};
