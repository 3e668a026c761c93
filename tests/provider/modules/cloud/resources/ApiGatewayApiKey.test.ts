/** API keys: separate requests enable and disable a key; only a disabled one can be deleted. See docs/modules/cloud.md#api-keys. */
import { created } from "./setup";

test("the secret of a key that the service makes is not an input after an import", async () => {
  const { stack, id, program } = await created("key that the service makes");
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
});

test("a disabled key that another writer has enabled is disabled before it is deleted", async () => {
  const { stack, actions, emulator, id } = await created("key that the service makes");
  emulator.gateway.keys.get(id)!.enabled = true;
  await stack.destroy();
  expect(actions()).toEqual(["DeleteApiKey", "DisableApiKey", "DeleteApiKey"]);
});

test("a key that another writer has disabled stays disabled if its deletion is rejected", async () => {
  const { stack, callAction, rejectAction, actions, emulator, id } = await created("key of the program's own", { status: "on" });
  callAction("DisableApiKey", { AccessKeyId: id });
  rejectAction("DeleteApiKey", "FailedOperation");
  await expect(stack.destroy()).rejects.toThrow("DeleteApiKey failed: FailedOperation");
  expect(actions()).not.toContain("EnableApiKey");
  expect(emulator.gateway.keys.get(id)!.enabled).toBe(false);
});

test("a key that an operator disabled stays disabled over two rotations of its secret", async () => {
  const { stack, program, callAction, actions, emulator, id } = await created("key of the program's own", { status: undefined });
  callAction("DisableApiKey", { AccessKeyId: id });
  for (const accessKeySecret of ["another_secret_71", "another_secret_72"])
    expect(await stack.up({ ...program, accessKeySecret })).toBe("update");
  expect(actions().filter((action) => !action.startsWith("Describe"))).toEqual(["UpdateApiKey", "UpdateApiKey"]);
  expect(emulator.gateway.keys.get(id)).toMatchObject({ enabled: false, secret: "another_secret_72" });
});
