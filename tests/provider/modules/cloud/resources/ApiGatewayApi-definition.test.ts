/** APIs: the requests for each back end and change, violations, and semantic equality. See docs/modules/cloud.md#api-definition. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { backEnds } from "./api-back-ends-table";
import { address, functions, setup } from "./api-setup";

/** Inputs that no response contains. */
const omitted = ["targetServices", "targetServicesLoadBalanceConf", "targetServicesHealthCheckConf", "serviceConfigScfFunctionType"].concat(
  ["targetNamespaceId", "userType", "eventBusId", "eiamAppType", "eiamAuthType", "eiamAppId", "tokenTimeout", "owner"],
  ["isDeleteResponseErrorCodes", "serviceParameters"],
);

describe.each(backEnds)("with the back end %s", (_name, inputs, expected) => {
  test("exactly this is sent, and there is no drift", async () => {
    const { at, program, sent, front } = await setup();
    const all = { ...program, ...inputs };
    await at.stack.up(all);
    expect(sent("CreateApi")).toEqual({ ...front, ...expected });
    expect(at.stack.outputs).toMatchObject(all);
    expect(await at.stack.refresh()).toEqual([]);
    expect(await at.stack.up(all)).toBe("same");
  });

  test("all returned values are imported, and an update sends them all, except for what ModifyApi does not accept", async () => {
    const { at, program, sent, front } = await setup();
    const all = { ...program, ...inputs };
    const { id, stack } = await at.with(all);
    expect(await stack.up({ ...all, apiName: "new" })).toBe("update");
    const { TargetServices: _t, TargetNamespaceId: _n, UserType: _u, Owner: _o, ...retained } = { ...front, ...expected } as PlainMap;
    expect(sent("ModifyApi")).toEqual({ ...retained, ApiName: "new", ApiId: id });
    await stack.import(`${program.serviceId}#${id}`);
    expect(
      (await stack.preview({ ...all, apiName: "new" })).map((path) => path.split(/[[.!]/)[0]!).filter((key) => !omitted.includes(key)),
    ).toEqual([]);
  });
});

describe("inputs that the program removes", () => {
  const before = {
    ...address,
    apiDesc: "d",
    eventBusId: "eb-1",
    responseType: "JSON",
    responseSuccessExample: "s",
    isDebugAfterCharge: true,
    requestParameters: [{ name: "n", position: "QUERY", type: "string" }],
    constantParameters: [{ name: "k" }],
    serviceParameters: [{ name: "p" }],
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
    const { at, program, sent } = await setup();
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
    const { at, program, sent } = await setup();
    await at.with({ ...program, ...before });
    const next: Record<string, unknown> = { ...program, ...before };
    delete next[property];
    expect(await at.stack.preview(next)).toEqual([]);
    expect(await at.stack.up({ ...next, apiDesc: "e" })).toBe("update");
    expect(sent("ModifyApi")).toMatchObject({ ResponseType: "JSON", ResponseSuccessExample: "s", IsDebugAfterCharge: true });
    expect(at.stack.outputs[property]).toEqual((before as Record<string, unknown>)[property]);
  });

  test("an explicit false is sent", async () => {
    const { at, program, sent } = await setup();
    await at.with({ ...program, ...before });
    expect(await at.stack.up({ ...program, ...before, isDebugAfterCharge: false, isBase64Encoded: false })).toBe("update");
    expect(sent("ModifyApi")).toMatchObject({ IsDebugAfterCharge: false, IsBase64Encoded: false });
    expect(await at.stack.refresh()).toEqual([]);
  });

  test("an empty text clears a value that the service would keep", async () => {
    const { at, program, sent } = await setup();
    await at.with({ ...program, ...before });
    expect(await at.stack.up({ ...program, ...before, responseSuccessExample: "" })).toBe("update");
    expect(sent("ModifyApi")).toMatchObject({ ResponseSuccessExample: "" });
    expect(await at.stack.refresh()).toEqual([]);
  });

  test("another back end removes all settings of the former one", async () => {
    const { at, program, sent } = await setup();
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
    const { at, program, sent } = await setup();
    await at.with({ ...program, ...address });
    Object.assign(at.emulator.gateway.apis.entries()[0]![1].definition, left);
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
