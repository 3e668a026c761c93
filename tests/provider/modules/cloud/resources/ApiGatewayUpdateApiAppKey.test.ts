/** Changes of an application's key. See docs/modules/cloud.md#application-key-updates. */
import { setupOf, errorMessageOf } from "./setup";

function emulatorFixture() {
  const fixture = setupOf("ApiGatewayUpdateApiAppKey");
  const apiAppId = String(fixture.callAction("CreateApiApp", { ApiAppName: "mobile" })["ApiAppId"]);
  const app = fixture.emulator.gateway.apps.get(apiAppId)!;
  return Object.assign(fixture, { apiAppId, app, program: { apiAppId, apiAppKey: "APIDn4Rt6Ys8q7Hc2Lx9V" } });
}

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
