// Workload identity federation. See docs/modules/eventrouting.md#workload-identity-federation: each source of a subject token, the exchange, the impersonated service account.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAuthority, makeClientCertificate } from "../../../../support/certificates";
import {
  responseWith,
  cloudPlatform,
  expectFailure,
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

const filed = (name: string, content: string) => {
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
const of = (json: object, more: object = {}) => fakeEnvironment({ googleCredentials: text(json), ...more });
const exchangeIn = ({ requests }: { requests: SentRequest[] }) => requests.find(({ url }) => url === external.token_url)!;

describe("the exchange", () => {
  const impersonating = "https://iam.example/v1/projects/-/serviceAccounts/a@x:generateAccessToken";
  const audience = "//iam.googleapis.com/locations/global/workforcePools/pool/providers/own";

  test("of a token in a file, also as the source of an impersonation", async () => {
    const fake = of(fromFile, { googleScopes: ["a", "b"] });
    expect(await fake.token()).toMatchObject({ value: "ya29.canary-1", expires: start + 3_599_000 });
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
    expect(await tokenOf(of(fromFile, { googleImpersonateServiceAccount: "a@x" }))).toBe("ya29.acted-2");
  });

  test("with a client, or for a workforce pool", async () => {
    const pool = of({ ...fromFile, audience, workforce_pool_user_project: "p" });
    const client = of({ ...fromFile, audience, client_id: "id", client_secret: "canary", workforce_pool_user_project: "p" });
    for (const fake of [pool, client]) await tokenOf(fake);
    expect(pool.requests[0]!.form["options"]).toBe('{"userProject":"p"}');
    expect(client.requests[0]!.form).not.toHaveProperty("options");
    expect(client.requests[0]!.headers["authorization"]).toBe(`Basic ${Buffer.from("id:canary").toString("base64")}`);
  });

  test("followed by a service account", async () => {
    const more = { service_account_impersonation_url: impersonating, service_account_impersonation: { token_lifetime_seconds: 600 } };
    const fake = of({ ...fromFile, ...more }, { googleScopes: ["a"] });
    expect(await fake.token()).toMatchObject({ value: "ya29.acted-2", expires: start + 3_600_000 });
    const headers = { authorization: "Bearer ya29.canary-1" };
    expect(fake.requests).toMatchObject([
      { form: { scope: cloudPlatform } },
      { method: "POST", url: impersonating, json: { scope: ["a"], lifetime: "600s" }, headers },
    ]);
  });

  test.each(["token_url", "service_account_impersonation_url"])("sends tokens over TLS only: %s", async (member) => {
    const token = tokenOf(of({ ...fromFile, [member]: "http://x.example/" }));
    await expectFailure(token, "failed_precondition", `${member} of the credentials: expected https`);
  });

  test("an error is reported without the token", async () => {
    const fake = of(fromFile);
    fake.reply = () => responseWith(400, { error: "invalid_request", error_description: "bad canary-subject" });
    await expectFailure(tokenOf(fake), "failed_precondition", "HTTP 400: invalid_request: bad [secret]");
  });
});

describe("the subject token", () => {
  test("from an address, with its headers", async () => {
    const url = "http://169.254.169.254/identity";
    const format = { type: "json", subject_token_field_name: "t" };
    const fake = of({ ...external, credential_source: { url, headers: { Metadata: "true" }, format } });
    fake.reply = (sent) => (sent.url === url ? responseWith(200, '{"t":"canary.jwt"}') : tokenResponse(1));
    await tokenOf(fake);
    expect(fake.requests[0]).toMatchObject({ method: "GET", url, headers: { metadata: "true" } });
    expect(exchangeIn(fake).form["subject_token"]).toBe("canary.jwt");
  });

  test("a signed request of AWS, from its metadata", async () => {
    for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
    const base = "http://169.254.169.254/latest";
    const credential_source = {
      environment_id: "aws1",
      region_url: `${base}/zone`,
      url: `${base}/credentials`,
      imdsv2_session_token_url: `${base}/token`,
      regional_cred_verification_url: "https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15",
    };
    const fake = of({ ...external, subject_token_type: "urn:ietf:params:aws:token-type:aws4_request", credential_source });
    const pages: Record<string, string> = {
      "/token": "imds",
      "/zone": "eu-west-1b",
      "/credentials": "role",
      "/credentials/role": '{"AccessKeyId":"AKIDROLE","SecretAccessKey":"canary","Token":"t"}',
    };
    fake.reply = ({ url }) => (url.startsWith(base) ? responseWith(200, pages[url.slice(base.length)]!) : tokenResponse(1));
    await tokenOf(fake);
    const signed = decodeURIComponent(exchangeIn(fake).form["subject_token"]!);
    for (const part of ["https://sts.eu-west-1.amazonaws.com", "AKIDROLE"]) expect(signed).toContain(part);
    expect(fake.requests[0]).toMatchObject({ method: "PUT", headers: { "x-aws-ec2-metadata-token-ttl-seconds": "300" } });
  });

  test("an executable, only if it is allowed, and never its output", async () => {
    const printed = text({
      version: 1,
      success: true,
      token_type: external.subject_token_type,
      id_token: "canary.jwt",
      expiration_time: 4e9,
    });
    const script = (content: string) => ({
      ...external,
      credential_source: { executable: { command: `node ${filed("run.cjs", content)}` } },
    });
    const good = script(`console.log(${JSON.stringify(printed)})`);
    await expectFailure(tokenOf(of(good)), "failed_precondition", "GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES");
    process.env["GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES"] = "1";
    const fake = of(good);
    await tokenOf(fake);
    expect(exchangeIn(fake).form["subject_token"]).toBe("canary.jwt");
    for (const bad of ["console.log('canary')", "console.error('canary'); process.exit(3)"])
      await expectFailure(tokenOf(of(script(bad))), "failed_precondition", "googleCredentials");
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

  test.each([
    ["a missing file", { file: join(folder, "absent") }, /googleCredentials: [Tt]he file .*absent (?:does not exist|cannot be read)/],
    ["no source", { other: 1 }, /must be either file, url, or certificate/],
  ])("%s is reported without its content", async (_title, credential_source, expected) => {
    await expectFailure(tokenOf(of({ ...external, credential_source })), "failed_precondition", expected);
  });
});
