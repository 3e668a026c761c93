/** The attachments of applications, plugins, IP strategies and keys: one table over the four kinds. See docs/modules/cloud.md#application-attachments. */
import { fixtureOf, kinds, type Kind, type Program } from "./attachment-kinds";
import { errorMessageOf } from "./setup";

async function bound(kind: Kind) {
  const fixture = fixtureOf(kind);
  await fixture.stack.up(fixture.program);
  fixture.actions();
  return fixture;
}

describe.each(kinds.map((kind) => [kind.kind, kind] as const))("%s", (_name, kind) => {
  const { ids, bind, unbind, read, before = [], after = [] } = kind;
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

  test.each([true, false])("a lost response is repeated, applied (%s) or not", async (carriedOut) => {
    const { stack, loseResponse, actions, program, id } = fixtureOf(kind);
    loseResponse(bind, carriedOut, 1);
    expect(await stack.up(program)).toBe("create");
    expect(stack.stored!.id).toBe(id);
    expect(actions().filter((action) => action === bind)).toHaveLength(2);
  });

  test("a rejection and a false result are errors, and nothing is stored", async () => {
    const fixture = fixtureOf(kind);
    fixture.rejectAction(bind, kind.rejection);
    expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain(`${bind} failed: ${kind.rejection}`);
    fixture.override = ({ action }) => (action === bind ? { Result: false } : undefined);
    expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain(`${bind} failed: FailedOperation: the result is false`);
    expect(fixture.stack.stored).toBeUndefined();
  });

  test("each change replaces; the new binding is made before the old one is removed", async () => {
    const { stack, actions, program, second, idOf } = await bound(kind);
    for (const name of ids) {
      const value = name.startsWith("environment") ? "prepub" : "other";
      expect(await stack.preview({ ...program, [name]: value })).toEqual([`${name}!`]);
    }
    expect(await stack.up(second)).toBe("replace");
    const done = actions();
    expect(done.indexOf(bind)).toBeLessThan(done.indexOf(unbind));
    expect(stack.stored!.id).toBe(idOf(second));
    expect(await stack.refresh()).toEqual([]);
  });

  test("delete sends the one binding; a second one succeeds", async () => {
    const { stack, sent, program } = await bound(kind);
    const stored = stack.stored!;
    await stack.destroy();
    expect(sent(unbind)).toEqual(kind.unbindParams(program));
    stack.stored = stored;
    expect(await stack.refresh()).toEqual(["gone"]);
    stack.stored = stored;
    await stack.destroy();
  });

  test("a rejected delete of an existing binding stays in the state", async () => {
    const { stack, rejectAction } = await bound(kind);
    for (const code of ["UnsupportedOperation.RequestPostError", "InvalidParameterValue.InvalidEnvStatus"]) {
      rejectAction(unbind, code);
      expect(await errorMessageOf(stack.destroy())).toContain(code);
    }
    expect(stack.stored).toBeDefined();
  });

  test("import reads the existing object; failures of Check are reported at once", async () => {
    const { stack, program, id, calls } = await bound(kind);
    await stack.import(id);
    expect(stack.inputs).toEqual(program);
    expect(await stack.up(program)).toBe("same");
    const seen = calls.length;
    expect(await errorMessageOf(stack.import("a#b#c"))).toContain(`expected ${ids.map((name) => `<${name}>`).join("#")}, for example`);
    const wrong = Object.fromEntries(ids.map((name) => [name, name.startsWith("environment") ? "te#st" : "a#b"]));
    const text = await errorMessageOf(stack.up(wrong));
    expect(text.split("\n").map((line) => line.split(" ")[0])).toEqual([...ids].sort());
    expect(calls).toHaveLength(seen);
  });
});

const rowsOf: Record<string, [list: string, row: (program: Program) => Program]> = {
  ApiGatewayApiAppAttachment: [
    "ApiAppApiSet",
    ({ serviceId = "", apiId = "" }) => ({ ServiceId: serviceId, EnvironmentName: "test", ApiId: apiId }),
  ],
  ApiGatewayPluginAttachment: [
    "AttachedApis",
    ({ serviceId = "", apiId = "" }) => ({ ServiceId: serviceId, Environment: "release", ApiId: apiId }),
  ],
  ApiGatewayStrategyAttachment: ["BindApis", ({ bindApiId = "" }) => ({ ApiId: bindApiId })],
};

describe.each(kinds.filter(({ kind }) => kind in rowsOf).map((kind) => [kind.kind, kind] as const))("the list of %s", (name, kind) => {
  const [list, rowOf] = rowsOf[name]!;

  test("a row with another member is another binding", async () => {
    const fixture = await bound(kind);
    const stored = fixture.stack.stored!;
    const row = rowOf(fixture.program);
    for (const other of [{}, ...Object.keys(row).map((member) => ({ [member]: "other" }))]) {
      fixture.stack.stored = stored;
      fixture.override = () => ({ Result: { TotalCount: 1, [list]: [{ ...row, ...other }] } });
      expect(await fixture.stack.refresh()).toEqual(Object.keys(other).length === 0 ? [] : ["gone"]);
    }
  });

  test("a binding on the second page is found", async () => {
    const fixture = await bound(kind);
    const { program } = fixture;
    const others = Array.from({ length: 100 }, (_, n) => ({ ...rowOf(program), ApiId: `api-${n}` }));
    fixture.override = ({ params }) => ({ Result: { TotalCount: 101, [list]: params["Offset"] === 0 ? others : [rowOf(program)] } });
    expect(await fixture.stack.refresh()).toEqual([]);
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

test("the same API in another environment is another binding", async () => {
  const { stack, callAction, program, apiIds } = await bound(kinds[2]!);
  const place = { ServiceId: program["serviceId"]!, StrategyId: program["strategyId"]! };
  callAction("ReleaseService", { ServiceId: program["serviceId"]!, EnvironmentName: "test", ReleaseDesc: "trial" });
  callAction("BindIPStrategy", { ...place, EnvironmentName: "test", BindApiIds: [apiIds[0]] });
  callAction("UnBindIPStrategy", { ...place, EnvironmentName: "release", UnBindApiIds: [apiIds[0]] });
  expect(await stack.refresh()).toEqual(["gone"]);
});
