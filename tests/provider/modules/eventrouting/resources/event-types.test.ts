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
  /** Previews a create, or an update of old inputs, and returns the warnings. */
  preview(inputs: ValueMap, olds?: ValueMap): Promise<string[]>;
  /** The logged reasons for catalogs that could not be read. */
  debug: string[];
}

async function previews(settings: ValueMap = { eventPreviewChecks: true }): Promise<Previews> {
  const fixture = emulatorFixture();
  const provider = createProvider({ schema, modules, send: fixture.send, env, fromJson });
  await provider.configure(settings);
  const debug: string[] = [];
  const preview = async (inputs: ValueMap, olds?: ValueMap): Promise<string[]> => {
    const { call, logged } = newCall();
    const about = { type, urn: "urn:t", preview: true, timeout: 0 };
    if (olds)
      await provider.update({ ...about, id: `${home}/triggers/orders`, olds, oldInputs: olds, news: inputs, ignoreChanges: [] }, call);
    else await provider.create({ ...about, inputs }, call);
    debug.push(...logged.filter((line) => line.startsWith("debug: The catalog")));
    return logged.filter((line) => line.startsWith("warning"));
  };
  return Object.assign(fixture, { debug, preview });
}

test("an unknown event type is a warning with the nearest one, in create and update; the catalog is read once", async () => {
  const { preview, lines } = await previews();
  const warning = (value: string, nearest: string) =>
    `warning: eventFilters[1].value: unknown event type "${value}" in us-central1${nearest} The function getProviders returns the event types.`;
  const expected = [warning(typo, `; did you mean "${finalized}"?`)];
  expect(await preview(trigger(typo))).toEqual(expected);
  expect(await preview(trigger(typo, { labels: { a: "b" } }), trigger(typo))).toEqual(expected);
  expect(await preview(trigger(finalized))).toEqual([]);
  expect(await preview(trigger("com.example.unlike.any.other"))).toEqual([warning("com.example.unlike.any.other", ".")]);
  expect(lines()).toEqual(["GET providers?pageSize=100"]);
});

test.each<[string, ValueMap, ValueMap | undefined]>([
  ["without the setting", trigger(typo), {}],
  ["with the setting false", trigger(typo), { eventPreviewChecks: false }],
  ["of an unknown event type", trigger(unknown), undefined],
  ["of an unknown location", trigger(typo, { location: unknown }), undefined],
  ["of an unknown project", trigger(typo, { project: unknown }), undefined],
])("a preview %s sends no request", async (_, inputs, settings) => {
  const { preview, requests } = await previews(settings);
  expect(await preview(inputs)).toEqual([]);
  expect(requests).toEqual([]);
});

test.each<[string, (fixture: EmulatorFixture) => void]>([
  ["a missing permission", (fixture) => fixture.emulator.denied.add("eventarc.providers.list")],
  ["an unreachable service", (fixture) => (fixture.override = () => new Error("unreachable"))],
  ["the page of a proxy", (fixture) => (fixture.override = () => ({ status: 502, body: "<html>" }))],
  ["an empty catalog", (fixture) => (fixture.override = () => ({ body: {} }))],
  ["an incomplete catalog", (fixture) => fixture.emulator.unreachable.push("us-central1")],
])("%s is ignored, and not tried again for the next trigger", async (_, prepare) => {
  const fixture = await previews();
  prepare(fixture);
  jest.useFakeTimers();
  try {
    const first = fixture.preview(trigger(typo));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await first).toEqual([]);
    const requests = fixture.requests.length;
    expect(await fixture.preview(trigger(typo, { triggerId: "second" }))).toEqual([]);
    expect(fixture.requests).toHaveLength(requests);
  } finally {
    jest.useRealTimers();
  }
});

test("the reason why a catalog is not read is a line for --debug", async () => {
  const { preview, emulator, debug } = await previews();
  emulator.denied.add("eventarc.providers.list");
  await preview(trigger(typo));
  expect(debug).toEqual([expect.stringContaining("The catalog of events was not read: Trigger")]);
});
