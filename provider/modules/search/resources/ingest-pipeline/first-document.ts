// Options that the server reads with the first document only: in a preview one document runs through the processors that have them.
// See docs/modules/search.md#preview-checks.
import { exactText, isJsonMap, parseExact, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { isObject } from "../../../../core/json/json";
import { objectOf, rowsOf, textOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { tagPrefix } from "../../definitions";
import { causeChain, reasonOf } from "../../errors";
import { listText, objectText } from "../../json/fields";
import { inputName, listNames, type ProcessorLists } from "../../processor-lists";
import type { RemoteError } from "../../remote";
import { listIn } from "../../response";

/** The options, by type of processor. */
const optionsOf = new Map<string, readonly string[]>([
  ["date", ["formats", "timezone", "locale"]],
  ["kv", ["field_split", "value_split"]],
  ["split", ["separator"]],
]);

/** Reasons of the server that concern an option. Others concern the document, which no format accepts. */
const optionReason = /^(?:Unknown (?:language|country|time-zone ID)|Invalid (?:format|ID for)): ?|^No date pattern|^Zone offset /;
const optionErrors = new Set(["pattern_syntax_exception", "zone_rules_exception"]);

/** Logs a warning for each option that the server accepts with the definition and rejects with every document. */
export async function warnOfLateRejections(lists: ProcessorLists, client: SearchClient): Promise<void> {
  const probes = listNames.flatMap((name) => probesOf(inputName(lists, name), lists[name] ?? []));
  if (probes.length === 0) return;
  const body = objectText({ pipeline: objectText({ processors: listText(probes) }), docs: '[{"_source":{"probe":"x"}}]' });
  const response = await client.simulate(["_ingest", "pipeline", "_simulate"], body, { query: { verbose: "true" } });
  const [document] = listIn(response, "docs");
  const { processor_results: results } = objectOf(document);
  const redact = await client.redactor();
  for (const { processor_type: type, tag, ignored_error: ignored } of rowsOf(results)) {
    const { error } = objectOf(ignored);
    const reason = isObject(error) ? lateReason(error) : undefined;
    if (reason === undefined) continue;
    const place = `${(textOf(tag) ?? "").slice(tagPrefix.length)}: processor "${textOf(type) ?? ""}"`;
    client.warnOnce(
      redact(`Preview check: ${place}: ${reason}. Elasticsearch accepts the definition, but not this option when it runs. Correct it.`),
    );
  }
}

/** Returns processors with these options alone, whose failures the server reports and ignores. */
function probesOf(property: string, texts: readonly string[]): string[] {
  return texts.flatMap((text, i) =>
    processorsBelow(parseExact(text)).flatMap(([type, options]) => {
      const probe = probeOf(type, options, `${tagPrefix}${property}[${i}]`);
      return probe === undefined ? [] : [probe];
    }),
  );
}

function probeOf(type: string, options: JsonMap, tag: string): string | undefined {
  const own = optionsOf
    .get(type)
    ?.map((name) => [name, options[name]] as const)
    .filter(([, value]) => value !== undefined);
  // Templates have a value for each document.
  if (own === undefined || JSON.stringify(own).includes("{{")) return undefined;
  const probe: JsonMap = { field: "probe", target_field: "result", ...Object.fromEntries(own), tag, ignore_failure: true };
  return exactText({ [type]: probe });
}

/** Returns the processors of an entry: itself, its handlers, and that of `foreach`. */
function processorsBelow(entry: Json | undefined): [type: string, options: JsonMap][] {
  return Object.entries(isJsonMap(entry) ? entry : {}).flatMap(([type, options]) => {
    if (!isJsonMap(options)) return [];
    const { on_failure: handlers, processor } = options;
    const inner = [...(Array.isArray(handlers) ? handlers : []), ...(processor === undefined ? [] : [processor])];
    return [[type, options] as [string, JsonMap], ...inner.flatMap(processorsBelow)];
  });
}

/** Returns the first reason that concerns an option; each format of a date has an error of its own. */
function lateReason(error: RemoteError): string | undefined {
  const causes = [error, ...causeChain(error.caused_by)];
  const all = causes.flatMap((cause) => [cause, ...rowsOf(cause.suppressed)]);
  const found = all.find(({ type, reason }) => optionErrors.has(textOf(type) ?? "") || optionReason.test(textOf(reason) ?? ""));
  return found && reasonOf(found).split("\n", 1)[0]!.replace(/\.+$/, "");
}
