// Workload identity federation: exchanges a token of another identity provider for one of the vendor. See docs/modules/eventrouting.md#workload-identity-federation. The library fetches the former; the exchange
// is sent here, because the library would bypass the given transport.
import { ProviderError } from "../../../core/errors/errors";
import { parseJson } from "../../../core/json/json";
import { objectOf, type RemoteObject } from "../../../core/values/records";
import { cloudPlatform, tokenAddressViolation } from "../settings";
import { textMember, type CredentialJson } from "./credential-json";
import type { Exchange } from "./exchange";
import type { SubjectToken } from "./google-auth";
import { tokenIn, type Token } from "./token";

/** The environment of the exchange. */
interface FederationOptions {
  /** Returns the token of the other provider. */
  subject: SubjectToken;
  exchange: Exchange;
  /** Unix time in ms. */
  now(): number;
}

const urn = "urn:ietf:params:oauth";

/** Returns a token for the scopes, of the service account if the JSON names one. Fails with `failed_precondition` for an address without TLS, else as the exchange. */
export async function federatedToken(json: CredentialJson, scopes: readonly string[], options: FederationOptions): Promise<Token> {
  const impersonation = textMember(json, "service_account_impersonation_url");
  const first = await exchangeToken(json, impersonation ? [cloudPlatform] : scopes, options);
  if (!impersonation) return first;
  const { exchange, now, subject } = options;
  const { token_lifetime_seconds: lifetime }: RemoteObject<"token_lifetime_seconds"> = objectOf(json.service_account_impersonation);
  const seconds = lifetime || 3600;
  const response = await exchange({
    method: "POST",
    url: requireSafeAddress(impersonation, "service_account_impersonation_url"),
    headers: { authorization: `Bearer ${first.value}`, "content-type": "application/json" },
    body: JSON.stringify({ scope: scopes, lifetime: `${Number(seconds)}s` }),
    tls: subject.tls,
  });
  return tokenIn(parseJson(response.body), "the impersonation of a service account", now());
}

async function exchangeToken(
  json: CredentialJson,
  scopes: readonly string[],
  { subject, exchange, now }: FederationOptions,
): Promise<Token> {
  const id = textMember(json, "client_id");
  const project = textMember(json, "workforce_pool_user_project");
  const form = new URLSearchParams({
    grant_type: `${urn}:grant-type:token-exchange`,
    audience: textMember(json, "audience")!,
    scope: scopes.join(" "),
    requested_token_type: `${urn}:token-type:access_token`,
    subject_token: subject.token,
    subject_token_type: textMember(json, "subject_token_type")!,
    ...(!id && project && { options: JSON.stringify({ userProject: project }) }),
  });
  const basic = id && Buffer.from(`${id}:${textMember(json, "client_secret") ?? ""}`).toString("base64");
  const response = await exchange({
    method: "POST",
    url: requireSafeAddress(textMember(json, "token_url")!, "token_url"),
    headers: { "content-type": "application/x-www-form-urlencoded", ...(basic && { authorization: `Basic ${basic}` }) },
    body: form.toString(),
    tls: subject.tls,
  });
  return tokenIn(parseJson(response.body), "the token exchange", now());
}

/** Returns the address. Fails if tokens must not be sent to it. */
function requireSafeAddress(url: string, member: string): string {
  const violation = tokenAddressViolation(url);
  if (violation === undefined) return url;
  throw new ProviderError("failed_precondition", `${member} of the credentials: ${violation}`);
}
