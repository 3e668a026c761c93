// Simulates templates in previews: what the server rejects, and which property the reason concerns. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors/errors";
import type { Redact } from "../../../../core/secrets/redact";
import type { SearchClient } from "../../client";
import { fullReason, isMissingReference, isRejection, rejections } from "../../definitions";
import { jsonOf, objectText } from "../../json/fields";
import type { SearchResponse } from "../../response";

/** A reason of the server, without secrets. */
export interface TemplateRejection {
  reason: string;
  /** The server has found it without the contents of other objects, so that no other change of the same run can remove it. */
  isIndependent: boolean;
}

/** The result of a simulation. */
interface TemplateSimulation {
  rejections: TemplateRejection[];
  /** A component does not exist: the server has validated nothing else. */
  isIncomplete: boolean;
}

const path = ["_index_template", "_simulate"];

/** Simulates the creation of an index template with this body, under its name if there is one. */
export async function simulateTemplate(name: string | undefined, body: string, client: SearchClient): Promise<TemplateSimulation> {
  const response = await client.simulate(name === undefined ? path : [...path, name], body, { accepts: isRejection });
  if (response.status < 300) return { rejections: [], isIncomplete: false };
  return { rejections: templateRejections(response, await client.redactor()), isIncomplete: rejections(response).some(isMissingReference) };
}

/** Returns the reasons of a response that rejects a template, without those that only state that a component does not exist. */
export function templateRejections(response: SearchResponse, redact: Redact): TemplateRejection[] {
  const errors = rejections(response).filter((error) => !isMissingReference(error));
  const reasons = errors.flatMap((error) => reasonsOf(fullReason(error, redact)));
  return reasons.map((reason) => ({ reason, isIndependent: independentReason.test(reason) }));
}

/** The highest priority: the simulated template is the one that applies, and no other template with the same patterns has it. */
const topPriority = "9223372036854775807";

/** Returns what the server rejects in the part `template` of a template for indices or data streams of this name. */
export async function partRejections(
  { name, isStream = false }: { name: string; isStream?: boolean },
  template: string,
  client: SearchClient,
): Promise<TemplateRejection[]> {
  const scope = { index_patterns: jsonOf([name]), priority: topPriority, data_stream: isStream ? "{}" : undefined };
  return (await simulateTemplate(undefined, objectText({ ...scope, template }), client)).rejections;
}

/** Reasons of conflicts with objects that the same run may change or delete. */
export const conflict = /same priority|no longer match/;

/** Returns the failure of a rejection. */
export function templateFailure({ reason }: TemplateRejection): Failure {
  return {
    property: propertyOf(reason),
    reason: `Elasticsearch rejects the template: ${reason.replace(/\.+$/, "")}. Correct the definition.`,
  };
}

/** Returns the failures that no other object can correct. If there are none, `warn` receives the reasons. */
export function certainFailures(rejections: readonly TemplateRejection[], warn: (reason: string) => void): Failure[] {
  const certain = rejections.filter(({ isIndependent }) => isIndependent);
  if (certain.length === 0) rejections.forEach(({ reason }) => warn(reason));
  return certain.map(templateFailure);
}

const listOfReasons = /Validation Failed: 1: (.*);\]?$/s;
const wrappers = [
  /^illegal_argument_exception: composable template \[.*?\] template after composition is invalid: /,
  /^illegal_argument_exception: invalid composite mappings for \[.*?\]: /,
  /^x_content_parse_exception: \[\d+:\d+\] \[index_template\] failed to parse field \[template\]: /,
];

/** Returns the single reasons of an error, without what only states that there is one. */
function reasonsOf(reason: string): string[] {
  const list = listOfReasons.exec(reason)?.[1];
  if (list !== undefined) return list.split(/;\d+: /).map((entry) => `invalid_index_template_exception: ${entry}`);
  return [wrappers.reduce((text, wrapper) => text.replace(wrapper, ""), reason)];
}

/** Reasons that concern one setting, field or alias alone, and not how components and templates fit together. */
const independentReason = new RegExp(
  [
    "^invalid_index_template_exception",
    "^x_content_parse_exception",
    "^invalid_alias_name_exception",
    "cannot be the same as any pattern",
    String.raw`mapper type \[.*\] declared on field`,
    "unsupported parameters|unknown parameter|No type specified|Could not convert|Malformed",
    String.raw`Error parsing \[format\]`,
    "compile error",
    "failed to parse filter for alias",
  ].join("|"),
);

const properties: readonly [reason: RegExp, property: string][] = [
  [/\[template\] failed to parse field \[settings\]/, "template.settings"],
  [/\[template\] failed to parse field \[mappings\]/, "template.mappings"],
  [/\[template\] failed to parse field \[aliases\]/, "template.aliases"],
  [/\[template\] failed to parse field \[lifecycle\]|lifecycle configuration/, "template.lifecycle"],
  [/\[template\] failed to parse field \[data_stream_options\]|data stream options/, "template.dataStreamOptions"],
  [/\bindex_patterns? /, "indexPatterns"],
  [/\bpriority must\b/, "priority"],
  [/^invalid_index_template_exception.*\bsetting\b|\[index\./, "template.settings"],
  [/^mapper_parsing_exception|mappings?\b|data stream timestamp/, "template.mappings"],
  [/\balias\b/, "template.aliases"],
  [/\bsettings?\b|analyzer|tokenizer|normalizer|filter\b|similarity/i, "template.settings"],
];

function propertyOf(reason: string): string {
  return properties.find(([pattern]) => pattern.test(reason))?.[1] ?? "";
}
