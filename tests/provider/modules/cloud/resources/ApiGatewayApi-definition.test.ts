/** APIs: what is sent of them for each back end and change, what is refused before, and what means the same. See docs/modules/cloud.md#api-definition. */
import type { PlainMap } from "../../../../../provider/core/value";
import { address, functions, stage } from "./api-stage";

const websocketFunctions = Object.fromEntries(
  ["Register", "Cleanup", "Transport"].flatMap((on) =>
    ["Name", "Namespace", "Qualifier"].map((of) => [`serviceConfigWebsocket${on}Function${of}`, `${on}-${of}`]),
  ),
);
const remote = (inputs: object): PlainMap =>
  Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key.replace("serviceConfig", "Service"), value as string]));
const health = { isHealthCheck: true, requestVolumeThreshold: 5, sleepWindowInMilliseconds: 10, errorThresholdPercentage: 50 };
const Health = { IsHealthCheck: true, RequestVolumeThreshold: 5, SleepWindowInMilliseconds: 10, ErrorThresholdPercentage: 50 };
const machine = { vmIp: "10.0.0.1", vpcId: "vpc-1", vmPort: 80, hostIp: "10.0.0.2" };
const cos = { action: "GetObject", bucketName: "b-1250000000", authorization: true, pathMatchMode: "FullPath" };

const backEnds: [name: string, inputs: object, sent: PlainMap][] = [
  ["HTTP", address, { ServiceType: "HTTP", ServiceConfig: { Url: "http://backend.example.com", Path: "/user", Method: "GET" } }],
  [
    "HTTP in a VPC",
    { ...address, serviceConfigProduct: "clb", serviceConfigVpcId: "vpc-1" },
    {
      ServiceType: "HTTP",
      ServiceConfig: { Product: "clb", UniqVpcId: "vpc-1", Url: "http://backend.example.com", Path: "/user", Method: "GET" },
    },
  ],
  [
    "WEBSOCKET",
    { ...address, serviceConfigUrl: "ws://backend.example.com", serviceConfigType: "WEBSOCKET", protocol: "WEBSOCKET" },
    { ServiceType: "WEBSOCKET", Protocol: "WEBSOCKET", ServiceConfig: { Url: "ws://backend.example.com", Path: "/user", Method: "GET" } },
  ],
  [
    "MOCK",
    { serviceConfigType: "MOCK", serviceConfigMockReturnMessage: "hello" },
    { ServiceType: "MOCK", ServiceMockReturnMessage: "hello" },
  ],
  ["SCF", { serviceConfigType: "SCF", ...functions }, { ServiceType: "SCF", ...remote(functions), ServiceScfIsIntegratedResponse: false }],
  [
    "SCF behind a WEBSOCKET front end",
    { serviceConfigType: "SCF", protocol: "WEBSOCKET", ...functions, ...websocketFunctions, serviceConfigScfIsIntegratedResponse: true },
    {
      ...{ ServiceType: "SCF", Protocol: "WEBSOCKET", ServiceScfIsIntegratedResponse: true },
      ...{ ...remote(functions), ...remote(websocketFunctions) },
    },
  ],
  [
    "COS",
    { serviceConfigType: "COS", serviceConfigCosConfig: cos, serviceConfigPath: "/object" },
    {
      ServiceType: "COS",
      ServiceConfig: {
        Path: "/object",
        CosConfig: { Action: "GetObject", BucketName: "b-1250000000", Authorization: true, PathMatchMode: "FullPath" },
      },
    },
  ],
  [
    "TSF",
    {
      ...{ serviceConfigType: "TSF", apiType: "TSF", serviceTsfHealthCheckConf: health },
      microServices: [{ clusterId: "c", namespaceId: "n", microServiceName: "m" }],
      serviceTsfLoadBalanceConf: { isLoadBalance: true, method: "RoundRobinRule", sessionStickRequired: false, sessionStickTimeout: 0 },
    },
    {
      ...{ ServiceType: "TSF", ApiType: "TSF", ServiceTsfHealthCheckConf: Health },
      MicroServices: [{ ClusterId: "c", NamespaceId: "n", MicroServiceName: "m" }],
      ServiceTsfLoadBalanceConf: { IsLoadBalance: true, Method: "RoundRobinRule", SessionStickRequired: false, SessionStickTimeout: 0 },
    },
  ],
  [
    "TARGET",
    {
      ...{ serviceConfigType: "TARGET", targetServices: [machine, { ...machine, dockerIp: "10.0.0.3" }], serviceConfigVpcId: "vpc-1" },
      ...{ targetServicesLoadBalanceConf: 1, targetServicesHealthCheckConf: health },
    },
    {
      ...{ ServiceType: "TARGET", ServiceConfig: { UniqVpcId: "vpc-1" } },
      TargetServices: ["", "10.0.0.3"].map((DockerIp) => ({
        ...{ VmIp: "10.0.0.1", VpcId: "vpc-1", VmPort: 80, HostIp: "10.0.0.2" },
        ...(DockerIp !== "" && { DockerIp }),
      })),
      ...{ TargetServicesLoadBalanceConf: 1, TargetServicesHealthCheckConf: Health },
    },
  ],
  ["EB", { serviceConfigType: "EB", eventBusId: "eb-1" }, { ServiceType: "EB", EventBusId: "eb-1" }],
  [
    "GRPC",
    { serviceConfigType: "GRPC", ...address },
    { ServiceType: "GRPC", ServiceConfig: { Url: "http://backend.example.com", Path: "/user", Method: "GET" } },
  ],
  ["VPC, with nothing", { serviceConfigType: "VPC" }, { ServiceType: "VPC" }],
  [
    "everything that goes with any back end",
    {
      ...{ serviceConfigType: "MOCK", serviceConfigMockReturnMessage: "x", apiDesc: "d", enableCors: false, requestConfigMethod: "POST" },
      ...{ serviceConfigTimeout: 15, authType: "SECRET", isDebugAfterCharge: true, isBase64Encoded: true, responseType: "JSON" },
      ...{ responseSuccessExample: "s", responseFailExample: "f", targetNamespaceId: "t", userType: "u", owner: "o", tokenTimeout: 60 },
      ...{ eiamAppType: "a", eiamAuthType: "b", eiamAppId: "c" },
      constantParameters: [{ name: "k", position: "HEADER", desc: "d", defaultValue: "v" }, { name: "l" }],
      requestParameters: [{ name: "n", position: "QUERY", type: "string" }],
      serviceParameters: [{ name: "p", position: "head", relevantRequestParameterName: "n", relevantRequestParameterType: "string" }],
      responseErrorCodes: [
        { code: 1, msg: "m" },
        { code: 2, msg: "n", convertedCode: 3, needConvert: true },
      ],
    },
    {
      ...{ ServiceType: "MOCK", ServiceMockReturnMessage: "x", ApiDesc: "d", EnableCORS: false, ServiceTimeout: 15, AuthType: "SECRET" },
      RequestConfig: { Path: "/user/info", Method: "POST" },
      ...{ IsDebugAfterCharge: true, IsBase64Encoded: true, ResponseType: "JSON", ResponseSuccessExample: "s", ResponseFailExample: "f" },
      ...{ TargetNamespaceId: "t", UserType: "u", Owner: "o", TokenTimeout: 60, EIAMAppType: "a", EIAMAuthType: "b", EIAMAppId: "c" },
      ConstantParameters: [{ Name: "k", Position: "HEADER", Desc: "d", DefaultValue: "v" }, { Name: "l" }],
      RequestParameters: [{ Name: "n", Position: "QUERY", Type: "string", Desc: "", DefaultValue: "", Required: false }],
      ServiceParameters: [{ Name: "p", Position: "head", RelevantRequestParameterName: "n", RelevantRequestParameterType: "string" }],
      ResponseErrorCodes: [
        { Code: 1, Msg: "m", NeedConvert: false },
        { Code: 2, Msg: "n", ConvertedCode: 3, NeedConvert: true },
      ],
    },
  ],
  [
    "an authorization API",
    {
      ...{ ...address, authType: "OAUTH", apiBusinessType: "OAUTH" },
      oauthConfig: { publicKey: "k", tokenLocation: "HEADER", loginRedirectUrl: "http://l" },
    },
    {
      ...{ ServiceType: "HTTP", ServiceConfig: { Url: "http://backend.example.com", Path: "/user", Method: "GET" } },
      ...{
        AuthType: "OAUTH",
        ApiBusinessType: "OAUTH",
        OauthConfig: { PublicKey: "k", TokenLocation: "HEADER", LoginRedirectUrl: "http://l" },
      },
    },
  ],
];

/** Inputs that no response contains. */
const untold = ["targetServices", "targetServicesLoadBalanceConf", "targetServicesHealthCheckConf", "serviceConfigScfFunctionType"].concat(
  ["targetNamespaceId", "userType", "eventBusId", "eiamAppType", "eiamAuthType", "eiamAppId", "tokenTimeout", "owner"],
  ["isDeleteResponseErrorCodes", "serviceParameters"],
);

describe.each(backEnds)("with the back end %s", (_name, inputs, expected) => {
  test("exactly this is sent, and there is no drift", async () => {
    const { at, program, sent, front } = await stage();
    const all = { ...program, ...inputs };
    await at.stack.up(all);
    expect(sent("CreateApi")).toEqual({ ...front, ...expected });
    expect(at.stack.outputs).toMatchObject(all);
    expect(await at.stack.refresh()).toEqual([]);
    expect(await at.stack.up(all)).toBe("same");
  });

  test("all returned values are imported, and an update sends them all, except for what ModifyApi does not accept", async () => {
    const { at, program, sent, front } = await stage();
    const all = { ...program, ...inputs };
    const { id, stack } = await at.with(all);
    expect(await stack.up({ ...all, apiName: "new" })).toBe("update");
    const { TargetServices: _t, TargetNamespaceId: _n, UserType: _u, Owner: _o, ...lasting } = { ...front, ...expected } as PlainMap;
    expect(sent("ModifyApi")).toEqual({ ...lasting, ApiName: "new", ApiId: id });
    await stack.import(`${program.serviceId}#${id}`);
    expect(
      (await stack.preview({ ...all, apiName: "new" })).map((path) => path.split(/[[.!]/)[0]!).filter((key) => !untold.includes(key)),
    ).toEqual([]);
  });
});

describe("inputs that the program removes", () => {
  const before = {
    ...{ ...address, apiDesc: "d", eventBusId: "eb-1", responseType: "JSON", responseSuccessExample: "s", isDebugAfterCharge: true },
    requestParameters: [{ name: "n", position: "QUERY", type: "string" }],
    ...{ constantParameters: [{ name: "k" }], serviceParameters: [{ name: "p" }] },
    microServices: [{ clusterId: "c", namespaceId: "n", microServiceName: "m" }],
    responseErrorCodes: [{ code: 1, msg: "m" }],
  };

  test.each([
    ["apiDesc", { ApiDesc: "" }],
    ["eventBusId", { EventBusId: "" }],
    ["requestParameters", { RequestParameters: [] }],
    ["constantParameters", { ConstantParameters: [] }],
    ["serviceParameters", { ServiceParameters: [] }],
    ["microServices", { MicroServices: [] }],
    ["responseErrorCodes", { IsDeleteResponseErrorCodes: true }],
  ])("%s is emptied", async (property, sentThen) => {
    const { at, program, sent } = await stage();
    await at.with({ ...program, ...before });
    const next: Record<string, unknown> = { ...program, ...before };
    delete next[property];
    expect(await at.stack.up(next)).toBe("update");
    const modified = sent("ModifyApi");
    expect(modified).toMatchObject({ ...sentThen, IsDebugAfterCharge: true });
    if (property === "responseErrorCodes") expect(modified).not.toHaveProperty("ResponseErrorCodes");
    expect(at.stack.inputs).not.toHaveProperty(property);
    expect(at.stack.outputs[property] ?? false).toBe(false);
    expect(await at.stack.refresh()).toEqual([]);
    expect(await at.stack.up(next)).toBe("same");
  });

  test.each(["responseType", "responseSuccessExample", "isDebugAfterCharge"])("%s keeps the value of the service", async (property) => {
    const { at, program, sent } = await stage();
    await at.with({ ...program, ...before });
    const next: Record<string, unknown> = { ...program, ...before };
    delete next[property];
    expect(await at.stack.preview(next)).toEqual([]);
    expect(await at.stack.up({ ...next, apiDesc: "e" })).toBe("update");
    expect(sent("ModifyApi")).toMatchObject({ ResponseType: "JSON", ResponseSuccessExample: "s", IsDebugAfterCharge: true });
    expect(at.stack.outputs[property]).toEqual((before as Record<string, unknown>)[property]);
  });

  test("an explicit false is sent", async () => {
    const { at, program, sent } = await stage();
    await at.with({ ...program, ...before });
    expect(await at.stack.up({ ...program, ...before, isDebugAfterCharge: false, isBase64Encoded: false })).toBe("update");
    expect(sent("ModifyApi")).toMatchObject({ IsDebugAfterCharge: false, IsBase64Encoded: false });
    expect(await at.stack.refresh()).toEqual([]);
  });

  test("an empty text clears a value that the service would keep", async () => {
    const { at, program, sent } = await stage();
    await at.with({ ...program, ...before });
    expect(await at.stack.up({ ...program, ...before, responseSuccessExample: "" })).toBe("update");
    expect(sent("ModifyApi")).toMatchObject({ ResponseSuccessExample: "" });
    expect(await at.stack.refresh()).toEqual([]);
  });

  test("another back end removes all settings of the former one", async () => {
    const { at, program, sent } = await stage();
    await at.with({ ...program, serviceConfigType: "SCF", ...functions });
    expect(await at.stack.up({ ...program, ...address })).toBe("update");
    expect(sent("ModifyApi")).toMatchObject({ ServiceType: "HTTP", ServiceScfFunctionName: "", ServiceScfFunctionNamespace: "" });
    expect(at.stack.outputs).not.toHaveProperty("serviceConfigScfFunctionName");
    expect(await at.stack.up({ ...program, serviceConfigType: "MOCK", serviceConfigMockReturnMessage: "x" })).toBe("update");
    expect(await at.stack.refresh()).toEqual([]);
    expect(sent("ModifyApi")).not.toHaveProperty("ServiceConfig");
  });

  test.each([
    ["serviceConfigMockReturnMessage", { ServiceMockReturnMessage: "old" }, { ServiceMockReturnMessage: "" }],
    ["serviceConfigScfIsIntegratedResponse", { ServiceScfIsIntegratedResponse: true }, {}],
    [
      "serviceConfigCosConfig",
      {
        ServiceConfig: {
          Url: "http://backend.example.com",
          Path: "/user",
          Method: "GET",
          CosConfig: { Action: "GetObject", BucketName: "b" },
        },
      },
      { ServiceConfig: { Url: "http://backend.example.com", Path: "/user", Method: "GET" } },
    ],
  ])("%s of another back end, set by another writer, is removed", async (property, left, sentThen) => {
    const { at, program, sent } = await stage();
    await at.with({ ...program, ...address });
    Object.assign(at.emulator.world.apis.entries()[0]![1].definition, left);
    expect(await at.stack.refresh()).toEqual([property]);
    expect(await at.stack.up({ ...program, ...address })).toBe("update");
    const modified = sent("ModifyApi");
    expect(modified).toMatchObject(sentThen);
    expect(JSON.stringify(modified)).not.toContain("CosConfig");
    expect(at.stack.inputs).not.toHaveProperty(property);
    expect(at.stack.outputs[property] ?? false).toBe(false);
    expect(await at.stack.refresh()).toEqual([]);
  });
});
