// The effective settings: the order of sources, derived values, and errors of variables. See docs/modules/eventrouting.md#settings.
import { hasCode, type ProviderError } from "../../../../provider/core/errors/errors";
import type { Settings } from "../../../../provider/core/gen/types";
import { ruleViolations } from "../../../../provider/core/validate/value-rules";
import type { GoogleEnvironment } from "../../../../provider/modules/eventrouting/env";
import { effectiveSettings, settingRules, type EffectiveSettings } from "../../../../provider/modules/eventrouting/settings";

type Plain = Record<string, unknown>;

const of = (settings: Plain = {}, env: GoogleEnvironment = {}): EffectiveSettings => effectiveSettings(settings as Settings, env);

function rejectionOf(env: GoogleEnvironment): string {
  try {
    of({}, env);
  } catch (error) {
    expect(hasCode(error, "failed_precondition")).toBe(true);
    return (error as ProviderError).message;
  }
  throw new Error("it was accepted");
}

const violationOf = (name: string, value: string | string[]): string | undefined =>
  ruleViolations(settingRules.properties![name]!, value)[0]?.reason;

describe("settings with a variable", () => {
  const rows: [keyof EffectiveSettings, string[], unknown, string, string][] = [
    ["googleProject", ["GOOGLE_PROJECT", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"], undefined, "own", "env"],
    ["googleLocation", ["GOOGLE_REGION", "GCLOUD_REGION", "CLOUDSDK_COMPUTE_REGION"], undefined, "own", "env"],
    ["googleCredentials", ["GOOGLE_CREDENTIALS"], undefined, "own", "env"],
    ["googleAccessToken", ["GOOGLE_OAUTH_ACCESS_TOKEN"], undefined, "own", "env"],
    ["googleImpersonateServiceAccount", ["GOOGLE_IMPERSONATE_SERVICE_ACCOUNT"], undefined, "own@x", "env@x"],
    ["googleBillingProject", ["GOOGLE_BILLING_PROJECT"], undefined, "own", "env"],
    ["googleAppendUserAgent", ["GOOGLE_APPEND_USER_AGENT"], undefined, "own/1 (x)", "env/1"],
    [
      "googleTokenUrl",
      ["QUARTET_GOOGLE_TOKEN_URL"],
      "https://oauth2.googleapis.com/token",
      "https://own.example/t",
      "https://env.example/t",
    ],
    [
      "googleIamCredentialsUrl",
      ["GOOGLE_IAM_CREDENTIALS_CUSTOM_ENDPOINT"],
      "https://iamcredentials.googleapis.com",
      "https://own.example",
      "https://env.example",
    ],
    ["eventApiUrl", ["GOOGLE_EVENTARC_CUSTOM_ENDPOINT"], "https://eventarc.googleapis.com", "https://own.example", "https://env.example"],
  ];

  test.each(rows)("%s", (...[name, variables, fallback, own, other]) => {
    expect(of()[name]).toBe(fallback);
    for (const variable of variables) expect(of({}, { [variable]: other })[name]).toBe(other);
    const all = Object.fromEntries(variables.map((variable, n) => [variable, n === 0 ? other : "https://later.example"]));
    expect(of({}, all)[name]).toBe(other);
    expect(of({ [name]: own }, all)[name]).toBe(own);
    expect(of({ [name]: "" }, all)[name]).toBe(other);
    expect(of({}, { [variables[0]!]: "" })[name]).toBe(fallback);
  });

  test("an earlier variable takes precedence over a later one, and an empty one is ignored", () => {
    expect(of({}, { GCLOUD_PROJECT: "third", GOOGLE_CLOUD_PROJECT: "second" }).googleProject).toBe("second");
    expect(of({}, { GOOGLE_PROJECT: "", GCLOUD_PROJECT: "third" }).googleProject).toBe("third");
  });

  test("delegates are a JSON array or a comma-separated list", () => {
    const name = "GOOGLE_IMPERSONATE_SERVICE_ACCOUNT_DELEGATES";
    expect(of().googleImpersonateServiceAccountDelegates).toEqual([]);
    expect(of({}, { [name]: '["a@x", "b@x"]' }).googleImpersonateServiceAccountDelegates).toEqual(["a@x", "b@x"]);
    expect(of({}, { [name]: " a@x , ,b@x" }).googleImpersonateServiceAccountDelegates).toEqual(["a@x", "b@x"]);
    expect(of({ googleImpersonateServiceAccountDelegates: ["own@x"] }, { [name]: "a@x" }).googleImpersonateServiceAccountDelegates).toEqual(
      ["own@x"],
    );
    expect(of({ googleImpersonateServiceAccountDelegates: [] }, { [name]: "a@x" }).googleImpersonateServiceAccountDelegates).toEqual([
      "a@x",
    ]);
    for (const bad of ["[1]", '{"a":1}', '["a@x"']) expect(rejectionOf({ [name]: bad })).toContain(`${name}: expected a JSON array`);
    expect(rejectionOf({ [name]: "a@x,projects/p/serviceAccounts/b@x" })).toContain("expected the email of a service account");
  });

  test("scopes have no variable", () => {
    expect(of().googleScopes).toEqual(["https://www.googleapis.com/auth/cloud-platform"]);
    expect(of({ googleScopes: [] }).googleScopes).toEqual(["https://www.googleapis.com/auth/cloud-platform"]);
    expect(of({ googleScopes: ["a", "b"] }).googleScopes).toEqual(["a", "b"]);
  });

  test("the override accepts the values of the vendor's tools", () => {
    expect(of().googleUserProjectOverride).toBe(false);
    for (const word of ["1", "t", "T", "true", "TRUE", "True"])
      expect(of({}, { USER_PROJECT_OVERRIDE: word }).googleUserProjectOverride).toBe(true);
    for (const word of ["0", "f", "F", "false", "FALSE", "False", ""])
      expect(of({}, { USER_PROJECT_OVERRIDE: word }).googleUserProjectOverride).toBe(false);
    expect(of({ googleUserProjectOverride: false }, { USER_PROJECT_OVERRIDE: "1" }).googleUserProjectOverride).toBe(false);
    expect(rejectionOf({ USER_PROJECT_OVERRIDE: "yes" })).toBe(
      "Configuration failed: environment variable USER_PROJECT_OVERRIDE: expected true or false.",
    );
  });
});

describe("derived values", () => {
  test("URLs lose slashes, base URLs their version, too", () => {
    const own = {
      googleTokenUrl: "https://a.example/token/",
      googleIamCredentialsUrl: "https://b.example/v1/",
      eventApiUrl: "https://c.example/x/v1",
    };
    expect(of(own)).toMatchObject({
      googleTokenUrl: "https://a.example/token",
      googleIamCredentialsUrl: "https://b.example",
      eventApiUrl: "https://c.example/x",
      hasOwnApi: true,
    });
    expect(of({ googleTokenUrl: "https://a.example/v1" }).googleTokenUrl).toBe("https://a.example/v1");
    expect(of({ eventApiUrl: "https://eventarc.googleapis.com/v1/" })).toMatchObject({
      eventApiUrl: "https://eventarc.googleapis.com",
      hasOwnApi: false,
    });
  });

  test("the source of credentials has a name", () => {
    expect(of({ googleCredentials: "x" }, { GOOGLE_OAUTH_ACCESS_TOKEN: "y" }).origins).toEqual({
      googleCredentials: "googleCredentials",
      googleAccessToken: "GOOGLE_OAUTH_ACCESS_TOKEN",
    });
  });
});

describe("QUARTET_CREDENTIALS=environment", () => {
  const env = { QUARTET_CREDENTIALS: "environment" };
  const stale = { googleAccessToken: "stale", googleCredentials: "old.json", googleProject: "own" };

  test("credentials of the environment take precedence together, other settings stay", () => {
    const found = of(stale, { ...env, GOOGLE_CREDENTIALS: "new.json", GOOGLE_PROJECT: "env" });
    expect(found).toMatchObject({ googleCredentials: "new.json", googleProject: "own" });
    expect(found.googleAccessToken).toBeUndefined();
    const byFile = of(stale, { ...env, GOOGLE_APPLICATION_CREDENTIALS: "/adc.json" });
    expect([byFile.googleCredentials, byFile.googleAccessToken]).toEqual([undefined, undefined]);
    expect(of(stale, { ...env, GOOGLE_OAUTH_ACCESS_TOKEN: "new" })).not.toHaveProperty("googleCredentials");
  });

  test("without credentials in the environment those of the settings are used", () => {
    expect(of(stale, env)).toMatchObject({ googleAccessToken: "stale", googleCredentials: "old.json" });
  });
});

describe("rules", () => {
  test("addresses: http for loopback only, without secrets", () => {
    const names = ["eventApiUrl", "googleTokenUrl", "googleIamCredentialsUrl"];
    for (const name of names) {
      for (const good of ["https://x.example", "http://127.0.0.1:1", "http://127.9.9.9", "http://[::1]:2/x", "http://localhost:3", ""])
        expect(violationOf(name, good)).toBeUndefined();
      for (const bad of [
        "http://x.example",
        "http://127.0.0.1.example",
        "ftp://x",
        "x.example",
        "https://u:p@x.example",
        "https://x.example?a=1",
        "https://x.example#a",
      ])
        expect(violationOf(name, bad)).toBeDefined();
    }
    expect(rejectionOf({ GOOGLE_EVENTARC_CUSTOM_ENDPOINT: "http://x.example" })).toContain(
      "GOOGLE_EVENTARC_CUSTOM_ENDPOINT: expected https",
    );
  });

  test("credentials are validated by the first call, not here", () => {
    for (const name of ["googleCredentials", "googleAccessToken"]) expect(settingRules.properties).not.toHaveProperty(name);
  });

  test.each([
    ["googleImpersonateServiceAccount", "a@p.iam.gserviceaccount.com", "projects/-/serviceAccounts/a@x"],
    ["googleImpersonateServiceAccountDelegates", ["a@x", "projects/-/serviceAccounts/a@x"], ["a@x", "a b"]],
    ["googleScopes", ["https://x/y"], ["a b"]],
    ["googleBillingProject", "p-1", "p\n"],
    ["googleAppendUserAgent", "tool/1.0 (x)", "a\r\nb"],
  ])("%s", (name, good, bad) => {
    expect(violationOf(name, good)).toBeUndefined();
    expect(violationOf(name, bad)).toBeDefined();
  });
});
