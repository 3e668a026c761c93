// Triggers, which route events to a destination. See docs/modules/eventrouting.md#triggers.
import type { Named, Resource } from "../../../core/contract";
import { each, mergeTraits } from "../../../core/traits";
import { ProviderError } from "../../../core/errors";
import type { EventroutingV1 } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import { omitBlank, rowsOf, textOf } from "../../../core/records";
import type { Plain, PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { defaultContentType, sameContentType } from "../equality";
import { segment } from "../functions/location-function";
import { collectionName, idFormat, importIdViolation, nameOf, partsOf, type Place } from "../object-names";
import { recordOf, remoteDestination } from "../mapping";
import { warnOfUnknownType } from "./event-types";
import { listOf } from "./listing";
import { complete } from "./place";
import { triggerTests, triggerTraits, typeOf } from "./trigger-rules";
import { conditionsOf, createObject, deleteObject, findCreated, pickGiven, readRecord, updateObject, withDefaults } from "./objects";

type Inputs = Named<EventroutingV1.TriggerInputs, "triggerId">;
type State = EventroutingV1.TriggerState;

const collection = "triggers";
const resourceType = "Trigger";
const updatable = ["destination", "eventDataContentType", "eventFilters", "labels", "retryPolicy", "serviceAccount"] as const;
const writable = [...updatable, "channel", "transport"] as const;

/** A trigger. */
export const Trigger: Resource<EventClient, Inputs, State> = {
  properties: mergeTraits(
    triggerTraits,
    each(["triggerId", "location", "project"], { validate: segment }),
    { triggerId: { autoname: idFormat } },
    each(["project", "location", "name"], { computed: true }),
    each(["transport", "transport.pubsub", "transport.pubsub.topic"], { computed: true }),
    each(["channel", "serviceAccount", "destination.workflow", "destination.containerService.path", "destination.kubernetesService.path"], {
      default: "",
    }),
    each(["name", "uid", "createTime", "project", "location", "triggerId"], { stable: true }),
    {
      eventDataContentType: { default: defaultContentType, equals: sameContentType },
      ...each(["labels", "retryPolicy"], { default: {} }),
      transport: { omitOnImport: (value) => isManagedTopic(topicOf(value)) },
      eventFilters: { validate: { minItems: 1 }, requiresReplaceIf: (prior, next) => typeOf(prior) !== typeOf(next) },
    },
  ),
  validate: triggerTests,
  normalize: (known, about) => {
    const { inputs, failures } = complete<Inputs>(collection, known, about, { channel: "channels" });
    const { destination } = known;
    const { project, location } = inputs;
    const isShort = destination?.workflow !== undefined && destination.workflow !== "" && !destination.workflow.includes("/");
    if (!isShort || project === undefined || location === undefined) return { inputs, failures };
    const workflow = nameOf("workflows", { project, location, id: destination.workflow! });
    return { inputs: { ...inputs, destination: { ...destination, workflow } }, failures };
  },
  deleteBeforeReplace: true,
  importId: { validate: (id) => importIdViolation(collection, id) },

  async previewCheck({ inputs }, context) {
    await warnOfUnknownType(inputs, context);
    return [];
  },

  async create({ inputs, created }, { client }) {
    const place = placeOf(inputs);
    const name = nameOf(collection, place);
    const body = { name, ...bodyOf(inputs, writable) };
    const creation = { parent: collectionName(collection, place), name, query: { triggerId: place.id }, body, resourceType };
    await createObject(client, creation, (record) => created(name, { ...inputs, ...(record && stateOf(client, place, record)) }));
  },

  async find(inputs, { client }) {
    const place = placeOf(inputs);
    const id = nameOf(collection, place);
    const record = await findCreated(client, { name: id, resourceType });
    return record && { id, state: stateOf(client, place, record), written: withDefaults(inputs, Trigger.properties) };
  },

  async update({ id, changed, merged }, { client }) {
    const mask = updatable.filter((key) => changed.has(key));
    if (mask.length > 0) await updateObject(client, { name: id, mask, body: bodyOf(merged(...mask), mask), resourceType });
  },

  async read({ id: given, prior }, { client, log }) {
    const place = partsOf(collection, given)!;
    const id = nameOf(collection, place);
    const record = await readRecord(client, { name: id, resourceType });
    if (!record) return undefined;
    if (!prior && belongsToFunction(record)) throw managedByFunctions(id);
    const conditions = conditionsOf(record);
    // The service reports a trigger that does not work here only.
    if (conditions !== "") log("warning", `The trigger ${id} is not ready: ${conditions}`);
    return { id, state: stateOf(client, place, record) };
  },

  delete: ({ id }, { client }) => deleteObject(client, { name: id, query: { allowMissing: "true" }, resourceType }),

  list: listOf(collection, resourceType, (record) => !belongsToFunction(record)),
};

/** Whether the service created the topic itself. See docs/modules/eventrouting.md#import. */
function isManagedTopic(topic: string): boolean {
  return topic === "" || topic.slice(topic.lastIndexOf("/") + 1).startsWith("eventarc-");
}

function topicOf(transport: Plain): string {
  const pubsub = isObject(transport) ? transport["pubsub"] : undefined;
  return (isObject(pubsub) && textOf(pubsub["topic"])) || "";
}

function placeOf({ project = "", location = "", triggerId }: Inputs): Place {
  return { project, location, id: triggerId };
}

function stateOf(client: EventClient, place: Place, record: PlainMap): State {
  const { project, location, id: triggerId } = place;
  return { ...recordOf(client.schema, "TriggerRecord", record), name: nameOf(collection, place), project, location, triggerId };
}

/** Returns the given members among these, as the API names them. */
function bodyOf(inputs: Inputs, keys: readonly string[]): PlainMap {
  const body = pickGiven(inputs, keys);
  const { destination, eventFilters } = body;
  return {
    ...body,
    ...(isObject(destination) && { destination: remoteDestination(destination) }),
    ...(Array.isArray(eventFilters) && { eventFilters: rowsOf(eventFilters).map(omitBlank) }),
  };
}

/** Whether the service for functions created the trigger; it manages it. */
function belongsToFunction({ destination }: PlainMap): boolean {
  return isObject(destination) && destination["cloudFunction"] !== undefined;
}

function managedByFunctions(id: string): ProviderError {
  const message = `Import failed: ${id}: the trigger belongs to a function. Manage it through the function.`;
  return new ProviderError("invalid_argument", message);
}
