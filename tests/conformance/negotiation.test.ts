// Cases 22 to 33: the handshake of plugin and engine, and its end. See docs/protocol.md#handshake and docs/protocol.md#configure.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, compressionAlgorithms, credentials, status } from "@grpc/grpc-js";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { hang } from "../emulators/faults";
import { servedSchema } from "../provider/tools/schema-file";
import { startEngine } from "../support/engine";
import { failureOf } from "../support/failure";
import { pluginFolder, startPlugin } from "../support/plugin";
import type { Fixture } from "../support/fixture";
import {
  closeFixtures,
  closeSearches,
  connect,
  helperToken,
  lookupToken,
  openFixture,
  openSearch,
  pipeline,
  settingsFor,
} from "../support/fixture";
import { until } from "../support/waiting";

let fixture: Fixture;
beforeEach(async () => void (fixture = await openFixture()));
afterEach(closeSearches);
afterEach(closeFixtures);

const capabilities = { acceptSecrets: true, acceptResources: true, acceptOutputs: true, supportsAutonamingConfiguration: true };

test("22: a full Handshake returns the features of this provider, and Configure returns the same", async () => {
  const reply = await fixture.rpc.handshake((request) => {
    request.setEngineAddress(fixture.engine.address);
    request.setRootDirectory("/plugins/quartet");
    request.setProgramDirectory("/plugins/quartet");
    request.setConfigureWithUrn(true);
    request.setSupportsViews(true);
    request.setSupportsRefreshBeforeUpdate(true);
    request.setInvokeWithPreview(true);
  });
  expect(reply).toMatchObject(capabilities);
  const configured = await fixture.rpc.configure({ version: "0.1.0" }, (request) => {
    request.setId("b6a5");
    request.setUrn("urn:pulumi:dev::demo::pulumi:providers:quartet::main");
    request.setName("main");
    request.setType("pulumi:providers:quartet");
  });
  expect(configured).toEqual({
    acceptsecrets: true,
    supportspreview: true,
    acceptresources: true,
    acceptoutputs: true,
    supportsAutonamingConfiguration: true,
  });
});

test("23: a Handshake without fields returns the same; then calls work without preview flag and byte strings", async () => {
  expect(await fixture.rpc.handshake()).toMatchObject(capabilities);
  await fixture.rpc.configure({ version: "0.1.0" });
  expect((await fixture.rpc.resultOf(helperToken, { field: "size" }))["field"]).toBe("size");
});

test("24: an old engine configures without Handshake: previews are supported, calls work", async () => {
  const { block } = await openSearch();
  expect((await fixture.rpc.configure(settingsFor(block))).supportspreview).toBe(true);
  expect((await fixture.rpc.resultOf(helperToken, { field: "size" }))["field"]).toBe("size");
  const inputs = { name: "logs", processors: ['{"drop":{}}'] };
  expect((await fixture.rpc.create({ ...pipeline, inputs, preview: true })).id).toBe("");
});

test("24: a very old engine sends settings as texts under quartet:config: only", async () => {
  const search = await openSearch();
  const request = new pb.ConfigureRequest();
  request.getVariablesMap().set("quartet:config:searchServers", JSON.stringify([search.block]));
  await fixture.rpc.call(fixture.rpc.stub.configure, request);
  expect(await fixture.rpc.resultOf(lookupToken, { name: "logs" })).toEqual({ name: "logs" });
});

test("25: the second of two configurations on one process is used for the calls after it", async () => {
  await fixture.rpc.handshake();
  const first = await fixture.search();
  await fixture.rpc.resultOf(lookupToken, { name: "logs" });
  await fixture.rpc.cancel();
  await fixture.rpc.handshake();
  const second = await fixture.search();
  await fixture.rpc.resultOf(lookupToken, { name: "logs" });
  expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
});

test("26: after Attach log lines go to the new engine", async () => {
  await fixture.search();
  await fixture.rpc.resultOf(lookupToken, { name: "before" });
  await until("line at the first engine", () => fixture.engine.shown().length === 1);
  const other = await startEngine();
  await fixture.rpc.attach(other.address);
  await fixture.rpc.resultOf(lookupToken, { name: "after" });
  await until("line at the second engine", () => other.shown().length === 1);
  expect(fixture.engine.shown().map(({ message }) => message)).toEqual(['There is no index template "before".']);
  expect(other.shown().map(({ message }) => message)).toEqual(['There is no index template "after".']);
});

test("26: a warning that a former engine has received is logged for the next engine, too", async () => {
  const news = { name: "logs", processors: ['{"drop":{}}'], fieldAccessPattern: "clasic" };
  await fixture.rpc.check({ ...pipeline, news });
  await until("warning at the first engine", () => fixture.engine.shown().length === 1);
  const other = await startEngine();
  await fixture.rpc.attach(other.address);
  for (let i = 0; i < 2; i++) await fixture.rpc.check({ ...pipeline, news });
  await fixture.rpc.resultOf(helperToken, { field: "size" });
  await until("warning at the second engine", () => other.shown().length > 0);
  expect(other.shown().map(({ message }) => message)).toEqual(fixture.engine.shown().map(({ message }) => message));
});

test("26: a plugin that was started by hand logs to the engine that a Handshake names", async () => {
  const plugin = await startPlugin();
  const rpc = connect(plugin.port);
  await rpc.handshake((request) => request.setEngineAddress(fixture.engine.address));
  await rpc.configure(settingsFor((await openSearch()).block));
  expect(await rpc.resultOf(lookupToken, { name: "logs" })).toEqual({ name: "logs" });
  await until("line", () => fixture.engine.shown().length === 1);
});

test("27: GetPluginInfo returns the version of the schema", async () => {
  const { version } = JSON.parse(await fixture.rpc.schema()) as { version: string };
  expect(await fixture.rpc.version()).toBe(version);
});

test("28: GetSchema serves version 0 only, and no sub-package", async () => {
  expect(JSON.parse(await fixture.rpc.schema())).toMatchObject({ name: "quartet", version: await fixture.rpc.version() });
  expect(await failureOf(fixture.rpc.schema(1))).toMatchObject({
    code: status.INVALID_ARGUMENT,
    message: expect.stringContaining("version 1"),
  });
  expect(await failureOf(fixture.rpc.schema(0, "aws"))).toMatchObject({
    code: status.INVALID_ARGUMENT,
    message: expect.stringContaining("sub-packages"),
  });
});

test("29: GetSchema works before Configure, and is the published schema with its YAML examples", async () => {
  expect(JSON.parse(await fixture.rpc.schema())).toEqual(servedSchema);
});

test.each([
  ["Parameterize", (s: Fixture) => s.rpc.call(s.rpc.stub.parameterize, new pb.ParameterizeRequest())],
  ["Construct", (s: Fixture) => s.rpc.call(s.rpc.stub.construct, new pb.ConstructRequest())],
] as const)("30: %s is unimplemented", async (_name, call) => {
  const { code, message } = await failureOf(call(fixture));
  expect(code).toBe(status.UNIMPLEMENTED);
  expect(message).toMatch(/^quartet /);
});

describe("31: mappings, before Configure", () => {
  const providers = async (key: string): Promise<string[]> => {
    const request = new pb.GetMappingsRequest();
    request.setKey(key);
    return (await fixture.rpc.call(fixture.rpc.stub.getMappings, request)).getProvidersList();
  };
  const mapping = async (key: string, provider: string): Promise<pb.GetMappingResponse> => {
    const request = new pb.GetMappingRequest();
    request.setKey(key);
    request.setProvider(provider);
    return fixture.rpc.call(fixture.rpc.stub.getMapping, request);
  };

  test("GetMappings lists the Terraform providers, and none for another ecosystem", async () => {
    expect((await providers("terraform")).sort()).toEqual(["elasticstack", "fivetran", "tencentcloud"]);
    for (const key of ["", "tf", "pulumi"]) expect(await providers(key)).toEqual([]);
  });

  test("GetMapping returns the mapping of a provider, with its name", async () => {
    for (const provider of await providers("terraform")) {
      const response = await mapping("terraform", provider);
      expect(response.getProvider()).toBe(provider);
      const file = join(pluginFolder, "mappings", `${provider}.json`);
      expect(Buffer.from(response.getData_asU8())).toEqual(readFileSync(file));
    }
  });

  test.each([
    ["terraform", ""],
    ["terraform", "google"],
    ["terraform", "../schema/search"],
    ["terraform", "__proto__"],
    ["tf", "elasticstack"],
    ["", "elasticstack"],
  ])("GetMapping for the key %j and the provider %j returns an empty message", async (key, provider) => {
    expect((await mapping(key, provider)).toObject()).toEqual({ provider: "", data: "" });
  });
});

test("32, 33: Cancel gets a response, twice in a row as well; a call after it fails with CANCELLED and sends no request", async () => {
  const search = await fixture.search();
  await fixture.rpc.cancel();
  await fixture.rpc.cancel();
  const create = { ...pipeline, inputs: { name: "logs", processors: ['{"drop":{}}'] } };
  for (const call of [
    () => fixture.rpc.invoke(lookupToken, { name: "logs" }),
    () => fixture.rpc.invoke(helperToken, { field: "size" }),
    () => fixture.rpc.create(create),
  ]) {
    expect((await failureOf(call())).code).toBe(status.CANCELLED);
  }
  expect(search.requests).toEqual([]);
});

test("33: a thousand calls that run when Cancel comes all end with CANCELLED", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "GET /_index_template/*", fault: hang() });
  const calls = Array.from({ length: 1000 }, (_, i) => failureOf(fixture.rpc.invoke(lookupToken, { name: `logs-${i}` })));
  await until("request at the server", () => search.requests.length > 0);
  await fixture.rpc.cancel();
  expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set([status.CANCELLED]));
});

test.each(["gzip", "deflate"] as const)("a request that is compressed with %s gets a response like any other", async (name) => {
  const client = new Client(`127.0.0.1:${fixture.plugin.port}`, credentials.createInsecure(), {
    "grpc.default_compression_algorithm": compressionAlgorithms[name],
  });
  const request = new pb.ConfigureRequest();
  request.getVariablesMap().set("quartet:config:version", "0.1.0".padEnd(1000));
  request.setAcceptsecrets(true);
  const reply = await new Promise<pb.ConfigureResponse | undefined>((resolve, reject) =>
    client.makeUnaryRequest(
      "/pulumirpc.ResourceProvider/Configure",
      (message: pb.ConfigureRequest) => Buffer.from(message.serializeBinary()),
      (bytes) => pb.ConfigureResponse.deserializeBinary(bytes),
      request,
      (error, response) => (error ? reject(error) : resolve(response)),
    ),
  );
  client.close();
  expect(reply?.getAcceptsecrets()).toBe(true);
});
