// Keys with a life: when they are due for renewal, and how the remote's answers become keys (cloud-lookups.md 4.5, 4.8). Pure.
import { ProviderError } from "../../../core/errors";
import { isObject } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";
import type { Keys as Signing } from "../signing";

/** An access key pair, its token when it is temporary, and when it ends (Unix time in ms). */
export interface Keys extends Signing {
  expires?: number;
}

/** Keys at hand. */
export interface Held {
  keys: Keys;
  /** When they were fetched, Unix time in ms. */
  since: number;
  /** Set when they came of a code that can be used once: what gave it, for messages. */
  oneTime?: string | undefined;
  /** The remote does not know them any more. */
  stale?: boolean;
}

/** Renewed this long before the end at the latest, in ms; of short lives the last tenth. */
const margin = 300_000;

/** Whether the keys have to be fetched anew before they are used. Those of a one-time code serve to the very end. */
export function isDue({ keys: { expires }, since, oneTime, stale }: Held, now: number): boolean {
  if (expires === undefined) return false;
  const early = oneTime === undefined ? Math.min(margin, 0.1 * (expires - since)) : 0;
  return stale === true || expires - now <= early;
}

/** Whether the service still takes the keys, as far as this machine can tell. */
export function isAlive({ keys: { expires }, stale }: Held, now: number): boolean {
  return stale !== true && (expires === undefined || now < expires);
}

/** The keys in an answer of STS. Fails with `failed_precondition` and the name of what is missing; nothing of the answer is quoted. */
export function keysIn(action: string, answer: PlainMap): Keys {
  const credentials = answer["Credentials"];
  if (!isObject(credentials)) throw lacking(action, "Credentials");
  return keysFrom(action, { ...credentials, ExpiredTime: answer["ExpiredTime"] ?? null });
}

/** Keys by the names that STS and the instance metadata share. Fails as {@link keysIn}. */
export function keysFrom(source: string, members: PlainMap): Keys {
  const text = (name: string): string => {
    const value = members[name];
    if (typeof value !== "string" || value === "") throw lacking(source, name);
    return value;
  };
  const seconds: Plain | undefined = members["ExpiredTime"];
  if (typeof seconds !== "number" || !(seconds > 0)) throw lacking(source, "ExpiredTime");
  return { secretId: text("TmpSecretId"), secretKey: text("TmpSecretKey"), token: text("Token"), expires: seconds * 1000 };
}

function lacking(source: string, member: string): ProviderError {
  return new ProviderError("failed_precondition", `${source} answered no ${member}; there are no keys without it.`);
}
