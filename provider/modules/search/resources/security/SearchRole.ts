// Roles of the native realm. See docs/modules/search-access.md#roles.
import type { Resource } from "../../../../contract/resource";
import { ProviderError } from "../../../../core/errors/errors";
import { objectOf, textsOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { fetchFrom } from "../../collections";
import { byCodePoint } from "../../json/writer";
import { requestTraits } from "../../settings";
import { objectName, objectNameFormat } from "../ids";
import { shortList } from "../listing";
import { namedObject } from "../named";
import { principalNameRule, securityIdViolation } from "./names";
import { privilegeFailures } from "./preview";
import { metadataRule, otherMembersTest, privilegeMembers, privilegeTraits, repeatedPrivileges } from "./privileges";
import { isReserved, roles, roleState, roleText, type RoleInputs, type RoleState } from "./role";

const { path } = roles;

const operations = namedObject<RoleInputs, RoleState>({
  key: "name",
  path,
  keeps: true,
  async put({ name, inputs, isNew, current }, client) {
    const response = objectOf(await client.put([...path, name], roleText(inputs, current?.__role)));
    if (isNew && objectOf(response["role"])["created"] === false)
      client.warnOnce(`The role "${name}" was replaced: another writer created it between the check that it did not exist and the write.`);
  },
  async read(name, reading) {
    const response = await fetchFrom(roles, name, reading);
    const state = response && roleState(response, name);
    if (state && isReserved(response, name)) throw reserved(name);
    warnOfLicense(state, reading.client);
    return state;
  },
  async names(client) {
    const response = await client.fetch(path, { expects: "list" });
    return Object.keys(objectOf(response?.json)).filter((name) => !isReserved(response!, name));
  },
});

/** A role. */
export const SearchRole: Resource<SearchClient, RoleInputs, RoleState> = {
  ...operations,
  importId: { ...operations.importId, validate: securityIdViolation },
  properties: {
    ...privilegeTraits(),
    name: { validate: principalNameRule, stable: true, autoname: objectNameFormat },
    global: { ...privilegeTraits()["global"], validate: { json: "object" } },
    metadata: { ...privilegeTraits()["metadata"], validate: metadataRule },
    otherMembers: { ...privilegeTraits()["otherMembers"], validate: { json: "object" } },
    ...requestTraits,
  },
  validate: [repeatedPrivileges, otherMembersTest(privilegeMembers)],

  async delete(request, context) {
    const { client, log } = context;
    const name = objectName(request.id);
    const users = await usersOf(name, client);
    await operations.delete(request, context);
    if (users.length > 0) log("warning", `Users and role mappings refer to the deleted role "${name}": ${shortList(users)}.`);
  },

  previewCheck: ({ inputs }, { client }) => privilegeFailures(inputs, client),
};

function reserved(name: string): ProviderError {
  const advice = "Use another name, or read the role with getSearchRole.";
  return new ProviderError("failed_precondition", `The role "${name}" is defined by the server and cannot be managed. ${advice}`);
}

function warnOfLicense(state: RoleState | undefined, client: SearchClient): void {
  const { enabled } = objectOf(JSON.parse(state?.transientMetadata ?? "{}"));
  if (enabled === false)
    client.warnOnce(
      `The role "${state!.name}" has no effect: the license of the cluster does not include document or field level security.`,
    );
}

/** Returns the users and role mappings that have the role; none if they cannot be read. */
async function usersOf(role: string, client: SearchClient): Promise<string[]> {
  const found = await Promise.all(
    (["user", "role_mapping"] as const).map(async (kind) => {
      const listed = objectOf(await client.get(["_security", kind], { expects: "list" }).catch(() => undefined));
      return Object.keys(listed).filter((name) => textsOf(objectOf(listed[name])["roles"]).includes(role));
    }),
  );
  return found.flat().sort(byCodePoint);
}
