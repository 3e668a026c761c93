// Changes of aliases: one request with all actions, which the server carries out as a whole. See docs/modules/search.md#aliases.
import { createKeyedMutex } from "../../../../core/concurrency/keyed-mutex";
import { ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { equal } from "../../../../core/json/json";
import { objectOf, omitUndefined, rowsOf, textOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { equalAliases } from "../../equality";
import type { AliasMembers, Membership } from "./response";
import { jsonOf, listText, objectText } from "../../json/fields";
import { reasonOf } from "../../errors";
import { aliasMembers } from "../template/body";

/** A member as a program declares it. */
export type DeclaredMember = Search.IndexAliasMember;

/** Actions that move a flag read the alias before: writes to one alias of a cluster run one after the other. */
export const aliasMutex = createKeyedMutex();

/** Returns the action that adds a member, or replaces all that the server has of it. */
export function addAction(alias: string, member: DeclaredMember): string {
  const names = { index: jsonOf(member.index), alias: jsonOf(alias) };
  return objectText({ add: objectText({ ...names, ...aliasMembers(member), is_write_index: jsonOf(member.isWriteIndex) }) });
}

/** Returns the action that removes a member, if the index is one. */
export function removeAction(alias: string, index: string): string {
  return objectText({ remove: objectText({ index: jsonOf(index), alias: jsonOf(alias), must_exist: "false" }) });
}

/**
 * Sends the actions of a plan, which reads the alias. A rollover between the read and the write moves the write index, so that the server rejects the actions: they
 * are planned again.
 */
export async function sendPlan(plan: () => Promise<string[]>, client: SearchClient): Promise<void> {
  const actions = await plan();
  try {
    await sendActions(actions, client);
  } catch (error) {
    const next = await plan().catch(() => actions);
    if (equal(next, actions)) throw error;
    await sendActions(next, client);
  }
}

/** Returns a member with what another writer has set and the program neither declares nor has declared before. */
export function withOthers<Member extends Partial<DeclaredMember>>(
  member: Member,
  before: Partial<DeclaredMember> | undefined,
  remote: Partial<DeclaredMember> | undefined,
): Member {
  const isDeclared = (...keys: (keyof DeclaredMember)[]): boolean => keys.some((key) => (member[key] ?? before?.[key]) !== undefined);
  const { filter, indexRouting, searchRouting, isHidden } = remote ?? {};
  return {
    ...omitUndefined({
      filter: isDeclared("filter") ? undefined : filter,
      indexRouting: isDeclared("indexRouting", "routing") ? undefined : indexRouting,
      searchRouting: isDeclared("searchRouting", "routing") ? undefined : searchRouting,
      isHidden: isDeclared("isHidden") ? undefined : isHidden,
    }),
    ...member,
  };
}

/** Sends actions, if there are any. Fails for an action that the server has not carried out, except the removal of a member that is none. */
export async function sendActions(actions: readonly string[], client: SearchClient): Promise<void> {
  if (actions.length === 0) return;
  const { errors, action_results: results } = objectOf(await client.post(["_aliases"], objectText({ actions: listText(actions) })));
  if (errors !== true) return;
  const failed = rowsOf(results).filter(({ status, action, error }) => {
    const isAbsent = objectOf(action)["type"] === "remove" && objectOf(error)["type"] === "aliases_not_found_exception";
    return status !== 200 && !isAbsent;
  });
  if (failed.length === 0) return;
  const reasons = failed.map(({ action, error }) => `${textOf(objectOf(action)["type"]) ?? "action"}: ${reasonOf(objectOf(error))}`);
  throw new ProviderError(
    "invalid_argument",
    `POST /_aliases: HTTP 200 with errors: ${reasons.join("; ")}. Correct the members of the alias.`,
  );
}

/** Returns the member as it is at the server, in the first spelling that means the same. The flag is that of the server. */
export function describedMember(remote: Membership, ...spellings: readonly DeclaredMember[]): DeclaredMember {
  const { alias: _alias, isWriteIndex, ...member } = remote;
  const withoutFlag = spellings.map(({ isWriteIndex: _flag, ...spelling }): DeclaredMember => spelling);
  const spelled = withoutFlag.find((spelling) => equalAliases({ ...spelling }, { ...member })) ?? member;
  return { ...spelled, isHidden: remote.isHidden, ...(isWriteIndex !== undefined && { isWriteIndex }) };
}

/** Returns the members that have the flag of the write index, except one. */
export function flaggedMembers(members: AliasMembers, except?: string): Membership[] {
  return [...members.values()].filter(({ index, isWriteIndex }) => isWriteIndex === true && index !== except);
}

/** Returns whether two members are the same, with their flags. */
export function equalMembers(left: DeclaredMember, right: DeclaredMember): boolean {
  return left.isWriteIndex === right.isWriteIndex && equalAliases({ ...left }, { ...right });
}
