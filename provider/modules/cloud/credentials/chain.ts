// The way to the keys, walked once: base keys, then the roles and sessions that are made of them (cloud-lookups.md 4.4).
import { asProviderError, ProviderError, type ErrorCode } from "../../../core/errors";
import { redactor } from "../../../core/redact";
import type { PlainMap } from "../../../core/value";
import { variables, type Environment } from "../env";
import type { CloudSettings } from "../settings";
import { defaultRegion } from "../settings";
import { keysIn, type Held, type Keys } from "./keys";
import { metadataKeys, type FetchPage } from "./metadata";
import { credentialsNotFound } from "./not-found";
import { planKeys, readsProfile, type Plan } from "./plan";
import { profileRegion, readProfile } from "./profile";
import { assumeRole, isSigned, type StsCall } from "./sts-calls";
import type { TextFiles } from "./text-files";

/** Asks an action of STS; answers the members of `Response`. Without keys the call is not signed. */
export type StsClient = (action: string, params: PlainMap, keys: Keys | undefined, region: string) => Promise<PlainMap>;

/** What the way leads through. */
export interface KeySources {
  settings: CloudSettings;
  env: Environment;
  files: TextFiles;
  sts: StsClient;
  get: FetchPage;
  /** Unix time in ms. */
  now(): number;
  /** Waits so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

/**
 * Fetches keys. Fails with `unauthenticated` when there is no source of them, with `failed_precondition` for a source that is described in part or a file that
 * cannot be used, else as the remote asked does; messages name the source and hold no secret.
 */
export async function fetchKeys(parts: KeySources): Promise<Held> {
  const { settings, env, now } = parts;
  const plan = planKeys(settings, env, now);
  const { keys: base, calls } = plan.base ? await baseOf(plan, parts) : { keys: undefined, calls: plan.calls };
  const since = now();
  let keys = base;
  for (const call of calls) keys = await made(call, keys, parts);
  const codes = calls.flatMap(({ oneTime }) => oneTime ?? []);
  return { keys: keys!, since, oneTime: codes.length > 0 ? codes.join(" and ") : undefined };
}

/** The region: as set, else as the profile says when the keys come from it, else the default. Fails as {@link fetchKeys} for files. */
export async function regionOf({ settings, env, files, now }: KeySources): Promise<string> {
  if (settings.region !== undefined) return settings.region;
  const reads = settings.camRoleName === undefined && readsProfile(planKeys(settings, env, now), settings);
  const ofProfile = reads && (await readProfile(settings, files)).keys !== undefined ? await profileRegion(settings, files) : undefined;
  return ofProfile ?? defaultRegion;
}

/** The first keys, and the calls with the role of the profile before them. */
async function baseOf(plan: Plan, { settings, env, files, get, wait }: KeySources): Promise<{ keys: Keys; calls: StsCall[] }> {
  const profile = readsProfile(plan, settings) ? await readProfile(settings, files) : undefined;
  const { secretId, secretKey, securityToken: token, camRoleName } = settings;
  const given =
    secretId !== undefined && secretKey !== undefined
      ? { secretId, secretKey, ...(token !== undefined && { token }), source: giverOf(secretId, env) }
      : profile?.keys && { ...profile.keys, source: `the profile file ${profile.path}` };
  const ofInstance = async (role: string): Promise<Keys> => ({
    ...(await metadataKeys(role, { endpoint: settings.metadataEndpoint, get, wait })),
    source: `the role ${role} of this instance (camRoleName)`,
  });
  const keys = camRoleName === undefined ? given : await ofInstance(camRoleName);
  if (keys === undefined) throw credentialsNotFound(settings, plan, profile);
  const role = profile?.role && assumeRole(profile.role, `the role of the profile file ${profile.path}`);
  return { keys, calls: role ? [role, ...plan.calls] : plan.calls };
}

function giverOf(secretId: string, env: Environment): string {
  return env[variables.secretId] === secretId ? variables.secretId : "the setting secretId";
}

async function made(call: StsCall, keys: Keys | undefined, parts: KeySources): Promise<Keys> {
  const { action, source } = call;
  const region = call.region ?? (await regionOf(parts));
  const params = await call.params(parts.files);
  const asked = { action, params, keys: isSigned(call) ? keys : undefined, region };
  return { ...keysIn(`sts ${action}`, await callSts(asked, parts.sts, `no keys could be fetched by ${source}`)), source };
}

/** One question to STS. */
export interface StsRequest {
  action: string;
  params: PlainMap;
  keys: Keys | undefined;
  region: string;
}

/**
 * Asks STS. A failure is told as one of the keys, not of the object that they were wanted for: that object is not missing because a role is, and nothing was
 * done to it. `trouble` begins the message. No cause is kept, for its text may hold what is hidden here.
 */
export async function callSts({ action, params, keys, region }: StsRequest, sts: StsClient, trouble: string): Promise<PlainMap> {
  try {
    return await sts(action, params, keys, region);
  } catch (thrown) {
    const { code: kind, message } = asProviderError(thrown);
    const secrets = [params["SAMLAssertion"], params["WebIdentityToken"], params["TokenCode"], keys?.secretKey, keys?.token];
    const hide = redactor(secrets.filter((text) => typeof text === "string"));
    throw new ProviderError(kinds[kind] ?? kind, `${trouble}: ${hide?.(message) ?? message}`);
  }
}

const kinds: Partial<Record<ErrorCode, ErrorCode>> = {
  not_found: "unauthenticated",
  already_exists: "failed_precondition",
  aborted: "failed_precondition",
  invalid_argument: "failed_precondition",
};
