/** Changes of an application's key. See docs/modules/cloud.md#application-key-updates. */
import { setupOf, errorMessageOf } from "./setup";

function emulatorFixture() {
  const fixture = setupOf("ApiGatewayUpdateApiAppKey");
  const apiAppId = String(fixture.callAction("CreateApiApp", { ApiAppName: "mobile" })["ApiAppId"]);
  const app = fixture.emulator.gateway.apps.get(apiAppId)!;
  return Object.assign(fixture, { apiAppId, app, program: { apiAppId, apiAppKey: "APIDn4Rt6Ys8q7Hc2Lx9V" } });
}

test("sets the key once; neither refresh nor delete sends a request", async () => {
  const { stack, actions, sent, app, program, apiAppId } = emulatorFixture();
  expect(await stack.up(program)).toBe("create");
  expect(actions()).toEqual(["UpdateApiAppKey"]);
  expect(sent("UpdateApiAppKey")).toEqual({ ApiAppId: apiAppId, ApiAppKey: program.apiAppKey });
  expect(app.key).toBe(program.apiAppKey);
  expect(stack.stored!.id).toBe(apiAppId);
  expect(stack.outputs).toEqual({ ...program, apiGatewayUpdateApiAppKeyId: apiAppId });
  for (const { apiAppKey } of [stack.stored!.inputs, stack.stored!.outputs]) expect(apiAppKey).toHaveProperty("value", program.apiAppKey);
  app.key = "changed by hand";
  expect(await stack.refresh()).toEqual([]);
  expect(stack.stored!.outputs["apiAppKey"]).toHaveProperty("value", program.apiAppKey);
  expect(await stack.up(program)).toBe("same");
  await stack.destroy();
  expect(actions()).toEqual([]);
  expect(app.key).toBe("changed by hand");
});

test("a failure creates nothing and never shows the key", async () => {
  const fixture = emulatorFixture();
  const { apiAppKey } = fixture.program;
  fixture.override = () => ({ Error: { Code: "InvalidParameter.FormatError", Message: `The key ${apiAppKey} is wrong.` } });
  const text = await errorMessageOf(fixture.stack.up(fixture.program));
  expect(text).toContain("UpdateApiAppKey failed: InvalidParameter.FormatError");
  expect(text).not.toContain(apiAppKey);
  fixture.override = () => ({ Result: false });
  expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain("the result is false");
  fixture.recover();
  fixture.emulator.gateway.apps.clear();
  expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain("ResourceNotFound.InvalidApiApp");
  expect(fixture.stack.stored).toBeUndefined();
});

test("cannot be imported, and the message has a remedy", async () => {
  const { stack, apiAppId, calls } = emulatorFixture();
  await expect(stack.import(apiAppId)).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringMatching(/^Import failed: quartet:cloud:ApiGatewayUpdateApiAppKey .*\. Let the program create it/) as unknown,
  });
  expect(calls).toEqual([]);
});
