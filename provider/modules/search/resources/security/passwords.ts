// Requests that change the password or the state of a user, and nothing else. See docs/modules/search-access.md#users.
import { equal } from "../../../../core/json/json";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { objectText } from "../../json/fields";
import { passwordTexts, users, type Password } from "./user";

const { path } = users;

/** The server responds with an empty object. */
const options = { isOutcome: (json: Plain | undefined): boolean => equal(json, {}) };

/** Sets the password of a user. */
export async function setPassword(username: string, password: Password, client: SearchClient): Promise<void> {
  await client.put([...path, username, "_password"], objectText(passwordTexts(password)), options);
}

/** Enables or disables a user. */
export async function setEnabled(username: string, enabled: boolean, client: SearchClient): Promise<void> {
  await client.put([...path, username, enabled ? "_enable" : "_disable"], undefined, options);
}
