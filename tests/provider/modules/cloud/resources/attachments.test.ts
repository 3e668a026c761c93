/** The attachments of applications, plugins, IP strategies and keys: one table over the four kinds. See docs/modules/cloud.md#application-attachments. */
import { fixtureOf, kinds, type Kind } from "./attachment-kinds";
import { errorMessageOf } from "./setup";

async function bound(kind: Kind) {
  const fixture = fixtureOf(kind);
  await fixture.stack.up(fixture.program);
  fixture.actions();
  return fixture;
}

describe.each(kinds.map((kind) => [kind.kind, kind] as const))("%s", (_name, kind) => {
  const { bind, read, before = [], after = [] } = kind;
  const output = kind.kind.replace("Api", "api") + "Id";

  test("looks, binds, and leaves no difference", async () => {
    const { stack, actions, calls, sent, program, id } = fixtureOf(kind);
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual([read, ...before, bind, ...after]);
    expect(sent(bind)).toEqual(kind.bindParams(program));
    expect(calls.find(({ action }) => action === read)!.params).toEqual(kind.readParams(program));
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, [`${output[0]!.toLowerCase()}${output.slice(1)}`]: id });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("a rejection and a false result are errors, and nothing is stored", async () => {
    const fixture = fixtureOf(kind);
    fixture.rejectAction(bind, kind.rejection);
    expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain(`${bind} failed: ${kind.rejection}`);
    fixture.override = ({ action }) => (action === bind ? { Result: false } : undefined);
    expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain(`${bind} failed: FailedOperation: the result is false`);
    expect(fixture.stack.stored).toBeUndefined();
  });
});

describe("a binding that becomes visible with a delay", () => {
  test.each([
    ["ApiGatewayStrategyAttachment", { BindApis: null, BindApiTotalCount: 0 }, 2],
    ["ApiGatewayApiKeyAttachment", { BindSecretIds: null, BindSecretIdTotalCount: 0 }, 3],
  ])("%s is waited for; the ID is kept when the wait fails", async (name, nothing, waits) => {
    const kind = kinds.find((each) => each.kind === name)!;
    const fixture = fixtureOf(kind);
    const { stack, program } = fixture;
    let looks = 0;
    fixture.override = ({ action }) => (action === kind.read && ++looks === waits ? { Result: nothing } : undefined);
    expect(await stack.up(program)).toBe("create");
    expect(looks).toBe(waits + 1);
    const lost = fixtureOf(kind);
    looks = 0;
    const failed = { Error: { Code: "ResourceNotFound.InvalidUsagePlan", Message: "gone" } };
    lost.override = ({ action }) => (action === kind.read && ++looks >= waits ? failed : undefined);
    expect(await errorMessageOf(lost.stack.up(lost.program))).toContain("ResourceNotFound.InvalidUsagePlan: gone");
    expect(lost.stack.outputs).toMatchObject(lost.program);
    lost.recover();
    expect(await lost.stack.up(lost.program)).toBe("update");
  });

  test("the removal of a key is waited for", async () => {
    const { stack, actions, emulator } = await bound(kinds.at(-1)!);
    emulator.gateway.delays.unbind = 300;
    await stack.destroy();
    const [first, ...looks] = actions();
    expect(first).toBe("UnBindSecretIds");
    expect(looks.length).toBeGreaterThan(1);
  });
});

describe("a key", () => {
  test("that does not exist, or is disabled, is not bound", async () => {
    const { stack, emulator, program, actions } = fixtureOf(kinds.at(-1)!);
    const apiKeyId = program["apiKeyId"]!;
    expect(await errorMessageOf(stack.up({ ...program, apiKeyId: apiKeyId.slice(0, -1) }))).toMatch(/key AKID\w+ does not exist/);
    expect(actions()).not.toContain("BindSecretIds");
    emulator.gateway.keys.get(apiKeyId)!.enabled = false;
    expect(await errorMessageOf(stack.up(program))).toMatch(/UnsupportedOperation.InvalidStatus.*\nThe key is disabled\. Set `status`/s);
    emulator.gateway.plans.clear();
    expect(await errorMessageOf(stack.up(program))).toContain("ResourceNotFound.InvalidUsagePlan");
    expect(stack.stored).toBeUndefined();
  });
});

test("an environment that is not published is rejected, with a remedy", async () => {
  for (const name of ["ApiGatewayPluginAttachment", "ApiGatewayStrategyAttachment"]) {
    const { stack, program } = fixtureOf(kinds.find(({ kind }) => kind === name)!);
    const text = await errorMessageOf(stack.up({ ...program, environmentName: "prepub" }));
    expect(text).toMatch(/InvalidParameterValue\.InvalidEnvStatus[^]*Let the resource depend on the ApiGatewayServiceRelease/);
  }
});
