/** Plugins. See docs/modules/cloud.md#plugins. */
import { cloudStack } from "../support";
import { setupOf, errorMessageOf } from "./setup";

const kind = "ApiGatewayPlugin";
const program = {
  pluginName: "office-only",
  pluginType: "IPControl",
  pluginData: '{"type": "white_list", "blocks": "1.1.1.1"}',
  description: "Office addresses",
};

describe("create", () => {
  test("sends the inputs, and leaves no difference", async () => {
    const { stack, actions, calls, emulator } = cloudStack(kind);
    expect(await stack.up(program)).toBe("create");
    const [id] = emulator.gateway.plugins.names();
    expect(calls.map(({ action, params }) => [action, params])).toEqual([
      [
        "CreatePlugin",
        {
          PluginName: program.pluginName,
          PluginType: program.pluginType,
          PluginData: program.pluginData,
          Description: program.description,
        },
      ],
    ]);
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayPluginId: id });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
    actions();
    const reformed = { ...program, pluginData: '{"blocks":"1.1.1.1","type":"white_list"}' };
    expect(await stack.up(reformed)).toBe("same");
    expect(actions()).toEqual([]);
  });

  test("partial create: the ID is kept when the response has no plugin and the read fails", async () => {
    const fixture = setupOf(kind);
    const { stack, rejectAction } = fixture;
    rejectAction("DescribePlugins", "InvalidParameter.FormatError");
    const { override } = fixture;
    fixture.override = (call) => (call.action === "CreatePlugin" ? { Result: { PluginId: "plugin-1" } } : override(call));
    expect(await errorMessageOf(stack.up(program))).toContain("DescribePlugins failed");
    expect(stack.outputs).toEqual({ ...program, apiGatewayPluginId: "plugin-1" });
  });
});

test("names with dashes and underscores, and the longest, are accepted", async () => {
  for (const pluginName of ["a-b_c", "a1", `a${"b".repeat(49)}`]) {
    expect(await cloudStack(kind).stack.up({ ...program, pluginName })).toBe("create");
  }
});
