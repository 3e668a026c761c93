/** The resources that do something once. See docs/modules/cloud.md#application-key-updates and docs/modules/cloud.md#service-updates. */
import { errorMessageOf, setupOf } from "./setup";

test.each(["switch of a version", "change of an application's key", "import of a document"])(
  "%s: cannot be imported, and the message has a remedy",
  async (title) => {
    const { stack, sample, prerequisites, calls } = setupOf(title);
    await expect(stack.import(prerequisites.serviceId)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(new RegExp(`^Import failed: ${sample.type} .*[Ll]et the program`)),
    });
    expect(calls).toEqual([]);
  },
);

test("a change of a key that fails creates nothing and never shows the key", async () => {
  const { stack, program, respond, recover, emulator } = setupOf("change of an application's key");
  const key = String(program["apiAppKey"]);
  respond("UpdateApiAppKey", { Error: { Code: "InvalidParameter.FormatError", Message: `The key ${key} is wrong.` } });
  const text = await errorMessageOf(stack.up(program));
  expect(text).toContain("UpdateApiAppKey failed: InvalidParameter.FormatError");
  expect(text).not.toContain(key);
  recover();
  emulator.gateway.apps.clear();
  expect(await errorMessageOf(stack.up(program))).toContain("ResourceNotFound.InvalidApiApp");
  expect(stack.stored).toBeUndefined();
});
