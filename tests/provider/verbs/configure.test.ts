/** CheckConfig, DiffConfig and Configure as verbs. See docs/protocol.md#configuration. */
import type { ModuleConfiguration } from "../../../provider/contract/context";
import type { ValueMap } from "../../../provider/core/values/value";
import { Secret, unknown } from "../../../provider/core/values/value";
import { checkConfig, configure, diffConfig } from "../../../provider/verbs/configure";
import type { Runtime } from "../../../provider/verbs/runtime";
import { invoke } from "../../../provider/verbs/invoke";
import { newCall, Shop, shopRuntime } from "../../support/fake-module";
import { shown } from "../../support/values";

const closed = (env: Record<string, string> = {}): { shop: Shop; runtime: Runtime } => {
  const shop = new Shop();
  return { shop, runtime: shopRuntime(shop, { env }) };
};

describe("CheckConfig", () => {
  it("omits the engine's own key", async () => {
    expect(shown((await checkConfig(closed().runtime, { version: "1", __internal: { a: 1 } })).inputs)).toBe(shown({ version: "1" }));
  });

  it.each<[what: string, news: ValueMap, property: string]>([
    ["one setting", { servers: "[{},{}]" }, "servers[1]"],
    ["several settings, of which a secret text is named in the reason alone", { token: "t", servers: '[{"url":"u"}]' }, ""],
    ["a type", { servers: '[{"user":"u"}]' }, "servers[0].user"],
  ])("reports a failure of the rules of the module for %s", async (_what, news, property) => {
    expect((await checkConfig(closed().runtime, news)).failures).toMatchObject([{ property }]);
  });
});

describe("DiffConfig", () => {
  it("names changed members, and replaces what identifies the service, unless it is not known yet", async () => {
    const old: ValueMap = { version: "1.0.0", server: '{"url":"u"}', region: "a" };
    const changes = async (news: ValueMap): Promise<string[]> =>
      (await diffConfig(closed().runtime, old, { ...old, ...news }, [])).map(({ path, replaces }) => `${path} ${replaces}`);
    const news = { version: "2.0.0", pluginDownloadURL: "u", server: '{"url":"v"}', region: "b" };
    expect([await changes(news), await changes({ region: unknown })]).toEqual([["region true", "server.url false"], ["region false"]]);
  });
});

describe("Configure", () => {
  const run = (runtime: Runtime) => invoke(runtime, { token: "quartet:shop:getNote", args: { name: "n" }, preview: false }, newCall().call);

  it("passes environment, version and known settings to the module", async () => {
    const { shop, runtime } = closed({ A: "1" });
    await configure(runtime, { address: "a", server: { url: unknown } });
    await run(runtime);
    const [{ settings, ...host }] = shop.hosts as [ModuleConfiguration];
    expect([{ ...settings }, host]).toMatchObject([
      { address: "a", depth: 2 },
      { env: { A: "1" }, version: "1.2.3" },
    ]);
    expect(settings).not.toHaveProperty("server");
  });

  it("replaces the configuration before it, and hides its secrets from then on", async () => {
    const { shop, runtime } = closed();
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
    const { shop, runtime } = closed();
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
    const runtime = shopRuntime(new Shop(), { modules: { shop: { settings: ["token" as never], load } } });
    await configure(runtime, { version: "1", address: "a" });
    await checkConfig(runtime, {});
    expect(load).not.toHaveBeenCalled();
  });
});
