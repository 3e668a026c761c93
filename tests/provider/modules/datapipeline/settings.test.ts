// Endpoint and credentials of the service: settings, environment, their order, missing values. See docs/modules/datapipeline.md#settings.
import type { Settings } from "../../../../provider/core/gen/types";
import { ProviderError } from "../../../../provider/core/errors/errors";
import { effectiveSettings } from "../../../../provider/modules/datapipeline/settings";
import { ProviderProcess } from "../../../support/provider-process";
import { line, page } from "./support";

type Env = Readonly<Record<string, string>>;

const whole = { apiKey: "own-key", apiSecret: "own-secret" };
const variables = { FIVETRAN_APIKEY: "k1", FIVETRAN_API_KEY: "k2", FIVETRAN_APISECRET: "s1", FIVETRAN_API_SECRET: "s2" };
const fresh = { QUARTET_CREDENTIALS: "environment" };
const access = (settings: object, env: Env = {}) => effectiveSettings(settings as Settings, env);

function rejectionOf(settings: object, env: Env = {}): { code: string; message: string } {
  try {
    access(settings, env);
  } catch (error) {
    if (error instanceof ProviderError) return { code: error.code, message: error.message };
  }
  throw new Error("it was accepted");
}

test.each([
  ["settings come first", whole, variables, "own-key:own-secret", "the setting apiKey and the setting apiSecret"],
  ["then the first variable", {}, variables, "k1:s1", "FIVETRAN_APIKEY and FIVETRAN_APISECRET"],
  [
    "an empty text counts as unset",
    { apiKey: "", apiSecret: "" },
    { ...variables, FIVETRAN_APIKEY: "" },
    "k2:s1",
    "FIVETRAN_API_KEY and FIVETRAN_APISECRET",
  ],
  ["each by itself", { apiKey: "own-key" }, { FIVETRAN_API_SECRET: "s2" }, "own-key:s2", "the setting apiKey and FIVETRAN_API_SECRET"],
  [
    "in UTF-8, with a colon",
    { apiKey: "schlüssel", apiSecret: "a:b" },
    {},
    "schlüssel:a:b",
    "the setting apiKey and the setting apiSecret",
  ],
  ["QUARTET_CREDENTIALS=environment", whole, { ...variables, ...fresh }, "k1:s1", "FIVETRAN_APIKEY and FIVETRAN_APISECRET"],
  ["QUARTET_CREDENTIALS without credentials", whole, fresh, "own-key:own-secret", "the setting apiKey and the setting apiSecret"],
])("key and secret: %s", (...[, settings, env, pair, source]) => {
  const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  expect(access(settings, env)).toMatchObject({ authorization, source });
});

test("a missing setting is named with its variables, without values", () => {
  const key =
    "no Fivetran API key. Set it with `pulumi config set quartet:apiKey VALUE`, or the environment variable FIVETRAN_APIKEY or FIVETRAN_API_KEY.";
  const secret =
    "no Fivetran API secret. Set it with `pulumi config set --secret quartet:apiSecret`, or the environment variable FIVETRAN_APISECRET or FIVETRAN_API_SECRET.";
  expect(rejectionOf({})).toEqual({ code: "unauthenticated", message: `${key}\n${secret}` });
  expect(rejectionOf({ apiSecret: "own-secret" }).message).toBe(key);
  expect(rejectionOf({ apiKey: "own-key" }).message).toBe(secret);
});

test.each([
  [undefined, {}, "https://api.fivetran.com/v1"],
  ["https://own.test/v1", { FIVETRAN_API_URL: "https://env.test/v1", ...fresh }, "https://own.test/v1"],
  [undefined, { FIVETRAN_API_URL: "https://a.test/v1", FIVETRAN_APIURL: "https://b.test/v1" }, "https://a.test/v1"],
  ["", { FIVETRAN_API_URL: "", FIVETRAN_APIURL: "https://b.test/v1" }, "https://b.test/v1"],
  [" http://127.0.0.1:8080/v1/// ", {}, "http://127.0.0.1:8080/v1"],
  ["http://127.0.0.1:8080/", {}, "http://127.0.0.1:8080"],
  [" ", {}, "https://api.fivetran.com/v1"],
])("the address %j, %j is %s", (apiUrl, env, url) => expect(access({ ...whole, apiUrl }, env).url).toBe(url));

test.each([
  ["own.test/v1", /expected an http or https URL/],
  ["https://user:canary-4711@own.test/v1", /must not contain a user name or a password/],
  ["https://own.test/v1?key=canary-4711", /must not contain a query or a fragment/],
  ["https://own.test/v1#canary-4711", /must not contain a query or a fragment/],
])("the address %s is rejected", (apiUrl, reason) => {
  const { code, message } = rejectionOf(whole, { FIVETRAN_API_URL: apiUrl });
  expect(code).toBe("failed_precondition");
  expect(message).toMatch(/^Configuration failed: environment variable FIVETRAN_API_URL: /);
  expect(message).toMatch(reason);
  expect(message).not.toContain("canary-4711");
});

test("the provider validates the address before it is used", async () => {
  const { send } = line([page([])]);
  const { provider } = new ProviderProcess({ send });
  const news = { apiKey: "k", apiSecret: "some-secret", apiUrl: "ftp://x" };
  const { failures } = await provider.checkConfig(news);
  expect(failures).toEqual([{ property: "apiUrl", reason: expect.stringContaining("expected an http or https URL") }]);
  await expect(provider.configure(news)).rejects.toMatchObject({ code: "invalid_argument" });
});
