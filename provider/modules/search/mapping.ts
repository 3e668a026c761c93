// Names and values of members, here and on the server: `indexPatterns` and `index_patterns`. See docs/modules/search.md#names-and-types. Pure.
import { ProviderError } from "../../core/errors/errors";
import { isObject } from "../../core/json/json";
import { snakeCase } from "../../core/schema/snake-case";
import type { Plain, PlainMap } from "../../core/values/value";
import { jsonOf } from "./json/fields";
import type { JsonPartAt } from "./json/parts";

interface MemberType {
  matches(value: Plain): boolean;
  name: string;
}

const maxVersion = Number.MAX_SAFE_INTEGER;
const wholeNumberType: MemberType = { matches: Number.isSafeInteger, name: `a whole number from -${maxVersion} to ${maxVersion}` };
const booleanType: MemberType = { matches: (value) => typeof value === "boolean", name: "true or false" };
const textType: MemberType = { matches: (value) => typeof value === "string", name: "a string" };
const textMapType: MemberType = {
  matches: (value) => isObject(value) && Object.values(value).every((member) => typeof member === "string"),
  name: "an object of strings",
};

/** Members of a fixed type; a value of another type cannot become an output. */
const types = new Map<string, MemberType>([
  ...withType(wholeNumberType, [
    "version",
    "priority",
    "lastDeletedDocumentCount",
    "lastIndexedDocumentCount",
    "maxDocs",
    "maxPrimaryShardDocs",
    "minDocs",
    "minPrimaryShardDocs",
    "numberOfShards",
    "maxNumSegments",
    "generation",
    "totalShardsPerNode",
    "numberOfReplicas",
  ]),
  ...withType(booleanType, [
    "allowAutoCreate",
    "deprecated",
    "hidden",
    "allowCustomRouting",
    "isHidden",
    "isWriteIndex",
    "enabled",
    "buildSnapshot",
    "extractBinaryContent",
    "reduceWhitespace",
    "runMlInference",
    "forceMergeIndex",
    "forceMergeOnClone",
    "allowWriteAfterShrink",
    "deleteSearchableSnapshot",
    "system",
    "replicated",
    "preferIlm",
  ]),
  ...withType(textType, [
    "status",
    "ilmPolicy",
    "nextGenerationManagedBy",
    "managedBy",
    "indexMode",
    "indexName",
    "indexUuid",
    "template",
    "after",
    "downsamplingMethod",
    "frozenAfter",
    "effectiveRetention",
    "retentionDeterminedBy",
    "maxAge",
    "minAge",
    "maxSize",
    "minSize",
    "maxPrimaryShardSize",
    "minPrimaryShardSize",
    "fixedInterval",
    "waitTimeout",
    "samplingMethod",
    "indexCodec",
    "snapshotRepository",
    "replicateFor",
    "policy",
    "fieldAccessPattern",
    "dataRetention",
    "interval",
    "indexRouting",
    "searchRouting",
    "buildFlavor",
    "buildType",
    "buildHash",
    "buildDate",
    "luceneVersion",
    "minimumWireCompatibilityVersion",
    "minimumIndexCompatibilityVersion",
  ]),
  ...withType(textMapType, ["include", "exclude", "require"]),
]);

function withType(type: MemberType, names: readonly string[]): [string, MemberType][] {
  return names.map((name) => [name, type]);
}

/** Returns the named members of a remote object under their names here, without null and absent ones. Fails for a member of another type than declared. */
export function fromRemote(remote: Plain | undefined, names: readonly string[]): PlainMap {
  const result: PlainMap = {};
  for (const name of names) {
    const value = isObject(remote) ? remote[snakeCase(name)] : undefined;
    if (value === undefined || value === null) continue;
    const type = types.get(name);
    if (type?.matches(value) === false) throw wrongType(snakeCase(name), type.name, value);
    result[name] = value;
  }
  return result;
}

/** Creates the error for a member of a response that has another type than the API states. `name`: that on the server. */
export function wrongType(name: string, expected: string, value: Plain): ProviderError {
  const reason = `Read failed: member "${name}" of the response: expected ${expected}; got ${typeName(value)}.`;
  return new ProviderError(
    "failed_precondition",
    `${reason} Correct the object on the server, or check the endpoint and the proxies before it.`,
  );
}

function typeName(value: Plain): string {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "a string" : `a value of type ${typeof value}`;
}

/** Returns the named members as texts; null and absent ones are left out, empty ones are kept. A value that is no text keeps its JSON text, digits included. */
export function textsFromRemote(remote: PlainMap, names: readonly string[], partAt: JsonPartAt): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(fromRemote(remote, names))) result[name] = asText(value, () => partAt([snakeCase(name)]));
  return result;
}

/** Returns a text value, or the JSON text of another value as it was received. */
export function asText(value: Plain, received: () => string | undefined): string {
  return typeof value === "string" ? value : (received() ?? JSON.stringify(value));
}

/** Returns a list of texts; a single value is a list of one. `undefined` if it is absent or null. */
export function textListOf(value: Plain | undefined, partAt: JsonPartAt): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map((item, i) => asText(item, () => partAt([i]))) : [asText(value, () => partAt([]))];
}

/** Returns the named members that are given, as JSON texts under their names on the server. */
export function toRemote(given: object | undefined, names: readonly string[]): Record<string, string | undefined> {
  const members = new Map<string, unknown>(Object.entries(given ?? {}));
  return Object.fromEntries(names.map((name) => [snakeCase(name), jsonOf(members.get(name))]));
}
