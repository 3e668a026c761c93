/** Access tokens: owner, scopes and expiry; and the validation of calls that carry one. See docs/modules/eventrouting.md#credentials and docs/modules/eventrouting.md#errors. */
import type { EmulatorRequest, JsonObject } from "../exchange";
import { Store } from "../store";
import { errorInfo, EventFailure } from "./errors";
import type { Marks } from "./marks";

/** The scope that every method of the service requires. */
export const CLOUD_PLATFORM = "https://www.googleapis.com/auth/cloud-platform";

/** Who calls. */
export interface Principal {
  /** An email, or the subject of a federated identity. */
  name: string;
  /** A person may need a quota project (spec section 5.7). */
  kind: "user" | "serviceAccount" | "federated";
}

/** A token that was given out. */
export interface Token {
  principal: Principal;
  scopes: readonly string[];
  /** Milliseconds since 1970. */
  expires: number;
  /** As if it had expired. */
  revoked?: boolean;
}

/** Issues tokens and validates them. */
export interface Tokens {
  /** By the token itself; at first `test`, which never ends. */
  known: Store<Token>;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  /** Life of new tokens in seconds; default 3599. */
  seconds: number;
  /** A new token; `seconds` replaces the usual life. */
  issue: (principal: Principal, scopes: readonly string[], seconds?: number) => string;
  /** From now on every token of that principal is rejected (of all, without a name). */
  revoke: (principal?: string) => void;
}

/** No token but `test` of owner@example.com, a service account in the eyes of the service. */
export const createTokens = (marks: Marks): Tokens => {
  const known = new Store<Token>();
  known.set("test", { principal: { name: "owner@example.com", kind: "serviceAccount" }, scopes: [CLOUD_PLATFORM], expires: Infinity });
  const tokens: Tokens = {
    known,
    now: () => marks.now().getTime(),
    seconds: 3599,
    issue(principal, scopes, seconds = tokens.seconds) {
      const token = `ya29.${principal.kind === "user" ? "a0" : "c.b0"}${marks.secret(43)}`;
      known.set(token, { principal, scopes, expires: tokens.now() + seconds * 1000 });
      return token;
    },
    revoke(principal) {
      for (const [, token] of known.entries()) if (principal === undefined || token.principal.name === principal) token.revoked = true;
    },
  };
  return tokens;
};

const CHALLENGE = 'Bearer realm="https://accounts.google.com/"';
const EXPECTED =
  "Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.";

const rejected = (message: string, reason: string, metadata: JsonObject): EventFailure => {
  const challenge = reason === "CREDENTIALS_MISSING" ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`;
  return new EventFailure("UNAUTHENTICATED", `${message} ${EXPECTED}`, [errorInfo(reason, "googleapis.com", metadata)], {
    "www-authenticate": challenge,
  });
};

/**
 * Who calls, by the bearer token of the request.
 * @param target the service and its method, for the ErrorInfo.
 * @throws EventFailure UNAUTHENTICATED: none, unknown, expired or revoked; PERMISSION_DENIED: without the scope.
 */
export const authenticate = ({ headers }: EmulatorRequest, tokens: Tokens, target: { service: string; method: string }): Principal => {
  const metadata = { ...target };
  const header = headers["authorization"];
  if (header === undefined) throw rejected("Request is missing required authentication credential.", "CREDENTIALS_MISSING", metadata);
  const token = tokens.known.get(/^Bearer ([\w.~+/=-]+)$/.exec(header)?.[1] ?? "");
  const bad = "Request had invalid authentication credentials.";
  if (!token) throw rejected(bad, "ACCESS_TOKEN_TYPE_UNSUPPORTED", metadata);
  if (token.revoked === true || token.expires <= tokens.now()) throw rejected(bad, "ACCESS_TOKEN_EXPIRED", metadata);
  if (token.scopes.includes(CLOUD_PLATFORM)) return token.principal;
  throw new EventFailure(
    "PERMISSION_DENIED",
    "Request had insufficient authentication scopes.",
    [errorInfo("ACCESS_TOKEN_SCOPE_INSUFFICIENT", "googleapis.com", metadata)],
    { "www-authenticate": `${CHALLENGE}, error="insufficient_scope", scope="${CLOUD_PLATFORM}"` },
  );
};
