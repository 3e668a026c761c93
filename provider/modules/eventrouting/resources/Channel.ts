// Channels, which receive the events of a third party. See docs/modules/eventrouting.md#channels.
import { equalReferences } from "../equality";
import type { Named, PropertyTable } from "../../../contract/properties";
import type { Resource } from "../../../contract/resource";
import type { EventroutingV1 } from "../../../core/gen/types";
import type { ValueRule } from "../../../contract/rules";
import { sameTraits, mergeTraits } from "../../../core/compare/traits";
import type { EventClient } from "../client";
import { eventObject, nameTraits } from "./event-object";
import { labelTraits } from "./labels";
import { pickGiven } from "./objects";

type Inputs = Named<EventroutingV1.ChannelInputs, "channelId">;
type State = EventroutingV1.ChannelState;

const collection = "channels";
const resourceType = "Channel";
const updatable = ["cryptoKeyName", "labels"] as const;
const keyName: ValueRule = {
  pattern: {
    matches: /^(?:projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+)?$/,
    reason: "expected projects/{project}/locations/{location}/keyRings/{ring}/cryptoKeys/{key}",
  },
};

const properties: PropertyTable<Inputs, State> = mergeTraits(
  nameTraits("channelId"),
  sameTraits(["provider", "cryptoKeyName"], { equals: equalReferences, default: "" }),
  sameTraits(["pubsubTopic", "activationToken"], { stable: true }),
  { cryptoKeyName: { validate: keyName }, labels: labelTraits },
);

/** A channel. Create does not wait until the provider of the events has connected it. */
export const Channel: Resource<EventClient, Inputs, State> = {
  properties,
  ...eventObject<State, Inputs>({
    collection,
    resourceType,
    references: { provider: "providers" },
    updatable,
    // A program passes the token of a pending channel to the provider of its events.
    delayedMembers: ({ state }) => ["state", "pubsubTopic", ...(state === "PENDING" ? ["activationToken"] : [])],
    bodyOf: (inputs) => pickGiven(inputs, ["provider", ...updatable]),
  }),
};
