// Case 30: Call and the methods of the provider resource. See docs/protocol.md#call and docs/modules/cloud.md#terraformconfig.
import { status } from "@grpc/grpc-js";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { failureOf } from "../support/failure";
import type { Rpc } from "../support/rpc";
import * as fixtures from "../support/fixture";
import type { Json, Properties } from "../support/structs";
import { fromStruct, plainTexts, reveal, secret, secretPaths, sentinels, toStruct } from "../support/structs";

const token = "pulumi:providers:quartet/terraformConfig";
const urn = "urn:pulumi:dev::demo::pulumi:providers:quartet::main";
const signature = "4dabf18193072939515e22adb298388d";
const self = { [signature]: "5cf8f73096256a8f31e491e813e4eb8e", urn, id: "f2d1", packageVersion: "0.1.0" };
const settings = { version: "0.1.0", secretId: "AKIDdemo", secretKey: secret("word-of-secrets"), region: "ap-shanghai", protocol: "HTTP" };

async function called(rpc: Rpc, args: Properties, { tok = token, dependencies = {} as Record<string, string[]>, dryRun = false } = {}) {
  const request = new pb.CallRequest();
  request.setTok(tok);
  request.setArgs(toStruct(args));
  request.setDryrun(dryRun);
  for (const [name, urns] of Object.entries(dependencies)) {
    const list = new pb.CallRequest.ArgumentDependencies();
    list.setUrnsList(urns);
    request.getArgdependenciesMap().set(name, list);
  }
  const response = await rpc.call(rpc.stub.call, request);
  const returned = response.getReturn();
  const depends: Record<string, string[]> = {};
  response.getReturndependenciesMap().forEach((list, key) => (depends[key] = list.getUrnsList()));
  return { result: returned && fromStruct(returned), depends, failures: response.getFailuresList().map((failure) => failure.toObject()) };
}

/** A separate process without variables of the cloud, so that only the settings are returned. */
async function opened(args?: Properties): Promise<Rpc> {
  const { rpc } = await fixtures.openFixture();
  if (args) await rpc.configure(args);
  return rpc;
}

afterAll(fixtures.closeFixtures);

test("each entry is a secret of its own, the map is plain; the output depends on what the arguments depend on", async () => {
  const rpc = await opened(settings);
  const { result, depends, failures } = await called(
    rpc,
    { __self__: self },
    { dependencies: { __self__: [urn, "urn:a"], other: ["urn:a"] } },
  );
  expect(failures).toEqual([]);
  expect(secretPaths(result!).sort()).toEqual(["protocol", "region", "secret_id", "secret_key"].map((key) => `result.${key}`));
  expect(reveal(result!)).toEqual({
    result: { secret_id: "AKIDdemo", secret_key: "word-of-secrets", region: "ap-shanghai", protocol: "HTTP" },
  });
  expect(plainTexts(result!)).not.toContain("word-of-secrets");
  expect(depends).toEqual({ result: [urn, "urn:a"] });
});

test.each<[string, Json]>([
  ["an output value", { [signature]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", value: self, dependencies: [urn] }],
  ["a secret", secret(self)],
  ["a reference without id", { [signature]: self[signature], urn } as Json],
  ["a reference whose id is not known yet", { ...self, id: sentinels.string }],
])("the reference to the provider may come as %s, in a preview, too", async (_name, given) => {
  const rpc = await opened(settings);
  expect((await called(rpc, { __self__: given }, { dryRun: true })).failures).toEqual([]);
  expect((await called(rpc, { __self__: given })).failures).toEqual([]);
});

test("30: an unknown method is INVALID_ARGUMENT, with the nearest one", async () => {
  const rpc = await opened(settings);
  for (const tok of ["pulumi:providers:quartet/terraformConfg", "quartet:search:SearchIngestPipeline/simulate", ""]) {
    const { code, message } = await failureOf(called(rpc, { __self__: self }, { tok }));
    expect(code).toBe(status.INVALID_ARGUMENT);
    expect(message).toContain(`unknown method "${tok}"`);
  }
  const { message } = await failureOf(called(rpc, {}, { tok: "pulumi:providers:quartet/terraformConfg" }));
  expect(message).toContain(`did you mean "${token}"?`);
  // Methods are reached by Call only.
  expect((await failureOf(rpc.invoke(token, { __self__: self }))).code).toBe(status.INVALID_ARGUMENT);
});

test("wrong arguments are failures: no reference, another resource, unknown names", async () => {
  const rpc = await opened(settings);
  const failuresOf = async (args: Properties) => (await called(rpc, args)).failures.map(({ property, reason }) => `${property}: ${reason}`);
  expect(await failuresOf({})).toEqual([expect.stringMatching(/^__self__: missing required property/)]);
  expect(await failuresOf({ __self__: 5 })).toEqual([expect.stringMatching(/^__self__: expected a reference to the provider/)]);
  const other = { ...self, urn: "urn:pulumi:dev::demo::quartet:search:SearchConnector::c" };
  expect(await failuresOf({ __self__: other })).toEqual([
    expect.stringContaining("got a resource of the type quartet:search:SearchConnector"),
  ]);
  expect(await failuresOf({ __self__: self, region: "x" })).toEqual([expect.stringMatching(/^region: unknown property/)]);
});

test("before Configure it is FAILED_PRECONDITION, and after one with unknown settings as well", async () => {
  const rpc = await opened();
  expect((await failureOf(called(rpc, { __self__: self }))).code).toBe(status.FAILED_PRECONDITION);
  await rpc.configure({ ...settings, region: sentinels.string, searchServers: sentinels.string });
  const { code, message } = await failureOf(called(rpc, { __self__: self }, { dryRun: true }));
  expect(code).toBe(status.FAILED_PRECONDITION);
  expect(message).toMatch(/all inputs of the provider must be known.*quartet:region, quartet:searchServers\.$/);
  await rpc.configure(settings);
  expect((await called(rpc, { __self__: self })).failures).toEqual([]);
});
