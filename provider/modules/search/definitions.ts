// Definitions that the server has rejected: which processor, and why. See docs/modules/search.md#simulation. Pure.
import { InvalidInputsError, type Failure, type ProviderError } from "../../core/errors/errors";
import { exactText, isJsonMap, parseExact, type Json } from "../../core/json/exact-json";
import { isObject } from "../../core/json/json";
import { objectOf, rowsOf, textOf } from "../../core/values/records";
import { format, parse } from "../../core/values/path";
import type { Redact } from "../../core/secrets/redact";
import type { Plain } from "../../core/values/value";
import { causeChain, distinctErrors, reasonOf, responseError } from "./errors";
import { objectText, listText } from "./json/fields";
import { inputName, listNames, objectInputs, type ListName, type ProcessorLists } from "./processor-lists";
import type { RemoteError } from "./remote";
import type { SearchResponse } from "./response";

/**
 * Returns whether the server has read the definition and rejected it. Responses to paths that it does not have contain a text as `error`. Some rejections of processors
 * have the status 404 (a stored script that does not exist) or 500 (a pattern of `dissect`, a language of `script`): these name the type of the processor.
 */
export function isRejection({ status, json }: Pick<SearchResponse, "status" | "json">): boolean {
  const { error } = objectOf(json);
  return isObject(error) && (status === 400 || ((status === 404 || status === 500) && error.processor_type !== undefined));
}

/** Returns the errors of a rejected definition: the first, and those that the server has suppressed. */
export function rejections({ json }: Pick<SearchResponse, "json">): RemoteError[] {
  const { error } = objectOf(json);
  const first: RemoteError = objectOf(error);
  return [first, ...rowsOf(first.suppressed)];
}

/** Creates the error for a rejected definition: the failures of its properties, or that of the response if they name none. */
export function rejectionError(response: SearchResponse, failures: Failure[], redact: Redact): ProviderError {
  return failures.every(({ property }) => property === "") ? responseError(response, redact) : new InvalidInputsError(failures);
}

/** Returns the reasons of an error, from the outermost to the innermost, without those that an outer one contains, without secrets. */
export function fullReason(error: RemoteError, redact: Redact): string {
  const reasons = distinctErrors([error, ...causeChain(error.caused_by)]).map(reasonOf);
  return redact(reasons.join(": "));
}

/** Returns the failure of each error at its processor, if the tag or the type of the processor determines it. */
export function processorFailures(errors: readonly RemoteError[], lists: ProcessorLists, redact: Redact): Failure[] {
  return errors.map((error) => {
    const type = textOf(error.processor_type);
    const subject = type === undefined ? "the pipeline" : `the processor "${redact(type)}"`;
    return {
      property: propertyOf(error, lists),
      reason: `Elasticsearch rejects ${subject}: ${fullReason(error, redact).replace(/\.+$/, "")}. Correct the definition.`,
    };
  });
}

/** The beginning of the tags in requests. */
export const tagPrefix = "quartet:";

/** Options that every processor has are read before its type is known: their errors name the option only. */
function propertyOf(error: RemoteError, lists: ProcessorLists): string {
  const tag = textOf(error.processor_tag);
  if (tag?.startsWith(tagPrefix)) return optionOf(error, tag.slice(tagPrefix.length), lists);
  const type = textOf(error.processor_type);
  const name = type ?? textOf(error.property_name);
  if (name === undefined) return "";
  const candidates = entriesOf(lists).filter(({ text }) => namesOf(parseExact(text)).includes(name));
  if (candidates.length === 1) return optionOf(error, candidates[0]!.property, lists);
  return type === undefined && candidates.length === 0 ? "" : inputName(lists, "processors");
}

/**
 * Returns the path of the option that the error names, if the program declares the processor as an object; else the path of the processor. Errors of processors
 * inside of another one can name the type of the outer one.
 */
function optionOf(error: RemoteError, property: string, { objects }: ProcessorLists): string {
  const type = textOf(error.processor_type);
  const option = textOf(error.property_name);
  const [input, index] = parse(property);
  const list = listNames.find((name) => objectInputs[name] === input);
  const processor = list && objectOf(objects?.[list]?.[Number(index)]);
  if (type === undefined || option === undefined || !processor || !isObject(processor[type])) return property;
  const hasInner = innerProcessors.some((name) => Object.hasOwn(objectOf(processor[type]), name));
  return hasInner ? property : format([input!, index!, type, option]);
}

/** Options that contain processors. */
const innerProcessors = ["on_failure", "processor"];

function entriesOf(lists: ProcessorLists): { property: string; text: string }[] {
  return listNames.flatMap((name) => (lists[name] ?? []).map((text, i) => ({ property: `${inputName(lists, name)}[${i}]`, text })));
}

/** Returns the types of an entry, and those of processors inside it. */
function namesOf(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  return isJsonMap(value) ? Object.entries(value).flatMap(([key, member]) => [key, ...namesOf(member)]) : [];
}

/** Returns the tag of the processor at a position such as `processors[1].on_failure[0]`. `own`: the tag in the definition. */
type TagOf = (position: string, own: string | undefined) => string;

/** Names the property of the list, for every processor below it. */
const propertyTag: TagOf = (position) => `${tagPrefix}${position.split(".", 1)[0]!}`;

/**
 * Returns the pipeline with a tag in every processor that names its property: errors of the server contain the tag, but no index. A tag that is not a text
 * stays, because it is itself an error.
 */
export function tagPipeline(lists: ProcessorLists, members?: Record<string, string | undefined>, tagOf: TagOf = propertyTag): string {
  const tagAll = (name: ListName): string[] =>
    (lists[name] ?? []).map((text, i) => {
      const entry = parseExact(text);
      return entry === undefined ? text : exactText(withTag(entry, `${inputName(lists, name)}[${i}]`, tagOf));
    });
  return pipelineText({ processors: tagAll("processors"), onFailures: lists.onFailures && tagAll("onFailures") }, members);
}

/** Returns the definition of a pipeline of these processors, with further members as JSON texts. */
export function pipelineText({ processors, onFailures }: ProcessorLists, members: Record<string, string | undefined> = {}): string {
  // Elasticsearch keeps the order of the members: an imported pipeline is written as it was read.
  const { _meta, ...others } = members;
  return objectText({ ...others, processors: listText(processors), on_failure: onFailures && listText(onFailures), _meta });
}

function withTag(entry: Json, position: string, tagOf: TagOf): Json {
  if (!isJsonMap(entry)) return entry;
  return Object.fromEntries(Object.entries(entry).map(([type, options]) => [type, withOptionTag(options, position, tagOf)]));
}

function withOptionTag(options: Json | undefined, position: string, tagOf: TagOf): Json {
  if (!isJsonMap(options)) return options ?? null;
  const { on_failure: handlers, processor, tag: own } = options;
  const tagged = (handler: Json, i: number): Json => withTag(handler, `${position}.on_failure[${i}]`, tagOf);
  return {
    ...options,
    ...(own === undefined || typeof own === "string" ? { tag: tagOf(position, own) } : {}),
    ...(Array.isArray(handlers) ? { on_failure: handlers.map(tagged) } : {}),
    ...(isJsonMap(processor) ? { processor: withTag(processor, `${position}.processor`, tagOf) } : {}),
  };
}

/** Returns whether an error only states that another object does not exist yet, such as a policy or a stored script. */
export function isMissingReference(error: RemoteError): boolean {
  return [error, ...causeChain(error.caused_by)].some((cause) => isMissing(cause.type, textOf(cause.reason) ?? ""));
}

const missingReferences = [
  /^policy \[.*\] does not exists?$/,
  /^no enrich index exists for policy with name \[.*\]$/,
  /specifies (?:a missing )?component templates \[.*\] that (?:do|does) not exist/,
];

function isMissing(type: Plain | undefined, reason: string): boolean {
  return type === "resource_not_found_exception" || missingReferences.some((pattern) => pattern.test(reason));
}
