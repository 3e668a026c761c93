// Channels, which receive the events of a third party. See docs/modules/eventrouting.md#channels.
import { sameReference } from "../equality";
import type { Named, Resource } from "../../../core/contract";
import type { EventroutingV1 } from "../../../core/gen/types";
import type { ValueRule } from "../../../core/rules";
import { each, mergeTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { segment } from "../functions/location-function";
import { collectionName, idFormat, importIdViolation, nameOf, partsOf, type Place } from "../object-names";
import { recordOf } from "../mapping";
import { listOf } from "./listing";
import { createObject, deleteObject, findCreated, pickGiven, readRecord, updateObject, withDefaults } from "./objects";
import { complete } from "./place";

type Inputs = Named<EventroutingV1.ChannelInputs, "channelId">;
type State = EventroutingV1.ChannelState;

const collection = "channels";
const resourceType = "Channel";
const updatable = ["cryptoKeyName", "labels"] as const;
const keyName: ValueRule = {
  pattern: {
    matches: /^(?:projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+)?$/,
    says: "expected projects/{project}/locations/{location}/keyRings/{ring}/cryptoKeys/{key}",
  },
};

/** A channel. Create does not wait until the provider of the events has connected it. */
export const Channel: Resource<EventClient, Inputs, State> = {
  properties: mergeTraits(
    each(["channelId", "location", "project"], { validate: segment }),
    { channelId: { autoname: idFormat } },
    each(["project", "location", "name"], { computed: true }),
    each(["provider", "cryptoKeyName"], { equals: sameReference, default: "" }),
    each(["name", "uid", "createTime", "project", "location", "channelId", "pubsubTopic"], { stable: true }),
    { cryptoKeyName: { validate: keyName }, labels: { default: {} } },
  ),
  normalize: (known, about) => complete<Inputs>(collection, known, about, { provider: "providers" }),
  deleteBeforeReplace: true,
  importId: { validate: (id) => importIdViolation(collection, id) },

  async create({ inputs, created }, { client }) {
    const place = placeOf(inputs);
    const name = nameOf(collection, place);
    const body = { name, ...pickGiven(inputs, ["provider", ...updatable]) };
    const creation = { parent: collectionName(collection, place), name, query: { channelId: place.id }, body, resourceType };
    await createObject(client, creation, (record) => created(name, { ...inputs, ...(record && stateOf(client, place, record)) }));
  },

  async find(inputs, { client }) {
    const place = placeOf(inputs);
    const id = nameOf(collection, place);
    const record = await findCreated(client, { name: id, resourceType });
    return record && { id, state: stateOf(client, place, record), written: withDefaults(inputs, Channel.properties) };
  },

  async update({ id, changed, merged }, { client }) {
    const mask = updatable.filter((key) => changed.has(key));
    if (mask.length > 0) await updateObject(client, { name: id, mask, body: pickGiven(merged(...mask), mask), resourceType });
  },

  async read({ id: given }, { client }) {
    const place = partsOf(collection, given)!;
    const id = nameOf(collection, place);
    const record = await readRecord(client, { name: id, resourceType });
    return record && { id, state: stateOf(client, place, record) };
  },

  delete: ({ id }, { client }) => deleteObject(client, { name: id, resourceType }),

  list: listOf(collection, resourceType),
};

function placeOf({ project = "", location = "", channelId }: Inputs): Place {
  return { project, location, id: channelId };
}

function stateOf(client: EventClient, place: Place, record: PlainMap): State {
  const { project, location, id: channelId } = place;
  return { ...recordOf(client.schema, "ChannelRecord", record), name: nameOf(collection, place), project, location, channelId };
}
