/** Tokens of modules that are missing. */
import { Shop, shopRuntime } from "../../support/fake-module";

test("a module that is missing is an error", async () => {
  const { registry } = shopRuntime(new Shop(), { modules: {} });
  const missing = { code: "failed_precondition", message: expect.stringContaining("shop") as string };
  await expect(registry.function("quartet:shop:getNote")).rejects.toMatchObject(missing);
  await expect(registry.module("constructor")).rejects.toMatchObject({ code: "failed_precondition" });
});
