// Password and state of users that the server defines. See docs/modules/search-access.md#built-in-users.
import type { ReadContext } from "../../../../contract/shared-reads";
import type { Resource } from "../../../../contract/resource";
import { ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { fetchFrom } from "../../collections";
import { idIn, objectName } from "../../ids";
import { listedNames } from "../listing";
import { requireOther, warnOfOwnPassword } from "./lock-out";
import { principalNameRule } from "./names";
import { isReserved, isReservedObject } from "./native";
import { setEnabled, setPassword } from "./passwords";
import { passwordInputs, passwordTraits, users, userState } from "./user";
import { clusterObject } from "../cluster-object";

type Inputs = Search.SearchBuiltinUserInputs;
type State = Search.SearchBuiltinUserState;

/** A built-in user. */
export const SearchBuiltinUser: Resource<SearchClient, Inputs, State> = {
  ...clusterObject,
  properties: {
    username: { validate: principalNameRule, stable: true },
    ...passwordTraits,
    enabled: { computed: true },
  },
  identity: {
    inputs: ["username"],
    id: ({ username }, client) => idIn(client, username),
    takesOver: "whole",
    // The user exists before, so that only another write makes sure of its password.
    written: ({ username }) => ({ username }),
  },

  async create({ inputs, created }, context) {
    const { client } = context;
    const { username, enabled, ...others } = inputs;
    const id = await idIn(client, username);
    const current = await requireBuiltin(username, context);
    const changesState = enabled !== undefined && enabled !== current.enabled;
    await requireAccess(inputs, client);
    // With a new password of its own, the connection cannot read the user after the write.
    const isOwn = hasPassword(inputs) && (await warnOfOwnPassword(username, client));
    if (hasPassword(inputs)) {
      await setPassword(username, inputs, client);
      created(id, { username, ...others });
    }
    if (changesState) await setEnabled(username, enabled, client);
    created(id);
    return isOwn ? { id, state: stateOf(current) } : undefined;
  },

  async read({ id }, context) {
    const state = await readBuiltin(objectName(id), context);
    return state && { id, state };
  },

  async update({ id, inputs, changed, remote }, { client }) {
    const { username, enabled } = inputs;
    await requireAccess(inputs, client);
    const writesPassword = changed.has(...passwordInputs) && hasPassword(inputs);
    const own = writesPassword && (await warnOfOwnPassword(username, client)) ? await remote() : undefined;
    if (changed.has("enabled") && enabled !== undefined) await setEnabled(username, enabled, client);
    if (writesPassword) await setPassword(username, inputs, client);
    return own && { id, state: stateOf(own) };
  },

  async delete({ id }, { log }) {
    log("info", `The built-in user "${objectName(id)}" keeps its password and its state.`);
  },

  async *list(_query, { client }) {
    for (const name of await listedNames(users.path, isReservedObject, client)) yield { id: await idIn(client, name), name };
  },
};

function hasPassword({ password, passwordHash }: Inputs): boolean {
  return (password ?? passwordHash) !== undefined;
}

/** Fails if the inputs disable the user of the connection. */
async function requireAccess({ username, enabled }: Inputs, client: SearchClient): Promise<void> {
  if (enabled === false) await requireOther("users", username, client);
}

async function readBuiltin(username: string, reading: ReadContext<SearchClient>): Promise<State | undefined> {
  const response = await fetchFrom(users, username, reading);
  if (!response) return undefined;
  // A response of another form is an error, not a user of the native realm.
  const state = stateOf(userState(response, username));
  return isReserved(response, username) ? state : undefined;
}

/** Returns what the service returns of a user. */
function stateOf({ username, roles, enabled }: State): State {
  return { username, roles, enabled };
}

/** Returns the user. Fails if there is none, and for a user of the native realm. */
async function requireBuiltin(username: string, reading: ReadContext<SearchClient>): Promise<State> {
  const response = await fetchFrom(users, username, reading);
  if (!response) {
    const advice = "Check the name, and the setting xpack.security.authc.reserved_realm.enabled of the server.";
    throw new ProviderError("not_found", `The server has no built-in user "${username}". ${advice}`);
  }
  if (!isReserved(response, username))
    throw new ProviderError("not_found", `The user "${username}" is not a built-in user. Use SearchUser.`);
  return userState(response, username);
}
