// Workload identity federation. See docs/modules/eventrouting.md#workload-identity-federation: each source of a subject token, the exchange, the impersonated service account.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAuthority, makeClientCertificate } from "../../../../support/certificates";
import {
  acted,
  responseWith,
  withoutAbort,
  cloudPlatform,
  failure,
  tokenResponse,
  start,
  text,
  tokenOf,
  fakeEnvironment,
  type SentRequest,
} from "./support";

const folder = mkdtempSync(join(tmpdir(), "quartet-federation-"));
const inherited = { ...process.env };
afterEach(() => void (process.env = { ...inherited }));
afterAll(() => rmSync(folder, { recursive: true }));

const filed = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const external = {
  type: "external_account",
  audience: "//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/pool/providers/own",
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  token_url: "https://sts.example/v1/token",
};
const fromFile = { ...external, credential_source: { file: filed("subject", "canary-subject\n") } };
const of = (json: object, more: object = {}): ReturnType<typeof fakeEnvironment> =>
  fakeEnvironment({ googleCredentials: text(json), ...more });
const exchangeIn = ({ requests }: { requests: SentRequest[] }): SentRequest => requests.find(({ url }) => url === external.token_url)!;

describe("the exchange", () => {
  test("of a token in a file", async () => {
    const fake = of(fromFile, { googleScopes: ["a", "b"] });
    expect(await fake.credentials.token(withoutAbort())).toMatchObject({ value: "ya29.canary-1", expires: start + 3_599_000 });
    expect(fake.requests).toHaveLength(1);
    expect(fake.requests[0]!.headers).not.toHaveProperty("authorization");
    expect(fake.requests[0]!.form).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      audience: external.audience,
      scope: "a b",
      requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
      subject_token: "canary-subject",
      subject_token_type: external.subject_token_type,
    });
  });

  test("with a client, or for a workforce pool", async () => {
    const audience = "//iam.googleapis.com/locations/global/workforcePools/pool/providers/own";
    const client = of({ ...fromFile, audience, client_id: "id", client_secret: "canary", workforce_pool_user_project: "p" });
    await tokenOf(client);
    expect(client.requests[0]!.headers["authorization"]).toBe(`Basic ${Buffer.from("id:canary").toString("base64")}`);
    expect(client.requests[0]!.form).not.toHaveProperty("options");
    const pool = of({ ...fromFile, audience, workforce_pool_user_project: "p" });
    await tokenOf(pool);
    expect(pool.requests[0]!.form["options"]).toBe('{"userProject":"p"}');
  });

  test("followed by a service account", async () => {
    const url = "https://iam.example/v1/projects/-/serviceAccounts/a@x:generateAccessToken";
    const fake = of({ ...fromFile, service_account_impersonation_url: url }, { googleScopes: ["a"] });
    expect(await fake.credentials.token(withoutAbort())).toMatchObject({ value: "ya29.acted-2", expires: start + 3_600_000 });
    expect(fake.requests[0]!.form["scope"]).toBe(cloudPlatform);
    expect(fake.requests[1]).toMatchObject({ method: "POST", url, json: { scope: ["a"], lifetime: "3600s" } });
    expect(fake.requests[1]!.headers["authorization"]).toBe("Bearer ya29.canary-1");
    const shorter = { service_account_impersonation_url: url, service_account_impersonation: { token_lifetime_seconds: 600 } };
    const other = of({ ...fromFile, ...shorter });
    await tokenOf(other);
    expect(other.requests[1]!.json["lifetime"]).toBe("600s");
  });

  test("tokens are sent over TLS only", async () => {
    for (const [member, more] of [
      ["token_url", { token_url: "http://sts.example/v1/token" }],
      ["service_account_impersonation_url", { service_account_impersonation_url: "http://iam.example/x" }],
    ] as const) {
      const { code, message } = await failure(tokenOf(of({ ...fromFile, ...more })));
      expect([code, message]).toEqual(["failed_precondition", expect.stringContaining(`${member} of the credentials: expected https`)]);
    }
  });

  test("an error is reported without the token", async () => {
    const fake = of(fromFile);
    fake.reply = () => responseWith(400, { error: "invalid_request", error_description: "bad canary-subject" });
    const { code, message } = await failure(tokenOf(fake));
    expect([code, message]).toEqual(["failed_precondition", expect.stringContaining("HTTP 400: invalid_request: bad [secret]")]);
  });
});

describe("the subject token", () => {
  test("a member of a JSON file, read again each time", async () => {
    const file = filed("subject.json", '{"id_token":"one"}');
    const fake = of({ ...external, credential_source: { file, format: { type: "json", subject_token_field_name: "id_token" } } });
    const former = await fake.credentials.token(withoutAbort());
    filed("subject.json", '{"id_token":"two"}');
    await fake.credentials.renew(former, withoutAbort());
    expect(fake.requests.map(({ form }) => form["subject_token"])).toEqual(["one", "two"]);
  });

  test("from an address, in text and in JSON, with its headers", async () => {
    const url = "http://169.254.169.254/identity";
    const formats = [
      [{ url, headers: { Metadata: "true" } }, "canary.jwt"],
      [{ url, headers: { Metadata: "true" }, format: { type: "json", subject_token_field_name: "t" } }, '{"t":"canary.jwt"}'],
    ] as const;
    for (const [credential_source, body] of formats) {
      const fake = of({ ...external, credential_source });
      fake.reply = (sent) => (sent.url === url ? responseWith(200, body) : tokenResponse(1));
      await tokenOf(fake);
      expect(fake.requests[0]).toMatchObject({ method: "GET", url, headers: { metadata: "true" } });
      expect(exchangeIn(fake).form["subject_token"]).toBe("canary.jwt");
    }
  });

  test("a signed request of AWS, from the environment and from its metadata", async () => {
    const base = "http://169.254.169.254/latest";
    const credential_source = {
      environment_id: "aws1",
      region_url: `${base}/zone`,
      url: `${base}/credentials`,
      imdsv2_session_token_url: `${base}/token`,
      regional_cred_verification_url: "https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15",
    };
    const json = { ...external, subject_token_type: "urn:ietf:params:aws:token-type:aws4_request", credential_source };
    const signed = (sent: SentRequest): { url: string; headers: { key: string; value: string }[] } =>
      JSON.parse(decodeURIComponent(sent.form["subject_token"]!)) as ReturnType<typeof signed>;

    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: "AKIDENV",
      AWS_SECRET_ACCESS_KEY: "canary",
      AWS_SESSION_TOKEN: "session",
      AWS_REGION: "us-east-2",
    });
    const fake = of(json);
    await tokenOf(fake);
    expect(fake.requests).toHaveLength(1);
    expect(signed(fake.requests[0]!).url).toContain("https://sts.us-east-2.amazonaws.com");
    expect(text(signed(fake.requests[0]!).headers)).toContain("AKIDENV");

    for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
    const other = of(json);
    const pages: Record<string, string> = {
      "/token": "imds",
      "/zone": "eu-west-1b",
      "/credentials": "role",
      "/credentials/role": '{"AccessKeyId":"AKIDROLE","SecretAccessKey":"canary","Token":"t"}',
    };
    other.reply = ({ url }) => (url.startsWith(base) ? responseWith(200, pages[url.slice(base.length)]!) : tokenResponse(1));
    await tokenOf(other);
    expect(signed(exchangeIn(other)).url).toContain("https://sts.eu-west-1.amazonaws.com");
    expect(text(signed(exchangeIn(other)).headers)).toContain("AKIDROLE");
    expect(other.requests[0]).toMatchObject({ method: "PUT", headers: { "x-aws-ec2-metadata-token-ttl-seconds": "300" } });
  });

  test("an executable, only if it is allowed, and never its output", async () => {
    const printed = text({
      version: 1,
      success: true,
      token_type: external.subject_token_type,
      id_token: "canary.jwt",
      expiration_time: 4e9,
    });
    const script = (content: string): object => ({
      ...external,
      credential_source: { executable: { command: `node ${filed("run.cjs", content)}` } },
    });
    const good = script(`console.log(${JSON.stringify(printed)})`);
    expect((await failure(tokenOf(of(good)))).message).toContain("GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES");
    process.env["GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES"] = "1";
    const fake = of(good);
    await tokenOf(fake);
    expect(exchangeIn(fake).form["subject_token"]).toBe("canary.jwt");
    for (const bad of ["console.log('canary')", "console.error('canary'); process.exit(3)"]) {
      const { code, message } = await failure(tokenOf(of(script(bad))));
      expect(code).toBe("failed_precondition");
      expect(message).not.toContain("canary");
    }
  });

  test("a certificate authenticates the exchange", async () => {
    const { cert, key } = await makeClientCertificate(await makeAuthority());
    const workload = { cert_path: filed("cert.pem", cert), key_path: filed("key.pem", key) };
    const config = filed("certificates.json", text({ cert_configs: { workload } }));
    const fake = of({ ...external, credential_source: { certificate: { certificate_config_location: config } } });
    await tokenOf(fake);
    expect(exchangeIn(fake).tls).toEqual({ cert, key });
    expect(exchangeIn(fake).form["subject_token"]).toMatch(/^\["[A-Za-z0-9+/=]+"\]$/);
  });

  test("an error of the source is reported without its content", async () => {
    const missing = await failure(tokenOf(of({ ...external, credential_source: { file: join(folder, "absent") } })));
    expect(missing).toMatchObject({
      code: "failed_precondition",
      message: expect.stringMatching(/googleCredentials: [Tt]he file .*absent (?:does not exist|cannot be read)/),
    });
    const file = filed("broken.json", "canary");
    const format = { type: "json", subject_token_field_name: "t" };
    const broken = await failure(tokenOf(of({ ...external, credential_source: { file, format } })));
    expect(broken.message).toContain("SyntaxError");
    expect(broken.message).not.toContain("canary");
    const nothing = await failure(tokenOf(of({ ...external, credential_source: { other: 1 } })));
    expect(nothing.message).toContain("must be either file, url, or certificate");
  });
});

test("a federated token is a source of impersonation", async () => {
  const fake = of(fromFile, { googleImpersonateServiceAccount: "a@x" });
  fake.reply = ({ url }) => (url.includes("generateAccessToken") ? acted(1, start) : tokenResponse(1));
  expect(await tokenOf(fake)).toBe("ya29.acted-1");
  expect(fake.requests[1]!.headers["authorization"]).toBe("Bearer ya29.canary-1");
});
