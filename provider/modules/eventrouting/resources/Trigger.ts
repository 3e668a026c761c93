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
import { eventObject, nameTraits } from "./event-object";
import { warnOfUnknownType } from "./event-types";
import { labelTraits } from "./labels";
import { conditionsOf, pickGiven } from "./objects";
import { completeInputs } from "./place";
import { declaredTarget, triggerTests, triggerTraits, typeOf } from "./trigger-rules";

type Inputs = Named<EventroutingV1.TriggerInputs, "triggerId">;
type State = EventroutingV1.TriggerState;

const collection = "triggers";
const resourceType = "Trigger";
const updatable = ["destination", "eventDataContentType", "eventFilters", "labels", "retryPolicy", "serviceAccount"] as const;
const writable = [...updatable, "channel", "transport"] as const;

/** The workflow is completed as if it were an input. */
const references = { channel: "channels", workflow: "workflows" };

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

/** A trigger. */
export const Trigger: Resource<EventClient, Inputs, State> = {
  properties,
  ...eventObject<State, Inputs>({
    collection,
    resourceType,
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
  }),
  validate: triggerTests,
  normalize(known, context) {
    const { workflow: given } = known.destination ?? {};
    const { inputs, unsettled, failures } = completeInputs<Inputs & { workflow?: string }>(
      collection,
      { ...known, workflow: given },
      context,
      references,
    );
    const { workflow, ...completed } = inputs;
    return {
      inputs: {
        ...completed,
        // An empty topic is absent: the service determines it.
        ...(known.transport?.pubsub?.topic === "" && { transport: {} }),
        ...(workflow !== undefined && { destination: { ...known.destination, workflow } }),
      },
      unsettled: unsettled.map((name) => (name === "workflow" ? "destination" : name)),
      failures,
    };
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
  const { pubsub } = objectOf(transport);
  const { topic } = objectOf(pubsub);
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
  const { cloudFunction } = objectOf(destination);
  return cloudFunction !== undefined;
}

function managedByFunctions(id: string): ProviderError {
  const message = `Import failed: ${id}: the trigger belongs to a function. Manage it through the function.`;
  return new ProviderError("invalid_argument", message);
}
