// Labels: what the service rejects is a failure of Check, before any request. See docs/modules/eventrouting.md#labels.
import { unknown } from "../../../../../provider/core/values/value";
import { callerOf } from "../../../../emulators/eventrouting/caller";
import { emulatorFixture, eventStack, expectRejected, objectKinds } from "../support";

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, ""]));
const key = "the key of a label must begin with a lowercase letter";
const value = "the value of a label must contain only lowercase letters";
const channel = { channelId: "orders" };

test.each([{ a_1: "2-x", "\u00e9quipe": "\u540d\u524d", empty: "", ["k".repeat(63)]: "v".repeat(63) }, many(64)])(
  "accepts %j",
  async (labels) => {
    expect(await eventStack("Channel").stack.up({ ...channel, labels })).toBe("create");
  },
);

const rejected: [labels: Record<string, string>, failure: string][] = [
  [{ Team: "a" }, `labels.Team: ${key}`],
  [{ "a.b": "c" }, `labels["a.b"]: ${key}`],
  [{ "1a": "c" }, `labels["1a"]: ${key}`],
  [{ "": "c" }, key],
  [{ ["k".repeat(64)]: "c" }, key],
  [{ team: "a b", other: "c" }, `labels.team: ${value}`],
  [{ team: "v".repeat(64) }, `labels.team: ${value}`],
  [{ team: "\u540d".repeat(43) }, "the label team has more than 128 bytes"],
  [many(65), "expected at most 64 entries; got 65"],
];

test.each(rejected)("rejects %j before a request, as the service does", async (labels, failure) => {
  await expectRejected("Channel", { ...channel, labels }, failure);
  expect(callerOf(emulatorFixture().emulator)("POST channels?channelId=orders", { labels })).toMatchObject({ status: 400 });
});

test.each(objectKinds)("a known label of a $kind is checked beside an unknown one", async ({ kind, program }) => {
  await expectRejected(kind, { ...program, labels: { Team: "a", b: unknown } }, key);
});
