/** Bindings of plugins. See docs/modules/cloud.md#plugin-attachments. */
import { apiParams } from "../../../../emulators/cloud/gateway/setup";
import { rejection } from "./stack-fixture";
import { setupOf, errorMessageOf, type Setup } from "./setup";

const kind = "ApiGatewayPluginAttachment";
const allowList = { PluginName: "office-only", PluginType: "IPControl", PluginData: '{"type":"white_list","blocks":"1.1.1.1"}' };

interface DomainSetup extends Setup {
  program: Record<"pluginId" | "serviceId" | "environmentName" | "apiId", string>;
  id: string;
  place: Record<string, string>;
}

function emulatorFixture(): DomainSetup {
  const fixture = setupOf(kind);
  const { serviceId, apiIds } = fixture;
  const pluginId = String(fixture.callAction("CreatePlugin", allowList)["PluginId"]);
  const program = { pluginId, serviceId, environmentName: "release", apiId: apiIds[0] };
  const place = { PluginId: pluginId, ServiceId: serviceId, EnvironmentName: "release" };
  return Object.assign(fixture, { program, place, id: `${pluginId}#${serviceId}#release#${apiIds[0]}` });
}

const bound = ({ emulator }: DomainSetup): string[] =>
  emulator.gateway.pluginBindings.showing(new Date()).map(({ apiId, environment }) => `${apiId} ${environment}`);

describe("create", () => {
  test("binds, and leaves no difference", async () => {
    const fixture = emulatorFixture();
    const { stack, actions, sent, program, place, id } = fixture;
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["AttachPlugin", "DescribePluginApis"]);
    expect(sent("AttachPlugin")).toEqual({ ...place, ApiIds: [program.apiId] });
    expect(sent("DescribePluginApis")).toEqual({ PluginId: program.pluginId, Limit: 100, Offset: 0 });
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayPluginAttachmentId: id });
    expect(bound(fixture)).toEqual([`${program.apiId} release`]);
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("partial create: the ID is kept when the read fails, and the next update finds it", async () => {
    const fixture = emulatorFixture();
    const { stack, rejectAction, recover, program, id } = fixture;
    rejectAction("DescribePluginApis", "InvalidParameter.FormatError");
    expect(await errorMessageOf(stack.up(program))).toContain("DescribePluginApis failed");
    expect(stack.outputs).toEqual({ ...program, apiGatewayPluginAttachmentId: id });
    recover();
    expect(await stack.up(program)).toBe("update");
    expect(bound(fixture)).toHaveLength(1);
  });

  test.each([true, false])("a lost response is repeated, applied (%s) or not", async (carriedOut) => {
    const fixture = emulatorFixture();
    fixture.loseResponse("AttachPlugin", carriedOut, 1);
    expect(await fixture.stack.up(fixture.program)).toBe("create");
    expect(fixture.stack.stored!.id).toBe(fixture.id);
    expect(fixture.actions().filter((action) => action === "AttachPlugin")).toHaveLength(2);
    expect(bound(fixture)).toHaveLength(1);
  });

  test("a rejection of the second attempt is ignored if the first one was applied", async () => {
    const fixture = emulatorFixture();
    let attempts = 0;
    fixture.loseResponse("AttachPlugin", true, 1);
    const { override } = fixture;
    fixture.override = (call) =>
      call.action === "AttachPlugin" && ++attempts > 1 ? rejection("UnsupportedOperation.AttachPlugin") : override(call);
    expect(await fixture.stack.up(fixture.program)).toBe("create");
    expect([attempts, fixture.stack.stored!.id]).toEqual([2, fixture.id]);
  });

  test.each([
    "InvalidParameter.DuplicatePluginConfig",
    "UnsupportedOperation.BasicServiceNotAllowAttachPlugin",
    "LimitExceeded.ServiceCountForPluginLimitExceeded",
  ])("%s fails", async (code) => {
    const { stack, rejectAction, actions, program } = emulatorFixture();
    rejectAction("AttachPlugin", code);
    expect(await errorMessageOf(stack.up(program))).toContain(code);
    expect(actions()).toEqual(["AttachPlugin"]);
    expect(stack.stored).toBeUndefined();
  });

  test("another plugin of the type, an environment that is not published, a false result: errors", async () => {
    const fixture = emulatorFixture();
    const { stack, callAction, program, place } = fixture;
    const rival = String(callAction("CreatePlugin", allowList)["PluginId"]);
    callAction("AttachPlugin", { ...place, PluginId: rival, ApiIds: [program.apiId] });
    expect(await errorMessageOf(stack.up(program))).toContain("InvalidParameterValue.DuplicatePluginConfig");
    expect(await errorMessageOf(stack.up({ ...program, environmentName: "prepub" }))).toContain(
      "The environment is not published. Let the resource",
    );
    fixture.override = () => ({ Result: false });
    expect(await errorMessageOf(stack.up(program))).toContain("the result is false");
    expect(stack.stored).toBeUndefined();
  });
});

test.each(["pluginId", "serviceId", "environmentName", "apiId"])("a change of %s replaces", async (key) => {
  const { stack, program } = emulatorFixture();
  await stack.up(program);
  expect(await stack.preview({ ...program, [key]: key === "environmentName" ? "test" : "other" })).toEqual([`${key}!`]);
});

test("a replacement is bound before the old one is removed", async () => {
  const fixture = emulatorFixture();
  const { stack, actions, program, apiIds } = fixture;
  await stack.up(program);
  actions();
  expect(await stack.up({ ...program, apiId: apiIds[1] })).toBe("replace");
  expect(actions()).toEqual(["AttachPlugin", "DescribePluginApis", "DetachPlugin"]);
  expect(bound(fixture)).toEqual([`${apiIds[1]} release`]);
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
    const fixture = emulatorFixture();
    await fixture.stack.up(fixture.program);
    const row = { ServiceId: fixture.serviceId, Environment: "release", ApiId: fixture.apiIds[0], [member]: value };
    fixture.override = () => ({ Result: { TotalCount: 1, AttachedApis: [row] } });
    expect(await fixture.stack.refresh()).toEqual(["gone"]);
  });

  test.each(["plugins", "apis"] as const)("without its entry in %s it is deleted, and its delete succeeds", async (store) => {
    const { stack, emulator, program } = emulatorFixture();
    await stack.up(program);
    const stored = stack.stored!;
    for (const name of emulator.gateway[store].names()) emulator.gateway[store].delete(name);
    expect(await stack.refresh()).toEqual(["gone"]);
    stack.stored = stored;
    await stack.destroy();
  });
});

describe("delete", () => {
  test("sends the one API; a second one succeeds", async () => {
    const fixture = emulatorFixture();
    const { stack, actions, sent, program, place } = fixture;
    await stack.up(program);
    const stored = stack.stored!;
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["DetachPlugin"]);
    expect(sent("DetachPlugin")).toEqual({ ...place, ApiId: program.apiId });
    expect(bound(fixture)).toEqual([]);
    stack.stored = stored;
    await stack.destroy();
    expect(actions()).toEqual(["DetachPlugin", "DescribePluginApis"]);
  });

  test("a rejected delete of an existing binding stays in the state", async () => {
    const { stack, rejectAction, recover, program } = emulatorFixture();
    await stack.up(program);
    rejectAction("DetachPlugin", "InvalidParameterValue.InvalidEnvStatus");
    expect(await errorMessageOf(stack.destroy())).toContain("InvalidEnvStatus");
    expect(stack.stored).toBeDefined();
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
