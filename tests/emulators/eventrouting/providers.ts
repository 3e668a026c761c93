/** The catalog of events: which providers emit which types of events, and what filters can use. Read-only. See docs/modules/eventrouting.md#getprovider. */
import type { JsonObject } from "../exchange";
import type { Route } from "../router";
import { Store } from "../store";
import { notFound } from "./errors";
import { listMethod, type Listed } from "./listing";
import type { Shapes } from "./shapes";
import { type Call, type Endpoint, nameIn, type Place } from "./state";

const attribute = (name: string, description: string, more: JsonObject = {}): JsonObject => ({ attribute: name, description, ...more });

// As the service writes them: a false value is absent.
const type = attribute("type", "The type of the event.", { required: true });
const bucket = attribute("bucket", "The bucket of the object.", { required: true });
const storageSchema = "https://github.com/googleapis/google-cloudevents/blob/master/proto/google/events/cloud/storage/v1/events.proto";

const storageType = (verb: string, description: string): JsonObject => ({
  type: `google.cloud.storage.object.v1.${verb}`,
  description,
  filteringAttributes: [type, bucket],
  eventSchemaUri: storageSchema,
});

const auditType: JsonObject = {
  type: "google.cloud.audit.log.v1.written",
  description: "An audit log entry was written.",
  filteringAttributes: [
    type,
    attribute("serviceName", "The service that wrote the entry.", { required: true }),
    attribute("methodName", "The method of the call.", { required: true }),
    attribute("resourceName", "The resource of the call.", { pathPatternSupported: true }),
  ],
};

const examples: Readonly<Record<string, JsonObject>> = {
  "pubsub.googleapis.com": {
    displayName: "Cloud Pub/Sub",
    eventTypes: [
      {
        type: "google.cloud.pubsub.topic.v1.messagePublished",
        description: "A message was published to the topic.",
        filteringAttributes: [type],
      },
    ],
  },
  "storage.googleapis.com": {
    displayName: "Cloud Storage",
    eventTypes: [
      storageType("finalized", "An object was created or overwritten."),
      storageType("deleted", "An object was deleted."),
      storageType("archived", "A live version became a noncurrent one."),
      storageType("metadataUpdated", "The metadata of an object was changed."),
      auditType,
    ],
  },
  "workflows.googleapis.com": { displayName: "Workflows", eventTypes: [auditType] },
  partner: { displayName: "Partner", eventTypes: [{ type: "partner.orders.v1.created", filteringAttributes: [type] }] },
};

/** Three providers of the vendor and one of a third party. */
export const exampleProviders = (): Store<JsonObject> => {
  const providers = new Store<JsonObject>();
  for (const [id, provider] of Object.entries(examples)) providers.set(id, provider);
  return providers;
};

const shapes: Shapes = {
  name: "string",
  displayName: "string",
  eventTypes: [
    {
      members: {
        type: "string",
        description: "string",
        eventSchemaUri: "string",
        filteringAttributes: [
          { members: { attribute: "string", description: "string", required: "boolean", pathPatternSupported: "boolean" } },
        ],
      },
    },
  ],
};

const named = (place: Place, id: string, provider: JsonObject): JsonObject => ({
  name: nameIn("providers", { ...place, id }),
  ...provider,
});

const objects = ({ state, place }: Call): JsonObject[] =>
  (place.location === "-" ? [...state.locations] : [place.location]).flatMap((location) =>
    state.providers.entries().map(([id, provider]) => named({ ...place, location }, id, provider)),
  );

const get: Endpoint = {
  rpc: "GetProvider",
  permission: "eventarc.providers.get",
  collection: "providers",
  query: {},
  run({ state, place, name }) {
    const provider = state.providers.get(place.id);
    if (!provider) throw notFound(name);
    return named(place, place.id, provider);
  },
};

const path = "/v1/projects/{project}/locations/{location}/providers";
const kind: Listed = { collection: "providers", noun: "Provider", idParam: "providerId", shapes, takes: ["orderBy", "filter"], objects };

/** The two methods of the catalog. */
export const providerRoutes: Route<Endpoint>[] = [
  { method: "GET", path, handler: listMethod(kind) },
  { method: "GET", path: `${path}/{id}`, handler: get },
];
