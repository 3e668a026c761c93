// Checks Pulumi YAML programs, given as text, against schema.json: tokens, properties, required ones, references.
import type { ObjectSpec, TypeSpec } from "../../../provider/core/schema/schema";
import { schema } from "./schema-file";

type Data = Readonly<Record<string, unknown>>;
interface Invoke {
  function: string;
  arguments?: Data;
  return?: string;
}
interface Program {
  config?: Data;
  variables?: Readonly<Record<string, { "fn::invoke": Invoke }>>;
  resources?: Readonly<Record<string, { type: string; properties?: Data }>>;
  outputs?: Data;
}

const { load } = jest.requireActual<{ load(text: string): unknown }>("js-yaml");

/** Returns the errors of a program in the order of its parts. Throws if the text is not YAML. */
export function checkYaml(code: string): string[] {
  const program = load(code) as Program;
  const variables = Object.entries(program.variables ?? {}).flatMap(([name, { "fn::invoke": invoke }]) => checkInvoke(name, invoke));
  const resources = Object.entries(program.resources ?? {}).flatMap(([name, { type, properties }]) => {
    const spec = schema.resources?.[type];
    return spec
      ? checkObject(name, { properties: spec.inputProperties, required: spec.requiredInputs }, properties)
      : [`${name}: unknown resource ${type}`];
  });
  return [...variables, ...resources, ...[...code.matchAll(/\$\{([\w.-]+)\}/g)].flatMap(([, path = ""]) => checkReference(program, path))];
}

function checkInvoke(name: string, invoke: Invoke): string[] {
  const spec = schema.functions?.[invoke.function];
  if (!spec) return [`${name}: unknown function ${invoke.function}`];
  const response = invoke.return;
  const faults = response !== undefined && !(response in (spec.outputs?.properties ?? {})) ? [`${name}: no output ${response}`] : [];
  return [...checkObject(name, spec.inputs, invoke.arguments), ...faults];
}

function checkObject(at: string, spec: ObjectSpec = {}, data: Data = {}): string[] {
  const properties = spec.properties ?? {};
  const members = Object.entries(data).flatMap(([name, value]) => {
    const property = properties[name];
    return property ? checkValue(`${at}.${name}`, property, value) : [`${at}: unknown property ${name}`];
  });
  return [...members, ...(spec.required ?? []).filter((name) => !(name in data)).map((name) => `${at}: ${name} is missing`)];
}

/** Returns whether the value is a call of the builtin function that returns the JSON text of its argument. */
const isJsonText = (value: unknown): boolean => typeof value === "object" && value !== null && "fn::toJSON" in value;

function checkValue(at: string, type: TypeSpec, value: unknown): string[] {
  if (typeof value === "string" && value.startsWith("${")) return [];
  if (type.$ref === "pulumi.json#/Any") return [];
  if (isJsonText(value)) return type.type === "string" ? [] : [`${at}: no ${type.type}, but JSON text`];
  if (type.oneOf) return closest(type.oneOf.map((choice) => checkValue(at, choice, value)));
  if (Array.isArray(value))
    return type.type === "array" ? value.flatMap((one, index) => checkValue(`${at}[${index}]`, type.items ?? {}, one)) : [`${at}: no list`];
  const named = schema.types?.[type.$ref?.replace("#/types/", "") ?? ""];
  if (named?.enum) return named.enum.some((one) => one.value === value) ? [] : [`${at}: ${String(value)} is not allowed`];
  if (named) return checkObject(at, named, value as Data);
  const element = type.additionalProperties;
  if (element) return Object.entries(value as Data).flatMap(([key, one]) => checkValue(`${at}.${key}`, element, one));
  const fits = type.type === "integer" ? Number.isInteger(value) : typeof value === type.type;
  return fits ? [] : [`${at}: no ${type.type}`];
}

/** Returns the errors for the best matching alternative of a union. */
const closest = (faults: readonly string[][]): string[] => [...faults].sort((left, right) => left.length - right.length)[0] ?? [];

function checkReference(program: Program, path: string): string[] {
  const [name = "", output] = path.split(".");
  if (program.config && name in program.config) return [];
  const invoke = program.variables?.[name]?.["fn::invoke"];
  const spec = invoke ? schema.functions?.[invoke.function]?.outputs : schema.resources?.[program.resources?.[name]?.type ?? ""];
  if (!spec) return [`\${${path}}: nothing is called ${name}`];
  const known = output === undefined || output in (spec.properties ?? {}) || (!invoke && output === "id");
  return known ? [] : [`\${${path}}: no output ${output}`];
}
