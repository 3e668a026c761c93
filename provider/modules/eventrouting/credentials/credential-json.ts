// Credential JSON: its types and the required members of each. See docs/modules/eventrouting.md#credential-json. Pure; messages never quote values.
import { ProviderError } from "../../../core/errors/errors";
import { isObject, parseJson } from "../../../core/json/json";
import { isBlank, textOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";

/** Required members by type; those in `objects` are objects, the others texts. */
const requiredMembers = {
  service_account: ["client_email", "private_key"],
  authorized_user: ["client_id", "client_secret", "refresh_token"],
  external_account: ["audience", "subject_token_type", "token_url", "credential_source"],
  external_account_authorized_user: ["client_id", "client_secret", "refresh_token", "token_url"],
  impersonated_service_account: ["source_credentials", "service_account_impersonation_url"],
} as const;

const objects = ["credential_source", "source_credentials"] as const;

/** A known type of credential JSON. */
type CredentialType = keyof typeof requiredMembers;

/** Credential JSON of these types, with all required members. Other members may have any form. */
export type CredentialOf<Type extends CredentialType> = {
  [Each in Type]: { type: Each } & {
    [Member in (typeof requiredMembers)[Each][number]]: Member extends (typeof objects)[number] ? PlainMap : string;
  };
}[Type];

/** Credential JSON of any known type. */
export type CredentialJson = CredentialOf<CredentialType>;

/** Returns the credential in a text; `origin` is its source. Fails with `failed_precondition` and the name of the missing member. */
export function credentialIn(text: string, origin: string): CredentialJson {
  const value = parseJson(text);
  if (isObject(value)) return credentialOf(value, origin);
  throw new ProviderError("failed_precondition", `${origin}: no credentials. Expected the path of an existing file or a JSON object.`);
}

/** Returns the credential in parsed JSON. Fails as {@link credentialIn}. */
export function credentialOf(value: PlainMap, origin: string): CredentialJson {
  const { type, source_credentials: source } = value;
  if (!isKnown(type)) {
    const allowed = Object.keys(requiredMembers).join(", ");
    throw new ProviderError(
      "failed_precondition",
      `${origin}: credentials of an unknown type. Expected a JSON object whose member type is one of ${allowed}.`,
    );
  }
  const missing = requiredMembers[type].filter((name) => !hasMember(value, name));
  if (missing.length > 0) {
    const members = `${missing.length > 1 ? "members" : "member"} ${missing.join(", ")}`;
    throw new ProviderError("failed_precondition", `${origin}: credentials of type ${type} without the ${members}`);
  }
  if (type === "impersonated_service_account" && isObject(source)) credentialOf(source, `source_credentials of ${origin}`);
  // All required members are present.
  return { ...value, type } as CredentialJson;
}

/** Fails with `failed_precondition` for credentials of another universe, or with such a source, unless an address of the service is configured. See docs/modules/eventrouting.md#limitations. */
export function requireUniverse(credential: PlainMap, origin: string, hasOwnApi: boolean): void {
  const { universe_domain: universe, source_credentials: source } = credential;
  if (isObject(source)) requireUniverse(source, `source_credentials of ${origin}`, hasOwnApi);
  if (hasOwnApi || isBlank(universe) || universe === "googleapis.com") return;
  throw new ProviderError(
    "failed_precondition",
    `${origin}: credentials of another universe (universe_domain) are not supported. To use its service, set quartet:eventApiUrl.`,
  );
}

/** Returns the member if it is a non-empty text. */
export function textMember(json: PlainMap, name: string): string | undefined {
  return textOf(json[name]);
}

function isKnown(type: Plain | undefined): type is CredentialType {
  return typeof type === "string" && Object.hasOwn(requiredMembers, type);
}

function hasMember(value: PlainMap, name: string): boolean {
  return objects.some((each) => each === name) ? isObject(value[name]) : textMember(value, name) !== undefined;
}
