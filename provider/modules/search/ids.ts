// IDs of objects: `<cluster_uuid>/<name>`, and the bare name where a user gives one. See docs/modules/search.md#resources.
import { ProviderError } from "../../core/errors/errors";
import type { NameFormat, PropertyTraits } from "../../contract/properties";
import type { ImportIdFormat } from "../../contract/resource";
import type { ValueRule } from "../../contract/rules";
import type { SearchClient } from "./client";

/** In a path the server resolves these to several objects: DELETE of `a*` or `a,b` would delete others. See docs/modules/search.md#ingest-pipelines. */
const patternName = /[*,]|(?:^|\/)_all$/;

/** The rule for names of objects that are addressed by path. */
export const objectNameRule: ValueRule = {
  pattern: {
    matches: /^(?!_all$)[^*,]*[^*,\s][^*,]*$/,
    reason: "must not be blank and must not contain * or ,; must not be _all (Elasticsearch treats such names as patterns)",
  },
};

/** The name of an index that exists: no pattern, date math or list. */
export const indexNameRule: ValueRule = {
  pattern: {
    matches: /^[^-_+*,/\s<][^*,/\s]*$/,
    reason: "must not begin with -, _, + or <, and must not contain *, comma, / or whitespace",
  },
};

/** Returns the rule for names of a form and of a number of bytes. */
export function nameRule(form: RegExp, reason: string, maximumBytes = 255): ValueRule {
  return {
    test(value) {
      const bytes = Buffer.byteLength(String(value));
      if (bytes > maximumBytes) return `must have at most ${maximumBytes} bytes; got ${bytes}`;
      return form.test(String(value)) ? undefined : reason;
    },
  };
}

/** The format of generated names: lower case, as index templates require, and short enough for the indices of an enrich policy. */
export const objectNameFormat: NameFormat = {
  maxLength: 200,
  adapt: (text) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, "-")
      .replace(/^[._-]+/, ""),
};

/** Returns the traits of the input that names an object. */
export function objectNameTraits(rule: ValueRule, autoname = objectNameFormat): PropertyTraits {
  return { validate: rule, stable: true, autoname };
}

/** The UUID of a cluster in an ID that a user gives; a bare name may contain a slash, too. */
const clusterPart = /^[A-Za-z0-9_-]{22}\//;

/** Returns the name in a full ID: the part after the UUID of the cluster. */
export function objectName(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

/** Returns the ID of the object of this name in the cluster of the connection. */
export async function idIn(client: SearchClient, name: string): Promise<string> {
  return `${(await client.cluster()).uuid}/${name}`;
}

/** Returns the full ID that a user means by a full ID or a bare name. */
export async function resolveId(id: string, client: SearchClient): Promise<string> {
  const { uuid } = await client.cluster();
  return id.startsWith(`${uuid}/`) || clusterPart.test(id) ? id : `${uuid}/${id}`;
}

/** Fails if the ID names another cluster than that of the connection. */
export async function verifyCluster({ id }: { id: string }, client: SearchClient): Promise<void> {
  const named = id.slice(0, id.indexOf("/"));
  const { uuid } = await client.cluster();
  if (named === uuid) return;
  const reason = `${id}: the object belongs to the cluster ${named}, but the connection leads to the cluster ${uuid}. Nothing was sent to the object.`;
  const advice =
    "Check the endpoint. If the object has moved, remove it from the state with `pulumi state delete`, and import it from the new cluster.";
  throw new ProviderError("failed_precondition", `${reason} ${advice}`);
}

/** Returns names for a message. */
export function quotedList(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** Returns the error of a read whose objects do not exist. */
export function notFound(noun: string, ...names: readonly string[]): ProviderError {
  return new ProviderError("not_found", `${noun} not found: ${quotedList(names)}. Check the name and the endpoint.`);
}

/** Returns the error of an update whose object does not exist. */
export function missingObject(description: string): ProviderError {
  const advice = "Run `pulumi refresh`, then `pulumi up` to recreate it.";
  return new ProviderError("not_found", `Update failed: ${description}: object not found. ${advice}`);
}

/** Returns why an ID cannot be used for import or get. */
export function objectIdViolation(id: string): string | undefined {
  const name = id.replace(clusterPart, "");
  const advice = "Use <cluster_uuid>/<name> or <name>, for example q3nYfJ1lTgSxL8c0Hq0m5A/logs-app or logs-app.";
  if (/(^|\/)\s*$/.test(name)) return `the name is blank. ${advice}`;
  if (!patternName.test(name)) return undefined;
  return `Elasticsearch treats _all and names with * or , as patterns. ${advice}`;
}

/** Returns the format of IDs that have these parts after the UUID of the cluster. None of them contains a slash. */
export function partsFormat(parts: readonly string[], example?: string): Required<ImportIdFormat<SearchClient>> {
  const form = new RegExp(`^(${clusterPart.source.slice(1)})?${parts.map(() => "(?!_all(?:/|$))[^*,/\\s]+").join("/")}$`);
  const expected = parts.map((part) => `<${part}>`).join("/");
  const advice = `use ${expected} or <cluster_uuid>/${expected}${example === undefined ? "" : `, for example ${example}`}.`;
  return {
    validate: (id) => (form.test(id) ? undefined : advice),
    resolve: async (id, client) => (form.exec(id)?.[1] === undefined ? idIn(client, id) : id),
  };
}

/** Returns the name to delete. Fails for a name that would delete other objects. */
export function nameToDelete(id: string): string {
  const name = objectName(id);
  if (!patternName.test(name)) return name;
  const reason = "Elasticsearch treats _all and names with * or , as patterns and would delete other objects.";
  throw new ProviderError(
    "invalid_argument",
    `Delete failed: "${name}": ${reason} Delete the object on the server, and remove it from the state with \`pulumi state delete\`.`,
  );
}
