// Channel connections: the end of a channel at the provider of the events. Every change replaces one. See docs/modules/eventrouting.md#channel-connections.
import { sameReference } from "../equality";
import type { Named, Resource } from "../../../core/contract";
import type { EventroutingV1 } from "../../../core/gen/types";
import { each, mergeTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { segment } from "../functions/location-function";
import { collectionName, idFormat, importIdViolation, nameOf, partsOf, type Place } from "../object-names";
import { recordOf } from "../mapping";
import { listOf } from "./listing";
import { createObject, deleteObject, findCreated, pickGiven, readRecord, withDefaults } from "./objects";
import { complete } from "./place";

type Inputs = Named<EventroutingV1.ChannelConnectionInputs, "channelConnectionId">;
type State = EventroutingV1.ChannelConnectionState;

const collection = "channelConnections";
const resourceType = "ChannelConnection";

/** A channel connection. Deleting it makes the channel of the subscriber inactive for good. */
export const ChannelConnection: Resource<EventClient, Inputs, State> = {
  properties: mergeTraits(
    each(["channelConnectionId", "location", "project"], { validate: segment }),
    { channelConnectionId: { autoname: idFormat } },
    each(["project", "location", "name"], { computed: true }),
    each(["name", "uid", "createTime", "project", "location", "channelConnectionId"], { stable: true }),
    {
      channel: { validate: { minLength: 1 }, equals: sameReference },
      // A connected channel returns an empty token, which must not replace its connection.
      activationToken: { equals: (declared) => declared === "", default: "" },
      labels: { default: {} },
    },
  ),
  normalize: (known, about) => complete<Inputs>(collection, known, about, { channel: "channels" }),
  deleteBeforeReplace: true,
  importId: { validate: (id) => importIdViolation(collection, id) },

  async create({ inputs, created }, { client }) {
    const place = placeOf(inputs);
    const name = nameOf(collection, place);
    const body = { name, ...pickGiven(inputs, ["channel", "activationToken", "labels"]) };
    const creation = { parent: collectionName(collection, place), name, query: { channelConnectionId: place.id }, body, resourceType };
    await createObject(client, creation, (record) => {
      const { activationToken: _empty, ...state } = record ? stateOf(client, place, record) : { activationToken: "" };
      created(name, { ...inputs, ...state });
    });
  },

  async find(inputs, { client }) {
    const place = placeOf(inputs);
    const id = nameOf(collection, place);
    const record = await findCreated(client, { name: id, resourceType });
    const { activationToken: _secret, ...written } = withDefaults(inputs, ChannelConnection.properties);
    return record && { id, state: stateOf(client, place, record), written };
  },

  async read({ id: given, prior }, { client }) {
    const place = partsOf(collection, given)!;
    const id = nameOf(collection, place);
    const record = await readRecord(client, { name: id, resourceType });
    // The service never returns the token.
    const activationToken = prior?.state.activationToken ?? "";
    return record && { id, state: { ...stateOf(client, place, record), activationToken } };
  },

  delete: ({ id }, { client }) => deleteObject(client, { name: id, resourceType }),

  list: listOf(collection, resourceType),
};

function placeOf({ project = "", location = "", channelConnectionId }: Inputs): Place {
  return { project, location, id: channelConnectionId };
}

function stateOf(client: EventClient, place: Place, record: PlainMap): State {
  const { project, location, id: channelConnectionId } = place;
  const members = recordOf(client.schema, "ChannelConnectionRecord", record);
  return { ...members, name: nameOf(collection, place), project, location, channelConnectionId };
}
