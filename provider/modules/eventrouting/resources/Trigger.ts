// Triggers, which route events to a destination. See docs/modules/eventrouting.md#triggers.
import type { Named, PropertyTable } from "../../../contract/properties";
import type { Resource } from "../../../contract/resource";
import { sameTraits, mergeTraits } from "../../../core/compare/traits";
import { ProviderError } from "../../../core/errors/errors";
import type { EventroutingV1 } from "../../../core/gen/types";
import { isObject } from "../../../core/json/json";
import { objectOf, omitBlank, rowsOf, textOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { EventClient } from "../client";
import { defaultContentType, equalContentTypes } from "../equality";
import { remoteDestination } from "../mapping";
import { nameOf } from "../ids";
import type { RemoteDestination, RemotePubsub, RemoteTransport } from "../remote";
import { eventObject, nameTraits } from "./event-object";
import { warnOfUnknownType } from "./event-types";
import { labelTraits } from "./labels";
import { conditionsOf, pickGiven } from "./objects";
import { isLastPart } from "./place";
import { declaredTarget, triggerTests, triggerTraits, typeOf } from "./trigger-rules";

type Inputs = Named<EventroutingV1.TriggerInputs, "triggerId">;
type State = EventroutingV1.TriggerState;

const collection = "triggers";
const resourceType = "Trigger";
const updatable = ["destination", "eventDataContentType", "eventFilters", "labels", "retryPolicy", "serviceAccount"] as const;
const writable = [...updatable, "channel", "transport"] as const;

const properties: PropertyTable<Inputs, State> = mergeTraits(
  triggerTraits,
  nameTraits("triggerId"),
  sameTraits(["transport", "transport.pubsub", "transport.pubsub.topic"], { computed: true }),
  sameTraits(
    ["channel", "serviceAccount", "destination.workflow", "destination.containerService.path", "destination.kubernetesService.path"],
    {
      default: "",
    },
  ),
  {
    eventDataContentType: { default: defaultContentType, equals: equalContentTypes },
    labels: labelTraits,
    retryPolicy: { default: {} },
    transport: { omitOnImport: (value) => isManagedTopic(topicOf(value)) },
    eventFilters: { validate: { minItems: 1 }, requiresReplaceIf: (prior, next) => typeOf(prior) !== typeOf(next) },
  },
);

const object = eventObject<State, Inputs>({
  collection,
  resourceType,
  references: { channel: "channels" },
  updatable,
  bodyOf,
  delayedMembers: () => ["conditions"],
  onRead(record, id, { log, isImport }) {
    if (isImport && belongsToFunction(record)) throw managedByFunctions(id);
    const conditions = conditionsOf(record);
    // Only the conditions report a trigger that does not work.
    if (conditions !== "") log("warning", `The trigger ${id} is not ready: ${conditions}`);
  },
  deleteQuery: { allowMissing: "true" },
  isListed: (record) => !belongsToFunction(record),
});

/** A trigger. */
export const Trigger: Resource<EventClient, Inputs, State> = {
  properties,
  ...object,
  validate: triggerTests,
  normalize(known, context) {
    const { inputs: completed = {}, unsettled = [], ...rest } = object.normalize?.(known, context) ?? {};
    // An empty topic is absent: the service determines it.
    const inputs = { ...completed, ...(known.transport?.pubsub?.topic === "" && { transport: {} }) };
    const { project, location } = inputs;
    const { workflow } = known.destination ?? {};
    if (!isLastPart(workflow)) return { inputs, unsettled, ...rest };
    if (project === undefined || location === undefined) {
      const isUnsettled = context.isUnknown("project") || context.isUnknown("location");
      return { inputs, unsettled: isUnsettled ? [...unsettled, "destination"] : unsettled, ...rest };
    }
    const destination = { ...known.destination, workflow: nameOf("workflows", { project, location, id: workflow }) };
    return { inputs: { ...inputs, destination }, unsettled, ...rest };
  },

  async previewCheck({ inputs }, context) {
    await warnOfUnknownType(inputs, context);
    return [];
  },
};

/** Returns whether the service created the topic itself. See docs/modules/eventrouting.md#import. */
function isManagedTopic(topic: string): boolean {
  return topic === "" || topic.slice(topic.lastIndexOf("/") + 1).startsWith("eventarc-");
}

function topicOf(transport: Plain): string {
  const { pubsub }: RemoteTransport = objectOf(transport);
  const { topic }: RemotePubsub = objectOf(pubsub);
  return textOf(topic) ?? "";
}

/** Returns the given members, as the API names them. */
function bodyOf(inputs: Inputs, declared: Inputs, warn: (message: string) => void): PlainMap {
  const body = pickGiven(inputs, writable);
  const { destination, eventFilters } = body;
  return {
    ...body,
    ...(isObject(destination) && { destination: remoteDestination(declaredTarget(destination, declared.destination, warn)) }),
    ...(Array.isArray(eventFilters) && { eventFilters: rowsOf(eventFilters).map(omitBlank) }),
  };
}

/** Returns whether the service for functions created the trigger; it manages it. */
function belongsToFunction({ destination }: PlainMap): boolean {
  const { cloudFunction }: RemoteDestination = objectOf(destination);
  return cloudFunction !== undefined;
}

function managedByFunctions(id: string): ProviderError {
  const message = `Import failed: ${id}: the trigger belongs to a function. Manage it through the function.`;
  return new ProviderError("invalid_argument", message);
}
