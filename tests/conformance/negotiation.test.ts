// Cases 22 to 33: the handshake of plugin and engine, and its end; methods, mappings and compression. See docs/protocol.md#handshake and docs/protocol.md#configure.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, compressionAlgorithms, credentials, status } from "@grpc/grpc-js";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { hang } from "../emulators/faults";
import { servedSchema } from "../provider/tools/schema-file";
import { startEngine } from "../support/engine";
import { failureOf } from "../support/failure";
import { pluginFolder, startPlugin } from "../support/plugin";
import {
  closeFixtures,
  connect,
  helperToken,
  lookupToken,
  openFixture,
  openSearch,
  pipeline,
  settingsFor,
  type Fixture,
} from "../support/fixture";
import { fieldsOf } from "../support/protobuf";
import { fromStruct, reference, reveal, secret, secretPaths, toStruct } from "../support/structs";
import { until } from "../support/waiting";

let fixture: Fixture;
beforeEach(async () => void (fixture = await openFixture()));
afterEach(closeFixtures);

const capabilities = { acceptSecrets: true, acceptResources: true, acceptOutputs: true, supportsAutonamingConfiguration: true };

/** Calls a method of the provider resource. */
async function callMethod(name: string) {
  const request = new pb.CallRequest();
  request.setTok(`pulumi:providers:quartet/${name}`);
  request.setArgs(toStruct({ __self__: reference("urn:pulumi:dev::demo::pulumi:providers:quartet::main", "f2d1") }));
  for (const [argument, urns] of Object.entries({ __self__: ["urn:a", "urn:b"], __other__: ["urn:a"] })) {
    const dependencies = new pb.CallRequest.ArgumentDependencies();
    dependencies.setUrnsList(urns);
    request.getArgdependenciesMap().set(argument, dependencies);
  }
  return fixture.rpc.call(fixture.rpc.stub.call, request);
}

const lookUp = (name = "logs", { rpc } = fixture) => rpc.resultOf(lookupToken, { name });

test("22, 23: a full Handshake returns the features of this provider, as one without fields and Configure do; then calls work", async () => {
  const reply = await fixture.rpc.handshake((request) => {
    request.setEngineAddress(fixture.engine.address);
    request.setRootDirectory("/plugins/quartet");
    request.setProgramDirectory("/plugins/quartet");
    request.setConfigureWithUrn(true);
    request.setSupportsViews(true);
    request.setSupportsRefreshBeforeUpdate(true);
    request.setInvokeWithPreview(true);
  });
  expect([reply, await fixture.rpc.handshake()]).toMatchObject([capabilities, capabilities]);
  const fields = fieldsOf(await fixture.rpc.raw("Handshake", new Uint8Array()));
  expect(fields.map(({ number }) => number)).not.toContain(6); // accepts_byte_string, which the official class does not have yet
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
  expect((await fixture.rpc.resultOf(helperToken, { field: "size" }))["field"]).toBe("size");
});

test("24: a very old engine configures without Handshake, by texts under quartet:config: only: previews are supported, calls work", async () => {
  const { block } = await openSearch();
  const request = new pb.ConfigureRequest();
  request
    .getVariablesMap()
    .set("quartet:config:searchServers", JSON.stringify([block]))
    .set("vsphere:config:searchServers", "[]");
  expect((await fixture.rpc.call(fixture.rpc.stub.configure, request)).getSupportspreview()).toBe(true);
  expect(await lookUp()).toEqual({ name: "logs" });
  const inputs = { name: "logs", processors: ['{"drop":{}}'] };
  expect((await fixture.rpc.create({ ...pipeline, inputs, preview: true })).id).toBe("");
});

test("25: after Cancel, Handshake permits calls again; the second of two configurations on one process is used for the calls after it", async () => {
  const first = await fixture.search();
  await lookUp();
  await fixture.rpc.cancel();
  await fixture.rpc.handshake();
  await lookUp();
  const second = await fixture.search();
  await lookUp();
  expect([first.requests.length, second.requests.length]).toEqual([2, 1]);
});

test("26: after Attach log lines go to the new engine, also a warning that the former one has received", async () => {
  const news = { name: "logs", processors: ['{"drop":{}}'], fieldAccessPattern: "clasic" };
  await fixture.rpc.check({ ...pipeline, news });
  await until("warning at the first engine", () => fixture.engine.shown().length === 1);
  const other = await startEngine();
  await fixture.rpc.attach(other.address);
  for (let i = 0; i < 2; i++) await fixture.rpc.check({ ...pipeline, news });
  await until("warning at the second engine", () => other.shown().length > 0);
  expect(other.shown().map(({ message }) => message)).toEqual(fixture.engine.shown().map(({ message }) => message));
});

test("26: a plugin that was started by hand logs to the engine that a Handshake names", async () => {
  const rpc = connect((await startPlugin()).port);
  await rpc.handshake((request) => request.setEngineAddress(fixture.engine.address));
  await rpc.configure(settingsFor((await openSearch()).block));
  expect(await lookUp("logs", { ...fixture, rpc })).toEqual({ name: "logs" });
  await until("line", () => fixture.engine.shown().length === 1);
});

test("27, 28, 29: GetSchema serves version 0 only, no sub-package, before Configure, and the version of GetPluginInfo", async () => {
  const schema = JSON.parse(await fixture.rpc.schema()) as { version: string };
  expect(schema).toEqual(servedSchema);
  expect(await fixture.rpc.version()).toBe(schema.version);
  const rejected = (text: string) => ({ code: status.INVALID_ARGUMENT, message: expect.stringContaining(text) as string });
  expect(await failureOf(fixture.rpc.schema(1))).toEqual(rejected("version 1"));
  expect(await failureOf(fixture.rpc.schema(0, "aws"))).toEqual(rejected("sub-packages"));
});

test("30: Parameterize and Construct are unimplemented, and an unknown method of Call is named with the nearest one", async () => {
  const { rpc } = fixture;
  for (const call of [
    rpc.call(rpc.stub.parameterize, new pb.ParameterizeRequest()),
    rpc.call(rpc.stub.construct, new pb.ConstructRequest()),
  ])
    expect(await failureOf(call)).toEqual({ code: status.UNIMPLEMENTED, message: expect.stringMatching(/^quartet /) as string });
  expect(await failureOf(callMethod("terraformConfg"))).toEqual({
    code: status.INVALID_ARGUMENT,
    message: expect.stringMatching(
      /unknown method ".*terraformConfg".*did you mean "pulumi:providers:quartet\/terraformConfig"\?/,
    ) as string,
  });
});

test("30: Call returns the entries of the configuration, each a secret of its own, with the dependencies of all arguments", async () => {
  await fixture.rpc.configure({ version: "0.1.0", secretKey: secret("word-of-secrets"), region: "ap-shanghai", protocol: "HTTP" });
  const response = await callMethod("terraformConfig");
  const result = fromStruct(response.getReturn()!);
  expect(reveal(result)).toEqual({ result: { secret_key: "word-of-secrets", region: "ap-shanghai", protocol: "HTTP" } });
  expect(secretPaths(result).sort()).toEqual(["result.protocol", "result.region", "result.secret_key"]);
  expect(response.getReturndependenciesMap().get("result")!.getUrnsList()).toEqual(["urn:a", "urn:b"]);
});

test("31: mappings, before Configure: of the Terraform providers, and empty messages for all others", async () => {
  const { rpc } = fixture;
  const providers = async (key: string) => {
    const request = new pb.GetMappingsRequest();
    request.setKey(key);
    return (await rpc.call(rpc.stub.getMappings, request)).getProvidersList();
  };
  const mapping = async (key: string, provider: string) => {
    const request = new pb.GetMappingRequest();
    request.setKey(key);
    request.setProvider(provider);
    return rpc.call(rpc.stub.getMapping, request);
  };
  const known = ["elasticstack", "fivetran", "tencentcloud"];
  expect((await providers("terraform")).sort()).toEqual(known);
  for (const key of ["", "tf", "pulumi"]) expect(await providers(key)).toEqual([]);
  for (const provider of known) {
    const response = await mapping("terraform", provider);
    expect(response.getProvider()).toBe(provider);
    expect(Buffer.from(response.getData_asU8())).toEqual(readFileSync(join(pluginFolder, "mappings", `${provider}.json`)));
  }
  for (const provider of ["", "google", "../schema/search", "__proto__"])
    expect((await mapping("terraform", provider)).toObject()).toEqual({ provider: "", data: "" });
  expect((await mapping("tf", "elasticstack")).toObject()).toEqual({ provider: "", data: "" });
});

test("32, 33: Cancel gets a response, twice in a row as well; a call after it fails with CANCELLED and sends no request", async () => {
  const search = await fixture.search();
  await fixture.rpc.cancel();
  await fixture.rpc.cancel();
  expect((await failureOf(lookUp())).code).toBe(status.CANCELLED);
  expect(search.requests).toEqual([]);
});

test("33: a thousand calls that run when Cancel comes all end with CANCELLED", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "GET /_index_template/*", fault: hang() });
  const calls = Array.from({ length: 1000 }, (_, i) => failureOf(lookUp(`logs-${i}`)));
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
