/** The switch of an environment to another version. See docs/modules/cloud.md#service-updates. */
import { setupOf, errorMessageOf, type Setup } from "./setup";

const kind = "ApiGatewayUpdateService";

/** The second version is active; the program selects the first one. */
function emulatorFixture(): Setup & { program: Record<string, string>; second: string; runs(): string } {
  const fixture = setupOf(kind);
  const { serviceId, emulator, callAction } = fixture;
  const { release } = emulator.gateway.services.get(serviceId)!.publications;
  const versionName = release.version;
  const second = String(
    callAction("ReleaseService", { ServiceId: serviceId, EnvironmentName: "release", ReleaseDesc: "second" })["ReleaseVersion"],
  );
  return Object.assign(fixture, { program: { serviceId, environmentName: "release", versionName }, second, runs: () => release.version });
}

test("switches once; nothing is read, reverted or different afterwards", async () => {
  const { stack, actions, sent, program, serviceId, second, runs } = emulatorFixture();
  expect(await stack.up(program)).toBe("create");
  expect(sent("UpdateService")).toEqual({ ServiceId: serviceId, EnvironmentName: "release", VersionName: program["versionName"] });
  expect(runs()).toBe(program["versionName"]);
  expect(stack.stored!.id).toBe(serviceId);
  expect(stack.outputs).toEqual({ ...program, apiGatewayUpdateServiceId: serviceId });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.up(program)).toBe("same");
  expect(stack.outputs).toEqual({ ...program, apiGatewayUpdateServiceId: serviceId });
  await stack.destroy();
  expect(actions()).toEqual(["UpdateService"]);
  expect(runs()).not.toBe(second);
});

test("a rejection or a false result leaves nothing in the state", async () => {
  const fixture = emulatorFixture();
  const { stack, program } = fixture;
  expect(await errorMessageOf(stack.up({ ...program, versionName: "other" }))).toContain("ResourceNotFound");
  expect(await errorMessageOf(stack.up({ ...program, environmentName: "test" }))).toContain("UpdateService failed");
  fixture.override = () => ({ Result: false });
  expect(await errorMessageOf(stack.up(program))).toContain("the result is false");
  expect(stack.stored).toBeUndefined();
});

test("it cannot be imported, and the message has a remedy", async () => {
  const { stack, serviceId, actions } = emulatorFixture();
  expect(await errorMessageOf(stack.import(serviceId))).toMatch(
    /^Import failed: quartet:cloud:ApiGatewayUpdateService .*Let the program create it/,
  );
  expect(actions()).toEqual([]);
});
