/** Workload identity federation: exchanges a subject token of another issuer for an access token. See docs/modules/eventrouting.md#workload-identity-federation. */
import { isObject } from "./shapes";
import type { Identity } from "./token-calls";
import { endpoint, formEndpoint, invalidGrant, json, needed, OauthFailure, readScopes } from "./token-calls";

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

const KNOWN = [
  "grant_type",
  "audience",
  "scope",
  "requested_token_type",
  "subject_token",
  "subject_token_type",
  "options",
  "client_id",
  "client_secret",
];

const checkOptions = (text: string | undefined): void => {
  if (text === undefined) return;
  let options: unknown;
  try {
    options = JSON.parse(text);
  } catch {
    options = undefined;
  }
  if (!isObject(options) || Object.keys(options).some((name) => name !== "userProject"))
    throw new OauthFailure("invalid_request", "The options parameter is malformed.");
};

const subjectOf = ({ accounts }: Identity, form: Record<string, string>): string => {
  const audience = needed(form, "audience");
  const pool = accounts.pools.get(audience);
  if (!pool) throw new OauthFailure("invalid_target", `The target service indicated by the "audience" parameters is invalid.`);
  if (needed(form, "subject_token_type") !== pool.subjectTokenType)
    throw new OauthFailure("invalid_request", "The subject token type does not match the provider.");
  const subject = pool.subjects.get(needed(form, "subject_token"));
  if (subject === undefined) throw invalidGrant("The given subject token is invalid or has expired.");
  return subject;
};

/** `POST /v1/token`. */
export const exchangeToken = formEndpoint("federation", (identity, form, { call }) => {
  const unknown = Object.keys(form).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw new OauthFailure("invalid_request", `Invalid parameter: ${unknown}`);
  if (needed(form, "grant_type") !== EXCHANGE) throw new OauthFailure("unsupported_grant_type", "Only token exchange is supported.");
  if (needed(form, "requested_token_type") !== ACCESS_TOKEN)
    throw new OauthFailure("invalid_request", "The requested token type is not supported.");
  checkOptions(form["options"]);
  const subject = subjectOf(identity, form);
  Object.assign(call, { principal: subject, scopes: readScopes(needed(form, "scope")) });
  const token = identity.tokens.issue({ name: subject, kind: "federated" }, call.scopes ?? []);
  return json(200, { access_token: token, issued_token_type: ACCESS_TOKEN, token_type: "Bearer", expires_in: identity.tokens.seconds });
});

/** `GET /subject-token`: what a credential file of the kind `url` names as the source of its subject token. */
export const subjectToken = endpoint("subject", ({ accounts }, { method, headers }) => {
  const source = accounts.pools.values().find((pool) => pool.source)?.source;
  if (!source || method !== "GET") return json(404, { message: "not found" });
  const missing = Object.entries(source.headers).some(([name, value]) => headers[name.toLowerCase()] !== value);
  return missing ? json(403, { message: "forbidden" }) : { status: 200, headers: { "content-type": "text/plain" }, body: source.body };
});
