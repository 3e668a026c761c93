// Every function of module cloud over gRPC: one call with results, and the rejected calls. See docs/modules/cloud.md#functions and docs/modules/cloud.md#function-list.
import { schema } from "../provider/tools/schema-file";
import { createGateway, lookupCases, type GatewayIds } from "../samples/cloud/lookups";
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud } from "../support/cloud";
import { fixtureOfFile } from "../support/fixture";
import { shapeViolations } from "../support/schema-shape";
import type { Properties } from "../support/structs";
import { plainTexts, reveal, secret, secretPaths } from "../support/structs";

const fixture = fixtureOfFile();
const functions = schema.functions!;
let cloud: Cloud;
let ids: GatewayIds;

beforeAll(async () => {
  cloud = await openCloud();
  await fixture.rpc.configure(cloud.settings);
  ids = createGateway(cloud.emulator, { domain: "localhost" });
});
beforeEach(() => void (cloud.requests.length = 0));
afterAll(closeClouds);

/** Outputs that contain keys. */
const secrets: Record<string, RegExp> = {
  "quartet:cloud:getApiGatewayApiKeys": /^lists\[\d+\]\.accessKeySecret$/,
  "quartet:cloud:getApiGatewayApiApps": /^apiAppLists\[\d+\]\.apiAppSecret$/,
};

describe.each(lookupCases.map(([name, inputs]) => [name, `quartet:cloud:${name}`, inputs] as const))("%s", (_name, token, inputsOf) => {
  test("returns the outputs of the schema, not all empty; secrets are marked", async () => {
    const args = inputsOf(ids);
    const response = await fixture.rpc.resultOf(token, args);
    const plain = reveal(response);
    expect(shapeViolations(plain, functions[token]!.outputs!)).toEqual([]);
    expect(plain).toMatchObject(args);
    const returned = Object.keys(plain).filter((key) => !(key in args) && key !== "id");
    expect(returned.filter((key) => !isEmpty(plain[key]))).not.toEqual([]);
    const paths = secretPaths(response);
    expect(paths.length > 0).toBe(token in secrets);
    expect(paths.filter((path) => !secrets[token]!.test(path))).toEqual([]);
    for (const [, { secret: text }] of cloud.emulator.gateway.keys.entries()) expect(plainTexts(response)).not.toContain(text);
    for (const [, app] of cloud.emulator.gateway.apps.entries()) expect(plainTexts(response)).not.toContain(app.secret);
    expect(cloud.requests.length).toBeGreaterThan(0);
  });

  test("rejects missing and unknown arguments by name, without a request", async () => {
    const { required = [] } = functions[token]!.inputs ?? {};
    const rejected = async (args: Properties): Promise<string[]> =>
      (await fixture.rpc.invoke(token, args)).failures.map(({ property }) => property);
    if (required.length > 0) expect((await rejected({})).sort()).toEqual([...required].sort());
    expect(await rejected({ ...inputsOf(ids), unexpected: secret("x") })).toEqual(["unexpected"]);
    expect(cloud.requests).toEqual([]);
  });
});

const isEmpty = (value: unknown): boolean => value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
