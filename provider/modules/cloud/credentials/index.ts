// The credentials of one configuration: found at the first call, shared by all callers, renewed before they expire.
// See docs/modules/cloud.md#credential-chain.
import { ProviderError } from "../../../core/errors/errors";
import { createCredentialFiles, type ReadText } from "../../../http/credentials/files";
import type { Environment } from "../env";
import { createRenewal } from "../../../http/credentials/renewal";
import type { EffectiveSettings } from "../settings";
import { accountIdOf, requireAllowedAccount, restrictsAccounts } from "./account";
import { callSts, fetchKeys, regionOf, type KeySources, type StsClient } from "./chain";
import { renewalMarginOf, type Keys } from "./keys";
import type { FetchPage } from "./metadata";

export type { Keys };

/** Options of {@link createCredentials}; the optional ones are replaced in tests. */
interface CredentialOptions {
  settings: EffectiveSettings;
  env: Environment;
  /** Calls an action of STS, with the retries of reads; without keys it is not signed. It belongs to no single request. */
  sts: StsClient;
  /** Sends one request to the instance metadata. */
  get: FetchPage;
  readText?: ReadText;
  windows?: boolean;
  /** Unix time in ms. */
  now?: () => number;
  wait?: (milliseconds: number) => Promise<void>;
}

/** Keys and region of one configuration. */
export interface Credentials {
  /**
   * Returns keys that are currently valid. Fails with the reason of the signal, and as `fetchKeys`; with `permission_denied` for an account that is not
   * allowed; with `unauthenticated` when keys of a one-time code have expired. No failure is kept.
   */
  current(signal: AbortSignal): Promise<Keys>;
  /** Returns keys other than these, which the service no longer accepts; undefined where there are no others. Fails as `current`. */
  renew(former: Keys, signal: AbortSignal): Promise<Keys | undefined>;
  /** Returns the region of all calls. Fails with `failed_precondition` when it is in a file that cannot be used. */
  region(): Promise<string>;
}

/** Creates the credentials. Reads and sends nothing before the first call. */
export function createCredentials(options: CredentialOptions): Credentials {
  const { settings, env, sts, get, readText, windows, now = Date.now, wait = delay } = options;
  const sources: KeySources = { settings, env, sts, get, now, wait, files: createCredentialFiles({ env, readText, windows }) };
  let account: string | undefined;
  let region: string | undefined;

  const renewal = createRenewal<Keys>({
    expires: ({ expires }) => expires,
    margin: renewalMarginOf,
    now,
    async fetch(former) {
      if (former?.oneTimeCode !== undefined) throw expiredError(former);
      return fetchKeys(sources);
    },
    async verify(keys) {
      if (restrictsAccounts(settings)) requireAllowedAccount((account ??= await accountOf(keys, sources)), settings);
    },
  });

  return {
    current: renewal.current,
    async renew(former, signal) {
      const isFinal = former.expires === undefined || (former.oneTimeCode !== undefined && now() < former.expires);
      return isFinal ? undefined : renewal.replace(former, signal);
    },
    region: async () => (region ??= await regionOf(sources)),
  };
}

async function accountOf(keys: Keys, sources: KeySources): Promise<string> {
  const request = { action: "GetCallerIdentity", params: {}, keys, region: await regionOf(sources) };
  return accountIdOf(await callSts(request, sources.sts, "Authentication failed: the account of the keys cannot be checked"));
}

function expiredError({ expires, oneTimeCode }: Keys): ProviderError {
  const time = expires === undefined ? "" : ` at ${new Date(expires).toISOString()}`;
  return new ProviderError(
    "unauthenticated",
    `Authentication failed: the temporary keys expired${time}, and their MFA code is valid only once. Set a new code as ${oneTimeCode} and run again.`,
  );
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
