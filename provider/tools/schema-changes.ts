// Compares two versions of the package schema and lists what breaks programs or stacks of users of the older one. Pure.
import { isDeepStrictEqual } from "node:util";
import type { FunctionSpec, NamedType, ObjectSpec, PropertySpec, ResourceSpec, TypeSpec } from "../core/schema/schema";
import { typeToken } from "../core/schema/schema";
import type { SchemaFile } from "./types-text";

/** The parts of schema.json, including those that the plugin does not read. */
export interface ReleasedSchema extends SchemaFile {
  /** Settings of the SDK generators, by language. */
  language?: Record<string, Record<string, unknown>>;
}

/** A change that breaks a program or a stack. */
interface BreakingChange {
  /** The token and the property: `quartet:cloud:ApiGatewayApi.inputs.protocol`, `quartet:search/SearchConnection.apiKey`, `provider.inputs.region`. */
  path: string;
  /** What changed, in the form `was removed`. */
  change: string;
}

/** Whether programs write a value, read it, or both. */
type Use = "inputs" | "outputs" | "both";

type Report = (path: string, change: string) => void;

/** The properties of one object in one version. */
interface Side {
  properties: Record<string, PropertySpec>;
  required: readonly string[];
}

/** One object in two versions. */
interface Pair {
  path: string;
  use: Use;
  released: Side;
  current: Side;
}

/** Settings of the SDK generators that decide by which name a program imports the package. */
const importNames = [
  "packageName",
  "importBasePath",
  "rootPackageName",
  "packageImportAliases",
  "basePackage",
  "packages",
  "rootNamespace",
  "namespaces",
];

/** Returns each change from `released` to `current` that breaks users of `released`. Additions and wider types of inputs are compatible. */
export function breakingChanges(released: ReleasedSchema, current: ReleasedSchema): BreakingChange[] {
  const changes: BreakingChange[] = [];
  const report: Report = (path, change) => void changes.push({ path, change });
  compareImportNames(released, current, report);
  for (const [token, resource] of Object.entries(released.resources ?? {})) {
    compareResource(token, resource, current.resources?.[token], report);
  }
  for (const [token, spec] of Object.entries(released.functions ?? {})) compareFunction(token, spec, current.functions?.[token], report);
  compareResource("provider", released.provider ?? {}, current.provider ?? {}, report);
  const settings = ({ config }: ReleasedSchema): Side => ({ properties: config?.variables ?? {}, required: [] });
  compareObjects({ path: "config", use: "inputs", released: settings(released), current: settings(current) }, report);
  for (const name of Object.keys(released.provider?.methods ?? {})) {
    if (current.provider?.methods?.[name] === undefined) report(`provider.methods.${name}`, "was removed");
  }
  const uses = usesOfTypes(released);
  for (const [token, type] of Object.entries(released.types ?? {})) {
    compareNamedType({ token, use: uses.get(token) ?? "both" }, type, current.types?.[token], report);
  }
  return changes;
}

function compareImportNames(released: ReleasedSchema, current: ReleasedSchema, report: Report): void {
  for (const [language, settings] of Object.entries(released.language ?? {})) {
    for (const name of importNames.filter((key) => settings[key] !== undefined)) {
      const path = `language.${language}.${name}`;
      if (!isDeepStrictEqual(settings[name], current.language?.[language]?.[name])) report(path, "was changed");
    }
  }
}

function compareResource(path: string, released: ResourceSpec, current: ResourceSpec | undefined, report: Report): void {
  if (current === undefined) return report(path, "was removed");
  const inputs = (spec: ResourceSpec): Side => ({ properties: spec.inputProperties ?? {}, required: spec.requiredInputs ?? [] });
  compareObjects({ path: `${path}.inputs`, use: "inputs", released: inputs(released), current: inputs(current) }, report);
  compareObjects({ path: `${path}.outputs`, use: "outputs", released: sideOf(released), current: sideOf(current) }, report);
  if (released.listInputs === undefined) return;
  if (current.listInputs === undefined) return report(`${path}.listInputs`, "was removed");
  const former = sideOf(released.listInputs);
  const latter = sideOf(current.listInputs);
  compareObjects({ path: `${path}.listInputs`, use: "inputs", released: former, current: latter }, report);
}

function compareFunction(path: string, released: FunctionSpec, current: FunctionSpec | undefined, report: Report): void {
  if (current === undefined) return report(path, "was removed");
  for (const use of ["inputs", "outputs"] as const) {
    compareObjects({ path: `${path}.${use}`, use, released: sideOf(released[use] ?? {}), current: sideOf(current[use] ?? {}) }, report);
  }
}

function compareNamedType(
  { token, use }: { token: string; use: Use },
  released: NamedType,
  current: NamedType | undefined,
  report: Report,
): void {
  if (current === undefined) return report(token, "was removed");
  const values = new Set((current.enum ?? []).map(({ value }) => value));
  for (const { value } of released.enum ?? []) if (!values.has(value)) report(`${token}.${String(value)}`, "was removed");
  const sides = { path: token, released: sideOf(released), current: sideOf(current) };
  if (use !== "inputs") compareObjects({ ...sides, use: "outputs" }, report);
  if (use !== "outputs") compareObjects({ ...sides, use: "inputs" }, report);
}

function sideOf({ properties = {}, required = [] }: ObjectSpec): Side {
  return { properties, required };
}

function compareObjects({ path, use, released, current }: Pair, report: Report): void {
  for (const [name, property] of Object.entries(released.properties)) {
    const latter = current.properties[name];
    if (latter === undefined) report(`${path}.${name}`, "was removed");
    else compareProperties({ path: `${path}.${name}`, use }, property, latter, report);
  }
  if (use === "inputs") {
    for (const name of current.required) if (!released.required.includes(name)) report(`${path}.${name}`, "became required");
  } else {
    for (const name of released.required) {
      if (name in current.properties && !current.required.includes(name)) report(`${path}.${name}`, "became optional");
    }
  }
}

function compareProperties({ path, use }: { path: string; use: Use }, released: PropertySpec, current: PropertySpec, report: Report): void {
  if (!accepts(current, released, use)) report(path, `has the type ${shortType(current)}; it was ${shortType(released)}`);
  if (Boolean(released.secret) !== Boolean(current.secret)) report(path, current.secret ? "became secret" : "is no longer secret");
  if (current.replaceOnChanges && !released.replaceOnChanges) report(path, "is replaced on changes; it was updated in place");
  if (released.default !== current.default) {
    report(path, `has the default ${String(current.default)}; it was ${String(released.default)}`);
  }
  const variables = current.defaultInfo?.environment ?? [];
  for (const name of released.defaultInfo?.environment ?? []) {
    if (!variables.includes(name)) report(path, `no longer reads the environment variable ${name}`);
  }
}

/** Returns whether a program that was written for `released` compiles with `current`. */
function accepts(current: TypeSpec, released: TypeSpec, use: Use): boolean {
  if (shortType(current) === shortType(released)) return true;
  if (released.items && current.items) return accepts(current.items, released.items, use);
  if (released.additionalProperties && current.additionalProperties) {
    return accepts(current.additionalProperties, released.additionalProperties, use);
  }
  if (use !== "inputs") return false;
  if (current.$ref === "pulumi.json#/Any") return true;
  const members = released.oneOf ?? [released];
  return members.every((member) => current.oneOf?.some((option) => accepts(option, member, use)) ?? false);
}

/** Returns a type in a short form, without what is not part of the type: `array(string)`, `string | quartet:search/Kind`. */
function shortType({ type, items, additionalProperties, $ref, oneOf }: TypeSpec): string {
  if (oneOf) return oneOf.map(shortType).join(" | ");
  if ($ref !== undefined) return typeToken($ref) ?? $ref;
  if (items) return `array(${shortType(items)})`;
  return additionalProperties ? `map(${shortType(additionalProperties)})` : (type ?? "object");
}

/** Returns for each named type whether inputs, outputs or both contain it. */
function usesOfTypes(schema: ReleasedSchema): Map<string, Use> {
  const uses = new Map<string, Use>();
  const visit = (type: TypeSpec | undefined, use: Use): void => {
    if (type === undefined) return;
    for (const part of [type.items, type.additionalProperties, ...(type.oneOf ?? [])]) visit(part, use);
    const token = typeToken(type.$ref);
    if (token === undefined || uses.get(token) === use || uses.get(token) === "both") return;
    uses.set(token, uses.has(token) ? "both" : use);
    visitAll(schema.types?.[token]?.properties, use);
  };
  const visitAll = (properties: Record<string, PropertySpec> | undefined, use: Use): void => {
    for (const property of Object.values(properties ?? {})) visit(property, use);
  };
  const resources = [schema.provider ?? {}, ...Object.values(schema.resources ?? {})];
  for (const { inputProperties, properties, listInputs } of resources) {
    visitAll(inputProperties, "inputs");
    visitAll(listInputs?.properties, "inputs");
    visitAll(properties, "outputs");
  }
  for (const { inputs, outputs } of Object.values(schema.functions ?? {})) {
    visitAll(inputs?.properties, "inputs");
    visitAll(outputs?.properties, "outputs");
  }
  visitAll(schema.config?.variables, "inputs");
  return uses;
}
