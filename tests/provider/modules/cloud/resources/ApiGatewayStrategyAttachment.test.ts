/** Bindings of IP strategies. See docs/modules/cloud.md#strategy-attachments. */
import { apiParams } from "../../../../emulators/cloud/gateway/setup";
import { setupOf, errorMessageOf, type Setup } from "./setup";

const kind = "ApiGatewayStrategyAttachment";

interface DomainSetup extends Setup {
  program: Record<"serviceId" | "strategyId" | "environmentName" | "bindApiId", string>;
  id: string;
}

function emulatorFixture(): DomainSetup {
  const fixture = setupOf(kind);
  const { serviceId, apiIds } = fixture;
  const params = { ServiceId: serviceId, StrategyName: "office", StrategyType: "WHITE", StrategyData: "9.9.9.9" };
  const strategyId = String(fixture.callAction("CreateIPStrategy", params)["StrategyId"]);
  const program = { serviceId, strategyId, environmentName: "release", bindApiId: apiIds[0] };
  return Object.assign(fixture, { program, id: `${serviceId}#${strategyId}#${apiIds[0]}#release` });
}

const bound = ({ emulator }: DomainSetup): string[] =>
  emulator.gateway.strategyBindings.showing(new Date()).map(({ apiId, environment }) => `${apiId} ${environment}`);

describe("create", () => {
  test("binds, waits until it is visible, and leaves no difference", async () => {
    const fixture = emulatorFixture();
    const { stack, actions, sent, program, id } = fixture;
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["BindIPStrategy", "DescribeIPStrategy", "DescribeIPStrategy"]);
    const place = { ServiceId: program.serviceId, StrategyId: program.strategyId, EnvironmentName: "release" };
    expect(sent("BindIPStrategy")).toEqual({ ...place, BindApiIds: [program.bindApiId] });
    expect(sent("DescribeIPStrategy")).toEqual({ ...place, Limit: 100, Offset: 0 });
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayStrategyAttachmentId: id });
    expect(bound(fixture)).toEqual([`${program.bindApiId} release`]);
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("waits until the binding is visible", async () => {
    const fixture = emulatorFixture();
    let looks = 0;
    fixture.override = ({ action }) => (action === "DescribeIPStrategy" && ++looks === 1 ? { Result: { BindApis: null } } : undefined);
    expect(await fixture.stack.up(fixture.program)).toBe("create");
    expect(looks).toBe(3);
  });

  test("partial create: the ID is kept when the read fails, and the next update finds it", async () => {
    const fixture = emulatorFixture();
    const { stack, rejectAction, recover, program, id } = fixture;
    rejectAction("DescribeIPStrategy", "InvalidParameter.FormatError");
    expect(await errorMessageOf(stack.up(program))).toContain("DescribeIPStrategy failed");
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayStrategyAttachmentId: id });
    recover();
    expect(await stack.up(program)).toBe("update");
    expect(bound(fixture)).toHaveLength(1);
  });

  test.each([true, false])("a lost response is repeated, applied (%s) or not", async (carriedOut) => {
    const fixture = emulatorFixture();
    fixture.loseResponse("BindIPStrategy", carriedOut, 1);
    expect(await fixture.stack.up(fixture.program)).toBe("create");
    expect(fixture.stack.stored!.id).toBe(fixture.id);
    expect(fixture.actions().filter((action) => action === "BindIPStrategy")).toHaveLength(2);
    expect(bound(fixture)).toHaveLength(1);
  });

  test("an environment that is not published is rejected, with a remedy", async () => {
    const { stack, program } = emulatorFixture();
    const text = await errorMessageOf(stack.up({ ...program, environmentName: "test" }));
    expect(text).toMatch(/InvalidParameterValue\.InvalidEnvStatus[^]*Let the resource depend on the ApiGatewayServiceRelease/);
    expect(stack.stored).toBeUndefined();
  });

  test("a false result is an error", async () => {
    const fixture = emulatorFixture();
    fixture.override = ({ action }) => (action === "BindIPStrategy" ? { Result: false } : undefined);
    expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain("the result is false");
    expect(fixture.stack.stored).toBeUndefined();
  });
});

test.each(["serviceId", "strategyId", "environmentName", "bindApiId"])("a change of %s replaces", async (key) => {
  const { stack, program } = emulatorFixture();
  await stack.up(program);
  expect(await stack.preview({ ...program, [key]: key === "environmentName" ? "test" : "other" })).toEqual([`${key}!`]);
});

test("a replacement is bound before the old one is removed", async () => {
  const fixture = emulatorFixture();
  const { stack, actions, program, apiIds } = fixture;
  await stack.up(program);
  actions();
  expect(await stack.up({ ...program, bindApiId: apiIds[1] })).toBe("replace");
  expect(actions()).toEqual(["BindIPStrategy", "DescribeIPStrategy", "DescribeIPStrategy", "UnBindIPStrategy"]);
  expect(bound(fixture)).toEqual([`${apiIds[1]} release`]);
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
      const stored = stack.stored!;
      for (const name of emulator.gateway[store].names()) emulator.gateway[store].delete(name);
      expect(await stack.refresh()).toEqual(["gone"]);
      stack.stored = stored;
      await stack.destroy();
    },
  );
});

test("import, delete, delete again", async () => {
  const fixture = emulatorFixture();
  const { stack, actions, sent, program, id } = fixture;
  await stack.up(program);
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  const stored = stack.stored!;
  actions();
  await stack.destroy();
  expect(actions()).toEqual(["UnBindIPStrategy"]);
  const place = { ServiceId: program.serviceId, StrategyId: program.strategyId, EnvironmentName: "release" };
  expect(sent("UnBindIPStrategy")).toEqual({ ...place, UnBindApiIds: [program.bindApiId] });
  expect(bound(fixture)).toEqual([]);
  stack.stored = stored;
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
