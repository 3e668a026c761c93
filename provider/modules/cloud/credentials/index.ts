// The credentials of one configuration of the provider: found at the first call, shared by all callers, renewed before they end (cloud-lookups.md 4.4, 4.8).
import { ProviderError } from "../../../core/errors";
import type { Environment } from "../env";
import type { CloudSettings } from "../settings";
import { accountIdOf, requireAllowedAccount, restrictsAccounts } from "./account";
import { callSts, fetchKeys, regionOf, type KeySources, type StsClient } from "./chain";
import { singleFlight } from "../../../http/concurrency/single-flight";
import { isAlive, isDue, type Held, type Keys } from "./keys";
import type { FetchPage } from "./metadata";
import { createFiles, type ReadText } from "./text-files";

export type { Keys };

/** What credentials are made of. `sts` and `get` are handed in; the rest is replaced in tests. */
export interface CredentialOptions {
  settings: CloudSettings;
  env: Environment;
  /** Asks an action of STS, with the retries of reads; not signed without keys. It belongs to no single caller. */
  sts: StsClient;
  /** Asks the instance metadata, once. */
  get: FetchPage;
  readText?: ReadText;
  windows?: boolean;
  /** Unix time in ms. */
  now?: () => number;
  wait?: (milliseconds: number) => Promise<void>;
}

/** Keys and region, as the callers of the cloud need them. */
export interface Credentials {
  /**
   * Keys that are good for now. Fails with the reason of the signal, and as `fetchKeys` does; with `permission_denied` when the account may not be used; with
   * "unauthenticated" when keys of a one-time code have ended. No failure is remembered.
   */
  current(signal: AbortSignal): Promise<Keys>;
  /** Other keys than these, which the service does not know any more; nothing where none can be had. Fails as `current`. */
  renewed(former: Keys, signal: AbortSignal): Promise<Keys | undefined>;
  /** The region of all calls. Fails with `failed_precondition` when it stands in a file that cannot be used. */
  region(): Promise<string>;
}

/** Makes the credentials. Nothing is read or asked before the first call. */
export function createCredentials(given: CredentialOptions): Credentials {
  const { settings, env, sts, get, readText, windows, now = Date.now, wait = later } = given;
  const parts: KeySources = { settings, env, sts, get, now, wait, files: createFiles({ env, readText, windows }) };
  let held: Held | undefined;
  const named = restrictsAccounts(settings);
  let account: string | undefined;
  let region: string | undefined;
  const findRegion = async (): Promise<string> => (region ??= await regionOf(parts));

  const join = singleFlight(async () => {
    // Kept before the account is checked: a one-time code gives keys only once.
    if (held === undefined || isDue(held, now())) held = await next(held, parts);
    if (named) requireAllowedAccount((account ??= await accountOf(held.keys, parts)), settings);
    return held.keys;
  });

  const current = async (signal: AbortSignal): Promise<Keys> => {
    signal.throwIfAborted();
    if (held === undefined || isDue(held, now()) || (named && account === undefined)) return join(signal);
    if (account !== undefined) requireAllowedAccount(account, settings);
    return held.keys;
  };

  const renewed = async (former: Keys, signal: AbortSignal): Promise<Keys | undefined> => {
    if (held?.keys === former) {
      if (former.expires === undefined || (held.oneTime !== undefined && isAlive(held, now()))) return undefined;
      held.stale = true;
    }
    return current(signal);
  };

  return { current, renewed, region: findRegion };
}

/** The next keys. While the former ones are alive, a failure to renew them is passed over: the next caller tries again. */
async function next(former: Held | undefined, parts: KeySources): Promise<Held> {
  if (former?.oneTime !== undefined) throw ended(former);
  try {
    return await fetchKeys(parts);
  } catch (thrown) {
    if (former !== undefined && isAlive(former, parts.now())) return former;
    throw thrown;
  }
}

async function accountOf(keys: Keys, parts: KeySources): Promise<string> {
  const asked = { action: "GetCallerIdentity", params: {}, keys, region: await regionOf(parts) };
  return accountIdOf(await callSts(asked, parts.sts, "the account of the credentials could not be checked"));
}

function ended({ keys: { expires }, oneTime }: Held): ProviderError {
  const when = new Date(expires!).toISOString();
  return new ProviderError(
    "unauthenticated",
    `the temporary keys ended at ${when}, and the MFA code they were fetched with serves only once. Give a new code as ${oneTime} and run again.`,
  );
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
