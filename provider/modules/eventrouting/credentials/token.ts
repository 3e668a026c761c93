// Access tokens with an expiry: when they are due for renewal, and how responses of token endpoints are parsed. See docs/modules/eventrouting.md#token-exchanges, docs/modules/eventrouting.md#impersonation and docs/modules/eventrouting.md#token-renewal. Pure.
import { ProviderError } from "../../../core/errors/errors";
import { isObject } from "../../../core/json/json";
import type { Plain } from "../../../core/values/value";

/** A bearer token and its expiry (Unix time in ms); without an expiry it is used as it is. Never part of a log or a message. */
export interface Token {
  value: string;
  expires?: number;
  /** Names its credentials, for messages. */
  origin?: string;
}

/** The minimum lifetime in ms, as in the library of the vendor. A token with a shorter one is used for a single request. */
export const minimumLifetimeMs = 300_000;

/** Returns the token of an OAuth response (`access_token`, `expires_in` in seconds) or of an impersonation (`accessToken`, `expireTime`). Fails with `failed_precondition`. */
export function tokenIn(body: Plain | undefined, origin: string, now: number): Token {
  if (!isObject(body)) throw new ProviderError("failed_precondition", `${origin} returned no JSON object`);
  const { access_token, accessToken, expires_in, expireTime } = body;
  const value = access_token ?? accessToken;
  if (!isHeaderText(value)) throw new ProviderError("failed_precondition", `${origin} returned no usable access token`);
  const expires = endOf(expires_in ?? expireTime, now);
  return { value, ...(expires !== undefined && { expires }) };
}

/** Returns whether the text is valid in a header. */
export function isHeaderText(value: Plain | undefined): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

function endOf(lifetime: Plain | undefined, now: number): number | undefined {
  const seconds = typeof lifetime === "string" && /^\d+$/.test(lifetime) ? Number(lifetime) : lifetime;
  if (typeof seconds === "number") return seconds > 0 ? now + seconds * 1000 : undefined;
  const end = typeof lifetime === "string" ? Date.parse(lifetime) : NaN;
  return Number.isNaN(end) ? undefined : end;
}
