// The twelve resources of module eventrouting/v1 as the campaign makes, changes and removes them, and how to see at the service what stands of them.
import type { EventEmulator } from "../../emulators/eventrouting/index";
import type { Collection } from "../../emulators/eventrouting/state";

const home = "projects/demo-project/locations/us-central1";
const viewer = "roles/eventarc.viewer";
const [ana, zoe, ops] = ["user:ana@example.com", "user:zoe@example.com", "group:ops@example.com"];

/** A resource with what the program says of it first and later. */
export interface Subject {
  title: string;
  type: string;
  inputs: object;
  /** Absent where nothing can be changed in place. */
  news?: object;
  /** Nothing is sent when it is deleted. */
  stays?: true;
  /** Another create takes over what stands; that nobody keeps it is no orphan then. */
  adopts?: true;
  /** What has to be there before. */
  prepare(emulator: EventEmulator): void;
  /** The ids of what stands there of its making. */
  standing(emulator: EventEmulator): string[];
}

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

const objects = kinds.map(([kind, collection, key]): Subject => ({
  ...{ title: kind, type: `quartet:eventrouting/v1:${kind}` },
  inputs: { ...programs[kind]!.inputs, ...place, [key]: "orders" },
  ...(programs[kind]!.news && { news: { ...programs[kind]!.news, ...place, [key]: "orders" } }),
  prepare: () => undefined,
  standing: ({ objects: all }) => all[collection].entries().map(([name]) => name),
}));

/** What the policy of the object says of a role; what others have put there does not count. */
const membersOf = (emulator: EventEmulator, name: string): string[] =>
  emulator.policies
    .of(name)
    .bindings.filter(({ role }) => role === viewer)
    .flatMap(({ members }) => members)
    .filter((member) => member !== ops);

const entries = kinds.flatMap(([kind, collection, key]): Subject[] => {
  const name = `${home}/${collection}/orders`;
  const prepare = ({ objects: all }: EventEmulator): void => void all[collection].set(name, { name });
  const shared = { prepare, adopts: true } as const;
  const about = (form: string) => ({ title: `${kind}${form}`, type: `quartet:eventrouting/v1:${kind}${form}` });
  const bindings = (member: string): object[] => [{ role: viewer, members: [member] }];
  const bound = { ...place, name: "orders", role: viewer };
  const standing = (id: string) => (emulator: EventEmulator) => (membersOf(emulator, name).length > 0 ? [id] : []);
  return [
    {
      ...{ ...about("IamPolicy"), ...shared, stays: true },
      inputs: { ...place, [key]: "orders", bindings: bindings(ana) },
      news: { ...place, [key]: "orders", bindings: bindings(zoe) },
      standing: standing(name),
    },
    {
      ...{ ...about("IamBinding"), ...shared },
      inputs: { ...bound, members: [ana] },
      news: { ...bound, members: [zoe] },
      standing: standing(`${name} ${viewer}`),
    },
    {
      ...{ ...about("IamMember"), ...shared },
      inputs: { ...bound, member: ana },
      prepare: (emulator: EventEmulator) => {
        prepare(emulator);
        emulator.policies.write(name, { bindings: [{ role: viewer, members: [ops] }], auditConfigs: [] });
      },
      standing: standing(`${name} ${viewer} ${ana}`),
    },
  ];
});

/** All twelve. */
export const subjects: readonly Subject[] = [...objects, ...entries];
