// The order of credential sources and the errors of credentials that cannot be used.
// See docs/modules/eventrouting.md#credential-order and docs/modules/eventrouting.md#application-default-credentials.
import type { Environment } from "../../../../../provider/core/schema/environment";
import {
  account,
  responseWith,
  cloudPlatform,
  expectFailure,
  failure,
  tokenResponse,
  text,
  tokenOf,
  user,
  fakeEnvironment,
} from "./support";

const wellKnown = "/home/me/.config/gcloud/application_default_credentials.json";
const variable = "GOOGLE_APPLICATION_CREDENTIALS";
const folder = Object.assign(new Error("a folder"), { code: "EISDIR" });
const denied = Object.assign(new Error("canary"), { code: "EACCES" });

test("a token takes precedence, with one warning if there are credentials", async () => {
  const fake = fakeEnvironment({ googleAccessToken: " ya29.given\n", googleCredentials: text(user) });
  expect(await Promise.all([tokenOf(fake), tokenOf(fake)])).toEqual(["ya29.given", "ya29.given"]);
  expect(fake.warned).toEqual(["both an access token (googleAccessToken) and credentials (googleCredentials) are set. The token is used."]);
  expect([fake.requests, fake.loads]).toEqual([[], 0]);
});

test.each([
  ["credentials, without a warning", { GOOGLE_CREDENTIALS: text(user), [variable]: "/adc.json" }, { "/adc.json": text(account) }, []],
  ["the file of the variable", { [variable]: "/adc.json" }, { "/adc.json": text(user), [wellKnown]: text(account) }, ["/adc.json"]],
  ["the file of the variable in lower case", { [variable.toLowerCase()]: "/adc.json" }, { "/adc.json": text(user) }, ["/adc.json"]],
  ["the well-known file", {}, { [wellKnown]: text(user) }, [wellKnown]],
  [
    "it in another folder",
    { CLOUDSDK_CONFIG: "/cloud" },
    { "/cloud/application_default_credentials.json": text(user) },
    ["/cloud/application_default_credentials.json"],
  ],
])("the order of the sources: %s", async (_title, env, files, reads) => {
  const fake = fakeEnvironment({}, env, files);
  await tokenOf(fake);
  expect(fake.requests[0]!.form["refresh_token"]).toBe(user.refresh_token);
  expect([fake.warned, fake.reads]).toEqual([[], reads]);
});

test("the metadata server, then an error", async () => {
  const fake = fakeEnvironment();
  const { message } = await expectFailure(tokenOf(fake), "unauthenticated", "googleCredentials");
  const parts = ["googleAccessToken", variable, wellKnown, "http://169.254.169.254", "application-default login"];
  expect(parts.filter((part) => !message.includes(part))).toEqual([]);
  expect(fake.requests.map(({ url }) => url)).toEqual([
    "http://169.254.169.254/computeMetadata/v1/instance",
    "http://metadata.google.internal./computeMetadata/v1/instance",
  ]);
});

test.each([
  ["is read", "~/token", { "/home/me/token": "ya29.filed\n" }, "ya29.filed"],
  ["is not a folder: the text itself is the value", "test", { test: folder }, "test"],
])("a file with a token %s", async (_title, googleAccessToken, files, expected) => {
  expect(await tokenOf(fakeEnvironment({ googleAccessToken }, {}, files))).toBe(expected);
});

test.each([
  [{ googleCredentials: "canary-text" }, {}, {}, "googleCredentials: no credentials"],
  [{ googleCredentials: '{"canary' }, {}, {}, "googleCredentials: no credentials"],
  [{}, { GOOGLE_OAUTH_ACCESS_TOKEN: "canary token" }, {}, "GOOGLE_OAUTH_ACCESS_TOKEN: no access token"],
  [{ googleCredentials: "/key.json" }, {}, { "/key.json": denied }, "the file that googleCredentials names cannot be read (EACCES)"],
  [{}, { [variable]: "/adc" }, { [wellKnown]: text(user) }, `the file /adc (${variable}): the file does not exist`],
])("the value is not repeated: %j, %j", async (settings, env, files, expected) => {
  await expectFailure(tokenOf(fakeEnvironment(settings, env, files)), "failed_precondition", expected);
});

describe("types", () => {
  const impersonated = { source_credentials: user, service_account_impersonation_url: "u" };
  const members = {
    service_account: { client_email: account.client_email, private_key: account.private_key },
    authorized_user: { client_id: "i", client_secret: "s", refresh_token: "r" },
    external_account: { audience: "a", subject_token_type: "t", token_url: "https://t.example", credential_source: {} },
    external_account_authorized_user: { client_id: "i", client_secret: "s", refresh_token: "r", token_url: "https://t.example" },
    impersonated_service_account: impersonated,
  };
  const errorOf = async (json: object) => failure(tokenOf(fakeEnvironment({ googleCredentials: text(json) })));

  test.each(Object.entries(members))("%s needs each of its members", async (type, full) => {
    for (const name of Object.keys(full)) {
      const message = `googleCredentials: credentials of type ${type} without the member ${name}`;
      expect(await errorOf({ ...full, type, [name]: "" })).toMatchObject({ code: "failed_precondition", message });
    }
  });

  test("another type, or none; the source of an impersonated account is validated", async () => {
    for (const type of ["gdch_service_account", undefined, "toString"]) {
      const { code, message } = await errorOf({ ...account, type });
      expect([code, Object.keys(members).filter((name) => !message.includes(name))]).toEqual(["failed_precondition", []]);
    }
    const json = { ...impersonated, type: "impersonated_service_account", source_credentials: { ...user, refresh_token: undefined } };
    const message = "source_credentials of googleCredentials: credentials of type authorized_user without the member refresh_token";
    expect((await errorOf(json)).message).toContain(message);
  });

  test("another universe only with a configured address of the service", async () => {
    const googleCredentials = text({ ...account, universe_domain: "other.example" });
    const nested = text({
      ...impersonated,
      type: "impersonated_service_account",
      source_credentials: JSON.parse(googleCredentials) as object,
    });
    for (const each of [googleCredentials, nested])
      await expectFailure(tokenOf(fakeEnvironment({ googleCredentials: each })), "failed_precondition", "universe_domain");
    await tokenOf(fakeEnvironment({ googleCredentials, eventApiUrl: "https://eventarc.other.example" }));
    await tokenOf(fakeEnvironment({ googleCredentials: text({ ...account, universe_domain: "googleapis.com" }) }));
  });
});

describe("the metadata server", () => {
  const flavor = { "metadata-flavor": "Google" };
  const there = (env: Environment = {}) => {
    const fake = fakeEnvironment({}, env);
    fake.reply = ({ url }) => (url.includes("/token?") ? { ...tokenResponse(9), headers: flavor } : responseWith(200, {}, flavor));
    return fake;
  };

  test("is probed once, then returns a token with the scopes", async () => {
    const fake = there({ GCE_METADATA_HOST: "127.0.0.1:9" });
    const first = await fake.token();
    await fake.renew(first);
    const token = `http://127.0.0.1:9/computeMetadata/v1/instance/service-accounts/default/token?scopes=${encodeURIComponent(cloudPlatform)}`;
    expect(fake.requests.map(({ url }) => url)).toEqual(["http://127.0.0.1:9/computeMetadata/v1/instance", token, token]);
    expect(fake.requests.every(({ method, headers }) => method === "GET" && headers["metadata-flavor"] === "Google")).toBe(true);
    expect([first.value, fake.loads]).toEqual(["ya29.canary-9", 0]);
  });

  test.each([
    [{ GCE_METADATA_IP: "127.0.0.2", GCE_METADATA_HOST: "127.0.0.3" }, 2, "http://127.0.0.2/"],
    [{ GCE_METADATA_HOST: "https://meta.example/" }, 2, "https://meta.example/"],
    // It is assumed, and not probed.
    [{ K_SERVICE: "x" }, 1, "http://169.254.169.254/"],
    [{ FUNCTION_NAME: "x" }, 1, ""],
    [{ CLOUD_RUN_JOB: "x" }, 1, ""],
    [{ METADATA_SERVER_DETECTION: "assume-present" }, 1, ""],
    [{ METADATA_SERVER_DETECTION: "none", K_SERVICE: "x" }, 1, ""],
  ])("%j: %i requests", async (env, count, host) => {
    const fake = there(env);
    expect(await tokenOf(fake)).toBe("ya29.canary-9");
    expect(fake.requests).toHaveLength(count);
    expect(fake.requests.filter(({ url }) => !url.startsWith(host))).toEqual([]);
  });

  test.each([
    ["is not probed", { METADATA_SERVER_DETECTION: " NONE " }, tokenResponse(1), 0, "unauthenticated", "not used"],
    ["is configured by another word", { METADATA_SERVER_DETECTION: "maybe" }, tokenResponse(1), 0, "failed_precondition", "_DETECTION"],
    ["responds without its header", {}, tokenResponse(1), 2, "unauthenticated", "not found"],
    ["is assumed, and responds without its header", { K_SERVICE: "x" }, tokenResponse(1), 1, "failed_precondition", "Metadata-Flavor"],
    [
      "has no service account",
      { K_SERVICE: "x" },
      responseWith(404, "", flavor),
      1,
      "failed_precondition",
      "no service account is attached",
    ],
    ["fails three times", { DETECT_GCP_RETRIES: "2", GCE_METADATA_HOST: "h:9" }, responseWith(503, ""), 3, "unauthenticated", "not found"],
  ])("that %s is an error", async (...[, env, reply, requests, code, message]) => {
    const fake = fakeEnvironment({}, env);
    fake.reply = () => reply;
    await expectFailure(tokenOf(fake), code, message);
    expect(fake.requests).toHaveLength(requests);
  });
});
