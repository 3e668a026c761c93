/** Changes of an application's key. See docs/modules/cloud.md#application-key-updates. */
import { setupOf, errorMessageOf } from "./setup";

function emulatorFixture() {
  const held = setupOf("ApiGatewayUpdateApiAppKey");
  const apiAppId = String(held.callAction("CreateApiApp", { ApiAppName: "mobile" })["ApiAppId"]);
  const app = held.emulator.gateway.apps.get(apiAppId)!;
  return Object.assign(held, { apiAppId, app, program: { apiAppId, apiAppKey: "APIDn4Rt6Ys8q7Hc2Lx9V" } });
}

test("sets the key once; neither refresh nor delete sends a request", async () => {
  const { stack, actions, sent, app, program, apiAppId } = emulatorFixture();
  expect(await stack.up(program)).toBe("create");
  expect(actions()).toEqual(["UpdateApiAppKey"]);
  expect(sent("UpdateApiAppKey")).toEqual({ ApiAppId: apiAppId, ApiAppKey: program.apiAppKey });
  expect(app.key).toBe(program.apiAppKey);
  expect(stack.kept!.id).toBe(apiAppId);
  expect(stack.outputs).toEqual({ ...program, apiGatewayUpdateApiAppKeyId: apiAppId });
  for (const { apiAppKey } of [stack.kept!.inputs, stack.kept!.outputs]) expect(apiAppKey).toHaveProperty("value", program.apiAppKey);
  app.key = "changed by hand";
  expect(await stack.refresh()).toEqual([]);
  expect(stack.kept!.outputs["apiAppKey"]).toHaveProperty("value", program.apiAppKey);
  expect(await stack.up(program)).toBe("same");
  await stack.destroy();
  expect(actions()).toEqual([]);
  expect(app.key).toBe("changed by hand");
});

test.each([{ apiAppKey: "another-key" }, { apiAppId: "other" }])("%j replaces", async (other) => {
  const { stack, program } = emulatorFixture();
  await stack.up(program);
  expect(await stack.preview({ ...program, ...other })).toEqual([`${Object.keys(other)[0]}!`]);
});

test("a replacement sets the new key", async () => {
  const { stack, app, program } = emulatorFixture();
  await stack.up(program);
  expect(await stack.up({ ...program, apiAppKey: "another-key" })).toBe("replace");
  expect(app.key).toBe("another-key");
});

test("a failure creates nothing and never shows the key", async () => {
  const held = emulatorFixture();
  const { apiAppKey } = held.program;
  held.override = () => ({ Error: { Code: "InvalidParameter.FormatError", Message: `The key ${apiAppKey} is wrong.` } });
  const words = await errorMessageOf(held.stack.up(held.program));
  expect(words).toContain("UpdateApiAppKey failed: InvalidParameter.FormatError");
  expect(words).not.toContain(apiAppKey);
  held.override = () => ({ Result: false });
  expect(await errorMessageOf(held.stack.up(held.program))).toContain("the result is false");
  held.recover();
  held.emulator.gateway.apps.clear();
  expect(await errorMessageOf(held.stack.up(held.program))).toContain("ResourceNotFound.InvalidApiApp");
  expect(held.stack.kept).toBeUndefined();
});

test("a lost response is repeated", async () => {
  const held = emulatorFixture();
  let tries = 0;
  held.override = ({ action }) =>
    action === "UpdateApiAppKey" && tries++ === 0 ? { Error: { Code: "RequestLimitExceeded", Message: "slow" } } : undefined;
  expect(await held.stack.up(held.program)).toBe("create");
  expect(tries).toBe(2);
});

test("cannot be imported, and the message has a remedy", async () => {
  const { stack, apiAppId, calls } = emulatorFixture();
  await expect(stack.import(apiAppId)).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringMatching(/ApiGatewayUpdateApiAppKey cannot be imported: .*\. Let the program create it/) as unknown,
  });
  expect(calls).toEqual([]);
});

test("all failures are reported at once", async () => {
  const { stack } = emulatorFixture();
  const words = await errorMessageOf(stack.up({ apiAppId: "a#b", apiAppKey: "" }));
  expect(words).toMatch(/apiAppId \| expected a bare id/);
  expect(words).toMatch(/apiAppKey( \||:) must not be empty/);
});
