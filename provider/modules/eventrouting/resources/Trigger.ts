// Triggers (eventrouting.md 10.2): which events go where.
import type { Resource } from "../../../core/contract";
import { each, mergeTraits } from "../../../core/traits";
import { ProviderError } from "../../../core/errors";
import type { EventroutingV1 } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { segment } from "../lookups/answer";
import { collectionName, idBreach, nameOf, partsOf, type Place } from "../names";
import { recordOf, remoteDestination } from "../records";
import { complete } from "./place";
import { triggerTests, triggerTraits, typeOf } from "./trigger-rules";
import { change, conditionsOf, createObject, find, given, recovered, remove } from "./writing";

type Inputs = EventroutingV1.TriggerInputs;
type State = EventroutingV1.TriggerState;

const collection = "triggers";
const asker = "Trigger";
/** What an update can change. */
const changeable = ["destination", "eventDataContentType", "eventFilters", "labels", "retryPolicy", "serviceAccount"] as const;
const sent = [...changeable, "channel", "transport"] as const;

/** A trigger. */
export const Trigger: Resource<EventClient, Inputs, State> = {
  properties: mergeTraits(
    triggerTraits,
    each(["triggerId", "location", "project"], { validate: segment }),
    each(["project", "location", "name"], { computed: true }),
    each(["transport", "transport.pubsub", "transport.pubsub.topic"], { computed: true }),
    each(["channel", "serviceAccount"], { default: "" }),
    each(["name", "uid", "createTime", "project", "location", "triggerId"], { stable: true }),
    {
      eventDataContentType: { default: "application/json" },
      labels: { default: {} },
      transport: { omitOnImport: (value) => isOwn((value as EventroutingV1.TriggerState["transport"])?.pubsub?.topic ?? "") },
      eventFilters: { validate: { minItems: 1 }, requiresReplaceIf: (prior, next) => typeOf(prior) !== typeOf(next) },
    },
  ),
  validate: triggerTests,
  normalize: (known, about) => {
    const { inputs, failures } = complete(collection, known as PlainMap, about, { channel: "channels" });
    const { destination } = known;
    const { project, location } = inputs;
    const short =
      destination?.workflow && !destination.workflow.includes("/") && typeof project === "string" && typeof location === "string";
    const workflow = short ? nameOf("workflows", { project, location, id: destination.workflow! }) : undefined;
    const full = workflow === undefined ? inputs : { ...inputs, destination: { ...(destination as PlainMap), workflow } };
    return { inputs: full as Partial<Inputs>, failures };
  },
  deleteBeforeReplace: true,
  importId: { validate: (id) => idBreach(collection, id) },

  async create({ inputs, created }, { client }) {
    const place = placeOf(inputs);
    const name = nameOf(collection, place);
    const body = { name, ...bodyOf(inputs, sent) };
    const told = (record: PlainMap): PlainMap => stateOf(client, place, record);
    const creation = { parent: collectionName(collection, place), name, query: { triggerId: place.id }, body, asker, told };
    await createObject(client, creation, created as (id: string, state: PlainMap) => void, inputs as unknown as PlainMap);
  },

  async find(inputs, { client }) {
    const place = placeOf(inputs);
    const id = await recovered(client, nameOf(collection, place), asker);
    const remote = id === undefined ? undefined : await find(client, id, asker);
    return remote && { id: nameOf(collection, place), state: stateOf(client, place, remote) as unknown as State };
  },

  async update({ id, inputs, changed }, { client }) {
    const mask = changeable.filter((key) => changed.has(key));
    await change(client, { name: id, mask, body: bodyOf(inputs, mask), asker });
  },

  async read({ id: asked, prior }, { client, log }) {
    const place = partsOf(collection, asked)!;
    const id = nameOf(collection, place);
    const remote = await find(client, id, asker);
    if (!remote) return undefined;
    if (!prior && isObject(remote["destination"]) && remote["destination"]["cloudFunction"] !== undefined) throw functionsOwn(id);
    const conditions = conditionsOf(remote);
    // A trigger that stands but does not work says so here only.
    if (conditions !== "") log("warning", `the trigger ${id} is not ready: ${conditions}`);
    return { id, state: stateOf(client, place, remote) as unknown as State };
  },

  delete: ({ id }, { client }) => remove(client, { name: id, query: { allowMissing: "true" }, asker }),
};

/** Whether the service made the topic itself (eventrouting.md 12); none at all is no choice of a program either. */
function isOwn(topic: string): boolean {
  return topic === "" || topic.split("/").pop()!.startsWith("eventarc-");
}

/** Where a checked object stands. */
function placeOf({ project = "", location = "", triggerId }: Inputs): Place {
  return { project, location, id: triggerId };
}

function stateOf(client: EventClient, place: Place, remote: PlainMap): PlainMap {
  const { project, location, id: triggerId } = place;
  return { ...recordOf(client.schema, "TriggerRecord", remote), name: nameOf(collection, place), project, location, triggerId };
}

/** The given members among these, as the service names and takes them. */
function bodyOf(inputs: Inputs, keys: readonly string[]): PlainMap {
  const body = given(inputs as unknown as PlainMap, keys);
  const { destination, eventFilters } = body;
  return {
    ...body,
    ...(isObject(destination) && { destination: remoteDestination(destination) }),
    ...(Array.isArray(eventFilters) && { eventFilters: eventFilters.filter(isObject).map(plainFilter) }),
  };
}

/** An empty operator is none. */
function plainFilter({ operator, ...filter }: PlainMap): PlainMap {
  return operator ? { ...filter, operator } : filter;
}

function functionsOwn(id: string): ProviderError {
  return new ProviderError(
    "invalid_argument",
    `the trigger ${id} belongs to a function; it is made and removed by the functions product and cannot be imported`,
  );
}
