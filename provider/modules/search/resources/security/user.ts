// Users as they are written and read. See docs/modules/search-access.md#users. Pure.
import type { PropertyTraits } from "../../../../contract/properties";
import type { Search } from "../../../../core/gen/types";
import { isJsonMap, type Json } from "../../../../core/json/exact-json";
import { omitUndefined } from "../../../../core/values/records";
import { contentOf, objectText } from "../../json/fields";
import { flag, json, nothing, readMembers, receivedIn, text, texts, writeMembers, type Members } from "../../json/typed";
import { unexpectedResponse, type SearchResponse } from "../../response";
import { isReserved, nativeCollection } from "./native";

/** All users. */
export const users = nativeCollection("user");

const members: Members = { roles: texts(), fullName: text(), email: text(), metadata: json(), enabled: flag() };
const secrets: Members = { password: text(), passwordHash: text() };

/** A password in one of two forms. */
export type Password = Pick<Search.SearchUserInputs, "password" | "passwordHash">;

/** The inputs whose change writes the password. */
export const passwordInputs = ["password", "passwordHash", "passwordVersion"] as const;

/** The traits of the inputs of the password, which the server does not return. */
export const passwordTraits = {
  password: { validate: { minLength: 6, excludes: ["passwordHash"] }, writeOnly: true },
  passwordHash: { writeOnly: true },
  passwordVersion: { writeOnly: true },
} satisfies Record<(typeof passwordInputs)[number], PropertyTraits>;

/** Returns the members of a body with the password, if there is one. */
export function passwordTexts({ password, passwordHash }: Password): Record<string, string | undefined> {
  return writeMembers(omitUndefined({ password, passwordHash }), secrets, nothing);
}

/** Returns whether members of the first JSON text, at any depth of its objects, are absent from the second one. */
export function hasRemovedMembers(before = "{}", after = "{}"): boolean {
  const isRemoved = (old: Json, next: Json): boolean =>
    isJsonMap(old) &&
    isJsonMap(next) &&
    Object.entries(old).some(([key, value]) => !Object.hasOwn(next, key) || isRemoved(value, next[key]!));
  return isRemoved(contentOf(before), contentOf(after));
}

/** Returns the body of the PUT, without metadata if it is blank. */
export function userText({ password, passwordHash, ...inputs }: Search.SearchUserInputs, writesPassword: boolean): string {
  const { roles = [], enabled = true, metadata = "{}" } = inputs;
  const { full_name = "null", email = "null", ...others } = writeMembers({ ...inputs, roles, enabled, metadata }, members, nothing);
  return objectText({ ...others, full_name, email, ...(writesPassword && passwordTexts({ password, passwordHash })) });
}

/** A user without its password. */
type DescribedUser = Omit<Search.SearchUserState, "password" | "passwordHash" | "passwordVersion"> & { roles: string[]; enabled: boolean };

/** Returns the user of this name in a response. Fails for a response without it. */
export function userState(response: SearchResponse, username: string): DescribedUser {
  const user = receivedIn(response, username);
  const { roles, enabled, ...state } = readMembers(user, members) as Partial<DescribedUser>;
  if (roles === undefined || enabled === undefined) throw unexpectedResponse(response, `the user "${username}"`);
  return { ...state, username, roles, enabled };
}

/** Returns a user as functions describe it. */
export function describeUser(response: SearchResponse, username: string): DescribedUser & { reserved: boolean } {
  return { ...userState(response, username), reserved: isReserved(response, username) };
}
