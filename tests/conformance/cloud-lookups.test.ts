// Every lookup of module cloud at the port: one call that finds something, and the calls that are rejected. See docs/modules/cloud.md#functions and docs/modules/cloud.md#function-list.
import { schema } from "../provider/tools/schema-file";
import type { Ground } from "../samples/cloud";
import { cloudSamples, prepare } from "../samples/cloud";
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud } from "../support/cloud";
import { sceneOfFile } from "../support/scene";
import { misfits } from "../support/schema-shape";
import type { Properties } from "../support/structs";
import { plainTexts, reveal, secret, secretPaths } from "../support/structs";

const scene = sceneOfFile();
const functions = schema.functions!;
const tokens = Object.keys(functions).filter((token) => token.startsWith("quartet:cloud:"));
let cloud: Cloud;
let ground: Ground;
let channel: string;

/** What is beside the ground: one object of each kind that a lookup lists. */
const beside = ["domain", "document", "channel", "release", "binding of a plan", "binding of a strategy", "binding of a plugin"];

beforeAll(async () => {
  cloud = await openCloud();
  await scene.rpc.configure(cloud.settings);
  ground = prepare(cloud.emulator);
  for (const sample of cloudSamples.filter(({ title }) => [...beside, "binding of an application"].includes(title))) {
    const { id } = await scene.rpc.create({ ...sample, inputs: await scene.rpc.inputs(sample, sample.inputs(ground)) });
    if (sample.title === "channel") channel = id;
  }
  const backend = {
    serviceConfigUrl: "http://users",
    serviceConfigPath: "/",
    serviceConfigMethod: "GET",
    serviceConfigVpcId: "vpc-1a2b3c4d",
  };
  const api = { serviceId: ground.serviceId, apiName: "channelled", requestConfigPath: "/channelled", ...backend };
  const type = "quartet:cloud:ApiGatewayApi";
  const inputs = await scene.rpc.inputs({ type }, { ...api, serviceConfigProduct: "upstream", serviceConfigUpstreamId: channel });
  await scene.rpc.create({ type, inputs });
});
beforeEach(() => void (cloud.requests.length = 0));
afterAll(closeClouds);

const day = { startTime: "2026-03-01 00:00:00", endTime: "2026-03-02 00:00:00" };

/** What each is asked; those that are not named here are asked for everything. */
const questions = (): Record<string, Properties> => {
  const { serviceId, apiIds, pluginId, planId } = ground;
  const apiRegion = "ap-guangzhou";
  return {
    getAntiddosBasicDeviceStatus: { ipLists: ["203.0.113.9"] },
    getAntiddosBgpBizTrend: { business: "bgpip", ...day, metricName: "intraffic", instanceId: "bgpip-0000061i", flag: 0 },
    getAntiddosBgpInstances: { filterRegion: "ap-guangzhou" },
    getAntiddosOverviewAttackTrend: { type: "ddos", dimension: "attackcount", period: 86400, ...day },
    getApiGatewayApiAppApi: { serviceId, apiId: apiIds[0], apiRegion },
    getApiGatewayApiAppService: { serviceId, apiRegion },
    getApiGatewayApiPlugins: { serviceId, apiId: apiIds[0] },
    getApiGatewayApiUsagePlans: { serviceId },
    getApiGatewayApis: { serviceId },
    getApiGatewayBindApiAppsStatus: { serviceId, apiIds: [apiIds[0]] },
    getApiGatewayCustomerDomains: { serviceId },
    getApiGatewayIpStrategies: { serviceId },
    getApiGatewayPlugins: { serviceId, pluginId, environmentName: "release" },
    getApiGatewayServiceEnvironmentList: { serviceId },
    getApiGatewayServiceReleaseVersions: { serviceId },
    getApiGatewayUpstreams: { upstreamId: channel },
    getApiGatewayUsagePlanEnvironments: { usagePlanId: planId, bindType: "API" },
  };
};
const questionOf = (token: string): Properties => questions()[token.split(":")[2]!] ?? {};

/** Outputs that hold keys. */
const secrets: Record<string, RegExp> = {
  "quartet:cloud:getApiGatewayApiKeys": /^lists\[\d+\]\.accessKeySecret$/,
  "quartet:cloud:getApiGatewayApiApps": /^apiAppLists\[\d+\]\.apiAppSecret$/,
};

describe.each(tokens.map((token) => [token.split(":")[2]!, token] as const))("%s", (_name, token) => {
  test("returns the outputs of the schema, not all empty; secrets are marked", async () => {
    const args = questionOf(token);
    const answer = await scene.rpc.ask(token, args);
    const plain = reveal(answer);
    expect(misfits(plain, functions[token]!.outputs!)).toEqual([]);
    expect(plain).toMatchObject(args);
    const returned = Object.keys(plain).filter((key) => !(key in args) && key !== "id");
    expect(returned.filter((key) => !isEmpty(plain[key]))).not.toEqual([]);
    const paths = secretPaths(answer);
    expect(paths.length > 0).toBe(token in secrets);
    expect(paths.filter((path) => !secrets[token]!.test(path))).toEqual([]);
    for (const [, { secret: text }] of cloud.emulator.world.keys.entries()) expect(plainTexts(answer)).not.toContain(text);
    for (const [, app] of cloud.emulator.world.apps.entries()) expect(plainTexts(answer)).not.toContain(app.secret);
    expect(cloud.requests.length).toBeGreaterThan(0);
  });

  test("rejects missing and unknown arguments by name, without a request", async () => {
    const { required = [] } = functions[token]!.inputs ?? {};
    const refused = async (args: Properties): Promise<string[]> =>
      (await scene.rpc.invoke(token, args)).failures.map(({ property }) => property);
    if (required.length > 0) expect((await refused({})).sort()).toEqual([...required].sort());
    expect(await refused({ ...questionOf(token), unexpected: secret("x") })).toEqual(["unexpected"]);
    expect(cloud.requests).toEqual([]);
  });
});

const isEmpty = (value: unknown): boolean => value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
