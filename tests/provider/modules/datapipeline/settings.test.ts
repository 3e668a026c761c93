// Endpoint and credentials of the service: settings, environment, their order, missing values. See docs/modules/datapipeline.md#settings.
import type { Settings } from "../../../../provider/core/gen/types";
import { effectiveSettings } from "../../../../provider/modules/datapipeline/settings";
import { ProviderProcess } from "../../../support/provider-process";
import { line } from "./support";

type Env = Readonly<Record<string, string>>;

const whole = { apiKey: "own-key", apiSecret: "own-secret" };
const variables = { FIVETRAN_APIKEY: "k1", FIVETRAN_API_KEY: "k2", FIVETRAN_APISECRET: "s1", FIVETRAN_API_SECRET: "s2" };
const fresh = { QUARTET_CREDENTIALS: "environment" };
const access = (settings: object, env: Env = {}) => effectiveSettings(settings as Settings, env);

test.each([
  ["settings come first", whole, variables, "own-key:own-secret", "the setting apiKey and the setting apiSecret"],
  ["then the first variable", {}, variables, "k1:s1", "FIVETRAN_APIKEY and FIVETRAN_APISECRET"],
  [
    "an empty text counts as unset",
    { apiKey: "" },
    { ...variables, FIVETRAN_APIKEY: "" },
    "k2:s1",
    "FIVETRAN_API_KEY and FIVETRAN_APISECRET",
  ],
  ["each by itself", { apiKey: "own-key" }, { FIVETRAN_API_SECRET: "s2" }, "own-key:s2", "the setting apiKey and FIVETRAN_API_SECRET"],
  ["in UTF-8, with a colon", { apiKey: "schlüssel", apiSecret: "a:b" }, {}, "schlüssel:a:b"],
  ["QUARTET_CREDENTIALS=environment", whole, { ...variables, ...fresh }, "k1:s1"],
  ["QUARTET_CREDENTIALS without credentials", whole, fresh, "own-key:own-secret"],
])("key and secret: %s", (...[, settings, env, pair, source = expect.any(String)]) => {
  const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  expect(access(settings, env)).toMatchObject({ authorization, source });
});

test("a missing setting is named with its variables, without values", () => {
  const key =
    "no Fivetran API key. Set it with `pulumi config set quartet:apiKey VALUE`, or the environment variable FIVETRAN_APIKEY or FIVETRAN_API_KEY.";
  const secret =
    "no Fivetran API secret. Set it with `pulumi config set --secret quartet:apiSecret`, or the environment variable FIVETRAN_APISECRET or FIVETRAN_API_SECRET.";
  const rejection = (message: string) => expect.objectContaining({ code: "unauthenticated", message });
  expect(() => access({})).toThrow(rejection(`${key}\n${secret}`));
  expect(() => access({ apiSecret: "own-secret" })).toThrow(rejection(key));
  expect(() => access({ apiKey: "own-key" })).toThrow(rejection(secret));
});

test.each([
  [undefined, {}, "https://api.fivetran.com/v1"],
  ["https://own.test/v1", { FIVETRAN_API_URL: "https://env.test/v1", ...fresh }, "https://own.test/v1"],
  [undefined, { FIVETRAN_API_URL: "https://a.test/v1", FIVETRAN_APIURL: "https://b.test/v1" }, "https://a.test/v1"],
  ["", { FIVETRAN_API_URL: "", FIVETRAN_APIURL: "https://b.test/v1" }, "https://b.test/v1"],
  [" http://127.0.0.1:8080/v1/// ", {}, "http://127.0.0.1:8080/v1"],
  [" ", {}, "https://api.fivetran.com/v1"],
])("the address %j, %j is %s", (apiUrl, env, url) => expect(access({ ...whole, apiUrl }, env).url).toBe(url));

test("an address with credentials is rejected, and not quoted", () => {
  const reason = "must not contain a user name or a password. Set apiKey and apiSecret.";
  const message = `Configuration failed: environment variable FIVETRAN_API_URL: ${reason}`;
  const env = { FIVETRAN_API_URL: "https://user:canary-4711@own.test/v1" };
  expect(() => access(whole, env)).toThrow(expect.objectContaining({ code: "failed_precondition", message }));
});

test("the provider validates the address before it is used", async () => {
  const { provider } = new ProviderProcess({ send: line([]).send });
  const { failures } = await provider.checkConfig({ apiUrl: "ftp://x" });
  const reason = expect.stringContaining("expected an http or https URL. Use a URL such as https://api.fivetran.com/v1.");
  expect(failures).toEqual([{ property: "apiUrl", reason }]);
});
