// Keys with an expiry: when they are renewed, and how responses become keys. Pure. See docs/modules/cloud.md#credential-renewal.
import { ProviderError } from "../../../core/errors/errors";
import { isObject } from "../../../core/json/json";
import { textOf } from "../../../core/values/records";
import type { PlainMap } from "../../../core/values/value";
import type { SigningKeys } from "../signing";

/** An access key pair; temporary keys have a token. Times are Unix time in ms. */
export interface Keys extends SigningKeys {
  expires?: number;
  fetchedAt?: number;
  /** The source of the one-time code that the keys were fetched with, for messages. Such keys cannot be renewed. */
  oneTimeCode?: string | undefined;
}

/** Keys are renewed this long before they expire, in ms, or in the last tenth of a shorter lifetime. */
const renewalMarginMs = 300_000;

/** Returns how long before their end the keys are renewed, in ms. Keys of a one-time code are used until they expire. */
export function renewalMarginOf({ expires = Infinity, fetchedAt = 0, oneTimeCode }: Keys): number {
  return oneTimeCode === undefined ? Math.min(renewalMarginMs, 0.1 * (expires - fetchedAt)) : 0;
}

/** Returns the keys in a response of STS. Fails with `failed_precondition` and the name of a missing member; the response is not quoted. */
export function keysIn(action: string, { Credentials, ExpiredTime = null }: PlainMap): Keys {
  if (!isObject(Credentials)) throw missingMember(action, "Credentials");
  return keysFrom(action, { ...Credentials, ExpiredTime });
}

/** Returns keys from the members that STS and the instance metadata have in common. Fails as {@link keysIn}. */
export function keysFrom(source: string, members: PlainMap): Keys {
  const requireText = (name: string): string => {
    const text = textOf(members[name]);
    if (text === undefined) throw missingMember(source, name);
    return text;
  };
  const { ExpiredTime: seconds } = members;
  if (typeof seconds !== "number" || !(seconds > 0)) throw missingMember(source, "ExpiredTime");
  return {
    secretId: requireText("TmpSecretId"),
    secretKey: requireText("TmpSecretKey"),
    token: requireText("Token"),
    expires: seconds * 1000,
  };
}

function missingMember(source: string, member: string): ProviderError {
  return new ProviderError("failed_precondition", `${source}: no ${member} in the response, so there are no keys in it.`);
}
