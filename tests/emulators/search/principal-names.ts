/** What the server rejects in the names of roles and users, and in keys of metadata. */
import type { JsonObject } from "../exchange";

/** The server's complaint about a name, or undefined. */
export const principalNameProblem = (kind: "Role" | "User", name: string, maximum = 507): string | undefined =>
  name.length <= maximum && /^(?! )[\x20-\x7e]+(?<! )$/.test(name)
    ? undefined
    : `${kind} names must be at least 1 and no more than ${maximum} characters. They can contain alphanumeric characters (a-z, A-Z, 0-9), spaces, punctuation, and printable symbols in the Basic Latin (ASCII) block. Leading or trailing whitespace is not allowed.`;

/** Whether a key of the metadata is one of the server's own. */
export const hasReservedKey = (metadata: JsonObject | undefined): boolean => Object.keys(metadata ?? {}).some((key) => key.startsWith("_"));
