/** Programs of the resources of module eventrouting/v1, which releases record and invariants run. */
import { callerOf, exampleTrigger, home } from "../../emulators/eventrouting/caller";
import type { Json, Properties } from "../../support/structs";
import type { Autonamed, Preparation, Program, Variant } from "../variant";

const tokenOf = (kind: string): string => `quartet:eventrouting/v1:${kind}`;
const viewer = "roles/eventarc.viewer";
const admin = "roles/eventarc.admin";
const [ana, zoe, ops] = ["user:ana@example.com", "user:zoe@example.com", "group:ops@example.com"] as const;
const night = { title: "by night", expression: "request.time.getHours() > 20", description: "shift" };

/** Sends one request that must succeed, and returns the object of its response. */
function post(preparation: Preparation, line: string, body: object): Properties {
  const { status, body: response } = callerOf(preparation)(`POST ${line}`, body);
  if (status >= 300) throw new Error(`POST ${line}: HTTP ${status}: ${JSON.stringify(response)}`);
  return response;
}

const variant = (kind: string, title: string, program: (preparation: Preparation) => Program): Variant => ({
  title,
  token: tokenOf(kind),
  program,
});

const published = [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }];
const audited: Json = [
  { attribute: "type", value: "google.cloud.audit.log.v1.written" },
  { attribute: "serviceName", value: "storage.googleapis.com" },
  { attribute: "methodName", value: "storage.objects.create" },
  { attribute: "resourceName", value: "/projects/_/buckets/*", operator: "match-path-pattern" },
];
const containerService = { service: "orders", region: "us-central1" };
const account = "events@demo-project.iam.gserviceaccount.com";

const triggers: Variant[] = [
  variant("Trigger", "minimal", () => {
    const inputs = { triggerId: "orders", eventFilters: published, destination: { containerService } };
    return { inputs, news: { ...inputs, labels: { team: "orders" } } };
  }),
  variant("Trigger", "all inputs", () => {
    const inputs = {
      triggerId: "orders",
      project: "demo-project",
      location: "us-central1",
      eventFilters: published,
      serviceAccount: account,
      destination: { containerService: { ...containerService, path: "/created" } },
      labels: { team: "orders", stage: "dev" },
      eventDataContentType: "application/json",
      retryPolicy: { maxAttempts: 1 },
      transport: { pubsub: { topic: "projects/demo-project/topics/orders" } },
    };
    return { inputs, news: { ...inputs, destination: { workflow: "flow" }, labels: { team: "sales" } } };
  }),
  variant("Trigger", "audit log to a cluster, by full name", () => {
    const kubernetesService = { cluster: "main", location: "us-central1", namespace: "shop", service: "orders", path: "/" };
    const inputs = { triggerId: "audit", name: `${home}/triggers/audit`, eventFilters: audited, destination: { kubernetesService } };
    return { inputs, news: { ...inputs, serviceAccount: account } };
  }),
  variant("Trigger", "channel to an endpoint in a network", (preparation) => {
    post(preparation, "channels?channelId=partner-in", { provider: `${home}/providers/partner` });
    const networkConfig = { networkAttachment: "projects/demo-project/regions/us-central1/networkAttachments/inner" };
    const inputs = {
      triggerId: "inner",
      channel: "partner-in",
      eventFilters: [{ attribute: "type", value: "partner.order.v1.created" }],
      destination: { httpEndpoint: { uri: "http://10.0.0.7/events" }, networkConfig },
    };
    return { inputs, news: { ...inputs, eventDataContentType: "application/protobuf" } };
  }),
];

const cryptoKeyName = `${home}/keyRings/ring/cryptoKeys/key`;
const channels: Variant[] = [
  variant("Channel", "minimal", () => ({ inputs: { channelId: "in" }, news: { channelId: "in", labels: { a: "b" } } })),
  variant("Channel", "all inputs", () => {
    const inputs = { channelId: "in", project: "demo-project", location: "us-central1", provider: "partner", cryptoKeyName };
    return { inputs: { ...inputs, labels: { a: "b" } }, news: { ...inputs, labels: { a: "c" } } };
  }),
];

/** A channel that waits for its connection. */
function waitingChannel(preparation: Preparation): string {
  post(preparation, "channels?channelId=partner-in", { provider: `${home}/providers/partner` });
  return String(callerOf(preparation)("GET channels/partner-in").body["activationToken"]);
}

const connections: Variant[] = [
  variant("ChannelConnection", "minimal", () => ({ inputs: { channelConnectionId: "link", channel: "elsewhere" } })),
  variant("ChannelConnection", "all inputs", (preparation) => {
    const activationToken = waitingChannel(preparation);
    return { inputs: { channelConnectionId: "link", channel: `${home}/channels/partner-in`, activationToken, labels: { a: "b" } } };
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
function prepareObject(preparation: Preparation, { path, create, body }: (typeof subjects)[number]): void {
  post(preparation, create, body);
  const bindings = [
    { role: viewer, members: [ops] },
    { role: admin, members: [ops], condition: { title: "after dark", expression: "request.time.getHours() > 20" } },
  ];
  post(preparation, `${path}/orders:setIamPolicy`, { policy: { version: 3, bindings } });
}

const access = subjects.flatMap((subject): Variant[] => {
  const { kind, key, path } = subject;
  const grant = (form: string, title: string, inputs: Properties, news?: Properties): Variant =>
    variant(`${kind}Iam${form}`, title, (preparation) => {
      prepareObject(preparation, subject);
      return { inputs, news };
    });
  const full = `${home}/${path}/orders`;
  const policy = { [key]: "orders", bindings: [{ role: admin, members: [ana] }] };
  const audit = [{ service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [ana] }] }];
  const bindings = [{ role: viewer, members: [zoe, ana], condition: night }];
  const place = { project: "demo-project", location: "us-central1" };
  return [
    grant("Policy", "minimal", policy, { ...policy, bindings: [{ role: viewer, members: [zoe, ana] }] }),
    grant(
      "Policy",
      "all inputs",
      { ...place, [key]: "orders", bindings, auditConfigs: audit, version: 3 },
      { ...policy, auditConfigs: audit },
    ),
    grant(
      "Policy",
      "update mask",
      { ...policy, updateMask: "bindings,etag" },
      { ...policy, bindings: [{ role: viewer, members: [zoe] }], updateMask: "bindings,etag" },
    ),
    grant("Binding", "minimal", { name: "orders", role: viewer, members: [ana] }, { name: "orders", role: viewer, members: [zoe, ana] }),
    grant(
      "Binding",
      "all inputs",
      { ...place, name: full, role: admin, members: [ana], condition: night },
      { ...place, name: full, role: admin, members: [zoe, ana], condition: night },
    ),
    grant("Member", "minimal", { name: "orders", role: viewer, member: ana }),
    grant("Member", "all inputs", { ...place, name: full, role: admin, member: ana, condition: night }),
  ];
});

const named = (property: string): Autonamed => ({ property, valid: /^[a-z][a-z0-9-]{0,62}$/ });

/** Every resource of the module that Pulumi names, by token. */
export const autonamedEvents: Readonly<Record<string, Autonamed>> = {
  [tokenOf("Trigger")]: named("triggerId"),
  [tokenOf("Channel")]: named("channelId"),
  [tokenOf("ChannelConnection")]: named("channelConnectionId"),
};

/** All variants; their inputs have no secret marks, Check adds them. */
export const eventVariants: readonly Variant[] = [...triggers, ...channels, ...connections, ...access];
