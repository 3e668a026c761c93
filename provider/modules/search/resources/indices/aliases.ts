// Aliases of an index: only the declared ones are written. See docs/modules/search.md#indices.
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { equalAliases } from "../../equality";
import { readAlias } from "../alias/response";
import { addAction, removeAction, withOthers } from "../alias/actions";
import type { RemoteIndex } from "./response";

type Alias = Search.IndexTemplateAlias;

/** Returns whether another index is the write index of the alias: a rollover moves the flag, and the program does not move it back. */
export async function followsRollover(alias: string, index: string, client: SearchClient): Promise<boolean> {
  const members = await readAlias(alias, client.alone);
  return [...(members?.values() ?? [])].some((member) => member.index !== index && member.isWriteIndex === true);
}

/** Returns the actions that lead from the aliases declared before to the new ones. What the program has not changed is drift, which the next refresh reports. */
export async function aliasActions(
  { name: index, aliases }: RemoteIndex,
  next: readonly Alias[],
  prior: readonly Alias[],
  client: SearchClient,
): Promise<string[]> {
  const actions: string[] = [];
  for (const { name, ...alias } of next) {
    const former = prior.find((each) => each.name === name);
    if (former && equalAliases({ ...former }, { name, ...alias })) continue;
    const remote = aliases.find((each) => each.name === name);
    if (remote && equalAliases({ name, ...alias }, { ...remote })) continue;
    const follows = alias.isWriteIndex === true && remote !== undefined && (await followsRollover(name, index, client));
    const { isWriteIndex, ...member } = alias;
    actions.push(addAction(name, { ...withOthers(member, former, remote), index, ...(isWriteIndex && { isWriteIndex: !follows }) }));
  }
  const removed = prior.filter(({ name }) => next.every((alias) => alias.name !== name) && aliases.some((remote) => remote.name === name));
  return [...removed.map(({ name }) => removeAction(name, index)), ...actions];
}
