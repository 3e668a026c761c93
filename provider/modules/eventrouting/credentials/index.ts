// The credentials of one configuration of the provider: found at the first call, shared by all callers, renewed before they expire. See docs/modules/eventrouting.md#credentials.
import type { Redact } from "../../../core/secrets/redact";
import type { Send } from "../../../contract/http";
import type { RetryTools } from "../../../http/retry";
import type { Environment } from "../../../core/schema/environment";
import { cloudPlatform, type EffectiveSettings } from "../settings";
import { createExchange } from "./exchange";
import { createCredentialFiles, type ReadText } from "../../../http/credentials/files";
import { createRenewal } from "../../../http/credentials/renewal";
import type * as GoogleAuth from "./google-auth";
import { hasMetadata, metadataToken, systemResidency, type MetadataOptions } from "./metadata";
import { impersonate, mint, quotaOf, type MintOptions } from "./mint";
import { findSource, type Source, type SourceOptions } from "./source";
import { minimumLifetimeMs, type Token } from "./token";
import { withAdvice } from "./errors";

export type { Token };

/** The settings and the environment of credentials. Tests replace optional members. */
interface CredentialOptions {
  settings: EffectiveSettings;
  env: Environment;
  send: Send;
  /** Called once when a part of the settings is ignored. */
  warn?: (message: string) => void;
  readText?: ReadText;
  windows?: boolean;
  /** Hides the secrets of the configuration. */
  redact?: Redact;
  /** Unix time in ms. */
  now?: () => number;
  tools?: RetryTools;
  residency?: () => Promise<boolean>;
  /** Loads the vendor's library. */
  load?: () => Promise<typeof GoogleAuth>;
}

/** The token and the quota project of requests. */
export interface Credentials {
  /** Returns a valid token. Fails with the reason of the signal, with `unauthenticated` without credentials, and as their source. Failures are not kept. */
  token(signal: AbortSignal): Promise<Token>;
  /** Returns another token than this rejected one; undefined if there is none. Fails as `token`. */
  renew(former: Token, signal: AbortSignal): Promise<Token | undefined>;
  /** Returns the value of X-Goog-User-Project for a call in this project, undefined without one. Fails as `token`. See docs/modules/eventrouting.md#quota-project. */
  quotaProject(project: string | undefined, signal: AbortSignal): Promise<string | undefined>;
}

type CredentialSources = SourceOptions & MintOptions & MetadataOptions;

/** Creates the credentials. Reads and requests nothing before the first call. */
export function createCredentials(options: CredentialOptions): Credentials {
  const { settings, env, warn } = options;
  const context = contextOf(options);
  let source: Source | undefined;
  let hasWarned = false;

  const fetch = async (): Promise<Token> => {
    const areBothSet = settings.googleAccessToken !== undefined && settings.googleCredentials !== undefined;
    if (!hasWarned && areBothSet) warn?.(ignoredCredentials(settings));
    hasWarned = true;
    source = await findSource(context);
    return fetchToken(source, context);
  };
  const { current: token, replace } = createRenewal<Token>({
    fetch,
    expires: (each) => each.expires,
    margin: () => minimumLifetimeMs - 1,
    now: () => context.now(),
  });

  const renew = async (former: Token, signal: AbortSignal): Promise<Token | undefined> => {
    const isStatic = source?.kind === "static" && settings.googleImpersonateServiceAccount === undefined;
    return isStatic ? undefined : replace(former, signal);
  };

  const quotaProject = async (project: string | undefined, signal: AbortSignal): Promise<string | undefined> => {
    if (settings.googleUserProjectOverride) return settings.googleBillingProject ?? project;
    // No token is fetched for a known source: a short-lived one would be fetched again.
    if (source === undefined) await token(signal);
    const ofEnvironment = source?.isDefault ? env.GOOGLE_CLOUD_QUOTA_PROJECT : undefined;
    return ofEnvironment || (source?.kind === "json" ? quotaOf(source.json) : undefined);
  };

  return { token, renew, quotaProject };
}

/** A setting holds a token or a path: these errors mean that the text is not the path of a file. A folder is not a file, because a token may have its name. */
const absentCodes = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

function contextOf(options: CredentialOptions): CredentialSources {
  const { settings, env, send, readText, now = Date.now, tools, redact } = options;
  const { windows = process.platform === "win32", residency = systemResidency, load = () => import("./google-auth") } = options;
  const exchange = createExchange({ send, tools, redact });
  let loaded: Promise<GoogleAuth.Library> | undefined;
  const library = (): Promise<GoogleAuth.Library> =>
    (loaded ??= load().then(({ createLibrary }) =>
      createLibrary({
        exchange: async (request) => (await exchange(request)).body,
        tokenUrl: settings.googleTokenUrl,
        iamUrl: settings.googleIamCredentialsUrl,
      }),
    ));
  const metadata = { env, send, exchange, residency, now };
  // Detected once, because the machine does not change.
  let probed: Promise<boolean> | undefined;
  const files = createCredentialFiles({ env, readText, windows, absent: absentCodes });
  return { ...metadata, settings, library, files, windows, hasMetadata: () => (probed ??= hasMetadata(metadata)) };
}

async function fetchToken(source: Source, context: CredentialSources): Promise<Token> {
  const {
    googleImpersonateServiceAccount: target,
    googleScopes: scopes,
    googleImpersonateServiceAccountDelegates: delegates,
  } = context.settings;
  try {
    if (target === undefined) return { ...(await ownToken(source, scopes, context)), origin: source.origin };
    const { value } = await ownToken(source, [cloudPlatform], context);
    const quotaProject = source.kind === "json" ? quotaOf(source.json) : undefined;
    const token = await impersonate({ source: value, quotaProject, target, delegates, scopes }, context);
    return { ...token, origin: `${target} through ${source.origin}` };
  } catch (thrown) {
    throw withAdvice(thrown, source, target);
  }
}

async function ownToken(source: Source, scopes: string[], context: CredentialSources): Promise<Token> {
  if (source.kind === "static") return { value: source.token };
  return source.kind === "metadata" ? metadataToken(scopes, context) : mint(source.json, scopes, context);
}

function ignoredCredentials({ origins }: EffectiveSettings): string {
  return `both an access token (${origins.googleAccessToken}) and credentials (${origins.googleCredentials}) are set. The token is used.`;
}
