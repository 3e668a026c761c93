// Workload identity federation: exchanges a token of another identity provider for one of the vendor. See docs/modules/eventrouting.md#workload-identity-federation. The library fetches the former; the exchange
// is sent here, because the library would bypass the given transport.
import { ProviderError } from "../../../core/errors/errors";
import { parseJson } from "../../../core/json/json";
import { objectOf } from "../../../core/values/records";
import type { PlainMap } from "../../../core/values/value";
import { cloudPlatform, tokenAddressViolation } from "../settings";
import { textMember, type CredentialOf } from "./credential-json";
import type { SubjectToken } from "./google-auth";
import type { MintOptions } from "./mint";
import { tokenIn, type Token } from "./token";

const urn = "urn:ietf:params:oauth";
const impersonationUrl = "service_account_impersonation_url";

/** Returns a token for the scopes, of the service account if the JSON names one. Fails with `failed_precondition` for an address without TLS, else as the exchange. */
export async function federatedToken(
  json: CredentialOf<"external_account">,
  scopes: string[],
  { token, tls }: SubjectToken,
  { exchange, now }: Pick<MintOptions, "exchange" | "now">,
): Promise<Token> {
  const send = async (member: string, origin: string, headers: Record<string, string>, body: string): Promise<Token> => {
    const url = textMember(json, member)!;
    const violation = tokenAddressViolation(url);
    if (violation !== undefined) throw new ProviderError("failed_precondition", `${member} of the credentials: ${violation}`);
    const response = await exchange({ method: "POST", url, headers, body, tls });
    return tokenIn(parseJson(response.body), origin, now());
  };
  const isImpersonation = textMember(json, impersonationUrl) !== undefined;
  const id = textMember(json, "client_id");
  const basic = id && Buffer.from(`${id}:${textMember(json, "client_secret") ?? ""}`).toString("base64");
  const headers = { "content-type": "application/x-www-form-urlencoded", ...(basic && { authorization: `Basic ${basic}` }) };
  const project = textMember(json, "workforce_pool_user_project");
  const form = new URLSearchParams({
    grant_type: `${urn}:grant-type:token-exchange`,
    audience: json.audience,
    scope: (isImpersonation ? [cloudPlatform] : scopes).join(" "),
    requested_token_type: `${urn}:token-type:access_token`,
    subject_token: token,
    subject_token_type: json.subject_token_type,
    ...(!id && project && { options: JSON.stringify({ userProject: project }) }),
  });
  const first = await send("token_url", "the token exchange", headers, form.toString());
  if (!isImpersonation) return first;
  const { service_account_impersonation: impersonation }: PlainMap = json;
  const { token_lifetime_seconds: seconds } = objectOf(impersonation);
  const impersonationHeaders = { authorization: `Bearer ${first.value}`, "content-type": "application/json" };
  const body = JSON.stringify({ scope: scopes, lifetime: `${Number(seconds || 3600)}s` });
  return send(impersonationUrl, "the impersonation of a service account", impersonationHeaders, body);
}
