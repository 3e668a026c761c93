// Endpoint and credentials of the service: settings, environment, their order, missing values. See docs/modules/datapipeline.md#settings.
import type { Settings } from "../../../../provider/core/gen/types";
import { ProviderError } from "../../../../provider/core/errors/errors";
import { Secret, type ValueMap } from "../../../../provider/core/values/value";
import { datapipeline } from "../../../../provider/modules/datapipeline";
import { effectiveSettings } from "../../../../provider/modules/datapipeline/settings";
import { fromJson } from "../../../../provider/plugin/codec";
import { createProvider } from "../../../../provider/provider";
import { failure, line, operation, page, schema } from "./support";

type Env = Readonly<Record<string, string>>;

const whole = { apiKey: "own-key", apiSecret: "own-secret" };
const access = (settings: object, env: Env = {}) => effectiveSettings(settings as Settings, env);
const pair = (settings: object, env: Env = {}): string =>
  Buffer.from(access(settings, env).authorization.replace("Basic ", ""), "base64").toString("utf8");

function rejectionOf(settings: object, env: Env = {}): { code: string; message: string } {
  try {
    access(settings, env);
  } catch (error) {
    if (error instanceof ProviderError) return { code: error.code, message: error.message };
  }
  throw new Error("it was accepted");
}

describe("key and secret", () => {
  const env = { FIVETRAN_APIKEY: "k1", FIVETRAN_API_KEY: "k2", FIVETRAN_APISECRET: "s1", FIVETRAN_API_SECRET: "s2" };

  test.each<[string, object, Env, string]>([
    ["settings come first", whole, env, "own-key:own-secret"],
    ["then the first variable", {}, env, "k1:s1"],
    ["then the second", {}, { FIVETRAN_API_KEY: "k2", FIVETRAN_API_SECRET: "s2" }, "k2:s2"],
    ["an empty text counts as unset", { apiKey: "", apiSecret: "" }, { ...env, FIVETRAN_APIKEY: "" }, "k2:s1"],
    ["each by itself", { apiKey: "own-key" }, env, "own-key:s1"],
    ["in UTF-8, with a colon in the secret", { apiKey: "schlüssel", apiSecret: "a:b" }, {}, "schlüssel:a:b"],
  ])("%s", (_title, settings, variables, expected) => expect(pair(settings, variables)).toBe(expected));

  test("their source is reported", () => {
    expect(access(whole, env).source).toBe("the setting apiKey and the setting apiSecret");
    expect(access({ apiKey: "k" }, { FIVETRAN_API_SECRET: "s" }).source).toBe("the setting apiKey and FIVETRAN_API_SECRET");
    expect(access(whole, { ...env, QUARTET_CREDENTIALS: "environment" }).source).toBe("FIVETRAN_APIKEY and FIVETRAN_APISECRET");
  });

  test("QUARTET_CREDENTIALS=environment: the environment takes precedence, if it has credentials", () => {
    const fresh = { ...env, QUARTET_CREDENTIALS: "environment" };
    expect(pair(whole, fresh)).toBe("k1:s1");
    expect(pair(whole, { QUARTET_CREDENTIALS: "environment" })).toBe("own-key:own-secret");
    expect(pair(whole, { ...env, QUARTET_CREDENTIALS: "program" })).toBe("own-key:own-secret");
    expect(access({ ...whole, apiUrl: "http://own/v1" }, { ...fresh, FIVETRAN_API_URL: "http://env/v1" }).url).toBe("http://own/v1");
  });

  test("a missing setting is named with its variables, without values", () => {
    expect(rejectionOf({})).toEqual({
      code: "unauthenticated",
      message:
        "no Fivetran API key. Set it with `pulumi config set quartet:apiKey VALUE`, or the environment variable FIVETRAN_APIKEY or FIVETRAN_API_KEY.\n" +
        "no Fivetran API secret. Set it with `pulumi config set --secret quartet:apiSecret`, or the environment variable FIVETRAN_APISECRET or FIVETRAN_API_SECRET.",
    });
    const { message } = rejectionOf({ apiSecret: "own-secret" });
    expect(message).toMatch(/^no Fivetran API key\.[^\n]*$/);
    expect(message).not.toContain("own-secret");
    expect(rejectionOf({ apiKey: "own-key" }).message).toMatch(/^no Fivetran API secret\.[^\n]*$/);
  });
});

describe("address", () => {
  test.each<[string, object, Env, string]>([
    ["default", {}, {}, "https://api.fivetran.com/v1"],
    ["setting", { apiUrl: "https://own.test/v1" }, { FIVETRAN_API_URL: "https://env.test/v1" }, "https://own.test/v1"],
    ["first variable", {}, { FIVETRAN_API_URL: "https://a.test/v1", FIVETRAN_APIURL: "https://b.test/v1" }, "https://a.test/v1"],
    ["second variable", { apiUrl: "" }, { FIVETRAN_API_URL: "", FIVETRAN_APIURL: "https://b.test/v1" }, "https://b.test/v1"],
    ["slashes at the end", { apiUrl: "http://127.0.0.1:8080/v1///" }, {}, "http://127.0.0.1:8080/v1"],
    ["no path", { apiUrl: "http://127.0.0.1:8080/" }, {}, "http://127.0.0.1:8080"],
    ["blanks around it", { apiUrl: " https://own.test/v1/ " }, {}, "https://own.test/v1"],
    ["nothing but blanks", { apiUrl: " " }, {}, "https://api.fivetran.com/v1"],
  ])("%s", (_title, settings, env, url) => expect(access({ ...whole, ...settings }, env).url).toBe(url));

  test.each([
    ["ftp://own.test/v1", /expected an http or https URL/],
    ["own.test/v1", /expected an http or https URL/],
    ["https://user:canary-4711@own.test/v1", /must not contain a user name or a password/],
    ["https://own.test/v1?key=canary-4711", /must not contain a query or a fragment/],
    ["https://own.test/v1#canary-4711", /must not contain a query or a fragment/],
  ])("%s is rejected", (apiUrl, reason) => {
    const { code, message } = rejectionOf(whole, { FIVETRAN_API_URL: apiUrl });
    expect([code, message]).toEqual(["failed_precondition", expect.stringMatching(reason)]);
    expect(message).toMatch(/^apiUrl \(FIVETRAN_API_URL, FIVETRAN_APIURL\): /);
    expect(message).not.toContain("canary-4711");
    expect(datapipeline.settings!.properties!["apiUrl"]!.test!(apiUrl)).toMatch(reason);
  });
});

describe("the provider", () => {
  const settings = ["apiKey", "apiSecret", "apiUrl"] as const;
  const modules = { datapipeline: { settings, load: async () => datapipeline } };
  const about = operation();
  const call = { ...about, limit: () => undefined, secondsLeft: () => Infinity, detached: () => about, hasWritten: false };
  const request = { token: "quartet:datapipeline:getRoles", args: {}, preview: false };

  function provided(env: Record<string, string>) {
    const { send, sent } = line([page([])]);
    return { sent, provider: createProvider({ schema, modules, send, env, fromJson }) };
  }

  test("is configured without credentials, and fails at the first call, before any request", async () => {
    const { provider, sent } = provided({});
    await provider.configure({});
    expect(await failure(provider.invoke(request, call))).toMatchObject({ code: "unauthenticated" });
    expect(sent).toEqual([]);
  });

  test("reads its environment once", async () => {
    const env: Record<string, string> = {
      FIVETRAN_APIKEY: "k",
      FIVETRAN_APISECRET: "first-secret",
      FIVETRAN_API_URL: "http://first.test/v1",
    };
    const { provider, sent } = provided(env);
    await provider.configure({});
    await provider.invoke(request, call);
    Object.assign(env, { FIVETRAN_APISECRET: "second-secret", FIVETRAN_API_URL: "http://second.test/v1" });
    await provider.invoke(request, call);
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill("http://first.test/v1/roles?limit=1000"));
    expect(sent[1]!.headers["authorization"]).toBe(`Basic ${Buffer.from("k:first-secret").toString("base64")}`);
  });

  test("accepts settings, and validates the address before it is used", async () => {
    const { provider, sent } = provided({});
    await provider.configure({ apiKey: "k", apiSecret: new Secret("s"), apiUrl: "http://own.test/v1/" });
    await provider.invoke(request, call);
    expect(sent[0]!.url).toBe("http://own.test/v1/roles?limit=1000");
    const news: ValueMap = { apiKey: "k", apiSecret: "some-secret", apiUrl: "ftp://x" };
    const { failures } = await provider.checkConfig(news);
    expect(failures).toEqual([{ property: "apiUrl", reason: expect.stringContaining("expected an http or https URL") }]);
    await expect(provider.configure(news)).rejects.toMatchObject({ code: "invalid_argument" });
  });
});
