// The effective settings: derived values, and errors of variables; variables.test.ts has the order of sources. See docs/modules/eventrouting.md#settings.
import type { Settings } from "../../../../provider/core/gen/types";
import { ruleViolations } from "../../../../provider/core/validate/value-rules";
import type { Environment } from "../../../../provider/core/schema/environment";
import { effectiveSettings, settingRules } from "../../../../provider/modules/eventrouting/settings";

const of = (settings: Record<string, unknown> = {}, env: Environment = {}) => effectiveSettings(settings as Settings, env);

const violationOf = (name: string, value: string | string[]) => ruleViolations(settingRules.properties![name]!, value)[0]?.reason;

test("delegates are a JSON array or a comma-separated list", () => {
  const name = "GOOGLE_IMPERSONATE_SERVICE_ACCOUNT_DELEGATES";
  const delegates = (own?: string[], text?: string) =>
    of({ googleImpersonateServiceAccountDelegates: own }, text === undefined ? {} : { [name]: text })
      .googleImpersonateServiceAccountDelegates;
  expect(delegates()).toEqual([]);
  for (const text of ['["a@x", "b@x"]', " a@x , ,b@x"]) expect(delegates([], text)).toEqual(["a@x", "b@x"]);
  expect(delegates(["own@x"], "a@x")).toEqual(["own@x"]);
  for (const bad of ["[1]", '{"a":1}', '["a@x"']) expect(() => delegates([], bad)).toThrow(`${name}: expected a JSON array`);
  expect(() => delegates([], "a@x,projects/p/serviceAccounts/b@x")).toThrow("expected the email of a service account");
});

test("scopes have no variable", () => {
  expect(of({ googleScopes: [] }).googleScopes).toEqual(["https://www.googleapis.com/auth/cloud-platform"]);
  expect(of({ googleScopes: ["a", "b"] }).googleScopes).toEqual(["a", "b"]);
});

test("the override is false by default", () => {
  const override = (word?: string, own?: boolean) =>
    of({ googleUserProjectOverride: own }, { USER_PROJECT_OVERRIDE: word }).googleUserProjectOverride;
  expect([override(), override("1"), override("1", false)]).toEqual([false, true, false]);
});

test("URLs lose slashes, base URLs their version, too", () => {
  const own = {
    googleTokenUrl: "https://a.example/v1/",
    googleIamCredentialsUrl: "https://b.example/v1/",
    eventApiUrl: "https://c.example/x/v1",
  };
  expect(of(own)).toMatchObject({
    googleTokenUrl: "https://a.example/v1",
    googleIamCredentialsUrl: "https://b.example",
    eventApiUrl: "https://c.example/x",
    hasOwnApi: true,
  });
  expect(of({ eventApiUrl: "https://eventarc.googleapis.com/v1/" })).toMatchObject({
    eventApiUrl: "https://eventarc.googleapis.com",
    hasOwnApi: false,
  });
});

test.each([
  ["take precedence together", { GOOGLE_CREDENTIALS: "new.json" }, { googleCredentials: "new.json", googleAccessToken: undefined }],
  ["may be a file", { GOOGLE_APPLICATION_CREDENTIALS: "/a" }, { googleCredentials: undefined, googleAccessToken: undefined }],
  ["may be a token", { GOOGLE_OAUTH_ACCESS_TOKEN: "new" }, { googleCredentials: undefined, googleAccessToken: "new" }],
  ["may be absent: those of the settings are used", {}, { googleCredentials: "old.json", googleAccessToken: "stale" }],
])("QUARTET_CREDENTIALS=environment: credentials of the environment %s; other settings stay", (_title, env, expected) => {
  const stale = { googleAccessToken: "stale", googleCredentials: "old.json", googleProject: "own" };
  const found = of(stale, { ...env, QUARTET_CREDENTIALS: "environment", GOOGLE_PROJECT: "env" });
  const { googleCredentials, googleAccessToken, googleProject } = found;
  expect({ googleCredentials, googleAccessToken, googleProject }).toEqual({ ...expected, googleProject: "own" });
});

test("a variable is named; credentials are validated by the first call, not here", () => {
  const name = "GOOGLE_EVENTARC_CUSTOM_ENDPOINT";
  expect(() => of({}, { [name]: "http://x.example" })).toThrow(`${name}: expected https`);
  for (const own of ["googleCredentials", "googleAccessToken"]) expect(settingRules.properties).not.toHaveProperty(own);
});

test.each([
  ["eventApiUrl", "http://127.0.0.1:1", "http://x.example"],
  ["googleTokenUrl", "http://127.0.0.1:1", "http://x.example"],
  ["googleIamCredentialsUrl", "http://127.0.0.1:1", "http://x.example"],
  ["googleImpersonateServiceAccount", "a@p.iam.gserviceaccount.com", "projects/-/serviceAccounts/a@x"],
  ["googleImpersonateServiceAccountDelegates", ["a@x", "projects/-/serviceAccounts/a@x"], ["a@x", "a b"]],
  ["googleScopes", ["https://x/y"], ["a b"]],
  ["googleBillingProject", "p-1", "p\n"],
  ["googleAppendUserAgent", "tool/1.0 (x)", "a\r\nb"],
])("the rule of %s", (name, good, bad) => {
  expect(violationOf(name, good)).toBeUndefined();
  expect(violationOf(name, bad)).toBeDefined();
});
