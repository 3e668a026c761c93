/** APIs: the requests for each back end and change, violations, and semantic equality. See docs/modules/cloud.md#api-definition. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { backEnds } from "./api-back-ends-table";
import { address, setup } from "./api-setup";

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
