/** CheckConfig, DiffConfig and Configure as verbs. See docs/protocol.md#configuration. */
import { Secret, unknown, type ValueMap } from "../../../provider/core/values/value";
import { checkConfig, configure, diffConfig } from "../../../provider/verbs/configure";
import type { Runtime } from "../../../provider/verbs/runtime";
import { invoke } from "../../../provider/verbs/invoke";
import { closedShop, newCall } from "../../support/fake-module";

it.each<[what: string, news: ValueMap, property: string]>([
  ["several settings, of which a secret text is named in the reason alone", { token: "t", servers: '[{"url":"u"}]' }, ""],
  ["a type", { servers: '[{"user":"u"}]' }, "servers[0].user"],
])("CheckConfig reports a failure of the rules of the module for %s", async (_what, news, property) => {
  expect((await checkConfig(closedShop().runtime, news)).failures).toMatchObject([{ property }]);
});

it("DiffConfig names changed members, and replaces what identifies the service, unless it is not known yet", async () => {
  const old: ValueMap = { version: "1.0.0", server: '{"url":"u"}', region: "a" };
  const changes = async (news: ValueMap) =>
    (await diffConfig(closedShop().runtime, old, { ...old, ...news }, [])).map(({ path, replaces }) => `${path} ${replaces}`);
  const news = { version: "2.0.0", pluginDownloadURL: "u", server: '{"url":"v"}', region: "b" };
  expect([await changes(news), await changes({ region: unknown })]).toEqual([["region true", "server.url false"], ["region false"]]);
});

describe("Configure", () => {
  const run = (runtime: Runtime) => invoke(runtime, { token: "quartet:shop:getNote", args: { name: "n" }, preview: false }, newCall().call);

  it("replaces the configuration before it, and hides its secrets from then on", async () => {
    const { shop, runtime } = closedShop();
    await configure(runtime, { token: "first-token" });
    await run(runtime);
    await configure(runtime, { token: new Secret("second-token"), server: '{"password":"server-password","url":"https://h:1"}' });
    shop.at("getNote", () => {
      throw new Error("first-token second-token server-password https://h:1");
    });
    await expect(run(runtime)).rejects.toMatchObject({ message: "first-token [secret] [secret] https://h:1" });
    expect(shop.hosts.map(({ settings }) => (settings as { token?: string }).token)).toEqual(["first-token", "second-token"]);
  });

  it("hides the members of a block that are secrets by their type or by a mark", async () => {
    const { shop, runtime } = closedShop();
    const forms: ValueMap[] = [
      { relay: '{"url":"https://h:1/shop","user":"relay-user","password":"relay-password"}' },
      { relay: new Secret({ url: "https://h:1/shop", user: "relay-user", password: "relay-password" }) },
      { relay: { url: "https://h:1/shop", user: new Secret("relay-user"), password: "relay-password" } },
    ];
    const outcomes: string[] = [];
    for (const form of forms) {
      await configure(runtime, form);
      shop.at("getNote", () => {
        throw new Error("relay-password of relay-user at https://h:1/shop");
      });
      outcomes.push(await run(runtime).then(String, ({ message }: Error) => message));
    }
    expect(outcomes).toEqual([
      "[secret] of relay-user at https://h:1/shop",
      "[secret] of relay-user at https://h:1/shop",
      "[secret] of [secret] at https://h:1/shop",
    ]);
  });

  it("loads no module whose settings are not given", async () => {
    const load = jest.fn();
    const { runtime } = closedShop({ modules: { shop: { settings: ["token" as never], load } } });
    await configure(runtime, { version: "1", address: "a" });
    await checkConfig(runtime, {});
    expect(load).not.toHaveBeenCalled();
  });
});

it("a module that is missing is an error", async () => {
  const { registry } = closedShop({ modules: {} }).runtime;
  const missing = { code: "failed_precondition", message: expect.stringContaining("shop") };
  await expect(registry.function("quartet:shop:getNote")).rejects.toMatchObject(missing);
  await expect(registry.module("constructor")).rejects.toMatchObject({ code: "failed_precondition" });
});
