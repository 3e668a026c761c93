/** Tokens, modules and the effective configuration. */
import { newCall, openShop, Shop, shopRuntime, shopModule } from "../../support/fake-module";

describe("a module", () => {
  it("is loaded once, with its first token", async () => {
    const load = jest.fn(async () => shopModule(new Shop()));
    const runtime = shopRuntime(new Shop(), { modules: { shop: { settings: [], load } } });
    expect(load).not.toHaveBeenCalled();
    const [one, other] = await Promise.all([
      runtime.registry.function("quartet:shop:getNote"),
      runtime.registry.resource("quartet:shop:Note"),
    ]);
    expect(one.module).toBe(other.module);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("that is missing is an error", async () => {
    const runtime = shopRuntime(new Shop(), { modules: {} });
    await expect(runtime.registry.function("quartet:shop:getNote")).rejects.toMatchObject({
      code: "failed_precondition",
      message: expect.stringContaining("shop") as string,
    });
    await expect(runtime.registry.module("constructor")).rejects.toMatchObject({ code: "failed_precondition" });
  });

  it("is connected once for each configuration, and creates a client for each operation", async () => {
    const { shop, runtime } = openShop();
    const module = await runtime.registry.module("shop");
    const { call } = newCall();
    const one = runtime.configuration.client(module, { a: 1 }, call);
    const other = runtime.configuration.client(module, { a: 2 }, call);
    expect(one).toMatchObject({ inputs: { a: 1 }, operation: call });
    expect(other).toMatchObject({ inputs: { a: 2 } });
    expect(shop.hosts).toHaveLength(1);
    runtime.configure({ settings: {}, secrets: new Set() });
    runtime.configuration.client(module, {}, call);
    expect(shop.hosts).toHaveLength(2);
  });
});
