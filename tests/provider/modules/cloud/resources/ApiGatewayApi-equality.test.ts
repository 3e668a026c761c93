/** APIs: semantic equality, and violations that are reported before the first request. See docs/modules/cloud.md#equality. */
import type { StackFixture } from "./stack-fixture";
import { address, functions, setup } from "./api-setup";

describe("equal spellings", () => {
  async function existing(inputs: object): Promise<{ at: StackFixture; program: object }> {
    const { at, program } = await setup();
    await at.with({ ...program, ...address, ...inputs });
    return { at, program: { ...program, ...address } };
  }
  const one = { name: "a", position: "QUERY", type: "string" };
  const two = { name: "b", position: "PATH", type: "int", required: true };

  test.each([
    ["lists in another order", { requestParameters: [one, two] }, { requestParameters: [two, one] }],
    ["empty members", { requestParameters: [one] }, { requestParameters: [{ ...one, desc: "", defaultValue: "", required: false }] }],
    [
      "codes without conversion",
      { responseErrorCodes: [{ code: 1, msg: "m" }] },
      { responseErrorCodes: [{ code: 1, msg: "m", convertedCode: 0, needConvert: false }] },
    ],
    [
      "empty lists, texts and objects",
      {},
      {
        constantParameters: [],
        microServices: [],
        apiDesc: "",
        owner: "",
        targetServices: [],
        serviceTsfLoadBalanceConf: { isLoadBalance: false },
      },
    ],
    ["no limit", { releaseLimit: 5000 }, { releaseLimit: -1 }],
    ["defaults", {}, { apiType: "NORMAL", authType: "NONE", protocol: "HTTP", enableCors: true, serviceConfigTimeout: 5 }],
  ])("is no difference: %s", async (_name, before, after) => {
    const { at, program } = await existing(before);
    expect(await at.stack.preview({ ...program, ...after })).toEqual([]);
    expect(await at.stack.up({ ...program, ...after })).toBe("same");
    expect(await at.stack.refresh()).toEqual([]);
    expect(at.stack.inputs).toMatchObject(after);
  });

  test("functions of a WEBSOCKET front end are not sent for another one", async () => {
    const { at, program, sent } = await setup();
    await at.stack.up({ ...program, serviceConfigType: "SCF", ...functions, serviceConfigWebsocketCleanupFunctionName: "f" });
    expect(sent("CreateApi")).not.toHaveProperty("ServiceWebsocketCleanupFunctionName");
    expect(await at.stack.refresh()).toEqual([]);
  });

  test("a business type without OAUTH is kept and not sent, with a warning", async () => {
    const { at, program, sent } = await setup();
    const odd = { ...program, ...address, apiBusinessType: "OAUTH" };
    await at.stack.up(odd);
    expect(sent("CreateApi")).not.toHaveProperty("ApiBusinessType");
    expect(at.stack.lines.map(({ message }) => message)).toEqual([
      "apiBusinessType is not sent: it has an effect for authType OAUTH only. Remove it, or set authType to OAUTH.",
    ]);
    expect(await at.stack.refresh()).toEqual([]);
    expect(await at.stack.up(odd)).toBe("same");
    expect(at.stack.outputs["apiBusinessType"]).toBe("OAUTH");
  });
});

describe("failures are reported before any request", () => {
  test.each([
    [{ serviceConfigProduct: "clb" }, ["serviceConfigMethod", "serviceConfigPath", "serviceConfigUrl", "serviceConfigVpcId"]],
    [{ serviceConfigType: "MOCK" }, ["serviceConfigMockReturnMessage"]],
    [{ serviceConfigType: "SCF" }, Object.keys(functions)],
    [{ serviceConfigType: "COS" }, ["serviceConfigCosConfig"]],
    [{ ...address, serviceConfigType: "WEBSOCKET", requestConfigMethod: "POST" }, ["protocol", "requestConfigMethod"]],
    [{ ...address, apiType: "TSF" }, ["apiType"]],
    [{ ...address, responseErrorCodes: [{ code: 1, msg: "m", needConvert: true }] }, ["responseErrorCodes[0].convertedCode"]],
    [{ ...address, responseErrorCodes: [{ code: 1, msg: "m" }], isDeleteResponseErrorCodes: true }, ["isDeleteResponseErrorCodes"]],
    [
      { ...address, apiName: "", requestConfigPath: "user", serviceId: "a#b", releaseLimit: 0 },
      ["apiName", "releaseLimit", "requestConfigPath", "serviceId"],
    ],
  ])("%j", async (inputs, properties) => {
    const { at, program } = await setup();
    const reported = await at.stack
      .up({ ...program, ...inputs })
      .catch((error: Error) => error.message.split("\n").map((line) => line.split(" |")[0]));
    expect(reported).toEqual([...properties].sort());
    expect(at.newCalls()).toEqual([]);
  });

  test.each([
    { serviceConfigType: "TSF" },
    { serviceConfigType: "UPSTREAM", serviceConfigUpstreamId: "" },
    { ...address, isDeleteResponseErrorCodes: true },
    ...["=/user", "^~/user", "/user/{id}"].map((requestConfigPath) => ({ ...address, requestConfigPath })),
    ...["GET", "POST", "PUT", "DELETE", "HEAD", "ANY", "OPTIONS", "PATCH", "TRACE", "BEGIN"].map((requestConfigMethod) => ({
      ...address,
      requestConfigMethod,
    })),
    ...["clb", "cvm", "upstream"].map((serviceConfigProduct) => ({ ...address, serviceConfigProduct, serviceConfigVpcId: "vpc-1" })),
  ])("and this is right: %j", async (inputs) => {
    const { at, program } = await setup();
    await at.stack.up({ ...program, ...inputs });
    expect(await at.stack.refresh()).toEqual([]);
  });
});
