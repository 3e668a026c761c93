// Checks Pulumi YAML programs, given as text, against schema.json: tokens, properties, required ones, references.
import { schemaOf, type ObjectSpec } from "../../../provider/core/schema/schema";
import { validate } from "../../../provider/core/validate/validate";
import { unknown, type Value, type ValueMap } from "../../../provider/core/values/value";
import { schema } from "./schema-file";

interface Invoke {
  function: string;
  arguments?: ValueMap;
  return?: string;
}
interface Program {
  config?: ValueMap;
  variables?: Readonly<Record<string, { "fn::invoke": Invoke }>>;
  resources?: Readonly<Record<string, { type: string; properties?: ValueMap }>>;
}

const { load } = jest.requireActual<{ load(text: string): unknown }>("js-yaml");
const packageSchema = schemaOf(schema);

/** Returns the value that the provider receives in a preview: references are unknown, and the builtin function for JSON returns a text. */
function received(value: Value): Value {
  if (typeof value === "string") return value.startsWith("${") ? unknown : value;
  if (Array.isArray(value)) return value.map(received);
  if (value === null || typeof value !== "object") return value;
  if ("fn::toJSON" in value) return JSON.stringify(value);
  return Object.fromEntries(Object.entries(value as ValueMap).map(([key, member]) => [key, received(member)]));
}

/** Returns the places of the errors in a program. Throws if the text is not YAML. */
export function checkYaml(code: string): string[] {
  const { config = {}, variables = {}, resources = {} } = load(code) as Program;
  const known = new Map<string, ObjectSpec["properties"]>(Object.keys(config).map((name) => [name, {}]));
  const failures: string[] = [];
  const declare = (name: string, inputs: ObjectSpec, given: ValueMap = {}, outputs: ObjectSpec["properties"] = {}): void => {
    known.set(name, outputs);
    failures.push(
      ...validate(inputs, received(given) as ValueMap, { schema: packageSchema }).failures.map(({ property }) => `${name}.${property}`),
    );
  };
  for (const [name, { "fn::invoke": invoke }] of Object.entries(variables)) {
    const spec = schema.functions?.[invoke.function];
    if (spec) declare(name, spec.inputs ?? {}, invoke.arguments, spec.outputs?.properties);
    if (invoke.return !== undefined && !spec?.outputs?.properties?.[invoke.return]) failures.push(`${name}: ${invoke.return}`);
  }
  for (const [name, { type, properties }] of Object.entries(resources)) {
    const spec = schema.resources?.[type];
    const inputs = { properties: spec?.inputProperties, required: spec?.requiredInputs };
    if (spec) declare(name, inputs, properties, { ...spec.properties, id: {} });
    else failures.push(`${name}: ${type}`);
  }
  const references = [...code.matchAll(/\$\{([\w-]+)(?:\.([\w-]+))?[^}]*\}/g)];
  const isKnown = ([, name = "", output]: RegExpExecArray): boolean =>
    output === undefined ? known.has(name) : known.get(name)?.[output] !== undefined;
  return [...failures, ...references.filter((reference) => !isKnown(reference)).map(([text]) => text)];
}
