/** CheckConfig, DiffConfig and Configure as verbs. See docs/protocol.md#configuration. */
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

  const rejected: [name: string, news: ValueMap, properties: string[]][] = [
    ["the rules of the module for one setting", { servers: "[{},{}]" }, [expect.stringMatching(/^servers/) as unknown as string]],
    ["its rules for several settings, of which a secret text is named in the reason alone", { token: "t", servers: '[{"url":"u"}]' }, [""]],
    ["its rules for a type", { servers: '[{"user":"u"}]' }, ["servers[0].user"]],
  ];

  it.each(rejected)("reports the failure: %s", async (_name, news, properties) => {
    expect((await checkConfig(closed().runtime, news)).failures.map(({ property }) => property)).toEqual(properties);
  });
});

describe("DiffConfig", () => {
  const cases: [name: string, old: ValueMap, news: ValueMap, expected: string[]][] = [
    ["the version", { version: "1.0.0" }, { version: "2.0.0", pluginDownloadURL: "u" }, []],
    ["a member", { server: '{"url":"u"}' }, { server: '{"url":"v"}' }, ["update server.url"]],
    ["what identifies the service", { region: "a" }, { region: "b" }, ["update! region"]],
    ["the same, not known yet: never a replacement", { region: "a" }, { region: unknown }, ["update region"]],
  ];

  it.each(cases)("%s", async (_name, old, news, expected) => {
    const changes = await diffConfig(closed().runtime, old, news, []);
    expect(changes.map(({ kind, path, replaces }) => `${kind}${replaces ? "!" : ""} ${path}`)).toEqual(expected);
  });
});

describe("Configure", () => {
  const settingsOf = async (args: ValueMap): Promise<unknown> => {
    const { shop, runtime } = closed({ A: "1" });
    await configure(runtime, args);
    await invoke(runtime, { token: "quartet:shop:getNote", args: { name: "n" }, preview: false }, newCall().call);
    expect(shop.hosts[0]).toMatchObject({ env: { A: "1" }, version: "1.2.3" });
    return { ...shop.hosts[0]!.settings };
  };

  it("omits unknown settings", async () =>
    expect(await settingsOf({ address: "a", server: { url: unknown } })).toEqual({ address: "a", depth: 2 }));

  it("replaces the configuration before it, and hides its secrets from then on", async () => {
    const { shop, runtime } = closed();
    const run = () => invoke(runtime, { token: "quartet:shop:getNote", args: { name: "n" }, preview: false }, newCall().call);
    await configure(runtime, { token: "first-token" });
    await run();
    await configure(runtime, { token: new Secret("second-token"), server: '{"password":"server-password","url":"https://h:1"}' });
    shop.at("getNote", () => {
      throw new Error("first-token second-token server-password https://h:1");
    });
    await expect(run()).rejects.toMatchObject({ message: "first-token [secret] [secret] https://h:1" });
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
      const run = invoke(runtime, { token: "quartet:shop:getNote", args: { name: "n" }, preview: false }, newCall().call);
      outcomes.push(await run.then(String, ({ message }: Error) => message));
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
