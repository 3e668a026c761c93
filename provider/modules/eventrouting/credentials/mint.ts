// Tokens of a credential JSON, by its type. See docs/modules/eventrouting.md#credential-json and docs/modules/eventrouting.md#workload-identity-federation.
import { ProviderError } from "../../../core/errors/errors";
import { isObject } from "../../../core/json/json";
import { objectOf, textsOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import { accountPrefix, cloudPlatform } from "../settings";
import { credentialOf, textMember, type CredentialJson } from "./credential-json";
import type { Exchange } from "./exchange";
import { federatedToken } from "./federation";
import type { Library } from "./google-auth";
import { tokenIn, type Token } from "./token";

/** The environment of the token requests. */
export interface MintOptions {
  /** Loads the vendor's library at the first call. */
  library(): Promise<Library>;
  exchange: Exchange;
  /** Unix time in ms. */
  now(): number;
}

/** The impersonated account, and the source of the token that authorizes the request. */
interface ImpersonationRequest {
  source: Token;
  quotaProject?: string | undefined;
  target: string;
  delegates: readonly string[];
  scopes: readonly string[];
}

/** Returns a token for the scopes. Fails as the exchange, and with `failed_precondition` for invalid JSON. */
export async function mint(json: CredentialJson, scopes: readonly string[], options: MintOptions): Promise<Token> {
  const library = await options.library();
  const text = (name: string): string => textMember(json, name)!;
  const read = (body: unknown): Token => tokenIn(body as Plain, "the token endpoint", options.now());
  switch (json.type) {
    case "service_account":
      return read(
        await library.serviceAccount({ email: text("client_email"), key: text("private_key"), keyId: textMember(json, "private_key_id") }, [
          ...scopes,
        ]),
      );
    case "authorized_user":
      return read(
        await library.authorizedUser({
          clientId: text("client_id"),
          clientSecret: text("client_secret"),
          refreshToken: text("refresh_token"),
        }),
      );
    case "external_account_authorized_user":
      return read(await library.externalUser(json));
    case "external_account":
      return federatedToken(json, scopes, { ...options, subject: await library.subject(json) });
    case "impersonated_service_account":
      return impersonateBySource(json, scopes, options);
  }
}

/** Returns a token of another account, authorized by the token of its source, for 3600 s. Fails as {@link mint}. */
export async function impersonate({ source, delegates, scopes, ...rest }: ImpersonationRequest, options: MintOptions): Promise<Token> {
  const library = await options.library();
  const body = await library.impersonated({
    ...rest,
    source: source.value,
    delegates: delegates.map((name) => (name.includes("/") ? name : accountPrefix + name)),
    scopes: [...scopes],
    lifetime: 3600,
  });
  return tokenIn(body as Plain, "the IAM credentials service", options.now());
}

/** Returns the token of the impersonated account. The library would create the source without the given transport. */
async function impersonateBySource(json: CredentialJson, scopes: readonly string[], options: MintOptions): Promise<Token> {
  const url = textMember(json, "service_account_impersonation_url")!;
  const target = /\/([^/]+):generateAccessToken$/.exec(url)?.[1];
  if (!target) {
    const reason = "does not end in the email of a service account and :generateAccessToken";
    throw new ProviderError("failed_precondition", `service_account_impersonation_url of the credentials ${reason}`);
  }
  const inner = credentialOf(objectOf(json.source_credentials), "source_credentials");
  const source = await mint(inner, [cloudPlatform], options);
  const delegates = textsOf(json.delegates);
  return impersonate({ source, quotaProject: quotaOf(inner), target, delegates, scopes }, options);
}

/** Returns the quota project of the credential if it is valid in a header. */
export function quotaOf(json: PlainMap | undefined): string | undefined {
  const project = isObject(json) ? textMember(json, "quota_project_id") : undefined;
  return project !== undefined && /^[\x21-\x7e]+$/.test(project) ? project : undefined;
}
