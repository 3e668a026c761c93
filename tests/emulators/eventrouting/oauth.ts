/** The OAuth endpoint: signed assertions of service accounts and refresh tokens of persons against access tokens. See docs/modules/eventrouting.md#token-exchanges. */
import { verify } from "node:crypto";
import type { EmulatorReply, JsonObject } from "../exchange";
import type { ServiceAccount } from "./accounts";
import { isObject } from "./shapes";
import type { Identity, TokenCall } from "./token-calls";
import { formEndpoint, invalidGrant, json, needed, OauthFailure, readScopes } from "./token-calls";

/** The one audience of assertions, whatever address a client reached. */
export const AUDIENCE = "https://oauth2.googleapis.com/token";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

interface Assertion {
  header: JsonObject;
  claims: JsonObject;
  signed: string;
  signature: Buffer;
}

const decode = (part: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    if (isObject(value)) return value;
  } catch {
    // rejected below
  }
  throw invalidGrant("Invalid JWT: the assertion is malformed.");
};

const readAssertion = (text: string): Assertion => {
  const [header, claims, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(text)?.slice(1) ?? [];
  if (header === undefined || claims === undefined || signature === undefined)
    throw invalidGrant("Invalid JWT: the assertion is malformed.");
  return { header: decode(header), claims: decode(claims), signed: `${header}.${claims}`, signature: Buffer.from(signature, "base64url") };
};

const checkSignature = ({ header, signed, signature }: Assertion, { keys }: ServiceAccount): void => {
  if (header["alg"] !== "RS256") throw invalidGrant("Invalid JWT: the algorithm must be RS256.");
  const known = keys();
  const candidates = typeof header["kid"] === "string" ? [known.get(header["kid"])] : [...known.values()];
  if (!candidates.some((key) => key && verify("RSA-SHA256", Buffer.from(signed), key, signature)))
    throw invalidGrant("Invalid JWT Signature.");
};

/** How far a client's clock may be off, in seconds. */
const SKEW = 300;

const checkTimes = ({ iat, exp }: JsonObject, now: number): void => {
  const isGood =
    Number.isInteger(iat) &&
    Number.isInteger(exp) &&
    Number(iat) <= now + SKEW &&
    Number(exp) > now - SKEW &&
    Number(exp) - Number(iat) <= 3600;
  if (isGood && Number(exp) > Number(iat)) return;
  throw invalidGrant(
    "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.",
  );
};

const respond = ({ tokens }: Identity, call: TokenCall, kind: "user" | "serviceAccount"): EmulatorReply => {
  const { principal: name = "", scopes = [] } = call;
  const token = tokens.issue({ name, kind }, scopes);
  const scope: JsonObject = kind === "user" ? { scope: scopes.join(" ") } : {};
  return json(200, { access_token: token, expires_in: tokens.seconds, token_type: "Bearer", ...scope });
};

const byAssertion = (identity: Identity, call: TokenCall, form: Record<string, string>): EmulatorReply => {
  const assertion = readAssertion(needed(form, "assertion"));
  const { iss, aud, scope } = assertion.claims;
  const account = typeof iss === "string" ? identity.accounts.services.get(iss) : undefined;
  if (!account || account.disabled === true) throw invalidGrant("Invalid grant: account not found");
  checkSignature(assertion, account);
  if (aud !== AUDIENCE) throw invalidGrant("Invalid JWT: Failed audience check.");
  checkTimes(assertion.claims, Math.floor(identity.now().getTime() / 1000));
  call.scopes = readScopes(typeof scope === "string" ? scope : "");
  call.principal = String(iss);
  return respond(identity, call, "serviceAccount");
};

/** What a person who logged in with the vendor's tool has agreed to. */
const CONSENTED = ["openid", "https://www.googleapis.com/auth/userinfo.email", "https://www.googleapis.com/auth/cloud-platform"];

/** The person of a refresh token. @throws OauthFailure `invalid_client`, `invalid_grant`. */
const personOf = (identity: Identity, { id, secret, token }: { id: string; secret: string; token: string }): string => {
  const client = identity.accounts.clients.get(id);
  if (!client) throw new OauthFailure("invalid_client", "The OAuth client was not found.", 401);
  if (client.secret !== secret) throw new OauthFailure("invalid_client", "The provided client secret is invalid.", 401);
  const email = client.refreshTokens.get(token);
  if (email === undefined) throw invalidGrant("Token has been expired or revoked.");
  return email;
};

const byRefreshToken = (identity: Identity, call: TokenCall, client: { id: string; secret: string; token: string }): EmulatorReply => {
  Object.assign(call, { principal: personOf(identity, client), scopes: CONSENTED });
  return respond(identity, call, "user");
};

/** `POST /token`. */
export const oauthToken = formEndpoint("oauth", (identity, form, { call }) => {
  const grant = needed(form, "grant_type");
  if (grant === JWT_BEARER) return byAssertion(identity, call, form);
  if (grant !== "refresh_token") throw new OauthFailure("unsupported_grant_type", `Invalid grant_type: ${grant}`);
  const id = needed(form, "client_id");
  const secret = needed(form, "client_secret");
  return byRefreshToken(identity, call, { id, secret, token: needed(form, "refresh_token") });
});

/** `POST /v1/oauthtoken`: refresh tokens of federated persons, with the client in the Authorization header. */
export const federatedRefresh = formEndpoint("federation", (identity, form, { call, request }) => {
  if (needed(form, "grant_type") !== "refresh_token") throw new OauthFailure("unsupported_grant_type", "Only refresh_token is supported.");
  const basic = /^Basic ([\w+/=]+)$/i.exec(request.headers["authorization"] ?? "")?.[1] ?? "";
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(/:(.*)/s);
  return byRefreshToken(identity, call, { id, secret, token: needed(form, "refresh_token") });
});
