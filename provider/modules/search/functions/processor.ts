// Builds the JSON text and the id of an ingest processor from checked inputs. See docs/modules/search.md#processor-functions. Sends no request.
import { hash } from "node:crypto";
import type { ProviderFunction } from "../../../contract/function";
import type { FunctionInputs, FunctionTable } from "../../../kit/tables";
import { snakeCase } from "../../../core/schema/snake-case";
import { objectOf, textsOf } from "../../../core/values/records";
import type { Rules, ValueRule } from "../../../contract/rules";
import type { Plain, PlainMap } from "../../../core/values/value";
import { contentOf } from "../json/fields";
import { processorList } from "../processor-lists";
import { byCodePoint, isEmptyJson, jsonText, OrderedObject, type WritableValue } from "../json/writer";

/** Describes how an input is written to the JSON text. */
export interface Field {
  /** `always`: with the given value or the default; `set`: when given, empty or not; `nonempty`: unless it is `""`, `[]` or `{}`. */
  when: "always" | "nonempty" | "set";
  /** Key on the server where it is not the input's name in snake_case. */
  key?: string;
  /** `sortedSet`: without duplicates, by code point; `json`: a JSON object as text, embedded; `jsonList`: a list of these. */
  form?: "sortedSet" | "json" | "jsonList";
  /** The rule that does not follow from the form. */
  rule?: ValueRule;
  /** Whether no output repeats it: the Python SDK fails for results of any type that are not objects. */
  isInputOnly?: true;
  /** The output while the input is omitted; without it the output is omitted as well. */
  omitted?: Plain;
  /** Members of a typed object, in the order in which they are written if they are not empty. */
  members?: readonly string[];
  /** Returns why Elasticsearch rejects the value later, and what to use instead; undefined where it accepts the value. Logged as a warning. */
  warning?(value: Plain, key: string): string | undefined;
}

/** A field with its key on the server. */
type KeyedField = Field & { key: string };

const prefix = "getSearchIngestProcessor";
type Functions = FunctionTable<"search", unknown>;
/** The functions by name. */
type Helper = Extract<keyof Functions, `${typeof prefix}${string}`>;
type Common = "description" | "if" | "ignoreFailure" | "onFailures" | "tag";
/** Every input of a function except the common ones, in the order in which they are written. */
type Fields<Name extends Helper> = { [Input in Exclude<keyof FunctionInputs<`quartet:search:${Name}`>, Common>]-?: Field };

const commonFields: Record<Common, Field> = {
  description: { when: "nonempty" },
  if: { when: "nonempty" },
  ignoreFailure: { when: "always" },
  onFailures: { when: "nonempty", form: "jsonList", key: "on_failure" },
  tag: { when: "nonempty" },
};

/** Returns the functions of all processor types. They need no configuration. `alternatives`: inputs of a function of which exactly one is required. */
export function processorFunctions(
  rows: { [Name in Helper]: Fields<Name> },
  alternatives: { [Name in Helper]?: readonly string[] },
): Pick<Functions, Helper> {
  const functions = Object.entries(rows).map(([name, fields]) => {
    const group = alternatives[name as Helper];
    return [name, processor(snakeCase(name.slice(prefix.length)).slice(1), fields, group ? { exactlyOne: [group] } : {})];
  });
  return Object.fromEntries(functions) as Pick<Functions, Helper>;
}

function processor(type: string, own: Readonly<Record<string, Field>>, rules: Rules): ProviderFunction<unknown, PlainMap, PlainMap> {
  const fields = Object.entries({ ...commonFields, ...own }).map(([input, field]): [string, KeyedField] => [
    input,
    { ...field, key: field.key ?? snakeCase(input) },
  ]);
  return {
    remote: false,
    derived: ["json", "id"],
    // The function sends no request, so that a connection has no effect. See docs/modules/search.md#common-processor-inputs.
    rules: { ...rules, ignores: ["searchConnections"], properties: rulesOf(fields) },
    read(inputs, { log }) {
      for (const warning of warnings(type, fields, inputs)) log("warning", warning);
      return buildOutputs(type, fields, inputs);
    },
  };
}

/** Returns a warning for each input that Elasticsearch rejects later, when the pipeline is stored or runs. */
function warnings(type: string, fields: readonly [string, KeyedField][], inputs: PlainMap): string[] {
  return fields.flatMap(([name, { key, warning }]) => {
    const value = inputs[name] ?? null;
    const reason = value === null ? undefined : warning?.(value, key);
    return reason === undefined ? [] : [`Processor ${type}: ${name}: ${reason}`];
  });
}

/** Returns the rules of the inputs: their own, and those of their forms. */
function rulesOf(fields: [string, Field][]): Record<string, ValueRule> {
  const rules: Record<string, ValueRule> = {};
  for (const [name, { form, rule }] of fields) {
    if (rule) rules[name] = rule;
    if (form === "json") rules[name] = name === "processor" ? processorList : { json: "object" };
    if (form === "jsonList") rules[name] = processorList;
  }
  return rules;
}

/** Returns the inputs of the function, the JSON text and its SHA-1, without inputs that the function does not have. */
function buildOutputs(type: string, fields: [string, KeyedField][], inputs: PlainMap): PlainMap {
  const echo: PlainMap = {};
  const body: [string, WritableValue][] = [];
  for (const [name, field] of fields) {
    const value = inputs[name];
    if (value === undefined || value === null) {
      if (field.omitted !== undefined) echo[name] = field.omitted;
      continue;
    }
    if (!field.isInputOnly) echo[name] = value;
    const written = toWritable(value, field);
    if (field.when !== "nonempty" || !isEmptyJson(written)) body.push([field.key, written]);
  }
  const json = jsonText(new OrderedObject([[type, new OrderedObject(body)]]));
  return { ...echo, id: hash("sha1", json, "hex"), json };
}

/** Returns a value in the form in which it is written. */
function toWritable(value: Plain, { form, members }: Field): WritableValue {
  if (form === "sortedSet" && Array.isArray(value)) return [...new Set(textsOf(value))].sort(byCodePoint);
  if (form === "json") return contentOf(value);
  if (form === "jsonList" && Array.isArray(value)) return value.map((text) => contentOf(text));
  return members ? new OrderedObject(nonemptyMembers(objectOf(value), members)) : value;
}

/** Returns the named members that are not empty. */
function nonemptyMembers(map: PlainMap, members: readonly string[]): [string, Plain][] {
  return members.flatMap((name) => {
    const member = map[name];
    const isGiven = member !== undefined && member !== null && !isEmptyJson(member);
    return isGiven ? [[snakeCase(name), member] satisfies [string, Plain]] : [];
  });
}
