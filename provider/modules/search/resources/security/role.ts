// Roles as they are written and read. See docs/modules/search-access.md#roles. Pure.
import type { Named } from "../../../../contract/properties";
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { omitUndefined } from "../../../../core/values/records";
import { objectText } from "../../json/fields";
import { memberTexts } from "../../json/parts";
import { readMembers, receivedIn, receivedText, textIfUnknown, unknownTexts, writeMembers } from "../../json/typed";
import { unexpectedResponse, type SearchResponse } from "../../response";
import { isReserved, nativeCollection } from "./native";
import { privilegeMembers } from "./privileges";

/** The inputs, with the name that Check adds. */
export type RoleInputs = Named<Search.SearchRoleInputs, "name">;

/** The state. */
export type RoleState = Search.SearchRoleState & {
  /** The role as the server has it, if elements of its lists have members that no type here has. */
  __role?: string;
};

/** All roles. */
export const roles = nativeCollection("role");

/** Returns the body of the PUT. It contains the lists and the metadata that the server fills in, so that it is the whole role. */
export function roleText({ otherMembers, ...inputs }: RoleInputs, current: string | undefined): string {
  const all = { clusters: [], indices: [], applications: [], runAs: [], metadata: "{}", ...inputs };
  return objectText({
    ...memberTexts(otherMembers ?? "{}"),
    ...writeMembers(all, privilegeMembers, receivedText(current)),
  });
}

/** Returns the role of this name in a response. Fails for a response without it. */
export function roleState(response: SearchResponse, name: string): RoleState {
  const role = receivedIn(response, name);
  if (!isObject(role.value)) throw unexpectedResponse(response, `the role "${name}"`);
  const { transient_metadata: transient, ...others } = unknownTexts(role, privilegeMembers);
  const state = readMembers(role, privilegeMembers);
  if (["clusters", "indices", "applications", "runAs"].some((list) => state[list] === undefined))
    throw unexpectedResponse(response, `the role "${name}"`);
  return {
    name,
    ...state,
    ...omitUndefined({
      transientMetadata: transient,
      otherMembers: Object.keys(others).length === 0 ? undefined : objectText(others),
      __role: textIfUnknown(role, state, privilegeMembers),
    }),
  };
}

/** A role as functions describe it: every list is present. */
type DescribedRole = Search.SearchRoleSummary & Required<Pick<Search.SearchRoleSummary, "remoteIndices" | "remoteClusters">>;

/** Returns a role as functions describe it. */
export function describeRole(response: SearchResponse, name: string): DescribedRole {
  const { otherMembers: _others, __role: _role, ...role } = roleState(response, name);
  const lists = { clusters: [], indices: [], remoteIndices: [], remoteClusters: [], applications: [], runAs: [] };
  return { ...lists, ...role, reserved: isReserved(response, name) };
}
