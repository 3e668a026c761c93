// Users of the native realm. See docs/modules/search-access.md#users.
import type { NormalizeOptions } from "../../../../contract/context";
import type { Resource } from "../../../../contract/resource";
import type { Failure } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { equalText } from "../../../../core/json/json";
import { omitUndefined } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { equalSets } from "../../equality";
import { objectName } from "../../ids";
import { previewRoles } from "./known-roles";
import { requireOther, requireRoles, warnOfOwnPassword } from "./lock-out";
import { principalNameRule } from "./names";
import { nativeObject } from "./native";
import { setEnabled, setPassword } from "./passwords";
import { metadataRule } from "./privileges";
import { hasRemovedMembers, passwordInputs, passwordTraits, users, userState, userText } from "./user";

type Inputs = Search.SearchUserInputs;
type State = Search.SearchUserState;

const { path } = users;

const operations = nativeObject<Inputs, State>({
  noun: "user",
  instead: "Use SearchBuiltinUser.",
  key: "username",
  collection: users,
  text: ({ inputs }) => userText(inputs, true),
  state: userState,
});

/** A user. */
export const SearchUser: Resource<SearchClient, Inputs, State> = {
  ...operations,
  properties: {
    username: { validate: principalNameRule, stable: true },
    ...passwordTraits,
    roles: { default: [], equals: equalSets },
    fullName: { default: "" },
    email: { default: "" },
    metadata: { validate: metadataRule, default: "{}", equals: equalText },
    enabled: { default: true },
  },

  normalize: (_known, options) => ({ failures: missingPassword(options) }),

  async update({ id, inputs, changed, merged, remote }, { client }) {
    const username = objectName(id);
    const others = (["roles", "fullName", "email", "metadata"] as const).filter((name) => changed.has(name));
    const writesPassword = changed.has(...passwordInputs) && (inputs.password ?? inputs.passwordHash) !== undefined;
    if (changed.has("enabled") && inputs.enabled === false) await requireOther("users", username, client);
    if (changed.has("roles")) await requireRoles(username, lostRoles(await remote(), inputs), client);
    // With a new password of its own, the connection cannot read the user after the write.
    const own = writesPassword && (await warnOfOwnPassword(username, client)) ? await remote() : undefined;
    if (others.length === 0) {
      if (changed.has("enabled")) await setEnabled(username, inputs.enabled ?? true, client);
      if (writesPassword) await setPassword(username, inputs, client);
      const { password, passwordHash, passwordVersion } = inputs;
      return own && { id, state: omitUndefined({ ...own, password, passwordHash, passwordVersion }) as State };
    }
    const written = await merged();
    const put = async (user: Inputs): Promise<unknown> => client.put([...path, username], userText(user, writesPassword));
    // Without a password, the server merges the metadata into that of the user; metadata that the body omits is removed.
    if (!writesPassword && hasRemovedMembers((await remote()).metadata, written.metadata)) await put({ ...written, metadata: "" });
    await put(written);
    return own && { id, state: { ...written, roles: written.roles ?? [], enabled: written.enabled ?? true } };
  },

  async delete(request, context) {
    await requireOther("users", objectName(request.id), context.client);
    await operations.delete(request, context);
  },

  previewCheck: previewRoles,
};

function lostRoles({ roles: before = [] }: State, { roles: after = [] }: Inputs): string[] {
  return before.filter((role) => !after.includes(role));
}

/** An imported user keeps the password that it has. */
function missingPassword({ isGiven, olds }: NormalizeOptions): Failure[] {
  if (passwordInputs.some(isGiven) || Object.keys(olds).length > 0) return [];
  return [{ property: "password", reason: "a new user requires exactly one of password, passwordHash; got none. Set one of them." }];
}
