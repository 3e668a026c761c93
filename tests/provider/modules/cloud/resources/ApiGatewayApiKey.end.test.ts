/** API keys: missing, deleted, rejected. See docs/modules/cloud.md#api-keys. */
import { auto, emulatorFixture, createFixture, manual } from "./key-setup";
import { errorMessageOf } from "./setup";

describe("delete of a disabled key", () => {
  test("does not disable it again", async () => {
    const { stack, actions, gateway } = await createFixture(auto);
    await stack.destroy();
    expect(actions()).toEqual(["DeleteApiKey"]);
    expect(gateway.keys.size).toBe(0);
  });

  test("disables it when another writer has enabled it", async () => {
    const { stack, actions, key, gateway } = await createFixture(auto);
    key().enabled = true;
    await stack.destroy();
    expect(actions()).toEqual(["DeleteApiKey", "DisableApiKey", "DeleteApiKey"]);
    expect(gateway.keys.size).toBe(0);
  });
});

test("an ID of two parts is invalid", async () => {
  const { stack, calls } = emulatorFixture();
  expect(await errorMessageOf(stack.import("a#b"))).toContain("expected <accessKeyId>, for example AKID");
  expect(calls).toEqual([]);
});

test.each([
  [{ accessKeyType: "manual" }, ["accessKeyId | required for accessKeyType manual", "accessKeySecret | required for accessKeyType manual"]],
  [
    { accessKeyId: "partner_b_key" },
    [
      "accessKeyId | can be set for accessKeyType manual only; the service generates it for auto. Remove it, or set accessKeyType to manual.",
    ],
  ],
  [
    { accessKeySecret: "b7d0f4c92e6a41f8" },
    [
      "accessKeySecret | can be set for accessKeyType manual only; the service generates it for auto. Remove it, or set accessKeyType to manual.",
    ],
  ],
  [{ ...manual, accessKeyId: "a-b" }, ["accessKeyId | expected 5 to 50 letters, digits or underscores"]],
  [{ ...manual, accessKeySecret: "short" }, ["accessKeySecret | expected 10 to 50 letters, digits or underscores"]],
  [{ secretName: "", status: "ON" }, ["secretName | must not be empty", "status | expected on or off"]],
])("check: %j", async (other, expectedTexts) => {
  const { stack, calls } = emulatorFixture();
  const reported = (await errorMessageOf(stack.up({ secretName: "ci", ...other }))).split("\n");
  // A failure of a secret has no property, because the engine shows the value of the property beside it.
  const lines = reported.map((line) => line.replace(/; did you mean.*/, "").replace(/^ \| (\w+): /, "$1 | "));
  expect(lines.sort()).toEqual([...expectedTexts].sort());
  expect(calls).toEqual([]);
});
