// Ids of objects: `<cluster_uuid>/<name>`, and the bare name where a user gives one (search spec 11).
import { ProviderError } from "../../../core/errors";
import type { ValueRule } from "../../../core/rules";
import type { SearchClient } from "../client";

/** Names that the server would take for patterns: a later delete of `a*` or `a,b` takes other objects with it (search spec 14). */
const patternCharacters = /[*,]/;

/** The rule for names of objects that are addressed by path. */
export const objectNameRule: ValueRule = {
  pattern: {
    matches: /^[^*,]*[^*,\s][^*,]*$/,
    says: "must not be blank and may not hold * or , (the server takes such names for patterns)",
  },
};

/** The name in an id: all behind the first slash, or the whole. */
export function objectName(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

/** What is wrong with an id given to import or get, or nothing. */
export function idBreach(id: string): string | undefined {
  const name = objectName(id);
  const form = "expected <cluster_uuid>/<name> or <name>, for example q3nYfJ1lTgSxL8c0Hq0m5A/logs-app or logs-app";
  if (name.trim() === "") return `Invalid import ID "${id}": ${form}`;
  return patternCharacters.test(name)
    ? `Invalid import ID "${id}": a name may not hold * or , (the server takes such names for patterns); ${form}`
    : undefined;
}

/** The id of the object in the cluster that was asked; warns when the id that was asked for names another cluster. */
export async function canonicalId(asked: string, name: string, client: SearchClient): Promise<string> {
  const { uuid } = await client.cluster();
  const given = asked.includes("/") ? asked.slice(0, asked.indexOf("/")) : uuid;
  if (given !== uuid) {
    client.operation.log(
      "warning",
      `the id "${asked}" names the cluster ${given}, but the server belongs to the cluster ${uuid}; the object "${name}" of this one is used`,
    );
  }
  return `${uuid}/${name}`;
}

/** The name to delete. Fails for a name that would take other objects with it. */
export function nameToDelete(id: string): string {
  const name = objectName(id);
  if (!patternCharacters.test(name)) return name;
  throw new ProviderError(
    "invalid_argument",
    `"${name}" is not deleted: the server takes a name with * or , for a pattern and would remove other objects too`,
  );
}
