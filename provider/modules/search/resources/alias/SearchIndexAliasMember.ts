// Single memberships of aliases. See docs/modules/search.md#aliases.
import type { Context } from "../../../../contract/context";
import type { Resource } from "../../../../contract/resource";
import { sameTraits, mergeTraits } from "../../../../core/compare/traits";
import type { Search } from "../../../../core/gen/types";
import { equalText } from "../../../../core/json/json";
import { omitUndefined } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { fetchMemberships, readAlias, type AliasMembers } from "./response";
import { idIn, missingObject, indexNameRule, partsFormat } from "../../ids";
import {
  addAction,
  aliasMutex,
  describedMember,
  flaggedMembers,
  removeAction,
  sendActions,
  sendPlan,
  withOthers,
  type DeclaredMember,
} from "./actions";
import { clusterObject } from "../cluster-object";
import { shortList } from "../listing";

type Inputs = Search.SearchIndexAliasMemberInputs;
type State = Search.SearchIndexAliasMemberState;

/** A membership. */
export const SearchIndexAliasMember: Resource<SearchClient, Inputs, State> = {
  ...clusterObject,
  properties: mergeTraits(sameTraits(["indexRouting", "routing", "searchRouting"], { default: "" }), {
    alias: { validate: indexNameRule, stable: true },
    index: { validate: indexNameRule, stable: true },
    filter: { validate: { json: "object" }, default: "{}", equals: equalText },
    isHidden: { default: false },
    isWriteIndex: { computed: true, omitOnImport: (value) => value === false },
  }),
  importId: partsFormat(["alias", "index"]),
  identity: { inputs: ["alias", "index"], id: async ({ alias, index }, client) => idIn(client, `${alias}/${index}`) },

  async create({ inputs, created }, context) {
    const id = await idIn(context.client, `${inputs.alias}/${inputs.index}`);
    await write(inputs, undefined, context);
    created(id);
  },

  async update({ inputs, prior }, context) {
    await write(inputs, prior.inputs, context);
  },

  async read({ id, prior }, context) {
    const { alias, index } = memberNamesIn(id);
    const members = await readAlias(alias, context);
    const remote = members?.get(index);
    if (!members || !remote) return undefined;
    const found = describedMember(remote, ...[prior?.inputs, prior?.planned].flatMap((own) => (own ? [{ ...own, index }] : [])));
    const isElsewhere = prior?.inputs.isWriteIndex === true && flaggedMembers(members, index).length > 0;
    return { id, state: { ...found, alias, index, ...(isElsewhere && { isWriteIndex: true }) } };
  },

  async delete({ id }, { client, log, signal }) {
    const { alias, index } = memberNamesIn(id);
    await aliasMutex(clusterAlias(id), signal, async () => {
      const members: AliasMembers = (await readAlias(alias, client.alone)) ?? new Map();
      if (!members.has(index)) return;
      await sendActions([removeAction(alias, index)], client);
      const others = [...members.values()].filter((member) => member.index !== index);
      const isWritable = others.length < 2 && others[0]?.isWriteIndex !== false;
      if (members.get(index)?.isWriteIndex === true && !isWritable)
        log(
          "warning",
          `The alias "${alias}" has no write index any more; it has other members: ${shortList(others.map((member) => member.index))}.`,
        );
    });
  },

  async *list(_query, { client }) {
    for (const { alias, index } of await fetchMemberships(["_alias"], client)) {
      const name = `${alias}/${index}`;
      if (!alias.startsWith(".") && !index.startsWith(".")) yield { id: await idIn(client, name), name };
    }
  },
};

/** Adds the member, or replaces it. If it becomes the write index, the same request takes the flag from the one that has it. */
async function write(
  inputs: Inputs,
  before: Partial<Inputs> | undefined,
  { client, signal }: Pick<Context<SearchClient>, "client" | "signal">,
): Promise<void> {
  const { alias, index, filter, routing, indexRouting, searchRouting, isHidden, isWriteIndex } = inputs;
  const member = { index, ...omitUndefined({ filter, routing, indexRouting, searchRouting, isHidden }) };
  await aliasMutex(await idIn(client, alias), signal, async () => {
    const plan = async (): Promise<string[]> => {
      const members: AliasMembers = (await readAlias(alias, client.alone)) ?? new Map();
      if (before && !members.has(index)) throw missingObject(`member "${index}" of alias "${alias}"`);
      const isMoved = isWriteIndex === true && before?.isWriteIndex !== true;
      const others = flaggedMembers(members, index);
      const isFollowing = isWriteIndex === true && !isMoved && others.length > 0;
      const flag = isWriteIndex === undefined || isFollowing ? members.get(index)?.isWriteIndex : isWriteIndex;
      const cleared = isMoved ? others.map((other): DeclaredMember => ({ ...other, isWriteIndex: false })) : [];
      const own = withOthers(member, before, members.get(index));
      return [...cleared, { ...own, ...omitUndefined({ isWriteIndex: flag }) }].map((each) => addAction(alias, each));
    };
    await sendPlan(plan, client);
  });
}

/** Returns the ID of the alias. */
function clusterAlias(id: string): string {
  return id.slice(0, id.lastIndexOf("/"));
}

function memberNamesIn(id: string): { alias: string; index: string } {
  const [, alias = "", index = ""] = id.split("/");
  return { alias, index };
}
