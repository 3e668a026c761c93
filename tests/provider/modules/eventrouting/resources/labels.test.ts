// Labels: what the service rejects is a failure of Check, before any request. See docs/modules/eventrouting.md#labels.
import { unknown } from "../../../../../provider/core/values/value";
import { callerOf } from "../../../../emulators/eventrouting/caller";
import { emulatorFixture, eventStack, objectKinds } from "../support";

const many = (count: number): Record<string, string> => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, ""]));
const key = "the key of a label must begin with a lowercase letter";
const value = "the value of a label must contain only lowercase letters";

const accepted = [
  {},
  { team: "orders", a_1: "2-x", "\u00e9quipe": "\u540d\u524d", empty: "" },
  { ["k".repeat(63)]: "v".repeat(63) },
  many(64),
];
const rejected: [labels: Record<string, string>, failure: string][] = [
  [{ Team: "a" }, `labels.Team: ${key}`],
  [{ "a.b": "c" }, `labels["a.b"]: ${key}`],
  [{ "1a": "c" }, `labels["1a"]: ${key}`],
  [{ "": "c" }, key],
  [{ ["k".repeat(64)]: "c" }, key],
  [{ team: "Orders" }, `labels.team: ${value}`],
  [{ team: "a b", other: "c" }, `labels.team: ${value}`],
  [{ team: "v".repeat(64) }, `labels.team: ${value}`],
  [{ team: "\u540d".repeat(43) }, "the label team has more than 128 bytes"],
  [many(65), "expected at most 64 entries; got 65"],
];

describe.each(objectKinds)("$kind", ({ kind, collection, program }) => {
  test.each(accepted)("accepts %j", async (labels) => {
    expect(await eventStack(kind).stack.up({ ...program, labels })).toBe("create");
  });

  test.each(rejected)("rejects %j before a request, as the service does", async (labels, failure) => {
    const { stack, requests } = eventStack(kind);
    await expect(stack.up({ ...program, labels })).rejects.toThrow(failure);
    expect(requests).toEqual([]);
    const create = `POST ${collection}?${collection.slice(0, -1)}Id=orders`;
    const { status, body } = callerOf(emulatorFixture().emulator)(create, { labels });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(" label")]);
  });

  test("a known label is checked beside an unknown one", async () => {
    await expect(eventStack(kind).stack.up({ ...program, labels: { Team: "a", b: unknown } })).rejects.toThrow(key);
  });
});
