/** IP strategies. See docs/modules/cloud.md#ip-strategies. */
import { setupOf, errorMessageOf, type Setup } from "./setup";

const kind = "ApiGatewayIpStrategy";

function emulatorFixture(): Setup & { program: Record<string, string> } {
  const fixture = setupOf(kind);
  return Object.assign(fixture, {
    program: { serviceId: fixture.serviceId, strategyName: "office", strategyType: "WHITE", strategyData: "9.9.9.9" },
  });
}

describe("create", () => {
  test("sends the inputs, waits until it is visible, and leaves no difference", async () => {
    const { stack, actions, sent, program, serviceId, emulator } = emulatorFixture();
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["CreateIPStrategy", "DescribeIPStrategy"]);
    expect(sent("CreateIPStrategy")).toEqual({
      ServiceId: serviceId,
      StrategyName: "office",
      StrategyType: "WHITE",
      StrategyData: "9.9.9.9",
    });
    const [strategyId] = emulator.gateway.strategies.names();
    expect(sent("DescribeIPStrategy")).toEqual({
      ServiceId: serviceId,
      StrategyId: strategyId,
      EnvironmentName: "test",
      Limit: 100,
      Offset: 0,
    });
    const id = `${serviceId}#${strategyId}`;
    const createTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayIpStrategyId: id, strategyId, createTime });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("waits until the strategy is visible", async () => {
    const fixture = emulatorFixture();
    const { stack, actions, program } = fixture;
    let looks = 0;
    fixture.override = ({ action }) =>
      action === "DescribeIPStrategy" && ++looks === 1
        ? { Error: { Code: "ResourceNotFound.InvalidIPStrategy", Message: "not yet" } }
        : undefined;
    await stack.up(program);
    expect(actions()).toEqual(["CreateIPStrategy", "DescribeIPStrategy", "DescribeIPStrategy"]);
    expect(stack.outputs).toMatchObject({ strategyName: "office" });
  });

  test("partial create: the ID is kept when the read fails, and the next update finds it", async () => {
    const { stack, rejectAction, recover, emulator, serviceId, program } = emulatorFixture();
    rejectAction("DescribeIPStrategy", "InvalidParameter.FormatError");
    expect(await errorMessageOf(stack.up(program))).toContain("DescribeIPStrategy failed");
    const [strategyId] = emulator.gateway.strategies.names();
    const id = `${serviceId}#${strategyId}`;
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayIpStrategyId: id, strategyId, createTime: expect.stringMatching(/Z$/) });
    recover();
    expect(await stack.up(program)).toBe("update");
    expect(await stack.up(program)).toBe("same");
    expect(emulator.gateway.strategies.size).toBe(1);
  });

  test("a lost response is not repeated, and the message describes how to find the object", async () => {
    const { stack, loseResponse, actions, program } = emulatorFixture();
    loseResponse("CreateIPStrategy", true);
    expect(await errorMessageOf(stack.up(program))).toMatch(
      /may have been created\. Look for a strategy named "office" in service service-/,
    );
    expect(actions()).toEqual(["CreateIPStrategy"]);
    expect(stack.stored).toBeUndefined();
  });

  test.each(["LimitExceeded.IpStrategyLimitExceeded", "ResourceNotFound.InvalidService"])("%s fails", async (code) => {
    const { stack, rejectAction, actions, program } = emulatorFixture();
    rejectAction("CreateIPStrategy", code);
    expect(await errorMessageOf(stack.up(program))).toContain(code);
    expect(actions()).toEqual(["CreateIPStrategy"]);
    expect(stack.stored).toBeUndefined();
  });

  test("nulls in the response keep the values of the program", async () => {
    const fixture = emulatorFixture();
    const { stack, program } = fixture;
    await stack.up(program);
    const StrategyId = stack.stored!.id.split("#")[1]!;
    const nothing = { StrategyId, StrategyName: null, StrategyType: null, StrategyData: null, CreatedTime: null };
    fixture.override = ({ action }) => (action === "DescribeIPStrategy" ? { Result: nothing } : undefined);
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs).toMatchObject({ ...program, createTime: "" });
  });
});

describe("change", () => {
  test("the addresses change in place; blanks around them are ignored", async () => {
    const { stack, actions, sent, serviceId, emulator, program } = emulatorFixture();
    await stack.up(program);
    const [strategyId] = emulator.gateway.strategies.names();
    actions();
    const more = { ...program, strategyData: " 9.9.9.9 \n10.0.0.0/8\n2001:db8::/32\n" };
    expect(await stack.up(more)).toBe("update");
    expect(actions()).toEqual(["ModifyIPStrategy", "DescribeIPStrategy"]);
    expect(sent("ModifyIPStrategy")).toEqual({
      ServiceId: serviceId,
      StrategyId: strategyId,
      StrategyData: "9.9.9.9\n10.0.0.0/8\n2001:db8::/32",
    });
    expect(stack.outputs).toMatchObject(more);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ ...more, strategyData: "9.9.9.9\n10.0.0.0/8\n2001:db8::/32" })).toBe("same");
  });

  test.each([{ strategyName: "home" }, { strategyType: "BLACK" }, { serviceId: "other" }])("%j replaces", async (other) => {
    const { stack, program } = emulatorFixture();
    await stack.up(program);
    expect(await stack.preview({ ...program, ...other })).toEqual([`${Object.keys(other)[0]}!`]);
  });

  test("a replacement is created before the old one is deleted", async () => {
    const { stack, actions, emulator, program } = emulatorFixture();
    await stack.up(program);
    actions();
    expect(await stack.up({ ...program, strategyType: "BLACK" })).toBe("replace");
    expect(actions()).toEqual(["CreateIPStrategy", "DescribeIPStrategy", "DeleteIPStrategy"]);
    expect(emulator.gateway.strategies.entries().map(([, { type }]) => type)).toEqual(["BLACK"]);
  });

  test("a rejected change leaves the state unchanged", async () => {
    const { stack, rejectAction, recover, program } = emulatorFixture();
    await stack.up(program);
    rejectAction("ModifyIPStrategy", "InvalidParameter.FormatError");
    const next = { ...program, strategyData: "1.1.1.1" };
    expect(await errorMessageOf(stack.up(next))).toContain("ModifyIPStrategy failed");
    expect(stack.outputs).toMatchObject(program);
    recover();
    expect(await stack.up(next)).toBe("update");
    expect(stack.outputs).toMatchObject(next);
  });
});

describe("changes by another writer", () => {
  test("drift is reported and reverted", async () => {
    const { stack, emulator, program } = emulatorFixture();
    await stack.up(program);
    const strategy = emulator.gateway.strategies.entries()[0]![1];
    strategy.data = "8.8.8.8";
    expect(await stack.refresh()).toEqual(["strategyData"]);
    expect(stack.inputs).toMatchObject({ strategyData: "8.8.8.8" });
    expect(await stack.up(program)).toBe("update");
    expect(strategy.data).toBe("9.9.9.9");
  });

  test.each(["strategies", "services"] as const)("without its entry in %s it is deleted", async (store) => {
    const { stack, emulator, actions, program } = emulatorFixture();
    await stack.up(program);
    for (const name of emulator.gateway[store].names()) emulator.gateway[store].delete(name);
    expect(await errorMessageOf(stack.up({ ...program, strategyData: "1.1.1.1" }))).toContain("object not found. Run `pulumi refresh`");
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["DeleteIPStrategy"]);
  });

  test("a refresh drops a deleted object, and fails for any other error", async () => {
    const { stack, emulator, rejectAction, recover, program } = emulatorFixture();
    await stack.up(program);
    rejectAction("DescribeIPStrategy", "ResourceNotFound.Other");
    expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound.Other");
    recover();
    emulator.gateway.strategies.clear();
    expect(await stack.refresh()).toEqual(["gone"]);
    expect(await stack.up(program)).toBe("create");
  });
});

test("import reads the existing object; a second delete succeeds", async () => {
  const { stack, emulator, program } = emulatorFixture();
  await stack.up(program);
  const { id, inputs, outputs, unfinished } = stack.stored!;
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  await stack.destroy();
  expect(emulator.gateway.strategies.size).toBe(0);
  stack.stored = { id, inputs, outputs, unfinished };
  await stack.destroy();
  expect(await errorMessageOf(stack.import("IPStrategy-1"))).toMatch(/Invalid import ID.*expected <serviceId>#<strategyId>, for example/);
});

describe("check", () => {
  test.each([
    ["", "strategyData | must not be empty"],
    ["9.9.9.9\n\n8.8.8.8", "strategyData | expected an IP address or CIDR range on each line; line 2 is none"],
    ["9.9.9.9\nhome", "strategyData | expected an IP address or CIDR range on each line; line 2 is none"],
    ["10.0.0.0/33", "strategyData | expected an IP address or CIDR range on each line; line 1 is none"],
  ])("addresses %j", async (strategyData, text) => {
    const { stack, program, calls } = emulatorFixture();
    expect(await errorMessageOf(stack.up({ ...program, strategyData }))).toBe(text);
    expect(calls).toEqual([]);
  });

  test("all failures are reported at once", async () => {
    const { stack } = emulatorFixture();
    const text = await errorMessageOf(stack.up({ serviceId: "service-1#x", strategyName: "", strategyType: "GREY", strategyData: "x" }));
    expect(text.split("\n").map((line) => line.split(" ")[0])).toEqual(["serviceId", "strategyData", "strategyName"]);
  });
});
