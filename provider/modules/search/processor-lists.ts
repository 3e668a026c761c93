// The processors of a pipeline as a program declares them: JSON strings, or objects. See docs/modules/search.md#processors-as-objects. Pure.
import type { ElementForm } from "../../contract/properties";
import type { EntryFailure, ValueRule } from "../../contract/rules";
import { isJsonMap, type Json } from "../../core/json/exact-json";
import { ExactNumber } from "../../core/json/exact-number";
import { isObject } from "../../core/json/json";
import { kindOf } from "../../core/json/json-violation";
import type { Step } from "../../core/values/path";
import type { Plain, PlainMap } from "../../core/values/value";
import { contentOf } from "./json/fields";

/** A list of processors, each a JSON object as text. */
export const processorList: ValueRule = {
  minItems: 1,
  json: "object",
  jsonSource: "the output `json` of a function such as getSearchIngestProcessorSet",
};

/** The lists of processors of a pipeline, as JSON strings. */
export interface ProcessorLists {
  processors: readonly string[];
  onFailures?: readonly string[] | undefined;
  /** The same lists as the program declares them, where it declares objects. */
  objects?: { [List in ListName]?: readonly unknown[] | undefined };
}

/** The lists, by the names of the inputs that declare them as JSON strings. */
export const listNames = ["processors", "onFailures"] as const;
/** A list of processors. */
export type ListName = (typeof listNames)[number];

/** The inputs that take objects, by the list that they declare. */
export const objectInputs = { processors: "processorObjects", onFailures: "onFailureObjects" } as const;

/** The inputs of a pipeline that declare its processors. */
interface DeclaredProcessors {
  processors?: readonly string[];
  onFailures?: readonly string[];
  processorObjects?: readonly unknown[];
  onFailureObjects?: readonly unknown[];
}

/** Returns the lists that the inputs declare. */
export function processorLists({ processors, onFailures, processorObjects, onFailureObjects }: DeclaredProcessors): ProcessorLists {
  return {
    processors: processors ?? processorObjects?.map(textOfProcessor) ?? [],
    onFailures: onFailures ?? onFailureObjects?.map(textOfProcessor),
    objects: { processors: processorObjects, onFailures: onFailureObjects },
  };
}

/** Returns the name of the input that declares the list. */
export function inputName({ objects }: ProcessorLists, list: ListName): string {
  return objects?.[list] ? objectInputs[list] : list;
}

/** Returns how the elements of the input with objects are those of the list of JSON strings. */
export function objectForm(list: ListName): ElementForm {
  return { of: list, write: textOfProcessor, read: processorOf };
}

function textOfProcessor(element: unknown): string {
  return typeof element === "string" ? element : JSON.stringify(element);
}

/** Returns the processor of a JSON string as an object; the string itself if an input cannot hold the object without a loss. */
function processorOf(element: Plain): Plain {
  const content = contentOf(element);
  return isJsonMap(content) && isPlainJson(content) ? content : element;
}

/** Returns whether no number needs more digits than a double has, and no member is null: inputs omit such members. */
function isPlainJson(value: Json): value is Plain {
  if (value instanceof ExactNumber) return false;
  if (Array.isArray(value)) return value.every(isPlainJson);
  return !isJsonMap(value) || Object.values(value).every((member) => member !== null && isPlainJson(member));
}

/** A list of processors, each an object or a JSON string. */
export const processorObjectList: ValueRule = { ...processorList, testEntry: (entry) => entryFailures(entry, []) };

/** Returns where the processor has another form than Elasticsearch expects. What is in JSON strings and options is validated by the server. */
function entryFailures(entry: Plain, at: readonly Step[]): EntryFailure[] {
  if (typeof entry === "string" && at.length === 0) return [];
  if (!isObject(entry)) return [{ at, reason: `expected an object with the type of the processor as its only key; ${got(entry)}` }];
  const [type, ...others] = Object.keys(entry);
  if (type === undefined || others.length > 0) {
    const found = type === undefined ? "no key" : `${others.length + 1} keys`;
    return [
      { at, reason: `expected the type of the processor as the only key; got ${found}. Write each processor as an element of its own` },
    ];
  }
  const options = entry[type]!;
  if (isObject(options)) return innerFailures(options, [...at, type]);
  return [{ at: [...at, type], reason: `expected an object with the options of the processor; ${got(options)}` }];
}

/** Returns the failures of the processors inside the options of another one. */
function innerFailures({ on_failure: handlers, processor }: PlainMap, at: readonly Step[]): EntryFailure[] {
  const ofHandlers = Array.isArray(handlers) ? handlers.flatMap((handler, i) => entryFailures(handler, [...at, "on_failure", i])) : [];
  return [...ofHandlers, ...(processor === undefined ? [] : entryFailures(processor, [...at, "processor"]))];
}

function got(value: Plain): string {
  return `got ${kindOf(value)}${typeof value === "string" ? ". Parse a JSON string, or write the object itself" : ""}`;
}
