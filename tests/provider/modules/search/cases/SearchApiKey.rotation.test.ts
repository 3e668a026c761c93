/** API keys that rotate, on a server with security. See docs/modules/search-access.md#rotation. */
import { rejects } from "../support";
import { bare, day, fixture, key } from "./api-key-fixture";
import { basic } from "./server";

afterEach(() => jest.restoreAllMocks());
const rotating = { ...bare, rotateAfter: "30d" };

/** A key of a program, at a time after the rotation began. */
async function aged(program: object, age: number) {
  const all = fixture();
  await all.stack.up(program);
  const { issuedAt } = all.stack.inputs;
  const now = Date.parse(String(issuedAt)) + age;
  jest.spyOn(Date, "now").mockReturnValue(now);
  return { ...all, now };
}

test("access 7: a key is not due before its age", async () => {
  const { stack } = await aged(rotating, 30 * day - 3_600_000);
  expect(await stack.preview(rotating)).toEqual([]);
});

test("access 8, 9: a key that is due is replaced, and its age counts from then; a refresh does not report it", async () => {
  const { stack, now, output, valid } = await aged(rotating, 30 * day);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(rotating)).toEqual(["issuedAt!"]);
  expect(await stack.up(rotating)).toBe("replace");
  expect(stack.inputs).toMatchObject({ rotateAfter: "30d", issuedAt: new Date(now).toISOString() });
  expect(await valid()).toEqual([output("apiKeyId")]);
  expect(await stack.preview(rotating)).toEqual([]);
});

test("access 11: a shorter age counts from the same time", async () => {
  const { stack } = await aged({ ...rotating, rotateAfter: "90d" }, 10 * day);
  expect(await stack.preview({ ...rotating, rotateAfter: "11d" })).toEqual(["rotateAfter"]);
  expect(await stack.preview({ ...rotating, rotateAfter: "7d" })).toContain("issuedAt!");
});

const overlapping = (v: string) => ({ ...key, overlap: "1h", triggers: { v } });

test("access 13: with an overlap, the old key expires instead of being invalidated", async () => {
  const { stack, output, valid, use } = fixture();
  await stack.up(overlapping("1"));
  const before = output("encoded");
  expect(await stack.up(overlapping("2"))).toBe("replace");
  await use(before);
  await use(output("encoded"));
  expect(await valid()).toHaveLength(2);
});

test("access 14: a key that expires before its overlap ends is left as it is", async () => {
  const { stack, expire, output, use, writes, logged } = fixture();
  await stack.up(overlapping("1"));
  const before = output("encoded");
  await expire("10m");
  await stack.refresh();
  const expiresAt = output("expiresAt");
  writes();
  logged();
  await stack.up(overlapping("2"));
  expect(writes()).toEqual(["POST /_security/api_key"]);
  expect(logged()).toMatch(`remains valid until ${expiresAt}`);
  await use(before);
});

test("access 15: with an overlap, only the owner of the key replaces it", async () => {
  const { stack, use, output, call, ofAnn, revoke } = fixture();
  await stack.up(overlapping("1"));
  const other = await ofAnn(["superuser"]);
  await rejects(other.stack.up(overlapping("2")), /^failed_precondition: .*invalidate the key with DELETE /);
  await use(output("encoded"));
  await revoke();
  other.stack.stored = stack.stored;
  await other.stack.destroy();
  await call("DELETE /_security/api_key", { owner: true }, basic("ann", "ann-password"));
});
