// Fetches keys: base keys, then the roles and sessions that are based on them. See docs/modules/cloud.md#credential-chain.
import { asProviderError, ProviderError } from "../../../core/errors/errors";
import { redactor } from "../../../core/secrets/redact";
import type { PlainMap } from "../../../core/values/value";
import { credentialCode } from "../../../http/credentials/failure-code";
import type { CredentialFiles } from "../../../http/credentials/files";
import { firstVariable } from "../../../kit/variables";
import { variables, type Environment } from "../env";
import type { EffectiveSettings } from "../settings";
import { defaultRegion } from "../settings";
import { keysIn, type Keys } from "./keys";
import { metadataKeys, type FetchPage } from "./metadata";
import { credentialsNotFound } from "./not-found";
import { keyPlan, readsProfile, type KeyPlan } from "./plan";
import { profileRegion, readProfile } from "./profile";
import { assumeRole, isSigned, secretParams, type StsCall } from "./sts-calls";

/** Calls an action of STS and returns the members of `Response`. Without keys the call is not signed. */
export type StsClient = (action: string, params: PlainMap, keys: Keys | undefined, region: string) => Promise<PlainMap>;

/** Everything that keys can be fetched from. */
export interface KeySources {
  settings: EffectiveSettings;
  env: Environment;
  files: CredentialFiles;
  sts: StsClient;
  get: FetchPage;
  /** Unix time in ms. */
  now(): number;
  /** Waits for this many milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

/**
 * Fetches keys. Fails with `unauthenticated` when there is no source, with `failed_precondition` for a source with missing members or a file that cannot be
 * used, otherwise as the remote call; messages name the source and contain no secret.
 */
export async function fetchKeys(sources: KeySources): Promise<Keys> {
  const { settings, env, now } = sources;
  const plan = keyPlan(settings, env, now);
  const { keys: base, calls } = plan.base ? await baseOf(plan, sources) : { keys: undefined, calls: plan.calls };
  const fetchedAt = now();
  let keys: Keys | undefined = base;
  for (const call of calls) keys = await keysOf(call, keys, sources);
  const codes = calls.flatMap(({ oneTimeCode }) => oneTimeCode ?? []);
  if (keys === undefined) throw new ProviderError("internal", "no source of keys");
  return { ...keys, fetchedAt, oneTimeCode: codes.length > 0 ? codes.join(" and ") : undefined };
}

/** Returns the region: the setting, else that of the profile if the keys are from it, else the default. Fails as {@link fetchKeys} for files. */
export async function regionOf({ settings, env, files, now }: KeySources): Promise<string> {
  if (settings.region !== undefined) return settings.region;
  const isProfileUsed = settings.camRoleName === undefined && readsProfile(keyPlan(settings, env, now), settings);
  const region =
    isProfileUsed && (await readProfile(settings, files)).keys !== undefined ? await profileRegion(settings, files) : undefined;
  return region ?? defaultRegion;
}

/** Returns the base keys, and the calls, which start with that of the role of the profile. */
async function baseOf(plan: KeyPlan, { settings, env, files, get, wait }: KeySources): Promise<{ keys: Keys; calls: StsCall[] }> {
  const profile = readsProfile(plan, settings) ? await readProfile(settings, files) : undefined;
  const { secretId, secretKey, securityToken: token, camRoleName } = settings;
  const configured =
    secretId !== undefined && secretKey !== undefined
      ? { secretId, secretKey, ...(token !== undefined && { token }), source: sourceOf(secretId, env) }
      : profile?.keys && { ...profile.keys, source: `the profile file ${profile.path}` };
  const ofInstance = async (role: string): Promise<Keys> => ({
    ...(await metadataKeys(role, { endpoint: settings.metadataEndpoint, get, wait })),
    source: `the role ${role} of this instance (camRoleName)`,
  });
  const keys = camRoleName === undefined ? configured : await ofInstance(camRoleName);
  if (keys === undefined) throw credentialsNotFound(settings, plan, profile);
  const role = profile?.role && assumeRole(profile.role, `the role of the profile file ${profile.path}`);
  return { keys, calls: role ? [role, ...plan.calls] : plan.calls };
}

function sourceOf(secretId: string, env: Environment): string {
  const found = firstVariable(variables.secretId, env);
  return found?.text === secretId ? found.name : "the setting secretId";
}

async function keysOf(call: StsCall, keys: Keys | undefined, sources: KeySources): Promise<Keys> {
  const { action, source } = call;
  const region = call.region ?? (await regionOf(sources));
  const params = await call.params(sources.files);
  const request = { action, params, keys: isSigned(call) ? keys : undefined, region };
  return { ...keysIn(`sts ${action}`, await callSts(request, sources.sts, `Authentication failed: ${source}`)), source };
}

/** One call of STS. */
interface StsRequest {
  action: string;
  params: PlainMap;
  keys: Keys | undefined;
  region: string;
}

/**
 * Calls STS. The error is one of the credentials: `not_found` would mean that the object of the request does not exist. `context` starts the message. The
 * error has no cause, because its text can contain what is redacted here.
 */
export async function callSts({ action, params, keys, region }: StsRequest, sts: StsClient, context: string): Promise<PlainMap> {
  try {
    return await sts(action, params, keys, region);
  } catch (thrown) {
    const { code, message } = asProviderError(thrown);
    const ofKeys = [keys?.secretKey, keys?.token].filter((text) => text !== undefined);
    const redact = redactor([...secretParams(params), ...ofKeys]);
    throw new ProviderError(credentialCode(code), `${context}: ${redact(message)}`);
  }
}
