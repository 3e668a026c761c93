/** Bindings of IP strategies. See docs/modules/cloud.md#strategy-attachments. */
import { apiParams } from "../../../../emulators/cloud/gateway/setup";
import { setupOf, errorMessageOf, type Setup } from "./setup";

const kind = "ApiGatewayStrategyAttachment";

interface DomainSetup extends Setup {
  program: Record<"serviceId" | "strategyId" | "environmentName" | "bindApiId", string>;
  id: string;
}

function emulatorFixture(): DomainSetup {
  const held = setupOf(kind);
  const { serviceId, apiIds } = held;
  const params = { ServiceId: serviceId, StrategyName: "office", StrategyType: "WHITE", StrategyData: "9.9.9.9" };
  const strategyId = String(held.callAction("CreateIPStrategy", params)["StrategyId"]);
  const program = { serviceId, strategyId, environmentName: "release", bindApiId: apiIds[0] };
  return Object.assign(held, { program, id: `${serviceId}#${strategyId}#${apiIds[0]}#release` });
}

const bound = ({ emulator }: DomainSetup): string[] =>
  emulator.gateway.strategyBindings.showing(new Date()).map(({ apiId, environment }) => `${apiId} ${environment}`);

describe("create", () => {
  test("binds, waits until it is visible, and leaves no difference", async () => {
    const held = emulatorFixture();
    const { stack, actions, sent, program, id } = held;
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["BindIPStrategy", "DescribeIPStrategy", "DescribeIPStrategy"]);
    const place = { ServiceId: program.serviceId, StrategyId: program.strategyId, EnvironmentName: "release" };
    expect(sent("BindIPStrategy")).toEqual({ ...place, BindApiIds: [program.bindApiId] });
    expect(sent("DescribeIPStrategy")).toEqual({ ...place, Limit: 100, Offset: 0 });
    expect(stack.kept!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayStrategyAttachmentId: id });
    expect(bound(held)).toEqual([`${program.bindApiId} release`]);
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("waits until the binding is visible", async () => {
    const held = emulatorFixture();
    let looks = 0;
    held.override = ({ action }) => (action === "DescribeIPStrategy" && ++looks === 1 ? { Result: { BindApis: null } } : undefined);
    expect(await held.stack.up(held.program)).toBe("create");
    expect(looks).toBe(3);
  });

  test("partial create: the ID is kept when the read fails, and the next update finds it", async () => {
    const held = emulatorFixture();
    const { stack, refuse, recover, program, id } = held;
    refuse("DescribeIPStrategy", "InvalidParameter.FormatError");
    expect(await errorMessageOf(stack.up(program))).toContain("DescribeIPStrategy failed");
    expect(stack.kept!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayStrategyAttachmentId: id });
    recover();
    expect(await stack.up(program)).toBe("update");
    expect(bound(held)).toHaveLength(1);
  });

  test.each([true, false])("a lost response is repeated, applied (%s) or not", async (carriedOut) => {
    const held = emulatorFixture();
    held.lose("BindIPStrategy", carriedOut, 1);
    expect(await held.stack.up(held.program)).toBe("create");
    expect(held.stack.kept!.id).toBe(held.id);
    expect(held.actions().filter((action) => action === "BindIPStrategy")).toHaveLength(2);
    expect(bound(held)).toHaveLength(1);
  });

  test("an environment that is not published is rejected, with a remedy", async () => {
    const { stack, program } = emulatorFixture();
    const words = await errorMessageOf(stack.up({ ...program, environmentName: "test" }));
    expect(words).toMatch(/InvalidParameterValue\.InvalidEnvStatus[^]*Let the resource depend on the ApiGatewayServiceRelease/);
    expect(stack.kept).toBeUndefined();
  });

  test("a false result is an error", async () => {
    const held = emulatorFixture();
    held.override = ({ action }) => (action === "BindIPStrategy" ? { Result: false } : undefined);
    expect(await errorMessageOf(held.stack.up(held.program))).toContain("the result is false");
    expect(held.stack.kept).toBeUndefined();
  });
});

test.each(["serviceId", "strategyId", "environmentName", "bindApiId"])("a change of %s replaces", async (key) => {
  const { stack, program } = emulatorFixture();
  await stack.up(program);
  expect(await stack.preview({ ...program, [key]: key === "environmentName" ? "test" : "other" })).toEqual([`${key}!`]);
});

test("a replacement is bound before the old one is removed", async () => {
  const held = emulatorFixture();
  const { stack, actions, program, apiIds } = held;
  await stack.up(program);
  actions();
  expect(await stack.up({ ...program, bindApiId: apiIds[1] })).toBe("replace");
  expect(actions()).toEqual(["BindIPStrategy", "DescribeIPStrategy", "DescribeIPStrategy", "UnBindIPStrategy"]);
  expect(bound(held)).toEqual([`${apiIds[1]} release`]);
});

describe("read", () => {
  test("a binding on the second page is found", async () => {
    const { stack, callAction, program, sent } = emulatorFixture();
    const { serviceId, strategyId } = program;
    const more = Array.from({ length: 101 }, (_, i) => String(callAction("CreateApi", apiParams(serviceId, `more${i}`))["ApiId"]));
    callAction("BindIPStrategy", { ServiceId: serviceId, StrategyId: strategyId, EnvironmentName: "release", BindApiIds: more });
    await stack.up(program);
    expect(sent("DescribeIPStrategy")).toMatchObject({ Offset: 100, Limit: 100 });
    expect(await stack.refresh()).toEqual([]);
  });

  test("the same API in another environment is another binding", async () => {
    const { stack, callAction, program, apiIds } = emulatorFixture();
    await stack.up(program);
    const { serviceId, strategyId } = program;
    callAction("ReleaseService", { ServiceId: serviceId, EnvironmentName: "test", ReleaseDesc: "trial" });
    callAction("BindIPStrategy", { ServiceId: serviceId, StrategyId: strategyId, EnvironmentName: "test", BindApiIds: [apiIds[0]] });
    callAction("UnBindIPStrategy", { ServiceId: serviceId, StrategyId: strategyId, EnvironmentName: "release", UnBindApiIds: [apiIds[0]] });
    expect(await stack.refresh()).toEqual(["gone"]);
    expect(await stack.up(program)).toBe("create");
  });

  test.each(["strategies", "apis", "services"] as const)(
    "without its entry in %s it is deleted, and its delete succeeds",
    async (store) => {
      const { stack, emulator, program } = emulatorFixture();
      await stack.up(program);
      const kept = stack.kept!;
      for (const name of emulator.gateway[store].names()) emulator.gateway[store].delete(name);
      expect(await stack.refresh()).toEqual(["gone"]);
      stack.kept = kept;
      await stack.destroy();
    },
  );
});

test("import, delete, delete again", async () => {
  const held = emulatorFixture();
  const { stack, actions, sent, program, id } = held;
  await stack.up(program);
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  const kept = stack.kept!;
  actions();
  await stack.destroy();
  expect(actions()).toEqual(["UnBindIPStrategy"]);
  const place = { ServiceId: program.serviceId, StrategyId: program.strategyId, EnvironmentName: "release" };
  expect(sent("UnBindIPStrategy")).toEqual({ ...place, UnBindApiIds: [program.bindApiId] });
  expect(bound(held)).toEqual([]);
  stack.kept = kept;
  await stack.destroy();
  expect(await errorMessageOf(stack.import("a#b#c"))).toContain("expected <serviceId>#<strategyId>#<bindApiId>#<environmentName>");
});

test("the joined ID of a strategy in place of its own is a failure of Check", async () => {
  const { stack, program, calls } = emulatorFixture();
  const strategyId = `${program.serviceId}#${program.strategyId}`;
  expect(await errorMessageOf(stack.up({ ...program, strategyId }))).toBe(
    "strategyId | expected a bare id without #; of a resource whose id has several parts, take the output of that name",
  );
  expect(calls).toEqual([]);
});
