// Labels: what the service rejects is a failure of Check, before any request. See docs/modules/eventrouting.md#labels.
import { unknown } from "../../../../../provider/core/values/value";
import { eventStack, objectKinds } from "../support";

const many = (count: number): Record<string, string> => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, ""]));
const key = "the key of a label must begin with a lowercase letter";

const accepted = [
  {},
  { team: "orders", a_1: "2-x", "\u00e9quipe": "\u540d\u524d", empty: "" },
  { ["k".repeat(63)]: "v".repeat(63) },
  many(64),
];

describe.each(objectKinds)("$kind", ({ kind, program }) => {
  test.each(accepted)("accepts %j", async (labels) => {
    expect(await eventStack(kind).stack.up({ ...program, labels })).toBe("create");
  });

  test("a known label is checked beside an unknown one", async () => {
    await expect(eventStack(kind).stack.up({ ...program, labels: { Team: "a", b: unknown } })).rejects.toThrow(key);
  });
});
