/** API keys that rotate, expire and disappear, on a server with security. See docs/modules/search-access.md#rotation. */
import { apiKeyFixture as fixture, app, key, token, withKeys } from "./api-key-fixture";
import { basic, cleanSecureServer, stackOn } from "./server";

beforeEach(cleanSecureServer);
afterEach(() => jest.restoreAllMocks());

const day = 86_400_000;

/** Sets the clock of the provider to a time after the rotation began. */
function setAge(issuedAt: unknown, milliseconds: number): void {
  jest.spyOn(Date, "now").mockReturnValue(Date.parse(String(issuedAt)) + milliseconds);
}

const rotating = { name: "shop", roleDescriptors: app, rotateAfter: "30d" };

test("access 7: a key is not due before its age", async () => {
  const { stack } = fixture();
  await stack.up(rotating);
  setAge(stack.inputs["issuedAt"], 30 * day - 3_600_000);
  expect(await stack.preview(rotating)).toEqual([]);
});

test("access 8: a key that is due is replaced, and its age counts from then", async () => {
  const { stack, output, valid } = fixture();
  await stack.up(rotating);
  const { issuedAt } = stack.inputs;
  setAge(issuedAt, 30 * day);
  expect(await stack.preview(rotating)).toEqual(["issuedAt!"]);
  expect(await stack.up(rotating)).toBe("replace");
  expect(stack.inputs).toMatchObject({ rotateAfter: "30d", issuedAt: new Date(Date.parse(String(issuedAt)) + 30 * day).toISOString() });
  expect(await valid()).toEqual([output("apiKeyId")]);
  expect(await stack.preview(rotating)).toEqual([]);
});

test("access 9: a refresh does not report a key that is due", async () => {
  const { stack } = fixture();
  await stack.up(rotating);
  const { inputs } = stack;
  setAge(inputs["issuedAt"], 30 * day);
  expect(await stack.refresh()).toEqual([]);
  expect(stack.inputs).toEqual(inputs);
});

test("access 11: a shorter age counts from the same time", async () => {
  const { stack } = fixture();
  await stack.up({ ...rotating, rotateAfter: "90d" });
  setAge(stack.inputs["issuedAt"], 10 * day);
  expect(await stack.preview({ ...rotating, rotateAfter: "11d" })).toEqual(["rotateAfter"]);
  expect(await stack.preview({ ...rotating, rotateAfter: "7d" })).toContain("issuedAt!");
});

const overlapping = (v: string): object => ({ ...key, overlap: "1h", triggers: { v } });

test("access 14: a key that expires before its overlap ends is left as it is", async () => {
  const { stack, call, output, use, writes, logged } = fixture();
  await stack.up(overlapping("1"));
  const before = output("encoded");
  await call(`PUT /_security/api_key/${output("apiKeyId")}`, { expiration: "10m" });
  await stack.refresh();
  const expiresAt = output("expiresAt");
  writes();
  logged();
  expect(await stack.up(overlapping("2"))).toBe("replace");
  expect(writes()).toEqual(["POST /_security/api_key"]);
  expect(logged()).toEqual([{ severity: "info", message: expect.stringContaining(`remains valid until ${expiresAt}`) as string }]);
  await use(before);
});

test("access 15: with an overlap, only the owner of the key replaces it", async () => {
  const { stack, use, output, ...server } = fixture();
  await stack.up(overlapping("1"));
  const before = output("encoded");
  await server.call("PUT /_security/user/ann", { password: "ann-password", roles: ["superuser"] });
  const other = withKeys(stackOn(server, token, { ELASTICSEARCH_USERNAME: "ann", ELASTICSEARCH_PASSWORD: "ann-password" }));
  other.stack.stored = stack.stored;
  await expect(other.stack.up(overlapping("2"))).rejects.toMatchObject({
    code: "failed_precondition",
    message: expect.stringContaining("Use the credentials of its owner, or remove overlap."),
  });
  await use(before);
  await server.call("DELETE /_security/api_key", { owner: true }, basic("ann", "ann-password"));
});

test("access 17: an expired key is gone, and the next update creates another one", async () => {
  const { stack, call, output, use, logged } = fixture();
  await stack.up(key);
  const id = output("apiKeyId");
  await call(`PUT /_security/api_key/${id}`, { expiration: "1s" });
  const isValid = async () =>
    use(output("encoded")).then(
      () => true,
      () => false,
    );
  // The server alone decides when the second is over.
  while (await isValid()) await new Promise(setImmediate);
  expect(await stack.refresh()).toEqual(["gone"]);
  expect(logged()).toContainEqual({
    severity: "warning",
    message: expect.stringMatching(`^The API key ${id} \\("shop"\\) expired at `) as string,
  });
  expect(await stack.up(key)).toBe("create");
});

test("access 18: a key that the server has removed is gone", async () => {
  const { stack, uuid, valid } = fixture();
  await stack.up(key);
  stack.stored = { ...stack.stored!, id: `${await uuid()}/removed` };
  expect(await stack.refresh()).toEqual(["gone"]);
  expect(await stack.up(key)).toBe("create");
  expect(await valid()).toHaveLength(2);
});

test("access 19: the page of a proxy is an error, and not a key that is gone", async () => {
  const { stack, override, output } = fixture();
  await stack.up(key);
  const { stored } = stack;
  override.set(`GET /_security/api_key?id=${output("apiKeyId")}`, {
    status: 404,
    headers: { "content-type": "text/html" },
    body: "<html>not found</html>",
  });
  await expect(stack.refresh()).rejects.toMatchObject({ code: expect.stringMatching(/unavailable|failed_precondition/) as string });
  expect(stack.stored).toBe(stored);
});

test("access 128: a key of another user is not visible, and not gone", async () => {
  const { stack, valid, output, ...server } = fixture();
  await stack.up(key);
  await server.call("PUT /_security/role/own-keys", { cluster: ["manage_own_api_key", "monitor"] });
  await server.call("PUT /_security/user/ann", { password: "ann-password", roles: ["own-keys"] });
  const other = stackOn(server, token, { ELASTICSEARCH_USERNAME: "ann", ELASTICSEARCH_PASSWORD: "ann-password" });
  other.stack.stored = stack.stored;
  await other.stack.configure();
  await expect(other.stack.refresh()).rejects.toMatchObject({ code: "permission_denied" });
  expect(other.stack.stored).toBe(stack.stored);
  expect(await valid()).toEqual([output("apiKeyId")]);
});
