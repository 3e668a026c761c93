/** The longest stall of the event loop that each kind of large input causes; run with `npx tsx bench/stalls.ts`. Work on 1 MB must stay below 50 ms. */
import { randomBytes } from "node:crypto";
import { changesBetween } from "../provider/core/compare/diff";
import { markSecrets } from "../provider/core/secrets/marks";
import { redactorOf, SecretIndex } from "../provider/core/secrets/redact";
import { schemaOf, type PackageSpec } from "../provider/core/schema/schema";
import { hideSignatures } from "../provider/core/secrets/signatures";
import { equalText, parseJson } from "../provider/core/json/json";
import { secret, secretTexts, type ValueMap } from "../provider/core/values/value";
import type { HttpResponse } from "../provider/contract/http";
import { equalSets } from "../provider/modules/cloud/equality";
import { parseResponse } from "../provider/modules/cloud/response";
import { responseError as pipelineError } from "../provider/modules/datapipeline/errors";
import { ApiError, isImmutable, responseError as eventError } from "../provider/modules/eventrouting/errors";
import { responseError as searchError } from "../provider/modules/search/errors";
import { jsonParts } from "../provider/modules/search/json/parts";
import { equalProcessors } from "../provider/modules/search/resources/ingest-pipeline/processors";
import type { Row } from "./results";

const megabyte = 1024 * 1024;
const limitMs = 50;
const schema = schemaOf({ name: "bench", version: "1.0.0" } as PackageSpec);
const randomText = (length: number): string => randomBytes(length).toString("base64").slice(0, length);
const processors = JSON.stringify(Array.from({ length: 4000 }, () => ({ set: { field: randomText(40), value: randomText(180) } }))).slice(
  0,
  megabyte,
);
const entries = (suffix: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key-${i}`, `${"v".repeat(90)}${suffix}`]));
const oldEntries = entries("a");
const newEntries = entries("b");
const list = Array.from({ length: 20_000 }, (_, i) => `member-${i}`);
const numbers = (last: string): string => `[${"12345678901234567890.5,".repeat(megabyte / 24)}${last}]`;
const numbersOnce = numbers("1");
const numbersTwice = numbers("2");
const page = randomText(megabyte);

const pageLength = 64 * 1024;
const pages: Record<string, string> = {
  hexadecimal: randomBytes(pageLength / 2).toString("hex"),
  blank: " ".repeat(pageLength),
  HTML: "<p>&quot;Bad Gateway&quot;</p>\n".repeat(pageLength / 31),
};
const redact = redactorOf([new SecretIndex(["s3cret-password", randomText(100), "AKIA-0123456789"])])!;
const errorsOf: Record<string, (page: string) => unknown> = {
  search: (text) =>
    searchError(
      { method: "GET", server: "", path: "/_ingest/pipeline/a", status: 502, headers: {}, text, json: undefined, credentials: "none" },
      redact,
    ),
  cloud: (text) => parseResponse(badGateway(text), redact),
  datapipeline: (text) =>
    pipelineError("getGroup: GET /v1/groups/a", badGateway(text), { redact, source: "the settings", url: "https://api.fivetran.com/v1" }),
  eventrouting: (text) => eventError(badGateway(text), { subject: "Channel a", name: "", server: "", redact }),
};
const badGateway = (text: string): HttpResponse => ({ status: 502, headers: { "content-type": "text/html" }, body: text });
const errorPages = Object.fromEntries(
  Object.keys(errorsOf).flatMap((module) =>
    Object.entries(pages).map(([kind, text]) => [`${module}: an error page of 64 KB, ${kind}`, () => errorsOf[module]!(text)] as const),
  ),
);
const pipeline = `{"a":{"processors":${processors}}}`;
const sentences = ["cannot update a field that is ", "changing this is ", "x".repeat(50), " "].map(
  (part) => new ApiError("INVALID_ARGUMENT", "invalid_argument", `a: 400 INVALID_ARGUMENT: ${part.repeat((100 * 1024) / part.length)}`),
);

/** Rows of different names, 1 MB in all. */
const rows = (value: string): string[] =>
  Array.from({ length: 1500 }, (_, i) => `{${Array.from({ length: 50 }, (__, j) => `"name-${i}-${j}":${value}`).join(",")}}`);
const [formerRows, newRows] = [rows("1"), rows("2")] as const;
const former: ValueMap = { list: [secret(formerRows[0]!), ...formerRows.slice(1)] };
const rowList = { properties: { list: { type: "array", items: { type: "string" } } } } as const;

const cases: Record<string, () => unknown> = {
  "marks of a list of 1 MB, another writer's": () =>
    markSecrets({ list: newRows }, { schema, shape: rowList, like: [former], texts: secretTexts(former) }),
  "read of a pipeline with 4,000 processors": () => readPipeline(pipeline),
  "isFixed on messages of 100 KB": () => sentences.map(isImmutable),
  ...errorPages,
  "diff of 10,000 changed map entries": () =>
    changesBetween(
      { map: oldEntries },
      { map: newEntries },
      { schema, properties: { map: { type: "object", additionalProperties: { type: "string" } } } },
    ),
  "comparison of sets of 20,000 entries": () => equalSets(list, [...list].reverse()),
  "comparison of JSON texts of 1 MB with long numbers": () => equalText(numbersOnce, numbersTwice),
  "signatures in a hexadecimal page of 1 MB": () => hideSignatures(randomBytes(megabyte / 2).toString("hex")),
  "signatures in a page of 1 MB of blanks": () => hideSignatures(" ".repeat(megabyte)),
  "secrets: 1 MB of them, text of 1 MB": () => hiding([page], randomText(megabyte)),
  "secrets: a JSON text of 1 MB, text of 1 MB": () => hiding([processors], processors),
  "secrets: 10,000 of 100 characters, text of 1 MB": () =>
    hiding(
      Array.from({ length: 10_000 }, (_, i) => page.slice(i * 100, i * 100 + 100)),
      page,
    ),
};

/** The work of a refresh on the response: parses it, extracts the processors and compares them with those of the program. */
function* readPipeline(text: string): Generator<void> {
  parseJson(text);
  const partAt = jsonParts(text);
  const read = Array.from({ length: 4000 }, (_, i) => partAt(["a", "processors", i])!);
  yield;
  read.every((processor, i) => equalProcessors(processor, read[i]!.replace("{", "{ ")));
}

/** Hides the secrets of a request in a text. */
function hiding(secrets: readonly string[], text: string): void {
  redactorOf([new SecretIndex(secrets)])?.(text);
}

/**
 * Milliseconds of the longest step of some work: the shortest of five runs, since the first ones compile the code. The time of a step is the lesser of elapsed
 * time, which other processes lengthen, and processor time, which contains that of other threads, such as the garbage collector's.
 */
function stall(work: () => unknown): number {
  return Math.min(...[1, 2, 3, 4, 5].map(() => longestStep(work)));
}

function longestStep(work: () => unknown): number {
  let longest = 0;
  let startedAt = performance.now();
  let used = process.cpuUsage();
  const measure = (): void => {
    const { user, system } = process.cpuUsage(used);
    longest = Math.max(longest, Math.min((user + system) / 1000, performance.now() - startedAt));
    [startedAt, used] = [performance.now(), process.cpuUsage()];
  };
  const steps = work();
  if (isGenerator(steps)) for (const _ of steps) measure();
  measure();
  return longest;
}

function isGenerator(value: unknown): value is Generator {
  return typeof value === "object" && value !== null && "next" in value;
}

/** The longest step of each kind of work, in ms. */
function measureCases(): [name: string, milliseconds: number][] {
  return Object.entries(cases).map(([name, work]) => [name, stall(work)]);
}

/** Measures all kinds of work; the row has the worst of them. */
export function measureStalls(): Row[] {
  const measured = measureCases();
  const [worst, milliseconds] = measured.reduce((longest, each) => (each[1] > longest[1] ? each : longest));
  const detail = `the longest of ${measured.length}: ${worst}`;
  return [
    { section: "stalls", measurement: "event loop blocked by a large input", value: milliseconds, unit: "ms", goal: limitMs, detail },
  ];
}

function main(): void {
  for (const [name, milliseconds] of measureCases()) {
    const limit = milliseconds > limitMs ? "  above the limit" : "";
    process.stdout.write(`${name.padEnd(56)} ${milliseconds.toFixed(0).padStart(6)} ms${limit}\n`);
  }
}

if (require.main === module) main();
