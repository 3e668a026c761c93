// Roles of the native realm. See docs/modules/search-access.md#roles.
import type { Resource } from "../../../../contract/resource";
import { mergeTraits } from "../../../../core/compare/traits";
import { objectOf, textsOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { byCodePoint } from "../../json/writer";
import { objectName, objectNameTraits } from "../../ids";
import { referrers, shortList } from "../listing";
import { planRole } from "./known-roles";
import { otherMembersTest } from "../other-members";
import { requireOtherRole } from "./lock-out";
import { principalNameRule } from "./names";
import { nativeObject } from "./native";
import { privilegeFailures } from "./preview";
import { metadataRule, privilegeMembers, privilegeTraits, repeatedPrivileges } from "./privileges";
import { roles, roleState, roleText, type RoleInputs, type RoleState } from "./role";

const operations = nativeObject<RoleInputs, RoleState>({
  noun: "role",
  instead: "Use another name, or read the role with getSearchRole.",
  key: "name",
  collection: roles,
  keeps: true,
  text: ({ inputs, current }) => roleText(inputs, current?.__role),
  state: roleState,
});

/** A role. */
export const SearchRole: Resource<SearchClient, RoleInputs, RoleState> = {
  ...operations,
  properties: mergeTraits(privilegeTraits(), {
    name: objectNameTraits(principalNameRule),
    global: { validate: { json: "object" } },
    metadata: { validate: metadataRule },
    otherMembers: { validate: { json: "object" } },
  }),
  validate: [repeatedPrivileges, otherMembersTest(privilegeMembers)],

  async read(request, context) {
    const found = await operations.read(request, context);
    if (found) warnOfLicense(found.state, context.client);
    return found;
  },

  async delete(request, context) {
    const { client, log } = context;
    const name = objectName(request.id);
    await requireOtherRole(name, client);
    const users = await usersOf(name, client);
    await operations.delete(request, context);
    if (users.length > 0) log("warning", `Users and role mappings refer to the deleted role "${name}": ${shortList(users)}.`);
  },

  async previewCheck({ inputs }, { client }) {
    if (inputs.name !== undefined) await planRole(inputs.name, client);
    return privilegeFailures(inputs, client);
  },
};

function warnOfLicense(state: RoleState | undefined, client: SearchClient): void {
  const { enabled } = objectOf(JSON.parse(state?.transientMetadata ?? "{}"));
  if (enabled === false)
    client.warnOnce(
      `The role "${state!.name}" has no effect: the license of the cluster does not include document or field level security.`,
    );
}

/** Returns the users and role mappings that have the role; none if they cannot be read. */
async function usersOf(role: string, client: SearchClient): Promise<string[]> {
  const refers = (object: Plain): boolean => textsOf(objectOf(object)["roles"]).includes(role);
  const found = await Promise.all(["user", "role_mapping"].map(async (kind) => referrers(["_security", kind], refers, client)));
  return found.flat().sort(byCodePoint);
}
