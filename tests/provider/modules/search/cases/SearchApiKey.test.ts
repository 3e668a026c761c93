/** API keys, on a server with security. See docs/modules/search-access.md#api-keys. */
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { unknown } from "../../../../../provider/core/values/value";
import { keysById } from "../../../../../provider/modules/search/resources/security/api-key-requests";
import { rejects } from "../support";
import { bare, day, fixture, key, kind, withKeys } from "./api-key-fixture";
import { rejections, scenarios } from "./scenario";
import { clientOf, stackOn } from "./server";

const access = { searches: [{ names: ["logs-*"] }], replications: [{ names: ["metrics-*"] }] };
const cross = { name: "shop", type: "cross_cluster", access };
const more = { ...cross, access: { ...access, searches: [{ names: ["logs-*", "orders"] }] } };
const remote = (...search: string[]) => ({ search: [{ names: search }], replication: [{ names: ["metrics-*"] }] });

scenarios(
  kind,
  {
    "access 2: what the server adds is no difference": {
      members: { roleDescriptors: { app: { clusters: ["monitor"], indices: [{ names: ["logs-*"], privileges: ["read"] }] } } },
    },
    "a key without descriptors has all privileges of its owner, which is a warning": {
      members: { roleDescriptors: {} },
      logged: /^warning: The API key has all privileges of its owner/,
    },
    "access 5: other privileges are written in place": {
      change: { roleDescriptors: { app: { clusters: ["manage_ilm"] } } },
      done: "update",
      bodies: [{ role_descriptors: { app: expect.objectContaining({ cluster: ["manage_ilm"] }) } }],
    },
    "access 25: a cross-cluster key is read back without a difference": {
      program: cross,
      bodies: [{ name: "shop", access: remote("logs-*") }],
    },
    "access 137: the error contains the reason of the server for access that excludes replication": {
      program: { ...cross, access: { ...access, searches: [{ names: ["logs-*"], query: '{"term":{"team":"shop"}}' }] } },
      error: /document or field level security/,
      kept: { "/_security/api_key?name=shop&active_only=true": { api_keys: [] } },
    },
    "access 27: an input that the server does not have yet fails before the first write": {
      program: { ...cross, certificateIdentity: "CN=remote" },
      refusal: /certificateIdentity.*9\.3\.0/s,
    },
    "access 27: nor is it added later": {
      program: cross,
      change: { certificateIdentity: "CN=remote" },
      refusal: /certificateIdentity.*9\.3\.0/s,
    },
  },
  { program: key },
);

rejections(kind, key, [
  ["access 12", { rotateAfter: "30d" }, /^rotateAfter/],
  ["access 12", { rotateAfter: "1d", issuedAt: "2026-02-30T00:00:00Z" }, /^issuedAt \| expected a time in UTC/],
  [
    "a descriptor",
    { roleDescriptors: { app: { otherMembers: '{"cluster":["all"]}' } } },
    /app\.otherMembers: the member "cluster" is written by clusters/,
  ],
  ["a descriptor", { roleDescriptors: { app: { metadata: '{"_a":1}' } } }, /app\.metadata: the key "_a" begins with _/],
]);

test("access 1: one request creates a key that works", async () => {
  const { stack, writes, output, use, call } = fixture();
  await stack.up(key);
  expect(writes()).toEqual(["POST /_security/api_key"]);
  expect(output("encoded")).toBe(Buffer.from(`${output("apiKeyId")}:${output("apiKey")}`).toString("base64"));
  const [{ creation, expiration }] = (await call(`GET /_security/api_key?id=${output("apiKeyId")}`))["api_keys"] as [
    Record<string, number>,
  ];
  expect(expiration! - creation!).toBe(30 * day);
  expect(Date.parse(output("expiresAt"))).toBe(expiration);
  await use(output("encoded"));
});

test("access 3, 21: another expiration is written in place, also after drift, and the secret stays", async () => {
  const { stack, bodies, output, use, expire } = fixture();
  await stack.up(key);
  const encoded = output("encoded");
  const expiresAt = output("expiresAt");
  bodies();
  expect(await stack.up({ ...key, expiration: "60d" })).toBe("update");
  expect(Date.parse(output("expiresAt"))).toBeGreaterThan(Date.parse(expiresAt));
  await expire("90d");
  await stack.refresh();
  expect(await stack.preview(key)).toEqual(["expiration"]);
  await stack.up(key);
  await expire("1h");
  await stack.up({ ...key, metadata: '{"a":1}' });
  expect(bodies()).toEqual([{ expiration: "60d" }, { expiration: "30d" }, { expiration: "30d", metadata: { a: 1 } }]);
  await expire("1h");
  stack.ignoreChanges = ["expiration"];
  await stack.up({ ...key, metadata: '{"a":2}' });
  expect(bodies()).toEqual([{ metadata: { a: 2 } }]);
  expect(output("encoded")).toBe(encoded);
  await use(encoded);
});

test.each([
  ["access 4: the removal of the expiration", bare],
  ["access 6: a trigger", { ...key, triggers: { v: "2" } }],
])("%s replaces the key, the new one first", async (_title, next) => {
  const { stack, output, writes, use, valid } = fixture();
  await stack.up({ ...key, triggers: { v: "1" } });
  const before = output("encoded");
  writes();
  expect(await stack.up(next)).toBe("replace");
  expect(writes()).toEqual(["POST /_security/api_key", "DELETE /_security/api_key"]);
  await use(output("encoded"));
  await expect(use(before)).rejects.toThrow("401");
  expect(await valid()).toEqual([output("apiKeyId")]);
});

test("access 10, 28: a key is imported by either form of the ID, without its secret, and gets an age in place", async () => {
  const { stack, another, output, uuid, lines } = fixture();
  await stack.up(key);
  for (const id of [output("apiKeyId"), `${await uuid()}/${output("apiKeyId")}`]) {
    const imported = another();
    await imported.import(id);
    expect(imported.outputs).not.toHaveProperty("apiKey");
    expect(imported.inputs).not.toHaveProperty("expiration");
    expect(await imported.preview(bare)).toEqual([]);
    lines();
    expect(await imported.up({ ...bare, rotateAfter: "20d" })).toBe("update");
    expect(lines().filter((line) => line.startsWith("PUT"))).toEqual([]);
    expect(imported.inputs["issuedAt"]).toEqual(expect.any(String));
  }
});

test("access 16, 20: the update of a revoked key fails and creates nothing; a refresh reports it as gone, and the next update creates another one", async () => {
  const { stack, output, revoke, logged, valid } = fixture();
  await stack.up(key);
  await revoke();
  await rejects(stack.up({ ...key, metadata: '{"owner":"ops"}' }), /pulumi refresh/);
  expect(await valid()).toEqual([]);
  logged();
  expect(await stack.refresh()).toEqual(["gone"]);
  expect(logged()).toMatch(/^warning: /);
  expect(await stack.up(key)).toBe("create");
  expect(await valid()).toEqual([output("apiKeyId")]);
});

test("access 17: an expired key is gone", async () => {
  const { stack, expire, output, use, logged } = fixture();
  await stack.up(key);
  await expire("1s");
  const isValid = async () =>
    use(output("encoded")).then(
      () => true,
      () => false,
    );
  // The server alone decides when the second is over.
  while (await isValid()) await new Promise(setImmediate);
  const id = output("apiKeyId");
  expect(await stack.refresh()).toEqual(["gone"]);
  expect(logged()).toMatch(`warning: The API key ${id} ("shop") expired at `);
});

test("access 18: a key that the server has removed is gone", async () => {
  const { stack, uuid, logged } = fixture();
  await stack.up(key);
  logged();
  stack.stored = { ...stack.stored!, id: `${await uuid()}/removed` };
  expect(await stack.refresh()).toEqual(["gone"]);
  expect(logged()).toMatch(/^warning: The API key removed does not exist: /);
});

test("access 19: the page of a proxy is an error, and not a key that is gone", async () => {
  const { stack, override, output } = fixture();
  await stack.up(key);
  const html = { status: 404, headers: { "content-type": "text/html" }, body: "<html>not found</html>" };
  override.set(`GET /_security/api_key?id=${output("apiKeyId")}`, html);
  await rejects(stack.refresh(), /^unavailable|^failed_precondition/);
});

test("access 22: keys of the same name are other keys", async () => {
  const { stack, call, valid } = fixture();
  for (let count = 0; count < 2; count++) await call("POST /_security/api_key", { name: "shop" });
  expect(await stack.up(key)).toBe("create");
  expect(await valid()).toHaveLength(3);
});

/** A server on which the response to a create is lost, and that has created a key with this privilege then. */
function losing(cluster: string) {
  const all = fixture();
  const { call, override } = all;
  override.set("POST /_security/api_key", async () => {
    await call("POST /_security/api_key", { name: "shop", role_descriptors: { app: { cluster: [cluster] } } });
    override.clear();
    return new ProviderError("unavailable", "The connection was reset.", { ambiguous: true });
  });
  return all;
}

test("access 23: a key that differs was created by others, and stays", async () => {
  const { stack, valid, writes } = losing("all");
  const error = await stack.up(key).catch(String);
  expect(await valid()).toHaveLength(1);
  expect(error).toContain(`perhaps by others: ${(await valid()).join()}.`);
  expect(writes()).toEqual(["POST /_security/api_key"]);
});

test("access 23: a key whose response was lost is invalidated, and another one is created", async () => {
  const { stack, output, valid, writes } = losing("monitor");
  await stack.up(key);
  expect(writes()).toEqual(["POST /_security/api_key", "DELETE /_security/api_key", "POST /_security/api_key"]);
  expect(await valid()).toEqual([output("apiKeyId")]);
});

test("access 24, 29: a connection with an API key creates only keys without privileges, and does not delete its own", async () => {
  const server = fixture();
  const { id, encoded } = await server.call("POST /_security/api_key", { name: "shop" });
  const { stack, lines, valid } = withKeys(stackOn(server, kind, { ELASTICSEARCH_API_KEY: String(encoded) }));
  await stack.configure();
  for (const program of [key, { name: "shop" }])
    await rejects(stack.previewUp(program), /^roleDescriptors \| a key cannot create a key with privileges/);
  await rejects(stack.previewUp(cross), /^type \| /);
  expect(await stack.previewUp({ ...key, roleDescriptors: unknown })).toBeDefined();
  expect(lines()).toEqual([]);
  expect(await valid()).toEqual([id]);
  expect(await stack.up({ name: "shop", roleDescriptors: { none: {} } })).toBe("create");
  await stack.destroy();
  await stack.import(String(id));
  lines();
  await rejects(stack.destroy(), /^failed_precondition: .*authenticates with this key/);
  expect(lines()).toEqual([]);
});

test("access 26: the whole access is written, and a write that changes nothing is a success", async () => {
  const { stack, call, output, bodies, settled } = fixture();
  await stack.up(cross);
  const put = `PUT /_security/cross_cluster/api_key/${output("apiKeyId")}`;
  const wanted = { access: remote("logs-*", "orders") };
  expect(await call(put, wanted)).toEqual({ updated: true });
  bodies();
  expect(await stack.up(more)).toBe("update");
  expect(bodies()).toEqual([wanted]);
  expect(await call(put, wanted)).toEqual({ updated: false });
  await settled(more);
});

test.each([undefined, "1h"])("access 128: a key of another user is not visible, and not gone (overlap: %s)", async (overlap) => {
  const server = fixture();
  const { stack, valid, output, ofAnn } = server;
  await stack.up({ ...key, overlap });
  const other = await ofAnn(["own-keys"]);
  for (const operation of ["refresh", "destroy"] as const) await rejects(other.stack[operation](), /^permission_denied.* may exist\./s);
  const { client } = clientOf(server, { username: "ann", password: "ann-password" });
  await expect(keysById.several!([output("apiKeyId")], client)).rejects.toThrow("may exist");
  expect(await valid()).toEqual([output("apiKeyId")]);
});

test("access 139: the privilege for own keys suffices for the life of a key", async () => {
  const { ofAnn, valid } = fixture();
  const { stack, settled } = await ofAnn(["own-keys"]);
  await stack.up(key);
  expect(await stack.up({ ...key, metadata: '{"owner":"ops"}' })).toBe("update");
  await settled({ ...key, metadata: '{"owner":"ops"}' });
  await stack.destroy();
  expect(await valid()).toEqual([]);
});
