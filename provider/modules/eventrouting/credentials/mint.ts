// Tokens of a credential JSON, by its type. See docs/modules/eventrouting.md#credential-json and docs/modules/eventrouting.md#workload-identity-federation.
import { ProviderError } from "../../../core/errors/errors";
import { textsOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import { accountPrefix, cloudPlatform } from "../settings";
import { credentialOf, textMember, type CredentialJson, type CredentialOf } from "./credential-json";
import type { Exchange } from "./exchange";
import { federatedToken } from "./federation";
import type { Impersonation, Library } from "./google-auth";
import { tokenIn, type Token } from "./token";

/** The environment of the token requests. */
export interface MintOptions {
  /** Loads the vendor's library at the first call. */
  library(): Promise<Library>;
  exchange: Exchange;
  /** Unix time in ms. */
  now(): number;
}

/** Returns a token for the scopes. Fails as the exchange, and with `failed_precondition` for invalid JSON. */
export async function mint(json: CredentialJson, scopes: string[], options: MintOptions): Promise<Token> {
  const library = await options.library();
  switch (json.type) {
    case "external_account":
      return federatedToken(json, scopes, await library.subject(json), options);
    case "impersonated_service_account":
      return impersonateBySource(json, scopes, options);
    default:
      return tokenIn((await library.token(json, scopes)) as Plain, "the token endpoint", options.now());
  }
}

/** Returns a token of another account, authorized by the token of its source. A delegate may be an email alone. Fails as {@link mint}. */
export async function impersonate({ delegates, ...rest }: Impersonation, options: MintOptions): Promise<Token> {
  const library = await options.library();
  const names = delegates.map((name) => (name.includes("/") ? name : accountPrefix + name));
  const body = await library.impersonated({ ...rest, delegates: names });
  return tokenIn(body as Plain, "the IAM credentials service", options.now());
}

/** Returns the token of the impersonated account. The library would create the source without the given transport. */
async function impersonateBySource(
  json: CredentialOf<"impersonated_service_account">,
  scopes: string[],
  options: MintOptions,
): Promise<Token> {
  const target = /\/([^/]+):generateAccessToken$/.exec(json.service_account_impersonation_url)?.[1];
  if (!target) {
    const reason = "does not end in the email of a service account and :generateAccessToken";
    throw new ProviderError("failed_precondition", `service_account_impersonation_url of the credentials ${reason}`);
  }
  const inner = credentialOf(json.source_credentials, "source_credentials");
  const { value: source } = await mint(inner, [cloudPlatform], options);
  const { delegates }: PlainMap = json;
  return impersonate({ source, quotaProject: quotaOf(inner), target, delegates: textsOf(delegates), scopes }, options);
}

/** Returns the quota project of the credential if it is valid in a header. */
export function quotaOf(json: CredentialJson): string | undefined {
  const project = textMember(json, "quota_project_id");
  return project !== undefined && /^[\x21-\x7e]+$/.test(project) ? project : undefined;
}
