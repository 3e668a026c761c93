// The preview check of triggers: the event type and the catalog of the location. See docs/modules/eventrouting.md#preview-checks.
import type { ValueMap } from "../../../../../provider/core/values/value";
import { unknown } from "../../../../../provider/core/values/value";
import { modules } from "../../../../../provider/modules";
import { fromJson } from "../../../../../provider/plugin/codec";
import { createProvider } from "../../../../../provider/provider";
import { newCall } from "../../../../support/fake-module";
import { emulatorFixture, env, home, schema, type EmulatorFixture } from "../support";

const type = "quartet:eventrouting/v1:Trigger";
const finalized = "google.cloud.storage.object.v1.finalized";
const typo = "google.cloud.storage.object.v1.finalised";

const trigger = (value: ValueMap[string], more: ValueMap = {}): ValueMap => ({
  triggerId: "orders",
  location: "us-central1",
  eventFilters: [
    { attribute: "bucket", value: "orders" },
    { attribute: "type", value },
  ],
  destination: { workflow: "orders" },
  ...more,
});

interface Previews extends EmulatorFixture {
  configure(settings?: ValueMap): Promise<void>;
  /** Previews a create and returns the warnings. */
  create(inputs: ValueMap): Promise<string[]>;
  update(olds: ValueMap, news: ValueMap): Promise<string[]>;
  /** The logged reasons for catalogs that could not be read. */
  debug: string[];
}

async function previews(fixture: EmulatorFixture = emulatorFixture()): Promise<Previews> {
  const provider = createProvider({ schema, modules, send: fixture.send, env, fromJson });
  const debug: string[] = [];
  const logged = async (work: (call: ReturnType<typeof newCall>["call"]) => Promise<unknown>): Promise<string[]> => {
    const { call, logged } = newCall();
    await work(call);
    debug.push(...logged.filter((line) => line.startsWith("debug: The catalog")));
    return logged.filter((line) => line.startsWith("warning"));
  };
  const opened = Object.assign(fixture, {
    debug,
    configure: (settings: ValueMap = { eventPreviewChecks: true }) => provider.configure(settings),
    create: (inputs: ValueMap) => logged((call) => provider.create({ type, urn: "urn:t", inputs, preview: true, timeout: 0 }, call)),
    update: (olds: ValueMap, news: ValueMap) =>
      logged((call) =>
        provider.update(
          { type, id: `${home}/triggers/orders`, urn: "urn:t", olds, oldInputs: olds, news, preview: true, timeout: 0, ignoreChanges: [] },
          call,
        ),
      ),
  });
  await opened.configure();
  return opened;
}

const warning = `warning: eventFilters[1].value: unknown event type "${typo}" in us-central1; did you mean "${finalized}"? The function getProviders returns the event types.`;

test("an unknown event type is a warning with the nearest one, in create and update; the catalog is read once", async () => {
  const recorded = await previews();
  expect(await recorded.create(trigger(typo))).toEqual([warning]);
  expect(await recorded.create(trigger(typo))).toEqual([warning]);
  expect(await recorded.update(trigger(typo), trigger(typo, { labels: { a: "b" } }))).toEqual([warning]);
  expect(await recorded.create(trigger(finalized))).toEqual([]);
  expect(await recorded.create(trigger("com.example.unlike.any.other"))).toEqual([
    'warning: eventFilters[1].value: unknown event type "com.example.unlike.any.other" in us-central1. The function getProviders returns the event types.',
  ]);
  expect(recorded.lines()).toEqual(["GET providers?pageSize=100"]);
});

test("the reason why a catalog is not read is a line for --debug", async () => {
  const recorded = await previews();
  recorded.emulator.denied.add("eventarc.providers.list");
  await recorded.create(trigger(typo));
  expect(recorded.debug).toEqual([expect.stringContaining("The catalog of events was not read: Trigger")]);
});

test.each<[string, ValueMap]>([
  ["no setting", {}],
  ["false", { eventPreviewChecks: false }],
])("off (%s): a preview sends no request", async (_, settings) => {
  const recorded = await previews();
  await recorded.configure(settings);
  expect(await recorded.create(trigger(typo))).toEqual([]);
  expect(recorded.requests).toEqual([]);
});

test.each<[string, ValueMap]>([
  ["event type", trigger(unknown)],
  ["location", trigger(typo, { location: unknown })],
  ["project", trigger(typo, { project: unknown })],
])("an unknown %s is not compared", async (_, inputs) => {
  const recorded = await previews();
  expect(await recorded.create(inputs)).toEqual([]);
  expect(recorded.requests).toEqual([]);
});

test.each<[string, (fixture: EmulatorFixture) => void]>([
  ["a missing permission", (fixture) => fixture.emulator.denied.add("eventarc.providers.list")],
  ["wrong credentials", (fixture) => fixture.emulator.tokens.known.clear()],
  ["an unreachable service", (fixture) => (fixture.override = () => new Error("unreachable"))],
  ["the page of a proxy", (fixture) => (fixture.override = () => ({ status: 502, body: "<html>" }))],
  ["an empty catalog", (fixture) => (fixture.override = () => ({ body: {} }))],
  ["an incomplete catalog", (fixture) => fixture.emulator.unreachable.push("us-central1")],
])("%s is ignored, and not tried again for the next trigger", async (_, prepare) => {
  const recorded = await previews();
  prepare(recorded);
  jest.useFakeTimers();
  try {
    const first = recorded.create(trigger(typo));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await first).toEqual([]);
    const requests = recorded.requests.length;
    expect(await recorded.create(trigger(typo, { triggerId: "second" }))).toEqual([]);
    expect(recorded.requests).toHaveLength(requests);
  } finally {
    jest.useRealTimers();
  }
});
