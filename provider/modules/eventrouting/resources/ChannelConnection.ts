// Channel connections (eventrouting.md 10.4): a provider's end of a channel. Nothing of them can be changed, and the service never tells the token.
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import type { EventroutingV1 } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { segment } from "../lookups/answer";
import { collectionName, idBreach, nameOf, partsOf, sameReference, type Place } from "../names";
import { recordOf } from "../records";
import { complete } from "./place";
import { find, given, make, recovered, remove } from "./writing";

type Inputs = EventroutingV1.ChannelConnectionInputs;
type State = EventroutingV1.ChannelConnectionState;

const collection = "channelConnections";
const asker = "ChannelConnection";

/** A channel connection. Deleting it makes the subscriber's channel inactive for good. */
export const ChannelConnection: Resource<EventClient, Inputs, State> = {
  rules: { properties: { channelConnectionId: segment, location: segment, project: segment, channel: { minLength: 1 } } },
  complete: (known, about) => complete(collection, known as PlainMap, about, { channel: "channels" }),
  // An empty token is that of a channel which is connected and shows it no more; to replace the connection would end the channel for good (10.4).
  same: { channel: sameReference, activationToken: (_old, next) => next === "" },
  serverDefaults: { activationToken: "", labels: {} },
  local: ["activationToken"],
  filled: ["project", "location", "name"],
  stables: ["name", "uid", "createTime", "project", "location", "channelConnectionId"],
  deleteBeforeReplace: true,
  checkId: (id) => idBreach(collection, id),

  async create(inputs, client) {
    const place = placeOf(inputs);
    const name = nameOf(collection, place);
    const body = { name, ...given(inputs as unknown as PlainMap, ["channel", "activationToken", "labels"]) };
    const query = { channelConnectionId: place.id };
    const told = (record: PlainMap): PlainMap => {
      const { activationToken: _never, ...state } = stateOf(client, place, record);
      return state;
    };
    return make(client, { parent: collectionName(collection, place), name, query, body, asker, told });
  },

  recover: (inputs, client) => recovered(client, nameOf(collection, placeOf(inputs)), asker),

  async read(asked, client) {
    const place = partsOf(collection, asked)!;
    const id = nameOf(collection, place);
    const remote = await find(client, id, asker);
    return remote && { id, state: stateOf(client, place, remote) as unknown as State };
  },

  delete: (id, client) => remove(client, { name: id, asker }),
};

function placeOf({ project = "", location = "", channelConnectionId }: Inputs): Place {
  return { project, location, id: channelConnectionId };
}

function stateOf(client: EventClient, place: Place, remote: PlainMap): PlainMap {
  const { project, location, id: channelConnectionId } = place;
  const record = recordOf(client.schema, "ChannelConnectionRecord", remote);
  return { ...record, name: nameOf(collection, place), project, location, channelConnectionId };
}
