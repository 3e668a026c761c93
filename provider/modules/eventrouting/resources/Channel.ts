// Channels (eventrouting.md 10.3): where events of a third party arrive.
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import type { EventroutingV1 } from "../../../core/gen/types";
import type { ValueRule } from "../../../core/rules";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { segment } from "../lookups/answer";
import { collectionName, idBreach, nameOf, partsOf, sameReference, type Place } from "../names";
import { recordOf } from "../records";
import { complete } from "./place";
import { change, find, given, make, maskOf, recovered, remove } from "./writing";

type Inputs = EventroutingV1.ChannelInputs;
type State = EventroutingV1.ChannelState;

const collection = "channels";
const asker = "Channel";
const changeable = ["cryptoKeyName", "labels"] as const;
/** The form that the contract demands; an empty text is none. */
const keyName: ValueRule = {
  pattern: {
    matches: /^(?:projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+)?$/,
    says: "expected projects/{project}/locations/{location}/keyRings/{ring}/cryptoKeys/{key}",
  },
};

/** A channel. Its token is for the provider of the events, who connects it; until then it is pending, which nobody waits for. */
export const Channel: Resource<EventClient, Inputs, State> = {
  rules: { properties: { channelId: segment, location: segment, project: segment, cryptoKeyName: keyName } },
  complete: (known, about) => complete(collection, known as PlainMap, about, { provider: "providers" }),
  same: { provider: sameReference, cryptoKeyName: sameReference },
  serverDefaults: { cryptoKeyName: "", provider: "", labels: {} },
  filled: ["project", "location", "name"],
  stables: ["name", "uid", "createTime", "project", "location", "channelId", "pubsubTopic"],
  deleteBeforeReplace: true,
  checkId: (id) => idBreach(collection, id),

  async create(inputs, client) {
    const place = placeOf(inputs);
    const name = nameOf(collection, place);
    const body = { name, ...given(plain(inputs), ["provider", ...changeable]) };
    const told = (record: PlainMap): PlainMap => stateOf(client, place, record);
    return make(client, { parent: collectionName(collection, place), name, query: { channelId: place.id }, body, asker, told });
  },

  recover: (inputs, client) => recovered(client, nameOf(collection, placeOf(inputs)), asker),

  async apply(id, inputs, previous, client) {
    const mask = maskOf(changeable, plain(inputs), plain(previous));
    await change(client, { name: id, mask, body: given(plain(inputs), mask), asker });
  },

  async read(asked, client) {
    const place = partsOf(collection, asked)!;
    const id = nameOf(collection, place);
    const remote = await find(client, id, asker);
    return remote && { id, state: stateOf(client, place, remote) as unknown as State };
  },

  delete: (id, client) => remove(client, { name: id, asker }),
};

function placeOf({ project = "", location = "", channelId }: Inputs): Place {
  return { project, location, id: channelId };
}

function stateOf(client: EventClient, place: Place, remote: PlainMap): PlainMap {
  const { project, location, id: channelId } = place;
  return { ...recordOf(client.schema, "ChannelRecord", remote), name: nameOf(collection, place), project, location, channelId };
}

const plain = (inputs: Partial<Inputs>): PlainMap => inputs as unknown as PlainMap;
