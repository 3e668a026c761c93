// Each source of keys against the emulator's STS and metadata with real signatures: the gateway accepts the fetched keys until they expire.
import type { Settings } from "../../../../../provider/core/gen/types";
import type { Send } from "../../../../../provider/contract/http";
import { createCredentials, type Credentials } from "../../../../../provider/modules/cloud/credentials";
import { Transport, withRenewedKeys } from "../../../../../provider/modules/cloud/transport";
import { effectiveSettings } from "../../../../../provider/modules/cloud/settings";
import { createCloudEmulator, type CloudEmulator } from "../../../../emulators/cloud";
import { exampleKeys } from "../../../../emulators/cloud/keys";
import { withoutAbort, failure, start } from "./support";

const { account, ...pair } = exampleKeys;
const arn = (name: string): string => `qcs::cam::uin/${account}:roleName/${name}`;
const device = `qcs::cam:uin/${account}::mfa/softToken`;
const token = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln";

interface Environment {
  emulator: CloudEmulator;
  credentials: Credentials;
  clock: { now: number };
  /** Sends a signed call to the gateway with the effective keys. */
  call(): Promise<unknown>;
}

function environment(settings: Settings, env: Record<string, string> = {}, files: Record<string, string> = {}): Environment {
  const clock = { now: start };
  const emulator = createCloudEmulator({ now: () => new Date(clock.now) });
  const send: Send = async ({ method, url, headers, body }) => {
    const { host, pathname } = new URL(url);
    const reply = emulator.handle({ method, path: pathname, query: "", headers: { host, ...headers }, body: String(body ?? "") });
    return { status: reply.status, headers: {}, body: reply.body };
  };
  const operation = { signal: withoutAbort(), status: () => {}, log: () => {}, redact: (text: string) => text };
  const tools = { now: () => clock.now, time: () => clock.now, random: () => 0, wait: async () => {} };
  const budgets = { read: 1000, write: 1000 };
  const remote = new Transport({
    send,
    protocol: "https",
    domain: "tencentcloudapi.com",
    requestClient: "Pulumi-quartet-0.0.0",
    budgets,
    tools,
  });
  const credentials = createCredentials({
    settings: effectiveSettings(settings, env),
    env,
    sts: (action, params, keys, region) => remote.call({ action, params, keys, region, mode: "read" }, operation),
    get: (url, signal) => send({ method: "GET", url, headers: {}, redact: (text) => text, signal }),
    readText: async (path) => files[path] ?? Promise.reject(Object.assign(new Error("none"), { code: "ENOENT" })),
    now: () => clock.now,
    wait: async () => {},
  });
  const call = async (): Promise<unknown> => {
    const reading = { action: "DescribeServicesStatus", params: {}, mode: "read" as const, region: await credentials.region() };
    return withRenewedKeys(credentials, withoutAbort(), (keys) => remote.call({ ...reading, keys }, operation));
  };
  return { emulator, credentials, clock, call };
}

const role = { roleArn: arn("deploy"), sessionName: "quartet" };
const mfa = { serialNumber: device, tokenCode: "523886" };
const policy = '{"version":"2.0","statement":[{"effect":"allow","action":["vpc:Describe*"],"resource":"*"}]}';
const saml = { roleArn: arn("saml"), sessionName: "quartet", samlAssertion: "PHNhbWxwOlJlc3BvbnNlPg==" };
const web = { roleArn: arn("oidc"), sessionName: "quartet" };
const pod = { TKE_REGION: "ap-tokyo", TKE_WEB_IDENTITY_TOKEN_FILE: "/pod", TKE_PROVIDER_ID: "OIDC", TKE_ROLE_ARN: arn("oidc") };

const sources: [string, Settings, Record<string, string>][] = [
  ["static keys", pair, {}],
  ["instance role", { camRoleName: "vm" }, {}],
  ["role", { ...pair, assumeRole: { ...role, policy, sessionDuration: 0 } }, {}],
  ["role by the instance's keys", { camRoleName: "vm", assumeRole: role }, {}],
  ["SAML", { assumeRoleWithSaml: { ...saml, principalArn: `qcs::cam::uin/${account}:saml-provider/idp` } }, {}],
  ["web identity", { assumeRoleWithWebIdentity: { ...web, webIdentityToken: token } }, {}],
  ["MFA after a role", { ...pair, assumeRole: role, mfaCertification: mfa }, {}],
  ["role with a code", { ...pair, assumeRole: { ...role, ...mfa } }, {}],
  ["pod", { enablePodOidc: true }, pod],
  ["checked account", { ...pair, allowedAccountIds: [account] }, {}],
];

test.each(sources)("%s opens the gateway", async (_, settings, env) => {
  const { emulator, call } = environment(settings, env, { "/pod": token });
  emulator.metadata.roles.set("vm", {});
  emulator.sts.codes.set(device, new Set(["523886"]));
  await expect(call()).resolves.toBeDefined();
});

test("expired keys are fetched again", async () => {
  const { emulator, clock, call } = environment({ ...pair, assumeRole: role });
  for (let hour = 0; hour < 6; hour++) {
    clock.now = start + hour * 3_600_000;
    await call();
  }
  const fetched = emulator.calls.filter(({ action }) => action === "AssumeRole").length;
  expect(fetched).toBe(3);
});

test("keys that the service rejects are fetched again, once", async () => {
  const { emulator, credentials, call } = environment({ ...pair, assumeRole: role });
  await call();
  emulator.keys.delete((await credentials.current(withoutAbort())).secretId);
  await expect(call()).resolves.toBeDefined();
});

test("an error of STS is reported with its source, without its secrets", async () => {
  const { emulator, call } = environment({ ...pair, assumeRole: { ...role, roleArn: arn("unknown") }, securityToken: "" });
  expect(await failure(call())).toMatchObject({
    code: "unauthenticated",
    message: expect.stringMatching(/^Authentication failed: assumeRole: sts AssumeRole failed: ResourceNotFound\.RoleNotFound/) as string,
  });
  expect(emulator.calls.map(({ action }) => action)).toEqual(["AssumeRole"]);
});

test("a wrong code and an unbound role are reported", async () => {
  expect((await failure(environment({ ...pair, mfaCertification: mfa }).call())).message).toMatch(/mfaCertification: .*CheckMFAError/);
  expect((await failure(environment({ camRoleName: "vm" }).call())).message).toMatch(/not bound to the instance/);
});

test("a wrong account is rejected before the gateway receives a request", async () => {
  const { emulator, call } = environment({ ...pair, forbiddenAccountIds: [account] });
  expect((await failure(call())).code).toBe("permission_denied");
  expect(emulator.calls.map(({ action }) => action)).toEqual(["GetCallerIdentity"]);
});
