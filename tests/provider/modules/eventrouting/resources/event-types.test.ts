// The preview check of triggers: the event type and the catalog of the location. See docs/modules/eventrouting.md#preview-checks.
import { unknown, type ValueMap } from "../../../../../provider/core/values/value";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { eventStack, home, type EmulatorFixture } from "../support";

const finalized = "google.cloud.storage.object.v1.finalized";
const typo = "google.cloud.storage.object.v1.finalised";

const trigger = (value: ValueMap[string], more: ValueMap = {}) => ({
  triggerId: "orders",
  location: "us-central1",
  eventFilters: [
    { attribute: "bucket", value: "orders" },
    { attribute: "type", value },
  ],
  destination: { workflow: "orders" },
  ...more,
});

/** A stack of a trigger whose event type is checked; `preview` returns the warnings of a preview. */
async function previews(settings: ValueMap = { eventPreviewChecks: true }) {
  const fixture = eventStack("Trigger");
  const { stack } = fixture;
  await stack.configure(settings);
  const preview = async (inputs: ValueMap) => {
    stack.lines.length = 0;
    await stack.previewUp(inputs);
    return stack.lines.filter((line) => line.startsWith("warning: "));
  };
  return Object.assign(fixture, { preview });
}

test("an unknown event type is a warning with the nearest one, in create and update; the catalog is read once", async () => {
  const { preview, lines, stack } = await previews();
  const warning = (value: string, nearest: string) =>
    `warning: eventFilters[1].value: unknown event type "${value}" in us-central1${nearest} The function getProviders returns the event types.`;
  const expected = [warning(typo, `; did you mean "${finalized}"?`)];
  expect(await preview(trigger(typo))).toEqual(expected);
  stack.stored = { id: `${home}/triggers/orders`, inputs: trigger(typo), state: trigger(typo), unfinished: [] };
  expect(await preview(trigger(typo, { labels: { a: "b" } }))).toEqual(expected);
  expect(await preview(trigger(finalized))).toEqual([]);
  expect(await preview(trigger("com.example.unlike.any.other"))).toEqual([warning("com.example.unlike.any.other", ".")]);
  expect(lines()).toEqual(["GET providers?pageSize=100"]);
});

test.each([
  ["without the setting", trigger(typo), {}],
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
  ["an empty catalog", (fixture) => (fixture.override = () => ({ body: {} }))],
  ["an incomplete catalog", (fixture) => fixture.emulator.unreachable.push("us-central1")],
])("%s is ignored, and not tried again for the next trigger", async (_, prepare) => {
  useVirtualTime();
  const fixture = await previews();
  prepare(fixture);
  expect(await inVirtualTime(fixture.preview(trigger(typo)))).toEqual([]);
  fixture.requests.length = 0;
  expect(await fixture.preview(trigger(typo, { triggerId: "second" }))).toEqual([]);
  expect(fixture.requests).toEqual([]);
  useRealTime();
});

test("the reason why a catalog is not read is a line for --debug", async () => {
  const { preview, emulator, stack } = await previews();
  emulator.denied.add("eventarc.providers.list");
  await preview(trigger(typo));
  expect(stack.lines).toContainEqual(expect.stringMatching("^debug: .*The catalog of events was not read: Trigger"));
});
