// IDs of objects: `<cluster_uuid>/<name>`, and the bare name where a user gives one. See docs/modules/search.md#resources.
import { ProviderError } from "../../../core/errors";
import type { NameFormat } from "../../../core/contract";
import type { ValueRule } from "../../../core/rules";
import type { SearchClient } from "../client";

/** In a path the server resolves these to several objects: DELETE of `a*` or `a,b` would delete others. See docs/modules/search.md#ingest-pipelines. */
const patternCharacters = /[*,]/;

/** The rule for names of objects that are addressed by path. */
export const objectNameRule: ValueRule = {
  pattern: {
    matches: /^[^*,]*[^*,\s][^*,]*$/,
    reason: "must not be blank and must not contain * or , (the server treats such names as patterns)",
  },
};

/** The format of generated names: lower case, as index templates require, and short enough for the indices of an enrich policy. */
export const objectNameFormat: NameFormat = {
  maxLength: 200,
  adapt: (text) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, "-")
      .replace(/^[._-]+/, ""),
};

/** Returns the name in an ID: the part after the first slash, or the whole. */
export function objectName(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

/** Returns why an ID cannot be used for import or get. */
export function objectIdViolation(id: string): string | undefined {
  const name = objectName(id);
  const advice = "Use <cluster_uuid>/<name> or <name>, for example q3nYfJ1lTgSxL8c0Hq0m5A/logs-app or logs-app.";
  if (name.trim() === "") return `Invalid import ID "${id}": the name is blank. ${advice}`;
  if (!patternCharacters.test(name)) return undefined;
  return `Invalid import ID "${id}": the server treats a name with * or , as a pattern. ${advice}`;
}

/** Returns the ID of the object in the cluster of the connection; logs a warning if the given ID names another cluster. */
export async function canonicalId(id: string, name: string, client: SearchClient): Promise<string> {
  const { uuid } = await client.cluster();
  const given = id.includes("/") ? id.slice(0, id.indexOf("/")) : uuid;
  if (given !== uuid) {
    const reason = `The ID "${id}" names the cluster ${given}, but the server belongs to the cluster ${uuid}.`;
    client.context.log("warning", `${reason} The object "${name}" of this cluster is used. Check the endpoint if this is not intended.`);
  }
  return `${uuid}/${name}`;
}

/** Returns the name to delete. Fails for a name that would delete other objects. */
export function nameToDelete(id: string): string {
  const name = objectName(id);
  if (!patternCharacters.test(name)) return name;
  const reason = "the server treats a name with * or , as a pattern and would delete other objects.";
  throw new ProviderError("invalid_argument", `Delete failed: "${name}": ${reason} Delete the object on the server.`);
}
