// Aliases with all of their members. See docs/modules/search.md#aliases.
import type { Named } from "../../../../contract/properties";
import type { PriorState, Resource } from "../../../../contract/resource";
import { sameTraits, mergeTraits } from "../../../../core/compare/traits";
import type { Search } from "../../../../core/gen/types";
import { equalText } from "../../../../core/json/json";
import { omitUndefined, rowsOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { equalAliases, equalAliasLists } from "../../equality";
import { fetchMemberships, readAlias, type AliasMembers } from "./response";
import { byCodePoint } from "../../json/writer";
import { idIn, missingObject, nameRule, objectName, objectNameTraits } from "../../ids";
import {
  addAction,
  aliasMutex,
  describedMember,
  equalMembers,
  flaggedMembers,
  removeAction,
  sendActions,
  sendPlan,
  withOthers,
  type DeclaredMember,
} from "./actions";
import { clusterObject } from "../cluster-object";

type Inputs = Named<Search.SearchIndexAliasInputs, "name">;
type State = Search.SearchIndexAliasState;

const aliasNameRule = nameRule(
  /^(?!\.{1,2}$)[^-_+\\/*?"<>|,#:\s][^\\/*?"<>|,#:\s]*$/,
  'must not begin with -, _ or +, must not contain \\ / * ? " < > | , # : or whitespace, and must not be . or ..',
);

/** An alias. */
export const SearchIndexAlias: Resource<SearchClient, Inputs, State> = {
  ...clusterObject,
  properties: mergeTraits(sameTraits(["members[*].indexRouting", "members[*].routing", "members[*].searchRouting"], { default: "" }), {
    name: objectNameTraits(aliasNameRule),
    members: { validate: { minItems: 1, test: membersViolation }, equals: equalAliasLists },
    "members[*]": { equals: equalAliases },
    "members[*].filter": { equals: equalText },
    "members[*].isHidden": { default: false },
    "members[*].isWriteIndex": { computed: true },
    exclusive: { writeOnly: true },
  }),
  // The order of the members is not significant: sorted as the server's, equal ones have the same position.
  normalize({ members }, { isUnknown }) {
    if (isUnknown("members")) return { unsettled: ["members"] };
    if (!members?.every((member) => typeof member?.index === "string")) return {};
    return { inputs: { members: members.toSorted((left, right) => byCodePoint(left.index, right.index)) } };
  },
  identity: { inputs: ["name"], id: async ({ name }, client) => idIn(client, name) },

  async create({ inputs: { name, members }, created }, { client }) {
    const id = await idIn(client, name);
    await sendActions(
      members.map((member) => addAction(name, member)),
      client,
    );
    created(id);
  },

  async update({ id, inputs, prior }, { client, signal }) {
    const name = objectName(id);
    await aliasMutex(id, signal, async () => {
      const plan = async (): Promise<string[]> => {
        const remote = await readAlias(name, client.alone);
        if (!remote) throw missingObject(`alias "${name}"`);
        return changes(name, inputs, prior.inputs.members ?? [], remote);
      };
      await sendPlan(plan, client);
    });
  },

  async read({ id, prior }, context) {
    const name = objectName(id);
    const remote = await readAlias(name, context);
    return remote && { id, state: stateOf(name, remote, prior) };
  },

  async delete({ id, prior }, { client, log }) {
    const name = objectName(id);
    const remote = await readAlias(name, client.alone);
    const indices = [...(remote?.keys() ?? [])];
    const declared = new Set((prior.inputs.members ?? []).map(({ index }) => index));
    const others = indices.filter((index) => !declared.has(index));
    if (others.length > 0)
      log("info", `The alias "${name}" is removed from members that the program does not declare, too: ${others.join(", ")}.`);
    await sendActions(
      indices.map((index) => removeAction(name, index)),
      client,
    );
  },

  async *list(_query, { client }) {
    const memberships = await fetchMemberships(["_alias"], client);
    const names = memberships.filter(({ alias, index }) => !alias.startsWith(".") && !index.startsWith(".")).map(({ alias }) => alias);
    for (const name of new Set(names)) yield { id: await idIn(client, name), name };
  },
};

/** Returns the actions for what the program has changed. Other members stay, unless they have to give up the flag or to agree in being hidden. */
function changes(name: string, { members, exclusive = false }: Inputs, before: readonly DeclaredMember[], remote: AliasMembers): string[] {
  const former = new Map(before.map((member) => [member.index, member]));
  const declared = new Set(members.map(({ index }) => index));
  const isLost = ({ index, isWriteIndex }: DeclaredMember): boolean =>
    exclusive && isWriteIndex === true && remote.get(index)?.isWriteIndex !== true;
  const isChanged = (member: DeclaredMember): boolean =>
    isLost(member) || !(former.has(member.index) && equalMembers(former.get(member.index)!, member));
  const changed = members.filter(isChanged);
  const isKnown = (index: string): boolean => declared.has(index) || former.has(index);
  const others = [...remote.values()].filter(({ index }) => !isKnown(index));
  // The server rejects all actions if the index of one does not exist, such as a member that its lifecycle policy has deleted.
  const gone = [...former.keys()].filter((index) => !declared.has(index) && remote.has(index));
  const target = members.find(({ index, isWriteIndex }) => isWriteIndex === true && former.get(index)?.isWriteIndex !== true);
  const isFollowing = !exclusive && target === undefined && flaggedMembers(new Map(others.map((other) => [other.index, other]))).length > 0;
  const flagOf = ({ index, isWriteIndex }: DeclaredMember): boolean | undefined => {
    const current = remote.get(index)?.isWriteIndex;
    if (isWriteIndex === undefined) return target && current ? false : current;
    return isWriteIndex && isFollowing ? current : isWriteIndex;
  };
  const added = changed.map(({ isWriteIndex, ...member }): DeclaredMember => ({
    ...withOthers(member, former.get(member.index), remote.get(member.index)),
    ...omitUndefined({ isWriteIndex: flagOf({ ...member, isWriteIndex }) }),
  }));
  const takesFlag = added.some(({ isWriteIndex }) => isWriteIndex === true);
  const hidden = changed.find((member) => (former.get(member.index)?.isHidden ?? false) !== (member.isHidden ?? false));
  const kept = [...remote.values()].filter(({ index }) => !gone.includes(index) && !changed.some((member) => member.index === index));
  const adjusted = kept.map((member) => ({
    ...member,
    ...(takesFlag && member.isWriteIndex && { isWriteIndex: false }),
    ...(hidden && !declared.has(member.index) && { isHidden: hidden.isHidden ?? false }),
  }));
  const removed = exclusive ? [...gone, ...others.map(({ index }) => index)] : gone;
  const rest = adjusted.filter((member) => !removed.includes(member.index) && !equalMembers(member, remote.get(member.index)!));
  return [...removed.map((index) => removeAction(name, index)), ...[...rest, ...added].map((member) => addAction(name, member))];
}

/** Returns the declared members, of an import and of an exclusive alias all of them. */
function stateOf(name: string, remote: AliasMembers, prior: PriorState<Inputs, State> | undefined): State {
  const owned = [...(prior?.inputs.members ?? []), ...(prior?.planned?.members ?? [])];
  const declared = new Map(owned.map((member) => [member.index, member]));
  const exclusive = prior?.inputs.exclusive ?? false;
  const isWhole = !prior || exclusive;
  const members = [...remote.values()].flatMap((member): DeclaredMember[] => {
    const own = declared.get(member.index);
    if (own) return [memberState(own, remote, declared, exclusive)];
    return isWhole ? [withoutFalseFlag(describedMember(member))] : [];
  });
  const [flagged] = flaggedMembers(remote);
  const [only] = remote.size === 1 ? [...remote.values()].filter(({ isWriteIndex }) => isWriteIndex === undefined) : [];
  return {
    name,
    members,
    exclusive,
    indices: [...remote.keys()],
    ...omitUndefined({ writeIndex: (flagged ?? only)?.index }),
  };
}

/** While an undeclared member has the flag, a declared one that had it before a rollover is as declared. */
function memberState(
  member: DeclaredMember,
  remote: AliasMembers,
  declared: ReadonlyMap<string, DeclaredMember>,
  exclusive: boolean,
): DeclaredMember {
  const found = describedMember(remote.get(member.index)!, member);
  const isElsewhere = flaggedMembers(remote).some(({ index }) => !declared.has(index));
  return member.isWriteIndex === true && isElsewhere && !exclusive ? { ...found, isWriteIndex: true } : found;
}

function withoutFalseFlag({ isWriteIndex, ...member }: DeclaredMember): DeclaredMember {
  return { ...member, ...(isWriteIndex && { isWriteIndex }) };
}

function membersViolation(value: unknown): string | undefined {
  const members = rowsOf(value);
  const indices = members.map(({ index }) => index);
  const duplicate = indices.find((index, i) => indices.indexOf(index) !== i);
  if (duplicate !== undefined) return `two members have the index "${String(duplicate)}". Use each index once.`;
  if (members.filter(({ isWriteIndex }) => isWriteIndex === true).length > 1)
    return "two members have isWriteIndex true. Set it for one of them.";
  const hidden = new Set(members.map(({ isHidden = false }) => isHidden));
  return hidden.size > 1 ? "all members need the same isHidden." : undefined;
}
