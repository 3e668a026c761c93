// Another writer and `ignoreChanges` with the real CLI: an update writes what its preview shows, and nothing else. See docs/protocol.md#update.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Events } from "../support/events";
import { closeEvents, openEvents } from "../support/events";

let cli: Cli;
let events: Events;
let stack: Stack;

const channel = "projects/demo-project/locations/us-central1/channels/inbox";
const key = (name: string): string => `projects/demo-project/locations/us-central1/keyRings/ring/cryptoKeys/${name}`;

const program = (cryptoKeyName: string, labels: Record<string, string> | undefined, ignoreChanges: string[]) => ({
  resources: {
    inbox: {
      type: "quartet:eventrouting/v1:Channel",
      properties: { channelId: "inbox", cryptoKeyName, ...(labels && { labels }) },
      options: { ignoreChanges },
    },
  },
});

beforeAll(async () => {
  events = await openEvents();
  cli = await openCli();
  stack = await cli.stack("concurrent-writers", events.environment);
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closeEvents();
});

const remoteLabels = (): unknown => events.emulator.objects.channels.get(channel)?.["labels"];
const setRemoteLabels = (labels: Record<string, string>): void =>
  void events.emulator.objects.channels.set(channel, { ...events.emulator.objects.channels.get(channel), labels });
const masks = (): unknown[] =>
  events.emulator.calls
    .splice(0)
    .filter(({ rpc }) => rpc === "UpdateChannel")
    .map(({ query }) => query["updateMask"]);

it.each([
  ["undeclared and ignored", undefined, ["labels"]],
  ["declared and ignored", { team: "shop" }, ["labels"]],
  ["undeclared", undefined, []],
])("labels of another writer survive an update of the key where they are %s", async (_name, labels, ignoreChanges) => {
  stack.program(program(key("one"), labels, ignoreChanges));
  await stack.up();
  setRemoteLabels({ team: "other", owner: "tool" });
  masks();
  stack.program(program(key("two"), labels, ignoreChanges));
  expect(await stack.steps()).toEqual([{ op: "update", name: "inbox", paths: { cryptoKeyName: "update" } }]);
  await stack.up();
  expect(masks()).toEqual(["cryptoKeyName"]);
  expect(remoteLabels()).toEqual({ team: "other", owner: "tool" });
  await stack.ok("destroy", "--yes", "--skip-preview");
});
