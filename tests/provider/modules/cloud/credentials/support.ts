// Fakes for the tests of credentials: STS and metadata that record their requests, files, and a fixed clock.
import type { Settings } from "../../../../../provider/core/gen/types";
import type { PlainMap } from "../../../../../provider/core/values/value";
import type { Environment } from "../../../../../provider/modules/cloud/env";
import { createCredentials, type Keys } from "../../../../../provider/modules/cloud/credentials";
import { effectiveSettings } from "../../../../../provider/modules/cloud/settings";
import { start } from "../exchange";

export { start } from "../exchange";
export { expectFailure, failure } from "../support";

export const deploy = "qcs::cam::uin/100000000001:roleName/deploy";
export const pair = { secretId: "AKIDbase", secretKey: "canary-base-key" };
export const role = { roleArn: deploy, sessionName: "quartet" };
export const saml = { ...role, samlAssertion: "PHNhbWw+", principalArn: "qcs::idp" };
/** The variables of a pod. */
export const pod = { TKE_REGION: "ap-tokyo", TKE_WEB_IDENTITY_TOKEN_FILE: "/pod", TKE_PROVIDER_ID: "POD", TKE_ROLE_ARN: "qcs::pod" };

type MetadataPage = { status: number; body: string };

/** One request to STS. */
export interface SentCall {
  action: string;
  params: PlainMap;
  keys: Keys | undefined;
  region: string;
}

/** The fake environment of one configuration. */
export type FakeEnvironment = ReturnType<typeof fakeEnvironment>;

/** Returns the members of the n-th response with keys. */
export function issued(n: number, now: number, seconds = 7200) {
  const Credentials = { TmpSecretId: `AKIDtmp${n}`, TmpSecretKey: `canary-tmp-key-${n}`, Token: `canary-token-${n}` };
  return { Credentials, ExpiredTime: now / 1000 + seconds, RequestId: "4daec797-9cd2-4f09-9e7a-7d4c43b2a74c" };
}

/** Returns the metadata response of a bound role. */
export function boundRole(now: number, members: PlainMap = {}) {
  const { Credentials, ExpiredTime } = issued(0, now) as { Credentials: PlainMap; ExpiredTime: number };
  return { status: 200, body: JSON.stringify({ ...Credentials, TmpSecretId: "AKIDinstance", ExpiredTime, Code: "Success", ...members }) };
}

/** Credentials of these settings; nothing in the file system, no role on the instance. */
export function fakeEnvironment(settings: Settings = {}, env: Environment = {}, files: Record<string, string | Error> = {}) {
  const all = { HOME: "/home/me", ...env };
  const fake = {
    calls: [] as SentCall[],
    /** Paths and addresses that were read. */
    reads: [] as string[],
    /** Delays in ms. */
    waited: [] as number[],
    now: start,
    files,
    /** Replaces the response of STS. */
    respond: undefined as ((call: SentCall) => PlainMap | Promise<PlainMap>) | undefined,
    page: (_url: string): MetadataPage | Promise<MetadataPage> => ({ status: 404, body: "" }),
  };
  let count = 0;
  const credentials = createCredentials({
    settings: effectiveSettings(settings, all),
    env: all,
    windows: false,
    now: () => fake.now,
    wait: async (milliseconds) => void fake.waited.push(milliseconds),
    get: async (url) => {
      fake.reads.push(url);
      return fake.page(url);
    },
    readText: async (path) => {
      fake.reads.push(path);
      const text = fake.files[path];
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      if (text instanceof Error) throw text;
      return text;
    },
    sts: async (action, params, keys, region) => {
      const call = { action, params, keys, region };
      fake.calls.push(call);
      if (fake.respond) return fake.respond(call);
      const seconds = Number(params["DurationSeconds"]) || 7200;
      return action === "GetCallerIdentity" ? { AccountId: "100000000001" } : issued((count += 1), fake.now, seconds);
    },
  });
  const { signal } = new AbortController();
  return Object.assign(fake, {
    keys: () => credentials.current(signal),
    renew: (rejected: Keys) => credentials.renew(rejected, signal),
    region: () => credentials.region(),
  });
}

/** Returns the keys of a first call. */
export function keysOf(environment: FakeEnvironment) {
  return environment.keys();
}
