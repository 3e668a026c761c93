/** API keys, on a server with security. See docs/modules/search-access.md#api-keys. */
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { apiKeyFixture as fixture, app, key, token, withKeys } from "./api-key-fixture";
import { cleanSecureServer, stackOn } from "./server";

beforeEach(cleanSecureServer);

test("access 1: one request creates a key that works", async () => {
  const { stack, lines, output, use, call } = fixture();
  expect(await stack.up(key)).toBe("create");
  expect(lines().filter((line) => line.startsWith("POST"))).toEqual(["POST /_security/api_key"]);
  expect(output("encoded")).toBe(Buffer.from(`${output("apiKeyId")}:${output("apiKey")}`).toString("base64"));
  const { creation, expiration } = (
    (await call(`GET /_security/api_key?id=${output("apiKeyId")}`))["api_keys"] as Record<string, number>[]
  )[0]!;
  expect(expiration! - creation!).toBe(30 * 86_400_000);
  expect(Date.parse(output("expiresAt"))).toBe(expiration);
  await use(output("encoded"));
});

test("access 2: what the server adds is no difference", async () => {
  const { stack } = fixture();
  const program = { ...key, roleDescriptors: { app: { clusters: ["monitor"], indices: [{ names: ["logs-*"], privileges: ["read"] }] } } };
  await stack.up(program);
  expect(await stack.preview(program)).toEqual([]);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program)).toEqual([]);
});

test("access 3: another expiration is written in place, and the secret stays", async () => {
  const { stack, bodies, output, use } = fixture();
  await stack.up(key);
  const encoded = output("encoded");
  const expiresAt = output("expiresAt");
  bodies();
  expect(await stack.up({ ...key, expiration: "60d" })).toBe("update");
  expect(bodies()).toEqual({ [`PUT ${output("apiKeyId")}`]: { expiration: "60d" } });
  expect(output("encoded")).toBe(encoded);
  expect(Date.parse(output("expiresAt"))).toBeGreaterThan(Date.parse(expiresAt));
  await use(encoded);
});

test("access 4: the removal of the expiration replaces the key, the new one first", async () => {
  const { stack, output, lines, valid } = fixture();
  await stack.up(key);
  lines();
  expect(await stack.up({ name: "shop", roleDescriptors: app })).toBe("replace");
  const writes = lines().filter((line) => !line.startsWith("GET"));
  expect(writes).toEqual(["POST /_security/api_key", "DELETE /_security/api_key"]);
  expect(await valid()).toEqual([output("apiKeyId")]);
});

test("access 5: other privileges are written in place", async () => {
  const { stack, bodies, output } = fixture();
  await stack.up(key);
  const encoded = output("encoded");
  bodies();
  expect(await stack.up({ ...key, roleDescriptors: { app: { clusters: ["manage_ilm"] } } })).toBe("update");
  expect(bodies()).toEqual({
    [`PUT ${output("apiKeyId")}`]: { role_descriptors: { app: expect.objectContaining({ cluster: ["manage_ilm"] }) as unknown } },
  });
  expect(output("encoded")).toBe(encoded);
});

test("access 6: a trigger replaces the key, and each one works until the next exists", async () => {
  const { stack, output, valid, use } = fixture();
  await stack.up({ ...key, triggers: { v: "1" } });
  const before = output("encoded");
  expect(await stack.up({ ...key, triggers: { v: "2" } })).toBe("replace");
  await use(output("encoded"));
  await expect(use(before)).rejects.toThrow("401");
  expect(await valid()).toEqual([output("apiKeyId")]);
});

test("access 10: an imported key gets an age in place, without a request", async () => {
  const { stack, another, output, uuid, bodies } = fixture();
  await stack.up(key);
  const imported = another();
  await imported.import(`${await uuid()}/${output("apiKeyId")}`);
  bodies();
  expect(await imported.up({ name: "shop", roleDescriptors: app, rotateAfter: "20d" })).toBe("update");
  expect(Object.keys(bodies())).toEqual([]);
  expect(imported.inputs["issuedAt"]).toEqual(expect.any(String));
});

test("access 12: a rotation after the expiration is rejected", async () => {
  const { stack, lines } = fixture();
  await expect(stack.up({ ...key, rotateAfter: "30d" })).rejects.toThrow("rotateAfter");
  expect(lines()).toEqual([]);
});

test("access 13: with an overlap, the old key expires instead of being invalidated", async () => {
  const { stack, output, valid, use } = fixture();
  const program = { ...key, overlap: "1h" };
  await stack.up({ ...program, triggers: { v: "1" } });
  const before = output("encoded");
  expect(await stack.up({ ...program, triggers: { v: "2" } })).toBe("replace");
  await use(before);
  await use(output("encoded"));
  expect(await valid()).toHaveLength(2);
});

test("access 16: a revoked key is gone, and the next update creates another one", async () => {
  const { stack, output, revoke, logged, valid } = fixture();
  await stack.up(key);
  await revoke(output("apiKeyId"));
  logged();
  await stack.refresh();
  expect(stack.stored).toBeUndefined();
  expect(logged().map(({ severity }) => severity)).toContain("warning");
  expect(await stack.up(key)).toBe("create");
  expect(await valid()).toEqual([output("apiKeyId")]);
});

test("access 20: the update of a revoked key fails, and creates nothing", async () => {
  const { stack, output, revoke, valid } = fixture();
  await stack.up(key);
  await revoke(output("apiKeyId"));
  await expect(stack.up({ ...key, metadata: '{"owner":"ops"}' })).rejects.toThrow("pulumi refresh");
  expect(await valid()).toEqual([]);
});

test("access 21: another expiration on the server is a difference, and the declared one is written again", async () => {
  const { stack, output, call, bodies } = fixture();
  await stack.up(key);
  await call(`PUT /_security/api_key/${output("apiKeyId")}`, { expiration: "90d" });
  await stack.refresh();
  expect(await stack.preview(key)).toEqual(["expiration"]);
  bodies();
  await stack.up(key);
  expect(bodies()).toEqual({ [`PUT ${output("apiKeyId")}`]: { expiration: "30d" } });
});

test("access 22: keys of the same name are other keys", async () => {
  const { stack, call, valid } = fixture();
  for (let count = 0; count < 2; count++) await call("POST /_security/api_key", { name: "shop" });
  expect(await stack.up(key)).toBe("create");
  expect(await valid()).toHaveLength(3);
});

test("access 28: a key is imported by either form of the ID, without its secret", async () => {
  const { stack, another, output, uuid } = fixture();
  await stack.up(key);
  for (const id of [output("apiKeyId"), `${await uuid()}/${output("apiKeyId")}`]) {
    const imported = another();
    await imported.import(id);
    expect(imported.outputs).not.toHaveProperty("apiKey");
    expect(imported.inputs).not.toHaveProperty("expiration");
    expect(await imported.preview({ name: "shop", roleDescriptors: app })).toEqual([]);
  }
});

test("access 23: a key whose response was lost is invalidated, and another one is created", async () => {
  const { stack, call, override, output, valid, writes } = fixture();
  override.set("POST /_security/api_key", async () => {
    await call("POST /_security/api_key", { name: "shop" });
    override.clear();
    return new ProviderError("unavailable", "The connection was reset.", { ambiguous: true });
  });
  await stack.up(key);
  expect(writes()).toEqual(["POST /_security/api_key", "DELETE /_security/api_key", "POST /_security/api_key"]);
  expect(await valid()).toEqual([output("apiKeyId")]);
});

test("access 24: a connection with an API key creates only keys without privileges", async () => {
  const { writes, stack } = await connectedByKey();
  for (const program of [key, { name: "shop" }])
    await expect(stack.up(program)).rejects.toThrow(/roleDescriptors.*a key cannot create a key with privileges/);
  await expect(stack.up({ name: "shop", type: "cross_cluster", access: { searches: [{ names: ["a"] }] } })).rejects.toThrow(/type: /);
  expect(writes()).toEqual([]);
  expect(await stack.up({ name: "shop", roleDescriptors: { none: {} } })).toBe("create");
  // Other clients do not own it.
  await stack.destroy();
});

test("access 29: the key of the connection is not deleted, and nothing is sent", async () => {
  const { stack, id, lines, valid } = await connectedByKey();
  await stack.import(id);
  lines();
  await expect(stack.destroy()).rejects.toMatchObject({
    code: "failed_precondition",
    message: expect.stringContaining("authenticates with this key"),
  });
  expect(lines()).toEqual([]);
  expect(await valid()).toEqual([id]);
});

/** A stack whose connection authenticates with a key of all privileges. */
async function connectedByKey() {
  const server = fixture();
  const { id, encoded } = await server.call("POST /_security/api_key", { name: "shop" });
  const connected = withKeys(stackOn(server, token, { ELASTICSEARCH_API_KEY: String(encoded) }));
  return { ...connected, id: String(id) };
}

const access = { searches: [{ names: ["logs-*"] }], replications: [{ names: ["metrics-*"] }] };
const cross = { name: "shop", type: "cross_cluster", access };

test("access 25: a cross-cluster key is read back without a difference", async () => {
  const { stack, bodies } = fixture();
  await stack.up(cross);
  expect(bodies()).toEqual({
    "POST api_key": { name: "shop", access: { search: [{ names: ["logs-*"] }], replication: [{ names: ["metrics-*"] }] } },
  });
  expect(await stack.preview(cross)).toEqual([]);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(cross)).toEqual([]);
});

test("access 26: the whole access is written, and a write that changes nothing is a success", async () => {
  const { stack, call, output, bodies } = fixture();
  await stack.up(cross);
  const path = `/_security/cross_cluster/api_key/${output("apiKeyId")}`;
  const wanted = { search: [{ names: ["logs-*", "orders"] }], replication: [{ names: ["metrics-*"] }] };
  expect(await call(`PUT ${path}`, { access: wanted })).toEqual({ updated: true });
  bodies();
  expect(await stack.up({ ...cross, access: { ...access, searches: [{ names: ["logs-*", "orders"] }] } })).toBe("update");
  expect(bodies()).toEqual({ [`PUT ${output("apiKeyId")}`]: { access: wanted } });
  expect(await call(`PUT ${path}`, { access: wanted })).toEqual({ updated: false });
  expect(await stack.refresh()).toEqual([]);
});

test("access 137: the error contains the reason of the server for access that excludes replication", async () => {
  const { stack, valid } = fixture();
  const searches = [{ names: ["logs-*"], query: '{"term":{"team":"shop"}}' }];
  await expect(stack.up({ ...cross, access: { ...access, searches } })).rejects.toThrow(/document or field level security/);
  expect(await valid()).toEqual([]);
});

test("access 27: an input that the server does not have yet fails before the first write", async () => {
  const { stack, writes } = fixture();
  await expect(stack.up({ ...cross, certificateIdentity: "CN=remote" })).rejects.toThrow(/certificateIdentity.*9\.3\.0/s);
  expect(writes()).toEqual([]);
});

test("access 139: the privilege for own keys suffices for the life of a key", async () => {
  const server = fixture();
  await server.call("PUT /_security/role/own-keys", { cluster: ["manage_own_api_key", "monitor"] });
  await server.call("PUT /_security/user/ann", { password: "ann-password", roles: ["own-keys"] });
  const { stack } = stackOn(server, token, { ELASTICSEARCH_USERNAME: "ann", ELASTICSEARCH_PASSWORD: "ann-password" });
  await stack.up(key);
  expect(await stack.up({ ...key, metadata: '{"owner":"ops"}' })).toBe("update");
  expect(await stack.refresh()).toEqual([]);
  await stack.destroy();
  expect(await server.valid()).toEqual([]);
});
