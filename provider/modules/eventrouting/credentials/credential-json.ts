// Credential JSON: its types and the required members of each. See docs/modules/eventrouting.md#credential-json. Pure; messages never quote values.
import { ProviderError } from "../../../core/errors/errors";
import { isObject, parseJson } from "../../../core/json/json";
import { textOf, type RemoteObject } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";

/** Required members by type; those in `objects` are objects, the others texts. */
const requiredMembers = {
  service_account: ["client_email", "private_key"],
  authorized_user: ["client_id", "client_secret", "refresh_token"],
  external_account: ["audience", "subject_token_type", "token_url", "credential_source"],
  external_account_authorized_user: ["client_id", "client_secret", "refresh_token", "token_url"],
  impersonated_service_account: ["source_credentials", "service_account_impersonation_url"],
} as const;

const objects = new Set<string>(["credential_source", "source_credentials"]);

/** A known type of credential JSON. */
type CredentialType = keyof typeof requiredMembers;

/** The members of credential JSON that are not texts, or that select how it is used. */
type RemoteCredential = RemoteObject<"source_credentials" | "delegates" | "service_account_impersonation" | "universe_domain">;

/** Credential JSON with all required members of its type. */
export type CredentialJson = RemoteCredential & { type: CredentialType };

/** Returns the credential in a text; `origin` is its source. Fails with `failed_precondition` and the name of the missing member. */
export function credentialIn(text: string, origin: string): CredentialJson {
  const value = parseJson(text);
  if (isObject(value)) return credentialOf(value, origin);
  throw new ProviderError("failed_precondition", `${origin}: no credentials. Expected the path of an existing file or a JSON object.`);
}

/** Returns the credential in parsed JSON. Fails as {@link credentialIn}. */
export function credentialOf(value: RemoteCredential & RemoteObject<"type">, origin: string): CredentialJson {
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
  return { ...value, type };
}

/** Fails with `failed_precondition` for credentials of another universe, or with such a source, unless an address of the service is configured. See docs/modules/eventrouting.md#limitations. */
export function requireUniverse(credential: RemoteCredential, origin: string, hasOwnApi: boolean): void {
  const { universe_domain: universe, source_credentials: source } = credential;
  if (isObject(source)) requireUniverse(source, `source_credentials of ${origin}`, hasOwnApi);
  if (hasOwnApi || universe === undefined || universe === null || universe === "" || universe === "googleapis.com") return;
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
  return objects.has(name) ? isObject(value[name]) : textMember(value, name) !== undefined;
}
