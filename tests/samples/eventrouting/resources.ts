/** Programs of the resources of module eventrouting/v1, which releases record and invariants run. */
import { callerOf, exampleTrigger, home } from "../../emulators/eventrouting/caller";
import type { Properties } from "../../support/structs";
import type { Preparation, Variant } from "../variant";

const tokenOf = (kind: string) => `quartet:eventrouting/v1:${kind}`;
const viewer = "roles/eventarc.viewer";
const admin = "roles/eventarc.admin";
const [ana, zoe, ops] = ["user:ana@example.com", "user:zoe@example.com", "group:ops@example.com"] as const;
const night = { title: "by night", expression: "request.time.getHours() > 20", description: "shift" };

/** Sends one request that must succeed, and returns the object of its response. */
function post(preparation: Preparation, line: string, body: object) {
  const { status, body: response } = callerOf(preparation)(`POST ${line}`, body);
  if (status >= 300) throw new Error(`POST ${line}: HTTP ${status}: ${JSON.stringify(response)}`);
  return response;
}

/** A program of a resource, and the changes of a second one; what is null in them is removed. */
const variant = (
  kind: string,
  title: string,
  given: Properties | ((preparation: Preparation) => Properties),
  changes?: Properties,
): Variant => ({
  title,
  token: tokenOf(kind),
  program(preparation) {
    const inputs = typeof given === "function" ? given(preparation) : given;
    return { inputs, news: changes && { ...inputs, ...changes } };
  },
});

const published = [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }];
const place = { project: "demo-project", location: "us-central1" };
const containerService = { service: "orders", region: "us-central1" };
const account = "events@demo-project.iam.gserviceaccount.com";

/** A channel of a partner. */
const preparePartner = (preparation: Preparation) =>
  post(preparation, "channels?channelId=partner-in", { provider: `${home}/providers/partner` });

const triggers = [
  variant(
    "Trigger",
    "minimal",
    { triggerId: "orders", eventFilters: published, destination: { containerService } },
    { labels: { team: "orders" } },
  ),
  variant(
    "Trigger",
    "all inputs",
    {
      ...place,
      triggerId: "orders",
      eventFilters: published,
      serviceAccount: account,
      destination: { containerService: { ...containerService, path: "/created" } },
      labels: { team: "orders", stage: "dev" },
      eventDataContentType: "application/json",
      retryPolicy: { maxAttempts: 1 },
      transport: { pubsub: { topic: "projects/demo-project/topics/orders" } },
    },
    { destination: { workflow: "flow" }, labels: { team: "sales" } },
  ),
  variant(
    "Trigger",
    "audit log to a cluster, by full name",
    {
      triggerId: "audit",
      name: `${home}/triggers/audit`,
      eventFilters: [
        { attribute: "type", value: "google.cloud.audit.log.v1.written" },
        { attribute: "serviceName", value: "storage.googleapis.com" },
        { attribute: "methodName", value: "storage.objects.create" },
        { attribute: "resourceName", value: "/projects/_/buckets/*", operator: "match-path-pattern" },
      ],
      destination: { kubernetesService: { cluster: "main", location: "us-central1", namespace: "shop", service: "orders", path: "/" } },
    },
    { serviceAccount: account },
  ),
  variant(
    "Trigger",
    "channel to an endpoint in a network",
    (preparation) => {
      preparePartner(preparation);
      const networkConfig = { networkAttachment: "projects/demo-project/regions/us-central1/networkAttachments/inner" };
      return {
        triggerId: "inner",
        channel: "partner-in",
        eventFilters: [{ attribute: "type", value: "partner.order.v1.created" }],
        destination: { httpEndpoint: { uri: "http://10.0.0.7/events" }, networkConfig },
      };
    },
    { eventDataContentType: "application/protobuf" },
  ),
];

const cryptoKeyName = `${home}/keyRings/ring/cryptoKeys/key`;
const channels = [
  variant("Channel", "minimal", { channelId: "in" }, { labels: { a: "b" } }),
  variant(
    "Channel",
    "all inputs",
    { ...place, channelId: "in", provider: "partner", cryptoKeyName, labels: { a: "b" } },
    { labels: { a: "c" } },
  ),
];

const connections = [
  variant("ChannelConnection", "minimal", { channelConnectionId: "link", channel: "elsewhere" }),
  variant("ChannelConnection", "all inputs", (preparation) => {
    preparePartner(preparation);
    const activationToken = String(callerOf(preparation)("GET channels/partner-in").body["activationToken"]);
    return { channelConnectionId: "link", channel: `${home}/channels/partner-in`, activationToken, labels: { a: "b" } };
  }),
];

/** The objects whose access is recorded: how each is created, and the input that names it. */
const subjects = [
  { kind: "Trigger", key: "triggerId", path: "triggers", create: "triggers?triggerId=orders", body: exampleTrigger },
  { kind: "Channel", key: "channelId", path: "channels", create: "channels?channelId=orders", body: {} },
  {
    kind: "ChannelConnection",
    key: "channelConnectionId",
    path: "channelConnections",
    create: "channelConnections?channelConnectionId=orders",
    body: { channel: `${home}/channels/elsewhere`, activationToken: "so5g4K" },
  },
] as const;

/** The object, with a grant that another writer has made. */
function prepareObject(preparation: Preparation, { path, create, body }: (typeof subjects)[number]) {
  post(preparation, create, body);
  const bindings = [
    { role: viewer, members: [ops] },
    { role: admin, members: [ops], condition: { title: "after dark", expression: "request.time.getHours() > 20" } },
  ];
  post(preparation, `${path}/orders:setIamPolicy`, { policy: { version: 3, bindings } });
}

const access = subjects.flatMap((subject) => {
  const { kind, key, path } = subject;
  const grant = (form: string, title: string, inputs: Properties, changes?: Properties) => {
    const prepared = (preparation: Preparation) => {
      prepareObject(preparation, subject);
      return inputs;
    };
    return variant(`${kind}Iam${form}`, title, prepared, changes);
  };
  const full = `${home}/${path}/orders`;
  const policy = { [key]: "orders", bindings: [{ role: admin, members: [ana] }] };
  const auditConfigs = [{ service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [ana] }] }];
  const bindings = [{ role: viewer, members: [zoe, ana], condition: night }];
  const all = { ...policy, ...place, bindings, auditConfigs, version: 3 };
  const updateMask = "bindings,etag";
  return [
    grant("Policy", "minimal", policy, { bindings: [{ role: viewer, members: [zoe, ana] }] }),
    grant("Policy", "all inputs", all, { bindings: policy.bindings, project: null, location: null, version: null }),
    grant("Policy", "update mask", { ...policy, updateMask }, { bindings: [{ role: viewer, members: [zoe] }] }),
    grant("Binding", "minimal", { name: "orders", role: viewer, members: [ana] }, { members: [zoe, ana] }),
    grant("Binding", "all inputs", { ...place, name: full, role: admin, members: [ana], condition: night }, { members: [zoe, ana] }),
    grant("Member", "minimal", { name: "orders", role: viewer, member: ana }),
    grant("Member", "all inputs", { ...place, name: full, role: admin, member: ana, condition: night }),
  ];
});

const named = (property: string) => ({ property, valid: /^[a-z][a-z0-9-]{0,62}$/ });

/** Every resource of the module that Pulumi names, by token. */
export const autonamedEvents = {
  [tokenOf("Trigger")]: named("triggerId"),
  [tokenOf("Channel")]: named("channelId"),
  [tokenOf("ChannelConnection")]: named("channelConnectionId"),
};

/** All variants; their inputs have no secret marks, Check adds them. */
export const eventVariants = [...triggers, ...channels, ...connections, ...access];
