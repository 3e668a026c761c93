// The order of credential sources and the errors of credentials that cannot be used.
// See docs/modules/eventrouting.md#credential-order and docs/modules/eventrouting.md#application-default-credentials.
import type { GoogleEnvironment } from "../../../../../provider/modules/eventrouting/env";
import { account, responseWith, cloudPlatform, failure, tokenResponse, text, tokenOf, user, fakeEnvironment } from "./support";

const wellKnown = "/home/me/.config/gcloud/application_default_credentials.json";
const variable = "GOOGLE_APPLICATION_CREDENTIALS";

describe("the order of the sources", () => {
  test("a token takes precedence, with one warning if there are credentials", async () => {
    const fake = fakeEnvironment({ googleAccessToken: " ya29.given\n", googleCredentials: text(user) });
    expect(await Promise.all([tokenOf(fake), tokenOf(fake)])).toEqual(["ya29.given", "ya29.given"]);
    expect(fake.warned).toEqual([
      "both an access token (googleAccessToken) and credentials (googleCredentials) are set. The token is used.",
    ]);
    expect([fake.requests, fake.loads]).toEqual([[], 0]);
  });

  test("credentials take precedence over the default ones, without a warning", async () => {
    const fake = fakeEnvironment({}, { GOOGLE_CREDENTIALS: text(user), [variable]: "/adc.json" }, { "/adc.json": text(account) });
    await tokenOf(fake);
    expect(fake.requests[0]!.form["refresh_token"]).toBe(user.refresh_token);
    expect([fake.warned, fake.reads]).toEqual([[], []]);
  });

  test.each([variable, variable.toLowerCase()])("the file of %s", async (name) => {
    const fake = fakeEnvironment({}, { [name]: "/adc.json" }, { "/adc.json": `\uFEFF${text(user)}`, [wellKnown]: text(account) });
    await tokenOf(fake);
    expect(fake.requests[0]!.form["refresh_token"]).toBe(user.refresh_token);
    expect(fake.reads).toEqual(["/adc.json"]);
  });

  test.each([
    [{}, wellKnown],
    [{ CLOUDSDK_CONFIG: "/cloud" }, "/cloud/application_default_credentials.json"],
  ])("the well-known file", async (env, path) => {
    const fake = fakeEnvironment({}, env, { [path]: text(user) });
    await tokenOf(fake);
    expect(fake.requests[0]!.form["refresh_token"]).toBe(user.refresh_token);
  });

  test("the metadata server, then an error", async () => {
    const fake = fakeEnvironment();
    const { code, message } = await failure(tokenOf(fake));
    expect(code).toBe("unauthenticated");
    for (const part of [
      "googleCredentials",
      "googleAccessToken",
      variable,
      wellKnown,
      "http://169.254.169.254",
      "application-default login",
    ])
      expect(message).toContain(part);
    expect(fake.requests.map(({ url }) => url)).toEqual([
      "http://169.254.169.254/computeMetadata/v1/instance",
      "http://metadata.google.internal./computeMetadata/v1/instance",
    ]);
  });
});

describe("values by path", () => {
  test("a file with a token, and one with credentials below the home directory", async () => {
    const fake = fakeEnvironment({ googleAccessToken: "~/token" }, {}, { "/home/me/token": "ya29.filed\n" });
    expect(await tokenOf(fake)).toBe("ya29.filed");
    const other = fakeEnvironment({ googleCredentials: "~/key.json" }, {}, { "/home/me/key.json": text(user) });
    expect(await tokenOf(other)).toBe("ya29.canary-1");
  });

  test("a folder is not a file: the text itself is the value", async () => {
    const folder = Object.assign(new Error("a folder"), { code: "EISDIR" });
    expect(await tokenOf(fakeEnvironment({ googleAccessToken: "test" }, {}, { test: folder }))).toBe("test");
    const { message } = await failure(tokenOf(fakeEnvironment({}, { [variable]: "/adc" }, { "/adc": folder, [wellKnown]: text(user) })));
    expect(message).toBe(`the file /adc (${variable}): the file does not exist`);
  });

  test("neither a file nor JSON: the value is not repeated", async () => {
    for (const googleCredentials of ["canary-text", '{"canary', "[1]"]) {
      const { code, message } = await failure(tokenOf(fakeEnvironment({ googleCredentials })));
      expect([code, message]).toEqual(["failed_precondition", expect.stringContaining("googleCredentials: no credentials")]);
      expect(message).not.toContain("canary");
    }
    const { message } = await failure(tokenOf(fakeEnvironment({}, { GOOGLE_OAUTH_ACCESS_TOKEN: "canary token" })));
    expect(message).toContain("GOOGLE_OAUTH_ACCESS_TOKEN: no access token");
    expect(message).not.toContain("canary");
  });

  test("a file that cannot be read", async () => {
    const denied = Object.assign(new Error("canary"), { code: "EACCES" });
    const own = await failure(tokenOf(fakeEnvironment({ googleCredentials: "/key.json" }, {}, { "/key.json": denied })));
    expect(own.message).toBe("the file that googleCredentials names cannot be read (EACCES)");
    const adc = await failure(tokenOf(fakeEnvironment({}, { [variable]: "/adc.json" }, { "/adc.json": denied, [wellKnown]: text(user) })));
    expect(adc.message).toBe(`the file /adc.json (${variable}) cannot be read (EACCES)`);
    const missing = await failure(tokenOf(fakeEnvironment({}, { [variable]: "/adc.json" }, { [wellKnown]: text(user) })));
    expect(missing).toMatchObject({ code: "failed_precondition", message: `the file /adc.json (${variable}): the file does not exist` });
  });
});

describe("types", () => {
  const full = {
    service_account: account,
    authorized_user: user,
    external_account: {
      type: "external_account",
      audience: "a",
      subject_token_type: "t",
      token_url: "https://t.example",
      credential_source: {},
    },
    external_account_authorized_user: { ...user, type: "external_account_authorized_user", token_url: "https://t.example" },
    impersonated_service_account: {
      type: "impersonated_service_account",
      source_credentials: user,
      service_account_impersonation_url: "u",
    },
  };
  const members = {
    service_account: ["client_email", "private_key"],
    authorized_user: ["client_id", "client_secret", "refresh_token"],
    external_account: ["audience", "subject_token_type", "token_url", "credential_source"],
    external_account_authorized_user: ["client_id", "client_secret", "refresh_token", "token_url"],
    impersonated_service_account: ["source_credentials", "service_account_impersonation_url"],
  };

  test.each(Object.entries(members))("%s needs %j", async (type, names) => {
    for (const name of names) {
      const json: Record<string, unknown> = { ...full[type as keyof typeof full], [name]: "" };
      const { code, message } = await failure(tokenOf(fakeEnvironment({ googleCredentials: text(json) })));
      expect(code).toBe("failed_precondition");
      expect(message).toBe(`googleCredentials: credentials of type ${type} without the member ${name}`);
    }
  });

  test("another type, or none", async () => {
    for (const type of ["gdch_service_account", undefined, "toString"]) {
      const { code, message } = await failure(tokenOf(fakeEnvironment({ googleCredentials: text({ ...account, type }) })));
      expect(code).toBe("failed_precondition");
      for (const name of Object.keys(members)) expect(message).toContain(name);
    }
  });

  test("the source of an impersonated account is validated", async () => {
    const json = { ...full.impersonated_service_account, source_credentials: { ...user, refresh_token: undefined } };
    const { message } = await failure(tokenOf(fakeEnvironment({ googleCredentials: text(json) })));
    expect(message).toContain(
      "source_credentials of googleCredentials: credentials of type authorized_user without the member refresh_token",
    );
  });

  test("another universe only with a configured address of the service", async () => {
    const googleCredentials = text({ ...account, universe_domain: "other.example" });
    expect(await failure(tokenOf(fakeEnvironment({ googleCredentials })))).toMatchObject({
      code: "failed_precondition",
      message: expect.stringContaining("universe_domain"),
    });
    expect(await tokenOf(fakeEnvironment({ googleCredentials, eventApiUrl: "https://eventarc.other.example" }))).toBe("ya29.canary-1");
    expect(await tokenOf(fakeEnvironment({ googleCredentials: text({ ...account, universe_domain: "googleapis.com" }) }))).toBe(
      "ya29.canary-1",
    );
  });
});

describe("the metadata server", () => {
  const flavor = { "metadata-flavor": "Google" };
  const there = (env: GoogleEnvironment = {}): ReturnType<typeof fakeEnvironment> => {
    const fake = fakeEnvironment({}, env);
    fake.reply = ({ url }) => (url.includes("/token?") ? { ...tokenResponse(9), headers: flavor } : responseWith(200, {}, flavor));
    return fake;
  };

  test("is probed once, then returns a token with the scopes", async () => {
    const fake = there({ GCE_METADATA_HOST: "127.0.0.1:9" });
    const first = await fake.credentials.token(new AbortController().signal);
    await fake.credentials.renew(first, new AbortController().signal);
    const token = `http://127.0.0.1:9/computeMetadata/v1/instance/service-accounts/default/token?scopes=${encodeURIComponent(cloudPlatform)}`;
    expect(fake.requests.map(({ url }) => url)).toEqual(["http://127.0.0.1:9/computeMetadata/v1/instance", token, token]);
    expect(fake.requests.every(({ method, headers }) => method === "GET" && headers["metadata-flavor"] === "Google")).toBe(true);
    expect([first.value, fake.loads]).toEqual(["ya29.canary-9", 0]);
  });

  test.each([
    [{ GCE_METADATA_IP: "127.0.0.2", GCE_METADATA_HOST: "127.0.0.3" }, "http://127.0.0.2"],
    [{ GCE_METADATA_HOST: "https://meta.example/" }, "https://meta.example"],
  ])("its host", async (env, host) => {
    const fake = there(env);
    await tokenOf(fake);
    expect(fake.requests.every(({ url }) => url.startsWith(`${host}/computeMetadata/v1/`))).toBe(true);
  });

  test.each([{ K_SERVICE: "x" }, { FUNCTION_NAME: "x" }, { CLOUD_RUN_JOB: "x" }, { METADATA_SERVER_DETECTION: "assume-present" }])(
    "is assumed with %j",
    async (env) => {
      const fake = there(env);
      expect(await tokenOf(fake)).toBe("ya29.canary-9");
      expect(fake.requests).toHaveLength(1);
    },
  );

  test("is not probed with METADATA_SERVER_DETECTION=none", async () => {
    const fake = there({ METADATA_SERVER_DETECTION: " NONE " });
    expect((await failure(tokenOf(fake))).code).toBe("unauthenticated");
    expect(fake.requests).toEqual([]);
    const serverless = there({ METADATA_SERVER_DETECTION: "none", K_SERVICE: "x" });
    expect(await tokenOf(serverless)).toBe("ya29.canary-9");
    const odd = await failure(tokenOf(there({ METADATA_SERVER_DETECTION: "maybe" })));
    expect(odd.message).toContain("METADATA_SERVER_DETECTION");
  });

  test("a response without its header is ignored", async () => {
    const fake = fakeEnvironment();
    fake.reply = () => tokenResponse(1);
    expect((await failure(tokenOf(fake))).code).toBe("unauthenticated");
    const assumed = fakeEnvironment({}, { K_SERVICE: "x" });
    assumed.reply = () => tokenResponse(1);
    expect((await failure(tokenOf(assumed))).message).toContain("Metadata-Flavor");
  });

  test("a machine without a service account", async () => {
    const fake = there({ K_SERVICE: "x" });
    fake.reply = () => responseWith(404, "not found", flavor);
    expect(await failure(tokenOf(fake))).toMatchObject({
      code: "failed_precondition",
      message: expect.stringContaining("no service account is attached"),
    });
  });

  test("DETECT_GCP_RETRIES", async () => {
    const fake = fakeEnvironment({}, { DETECT_GCP_RETRIES: "2", GCE_METADATA_HOST: "127.0.0.1:9" });
    await failure(tokenOf(fake));
    expect(fake.requests).toHaveLength(3);
  });
});
