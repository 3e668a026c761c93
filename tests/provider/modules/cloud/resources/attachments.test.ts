/** The attachments of applications, plugins, IP strategies and keys. See docs/modules/cloud.md#application-attachments. */
import { created, rejection, setupOf } from "./setup";

test.each([
  ["binding of an application", "BindApiApp", "UnsupportedOperation.UnsupportedBindEnvironment"],
  ["binding of a plugin", "AttachPlugin", "InvalidParameter.DuplicatePluginConfig"],
  ["binding of a strategy", "BindIPStrategy", "InvalidParameterValue.InvalidEnvStatus"],
  ["binding of a key", "BindSecretIds", "LimitExceeded.AccessKeyCountInUsagePlanLimitExceeded"],
])("a rejected %s is an error, and nothing is stored", async (title, bind, code) => {
  const { stack, program, rejectAction } = setupOf(title);
  rejectAction(bind, code);
  await expect(stack.up(program)).rejects.toThrow(`${bind} failed: ${code}`);
  expect(stack.stored).toBeUndefined();
});

test.each([
  ["binding of a key", "ResourceNotFound.InvalidUsagePlan"],
  ["binding of a strategy", "ResourceNotFound.InvalidIPStrategy"],
])("a new %s whose container is deleted (%s) is not waited for, and its ID is kept", async (title, code) => {
  const fixture = setupOf(title);
  let isBound = false;
  fixture.override = ({ action }) => {
    isBound ||= action.startsWith("Bind");
    return isBound && action.startsWith("Describe") ? rejection(code) : undefined;
  };
  await expect(fixture.stack.up(fixture.program)).rejects.toThrow(code);
  expect(fixture.stack.outputs).toMatchObject(fixture.program);
});

test.each(["key", "plan"])("a key that is not bound any more (%s gone) is no error of its unbinding", async (gone) => {
  const { stack, callAction, emulator, rejectAction, prerequisites } = await created("binding of a key");
  callAction("UnBindSecretIds", { UsagePlanId: prerequisites.planId, AccessKeyIds: [prerequisites.keyIds[0]] });
  if (gone === "plan") emulator.gateway.plans.clear();
  rejectAction("UnBindSecretIds", "UnsupportedOperation.RequestPostError");
  await expect(stack.destroy()).resolves.toBeUndefined();
});

test("the removal of a key is waited for", async () => {
  const { stack, actions, emulator } = await created("binding of a key");
  emulator.gateway.delays.unbind = 300;
  await stack.destroy();
  expect(actions().length).toBeGreaterThan(2);
});

test("a key that does not exist, or is disabled, is not bound", async () => {
  const { stack, emulator, program, prerequisites, actions } = setupOf("binding of a key");
  await expect(stack.up({ ...program, apiKeyId: "AKIDmissing" })).rejects.toThrow(/key AKID\w+ does not exist/);
  expect(actions()).not.toContain("BindSecretIds");
  emulator.gateway.keys.get(prerequisites.keyIds[0])!.enabled = false;
  await expect(stack.up(program)).rejects.toThrow(/UnsupportedOperation.InvalidStatus.*\nThe key is disabled\. Set `status`/s);
  emulator.gateway.plans.clear();
  await expect(stack.up(program)).rejects.toThrow("ResourceNotFound.InvalidUsagePlan");
});

test.each(["plugin", "strategy"])("an environment that is not published is rejected for a %s, with a remedy", async (name) => {
  const { stack, program } = setupOf(`binding of a ${name}`);
  await expect(stack.up({ ...program, environmentName: "prepub" })).rejects.toThrow(
    /InvalidParameterValue\.InvalidEnvStatus[^]*Let the resource depend on the ApiGatewayServiceRelease/,
  );
});
