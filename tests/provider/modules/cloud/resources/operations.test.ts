/** The resources that do something once. See docs/modules/cloud.md#application-key-updates and docs/modules/cloud.md#service-updates. */
import { setupOf } from "./setup";

test.each(["switch of a version", "change of an application's key", "import of a document"])(
  "%s: cannot be imported, and the message has a remedy",
  async (title) => {
    const { stack, sample, prerequisites, calls } = setupOf(title);
    await expect(stack.import(prerequisites.serviceId)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(new RegExp(`^Import failed: ${sample.token} .*[Ll]et the program`)),
    });
    expect(calls).toEqual([]);
  },
);

test("a change of a key that fails creates nothing and never shows the key", async () => {
  const { stack, program, respond, recover, emulator } = setupOf("change of an application's key");
  const key = String(program["apiAppKey"]);
  respond("UpdateApiAppKey", { Error: { Code: "InvalidParameter.FormatError", Message: `The key ${key} is wrong.` } });
  await expect(stack.up(program)).rejects.toThrow(new RegExp(`^(?!.*${key}).*UpdateApiAppKey failed: InvalidParameter.FormatError`, "s"));
  recover();
  emulator.gateway.apps.clear();
  await expect(stack.up(program)).rejects.toThrow("ResourceNotFound.InvalidApiApp");
  expect(stack.stored).toBeUndefined();
});
