/** An update of one property preserves changes of another writer to other properties, whether the state contains them or not, and its request contains the update only. A declared value is reset only if the service requires whole objects.
 */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { address } from "./api-setup";
import { setupOf, type Setup } from "./setup";

/** One concurrent change. */
interface Case {
  kind: string;
  program(fixture: Setup): object;
  /** Changes the object as another writer. */
  remoteChange(fixture: Setup, id: string): void;
  change: object;
  /** The write requests of the update. */
  writes: (fixture: Setup, id: string) => [action: string, params: unknown][];
  /** The preserved members, and the request that reads them. */
  survives?: (fixture: Setup, id: string) => [actual: unknown, expected: unknown];
}

const tagTarget = { serviceType: "apigw", prefix: "service", region: "ap-guangzhou" };
const appTarget = { ...tagTarget, serviceType: "apigateway", prefix: "apiAppId" };
const channelTarget = { ...tagTarget, serviceType: "apigateway", prefix: "upstreamId" };
const setTag = ({ emulator }: Setup, target: typeof tagTarget, id: string): void => {
  emulator.tags.put({ ...target, id }, "by-hand", { value: "1", category: "Custom" });
  emulator.tags.put({ ...target, id }, "team", { value: "other", category: "Custom" });
};
const remoteTags = { "by-hand": "1", team: "other" };
const tagsOf = ({ emulator }: Setup, id: string): unknown => emulator.tags.of(id);
const resource = (target: typeof tagTarget, id: string): string => `qcs::${target.serviceType}:ap-guangzhou:uin/:${target.prefix}/${id}`;
const addsCrew = (target: typeof tagTarget, id: string): [string, unknown] => [
  "ModifyResourceTags",
  { Resource: resource(target, id), ReplaceTags: [{ TagKey: "crew", TagValue: "a" }], DeleteTags: [{ TagKey: "stage" }] },
];

const service = { serviceName: "shop", protocol: "http", netTypes: ["OUTER"], tags: { team: "shop", stage: "dev" } };
const app = { apiAppName: "mobile", tags: { team: "shop", stage: "dev" } };
const channel = {
  scheme: "HTTP",
  algorithm: "ROUND-ROBIN",
  uniqVpcId: "vpc-1",
  upstreamName: "orders",
  tags: { team: "shop", stage: "dev" },
};
const crew = { tags: { team: "shop", crew: "a" } };
const first = (response: PlainMap, list: string): unknown => (response[list] as PlainMap[])[0];
const channelOf = ({ callAction }: Setup, id: string): unknown =>
  first(callAction("DescribeUpstreams", { Filters: [{ Name: "UpstreamId", Values: [id] }], Limit: 10, Offset: 0 }), "UpstreamSet");
const pluginOf = ({ callAction }: Setup, id: string): unknown =>
  first(callAction("DescribePlugins", { PluginIds: [id], Limit: 10, Offset: 0 }), "PluginSet");
const keyOf = ({ callAction }: Setup, id: string): unknown =>
  first(callAction("DescribeApiKeysStatus", { Filters: [{ Name: "AccessKeyId", Values: [id] }], Limit: 10, Offset: 0 }), "ApiKeySet");

const cases: Record<string, Case> = {
  "tags of a service beside its name": {
    kind: "ApiGatewayService",
    program: () => service,
    remoteChange: (fixture, id) => setTag(fixture, tagTarget, id),
    change: { serviceName: "store" },
    writes: (_fixture, id) => [
      ["ModifyService", { ServiceId: id, ServiceName: "store", ServiceDesc: "", Protocol: "http", NetTypes: ["OUTER"] }],
    ],
    survives: (fixture, id) => [tagsOf(fixture, id), { ...remoteTags, stage: "dev" }],
  },
  "tags of a service beside other tags": {
    kind: "ApiGatewayService",
    program: () => service,
    remoteChange: (fixture, id) => setTag(fixture, tagTarget, id),
    change: crew,
    writes: (_fixture, id) => [addsCrew(tagTarget, id)],
    survives: (fixture, id) => [tagsOf(fixture, id), { ...remoteTags, crew: "a" }],
  },
  "description of a service": {
    kind: "ApiGatewayService",
    program: () => service,
    remoteChange: ({ callAction }, id) => void callAction("ModifyService", { ServiceId: id, ServiceDesc: "by hand" }),
    change: { serviceName: "store" },
    writes: (_fixture, id) => [
      ["ModifyService", { ServiceId: id, ServiceName: "store", ServiceDesc: "by hand", Protocol: "http", NetTypes: ["OUTER"] }],
    ],
  },
  "tags of an application beside its name": {
    kind: "ApiGatewayApiApp",
    program: () => app,
    remoteChange: (fixture, id) => setTag(fixture, appTarget, id),
    change: { apiAppName: "tablet" },
    writes: (_fixture, id) => [["ModifyApiApp", { ApiAppId: id, ApiAppName: "tablet" }]],
    survives: (fixture, id) => [tagsOf(fixture, id), { ...remoteTags, stage: "dev" }],
  },
  "tags of an application beside other tags": {
    kind: "ApiGatewayApiApp",
    program: () => app,
    remoteChange: (fixture, id) => setTag(fixture, appTarget, id),
    change: crew,
    writes: (_fixture, id) => [addsCrew(appTarget, id)],
    survives: (fixture, id) => [tagsOf(fixture, id), { ...remoteTags, crew: "a" }],
  },
  "name of an application": {
    kind: "ApiGatewayApiApp",
    program: () => app,
    remoteChange: ({ callAction }, id) => void callAction("ModifyApiApp", { ApiAppId: id, ApiAppName: "by hand" }),
    change: { apiAppDesc: "first" },
    writes: (_fixture, id) => [["ModifyApiApp", { ApiAppId: id, ApiAppDesc: "first" }]],
  },
  "tags of a channel": {
    kind: "ApiGatewayUpstream",
    program: () => channel,
    remoteChange: (fixture, id) => setTag(fixture, channelTarget, id),
    change: crew,
    writes: (_fixture, id) => [addsCrew(channelTarget, id)],
    survives: (fixture, id) => [tagsOf(fixture, id), { ...remoteTags, crew: "a" }],
  },
  "name of a channel": {
    kind: "ApiGatewayUpstream",
    program: () => channel,
    remoteChange: ({ callAction }, id) => void callAction("ModifyUpstream", { UpstreamId: id, UpstreamName: "by hand" }),
    change: { retries: 5 },
    writes: (_fixture, id) => [["ModifyUpstream", { UpstreamId: id, UpstreamType: "IP_PORT", Retries: 5 }]],
    survives: (fixture, id) => [channelOf(fixture, id), expect.objectContaining({ UpstreamName: "by hand" })],
  },
  "description of a plugin": {
    kind: "ApiGatewayPlugin",
    program: () => ({ pluginName: "office", pluginType: "IPControl", pluginData: '{"type":"white_list","blocks":"1.1.1.1"}' }),
    remoteChange: ({ callAction }, id) => void callAction("ModifyPlugin", { PluginId: id, Description: "by hand" }),
    change: { pluginName: "door" },
    writes: (_fixture, id) => [["ModifyPlugin", { PluginId: id, PluginName: "door" }]],
    survives: (fixture, id) => [pluginOf(fixture, id), expect.objectContaining({ Description: "by hand" })],
  },
  "declared description of a plugin": {
    kind: "ApiGatewayPlugin",
    program: () => ({
      pluginName: "office",
      pluginType: "IPControl",
      pluginData: '{"type":"white_list","blocks":"1.1.1.1"}',
      description: "first",
    }),
    remoteChange: ({ callAction }, id) => void callAction("ModifyPlugin", { PluginId: id, Description: "by hand" }),
    change: { pluginName: "door" },
    writes: (_fixture, id) => [["ModifyPlugin", { PluginId: id, PluginName: "door" }]],
    survives: (fixture, id) => [pluginOf(fixture, id), expect.objectContaining({ Description: "by hand" })],
  },
  "description of a usage plan": {
    kind: "ApiGatewayUsagePlan",
    program: () => ({ usagePlanName: "gold", maxRequestNum: 10 }),
    remoteChange: ({ callAction }, id) => void callAction("ModifyUsagePlan", { UsagePlanId: id, UsagePlanDesc: "by hand" }),
    change: { maxRequestNum: 20 },
    writes: (_fixture, id) => [
      ["ModifyUsagePlan", { UsagePlanId: id, UsagePlanName: "gold", UsagePlanDesc: "by hand", MaxRequestNum: 20, MaxRequestNumPreSec: -1 }],
    ],
  },
  "description and parameters of an API": {
    kind: "ApiGatewayApi",
    program: ({ serviceId }) => ({ serviceId, apiName: "a", requestConfigPath: "/a", ...address }),
    remoteChange: ({ callAction, sent, serviceId }, id) => {
      const definition = Object.fromEntries(Object.entries(sent("CreateApi") ?? {}).filter(([name]) => name !== "ServiceId"));
      const RequestParameters = [{ Name: "q", Position: "QUERY", Type: "string", Desc: "", DefaultValue: "", Required: false }];
      callAction("ModifyApi", { ...definition, ServiceId: serviceId, ApiId: id, ApiDesc: "by hand", RequestParameters });
    },
    change: { apiName: "b" },
    writes: ({ serviceId }, id) => [
      [
        "ModifyApi",
        expect.objectContaining({
          ServiceId: serviceId,
          ApiId: id,
          ApiName: "b",
          ApiDesc: "by hand",
          RequestParameters: [{ Name: "q", Position: "QUERY", Type: "string", Desc: "", DefaultValue: "", Required: false }],
        }),
      ],
    ],
  },
  "certificate of a domain": {
    kind: "ApiGatewayCustomDomain",
    program: ({ serviceId, callAction }) => ({
      serviceId,
      subDomain: "api.example.com",
      protocol: "http&https",
      netType: "OUTER",
      certificateId: "c9Xk2m4Q",
      defaultDomain: callAction("DescribeService", { ServiceId: serviceId })["OuterSubDomain"],
      isDefaultMapping: false,
      pathMappings: ["/a#test"],
    }),
    remoteChange: ({ callAction, serviceId }) => {
      const domain = { ServiceId: serviceId, SubDomain: "api.example.com", Protocol: "http&https", NetType: "OUTER" };
      const PathMappingSet = [{ Path: "/a", Environment: "test" }];
      callAction("ModifySubDomain", {
        ...domain,
        IsDefaultMapping: false,
        IsForcedHttps: false,
        CertificateId: "d0Yl3n5R",
        PathMappingSet,
      });
    },
    change: { pathMappings: ["/b#test"], certificateId: undefined },
    writes: ({ serviceId }) => [
      [
        "ModifySubDomain",
        {
          ServiceId: serviceId,
          SubDomain: "api.example.com",
          IsDefaultMapping: false,
          IsForcedHttps: false,
          Protocol: "http&https",
          NetType: "OUTER",
          CertificateId: "d0Yl3n5R",
          PathMappingSet: [{ Path: "/b", Environment: "test" }],
        },
      ],
    ],
  },
};

describe.each(["unknown to the state", "in the state"])("a change of another writer, %s", (mode) => {
  test.each(Object.entries(cases))("%s", async (_title, { kind, program, remoteChange, change, writes, survives }) => {
    const fixture = setupOf(kind);
    const { stack, calls } = fixture;
    const declared = program(fixture);
    await stack.up(declared);
    const { id, inputs } = stack.stored!;
    remoteChange(fixture, id);
    if (mode === "in the state") {
      await stack.refresh();
      stack.stored!.inputs = inputs;
    }
    const before = calls.length;
    expect(await stack.up({ ...declared, ...change })).toBe("update");
    const written = calls.slice(before).filter(({ action }) => !action.startsWith("Describe"));
    expect(written.map(({ action, params }) => [action, params])).toEqual(writes(fixture, id));
    const [actual, expected] = survives?.(fixture, id) ?? [];
    expect(actual).toEqual(expected);
  });
});

test("a key that an operator disabled stays disabled over two rotations of its secret", async () => {
  const fixture = setupOf("ApiGatewayApiKey");
  const manual = { secretName: "partner", accessKeyType: "manual", accessKeyId: "partner_b_key" };
  await fixture.stack.up({ ...manual, accessKeySecret: "b7d0f4c92e6a41f8" });
  fixture.callAction("DisableApiKey", { AccessKeyId: "partner_b_key" });
  fixture.actions();
  for (const accessKeySecret of ["another_secret_71", "another_secret_72"])
    expect(await fixture.stack.up({ ...manual, accessKeySecret })).toBe("update");
  expect(fixture.actions().filter((action) => !action.startsWith("Describe"))).toEqual(["UpdateApiKey", "UpdateApiKey"]);
  expect(keyOf(fixture, "partner_b_key")).toMatchObject({ Status: 0, AccessKeySecret: "another_secret_72" });
});
