/** Bindings of plugins. See docs/modules/cloud.md#plugin-attachments. */
import { apiParams } from "../../../../emulators/cloud/gateway/setup";
import { refusal } from "./stack-fixture";
import { setupOf, errorMessageOf, type Setup } from "./setup";

const kind = "ApiGatewayPluginAttachment";
const allowList = { PluginName: "office-only", PluginType: "IPControl", PluginData: '{"type":"white_list","blocks":"1.1.1.1"}' };

interface DomainSetup extends Setup {
  program: Record<"pluginId" | "serviceId" | "environmentName" | "apiId", string>;
  id: string;
  place: Record<string, string>;
}

function emulatorFixture(): DomainSetup {
  const held = setupOf(kind);
  const { serviceId, apiIds } = held;
  const pluginId = String(held.callAction("CreatePlugin", allowList)["PluginId"]);
  const program = { pluginId, serviceId, environmentName: "release", apiId: apiIds[0] };
  const place = { PluginId: pluginId, ServiceId: serviceId, EnvironmentName: "release" };
  return Object.assign(held, { program, place, id: `${pluginId}#${serviceId}#release#${apiIds[0]}` });
}

const bound = ({ emulator }: DomainSetup): string[] =>
  emulator.gateway.pluginBindings.showing(new Date()).map(({ apiId, environment }) => `${apiId} ${environment}`);

describe("create", () => {
  test("binds, and leaves no difference", async () => {
    const held = emulatorFixture();
    const { stack, actions, sent, program, place, id } = held;
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["AttachPlugin", "DescribePluginApis"]);
    expect(sent("AttachPlugin")).toEqual({ ...place, ApiIds: [program.apiId] });
    expect(sent("DescribePluginApis")).toEqual({ PluginId: program.pluginId, Limit: 100, Offset: 0 });
    expect(stack.kept!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayPluginAttachmentId: id });
    expect(bound(held)).toEqual([`${program.apiId} release`]);
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("partial create: the ID is kept when the read fails, and the next update finds it", async () => {
    const held = emulatorFixture();
    const { stack, refuse, recover, program, id } = held;
    refuse("DescribePluginApis", "InvalidParameter.FormatError");
    expect(await errorMessageOf(stack.up(program))).toContain("DescribePluginApis failed");
    expect(stack.outputs).toEqual({ ...program, apiGatewayPluginAttachmentId: id });
    recover();
    expect(await stack.up(program)).toBe("update");
    expect(bound(held)).toHaveLength(1);
  });

  test.each([true, false])("a lost response is repeated, applied (%s) or not", async (carriedOut) => {
    const held = emulatorFixture();
    held.lose("AttachPlugin", carriedOut, 1);
    expect(await held.stack.up(held.program)).toBe("create");
    expect(held.stack.kept!.id).toBe(held.id);
    expect(held.actions().filter((action) => action === "AttachPlugin")).toHaveLength(2);
    expect(bound(held)).toHaveLength(1);
  });

  test("a rejection of the second attempt is ignored if the first one was applied", async () => {
    const held = emulatorFixture();
    let attempts = 0;
    held.lose("AttachPlugin", true, 1);
    const { override } = held;
    held.override = (call) =>
      call.action === "AttachPlugin" && ++attempts > 1 ? refusal("UnsupportedOperation.AttachPlugin") : override(call);
    expect(await held.stack.up(held.program)).toBe("create");
    expect([attempts, held.stack.kept!.id]).toEqual([2, held.id]);
  });

  test.each([
    "InvalidParameter.DuplicatePluginConfig",
    "UnsupportedOperation.BasicServiceNotAllowAttachPlugin",
    "LimitExceeded.ServiceCountForPluginLimitExceeded",
  ])("%s fails", async (code) => {
    const { stack, refuse, actions, program } = emulatorFixture();
    refuse("AttachPlugin", code);
    expect(await errorMessageOf(stack.up(program))).toContain(code);
    expect(actions()).toEqual(["AttachPlugin"]);
    expect(stack.kept).toBeUndefined();
  });

  test("another plugin of the type, an environment that is not published, a false result: errors", async () => {
    const held = emulatorFixture();
    const { stack, callAction, program, place } = held;
    const rival = String(callAction("CreatePlugin", allowList)["PluginId"]);
    callAction("AttachPlugin", { ...place, PluginId: rival, ApiIds: [program.apiId] });
    expect(await errorMessageOf(stack.up(program))).toContain("InvalidParameterValue.DuplicatePluginConfig");
    expect(await errorMessageOf(stack.up({ ...program, environmentName: "prepub" }))).toContain(
      "The environment is not published. Let the resource",
    );
    held.override = () => ({ Result: false });
    expect(await errorMessageOf(stack.up(program))).toContain("the result is false");
    expect(stack.kept).toBeUndefined();
  });
});

test.each(["pluginId", "serviceId", "environmentName", "apiId"])("a change of %s replaces", async (key) => {
  const { stack, program } = emulatorFixture();
  await stack.up(program);
  expect(await stack.preview({ ...program, [key]: key === "environmentName" ? "test" : "other" })).toEqual([`${key}!`]);
});

test("a replacement is bound before the old one is removed", async () => {
  const held = emulatorFixture();
  const { stack, actions, program, apiIds } = held;
  await stack.up(program);
  actions();
  expect(await stack.up({ ...program, apiId: apiIds[1] })).toBe("replace");
  expect(actions()).toEqual(["AttachPlugin", "DescribePluginApis", "DetachPlugin"]);
  expect(bound(held)).toEqual([`${apiIds[1]} release`]);
});

describe("read", () => {
  test("a binding on the second page is found", async () => {
    const { stack, callAction, program, place, sent } = emulatorFixture();
    const more = Array.from({ length: 101 }, (_, i) => String(callAction("CreateApi", apiParams(program.serviceId, `more${i}`))["ApiId"]));
    callAction("AttachPlugin", { ...place, ApiIds: more });
    await stack.up(program);
    expect(sent("DescribePluginApis")).toMatchObject({ Offset: 100, Limit: 100 });
    expect(await stack.refresh()).toEqual([]);
  });

  test.each([
    ["ServiceId", "service-other"],
    ["Environment", "test"],
    ["ApiId", "api-other"],
  ])("a row with another %s is another binding", async (member, value) => {
    const held = emulatorFixture();
    await held.stack.up(held.program);
    const row = { ServiceId: held.serviceId, Environment: "release", ApiId: held.apiIds[0], [member]: value };
    held.override = () => ({ Result: { TotalCount: 1, AttachedApis: [row] } });
    expect(await held.stack.refresh()).toEqual(["gone"]);
  });

  test.each(["plugins", "apis"] as const)("without its entry in %s it is deleted, and its delete succeeds", async (store) => {
    const { stack, emulator, program } = emulatorFixture();
    await stack.up(program);
    const kept = stack.kept!;
    for (const name of emulator.gateway[store].names()) emulator.gateway[store].delete(name);
    expect(await stack.refresh()).toEqual(["gone"]);
    stack.kept = kept;
    await stack.destroy();
  });
});

describe("delete", () => {
  test("sends the one API; a second one succeeds", async () => {
    const held = emulatorFixture();
    const { stack, actions, sent, program, place } = held;
    await stack.up(program);
    const kept = stack.kept!;
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["DetachPlugin"]);
    expect(sent("DetachPlugin")).toEqual({ ...place, ApiId: program.apiId });
    expect(bound(held)).toEqual([]);
    stack.kept = kept;
    await stack.destroy();
    expect(actions()).toEqual(["DetachPlugin", "DescribePluginApis"]);
  });

  test("a rejected delete of an existing binding stays in the state", async () => {
    const { stack, refuse, recover, program } = emulatorFixture();
    await stack.up(program);
    refuse("DetachPlugin", "InvalidParameterValue.InvalidEnvStatus");
    expect(await errorMessageOf(stack.destroy())).toContain("InvalidEnvStatus");
    expect(stack.kept).toBeDefined();
    recover();
    await stack.destroy();
  });
});

test("import", async () => {
  const { stack, program, id } = emulatorFixture();
  await stack.up(program);
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  expect(await errorMessageOf(stack.import("a#b#c"))).toContain("expected <pluginId>#<serviceId>#<environmentName>#<apiId>");
});
