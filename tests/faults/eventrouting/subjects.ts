// The twelve resources of module eventrouting/v1: what the campaign declares, and which of their objects exist at the service.
import type { EventEmulator } from "../../emulators/eventrouting/index";
import { createEventEmulator } from "../../emulators/eventrouting/index";
import type { Collection } from "../../emulators/eventrouting/state";
import { createFaults } from "../../emulators/faults";
import { eventToken } from "../../support/events";
import { networkOf } from "../virtual/network";
import type { Scene, Subject } from "../virtual/trial";

/** A resource with what the program declares first and later. */
interface Declaration {
  title: string;
  type: string;
  inputs: object;
  /** Absent where nothing can be changed in place. */
  news?: object;
  /** No request is sent when it is deleted. */
  isKeptOnDelete?: true;
  /** Another create adopts the object; an object that is not tracked is no orphan then. */
  isAdopted?: true;
  /** Creates what the resource needs. */
  prepare(emulator: EventEmulator): void;
  /** The ids of the resource's objects that exist. */
  existing(emulator: EventEmulator): string[];
}

/** A resource of module eventrouting/v1. */
export interface EventSubject extends Subject, Pick<Declaration, "isKeptOnDelete" | "isAdopted"> {
  open(): EventScene;
}

/** A service with all that a resource needs. */
export interface EventScene extends Scene {
  emulator: EventEmulator;
}

const home = "projects/demo-project/locations/us-central1";
const viewer = "roles/eventarc.viewer";
const [ana, zoe, ops] = ["user:ana@example.com", "user:zoe@example.com", "group:ops@example.com"];

const kinds: readonly [kind: string, collection: Collection, key: string][] = [
  ["Trigger", "triggers", "triggerId"],
  ["Channel", "channels", "channelId"],
  ["ChannelConnection", "channelConnections", "channelConnectionId"],
];
const place = { project: "demo-project", location: "us-central1" };
const trigger = {
  eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }],
  destination: { containerService: { service: "orders", region: "us-central1" } },
  labels: { team: "orders" },
};
const programs: Readonly<Record<string, { inputs: object; news?: object }>> = {
  Trigger: { inputs: trigger, news: { ...trigger, labels: { team: "others" } } },
  Channel: { inputs: { labels: { team: "orders" } }, news: { labels: { team: "others" } } },
  ChannelConnection: { inputs: { channel: `${home}/channels/elsewhere`, activationToken: "so5g4Kdasda7y2MSasdaGn8njB2" } },
};

const objects = kinds.map(([kind, collection, key]): Declaration => {
  const { inputs, news } = programs[kind]!;
  return {
    title: kind,
    type: `quartet:eventrouting/v1:${kind}`,
    inputs: { ...inputs, ...place, [key]: "orders" },
    ...(news && { news: { ...news, ...place, [key]: "orders" } }),
    prepare: () => undefined,
    existing: ({ objects: all }) => all[collection].entries().map(([name]) => name),
  };
});

/** The members of a role in the policy of an object, without those of other writers. */
const membersOf = (emulator: EventEmulator, name: string): string[] =>
  emulator.policies
    .of(name)
    .bindings.filter(({ role }) => role === viewer)
    .flatMap(({ members }) => members)
    .filter((member) => member !== ops);

const policies = kinds.flatMap(([kind, collection, key]): Declaration[] => {
  const name = `${home}/${collection}/orders`;
  const prepare = ({ objects: all }: EventEmulator): void => void all[collection].set(name, { name });
  const common = (form: string) =>
    ({ title: `${kind}${form}`, type: `quartet:eventrouting/v1:${kind}${form}`, prepare, isAdopted: true }) as const;
  const bindings = (member: string): object[] => [{ role: viewer, members: [member] }];
  const bound = { ...place, name: "orders", role: viewer };
  const existing = (id: string) => (emulator: EventEmulator) => (membersOf(emulator, name).length > 0 ? [id] : []);
  return [
    {
      ...common("IamPolicy"),
      isKeptOnDelete: true,
      inputs: { ...place, [key]: "orders", bindings: bindings(ana) },
      news: { ...place, [key]: "orders", bindings: bindings(zoe) },
      existing: existing(name),
    },
    {
      ...common("IamBinding"),
      inputs: { ...bound, members: [ana] },
      news: { ...bound, members: [zoe] },
      existing: existing(`${name} ${viewer}`),
    },
    {
      ...common("IamMember"),
      inputs: { ...bound, member: ana },
      prepare: (emulator: EventEmulator) => {
        prepare(emulator);
        emulator.policies.write(name, { bindings: [{ role: viewer, members: [ops] }], auditConfigs: [] });
      },
      existing: existing(`${name} ${viewer} ${ana}`),
    },
  ];
});

const url = "https://events.test";
const env = {
  GOOGLE_EVENTARC_CUSTOM_ENDPOINT: url,
  GOOGLE_PROJECT: "demo-project",
  GOOGLE_REGION: "us-central1",
  GOOGLE_OAUTH_ACCESS_TOKEN: eventToken,
};

/** Opens a service whose operations take a second. */
function open({ inputs, news, prepare, existing }: Declaration): EventScene {
  const emulator = createEventEmulator();
  emulator.operations.usual = { milliseconds: 1000 };
  prepare(emulator);
  const faults = createFaults();
  return {
    ...{ network: networkOf(emulator.handle, { faults }), faults, env, emulator },
    program: (verb) => (verb === "update" ? news! : inputs),
    existing: () => {
      // Operations that still run come to their end.
      emulator.operations.finish();
      return existing(emulator);
    },
  };
}

/** All twelve. */
export const eventSubjects: readonly EventSubject[] = [...objects, ...policies].map((declaration) => {
  const { title, type, news, isKeptOnDelete, isAdopted } = declaration;
  return {
    ...{ title, type, isKeptOnDelete, isAdopted, isNameless: false },
    verbs: ["create", ...(news ? (["update"] as const) : []), ...(isKeptOnDelete ? [] : (["delete"] as const))],
    open: () => open(declaration),
    callOf: ({ method, path }) => {
      const name = path.split("/").slice(6).join("/");
      return `${method} ${name.replace(/operations\/.*/, "operations")}`;
    },
  };
});
