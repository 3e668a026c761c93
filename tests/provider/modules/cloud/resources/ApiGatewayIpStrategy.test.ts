/** IP strategies. See docs/modules/cloud.md#ip-strategies. */
import { setupOf, type Setup } from "./setup";

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
});
