/** The longest stall of the event loop that each kind of large input causes; run with `npx tsx bench/stalls.ts`. Work on 1 MB must stay below 50 ms. */
import { randomBytes } from "node:crypto";
import { diff } from "../provider/core/diff";
import { equalText } from "../provider/core/json";
import { redactorOf, SecretIndex } from "../provider/core/redact";
import { schemaOf, type PackageSpec } from "../provider/core/schema";
import { unsigned } from "../provider/core/signatures";
import { sameSet } from "../provider/modules/cloud/equality";

const megabyte = 1024 * 1024;
const limitMs = 50;
const schema = schemaOf({ name: "bench", version: "1.0.0" } as PackageSpec);
const words = (length: number): string => randomBytes(length).toString("base64").slice(0, length);
const processors = JSON.stringify(Array.from({ length: 4000 }, () => ({ set: { field: words(40), value: words(180) } }))).slice(
  0,
  megabyte,
);
const entries = (suffix: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key-${i}`, `${"v".repeat(90)}${suffix}`]));
const list = Array.from({ length: 20_000 }, (_, i) => `member-${i}`);
const numbers = (last: string): string => `[${"12345678901234567890.5,".repeat(megabyte / 24)}${last}]`;
const page = words(megabyte);

const cases: Record<string, () => unknown> = {
  "diff of 10,000 changed map entries": () =>
    diff(
      { map: entries("a") },
      { map: entries("b") },
      { schema, properties: { map: { type: "object", additionalProperties: { type: "string" } } } },
    ),
  "comparison of sets of 20,000 entries": () => sameSet(list, [...list].reverse()),
  "comparison of JSON texts of 1 MB with long numbers": () => equalText(numbers("1"), numbers("2")),
  "signatures in a hexadecimal page of 1 MB": () => unsigned(randomBytes(megabyte / 2).toString("hex")),
  "signatures in a page of 1 MB of blanks": () => unsigned(" ".repeat(megabyte)),
  "secrets: 1 MB of them, text of 1 MB": () => hiding([page], words(megabyte)),
  "secrets: a JSON text of 1 MB, text of 1 MB": () => hiding([processors], processors),
  "secrets: 10,000 of 100 characters, text of 1 MB": () =>
    hiding(
      Array.from({ length: 10_000 }, (_, i) => page.slice(i * 100, i * 100 + 100)),
      page,
    ),
};

/** Hides the secrets of a request in a text; other work can run between the steps that build a large index. */
function* hiding(secrets: readonly string[], text: string): Generator<void> {
  const index = new SecretIndex(secrets);
  yield;
  while (index.step()) yield;
  yield;
  redactorOf([index])?.(text);
}

/**
 * Milliseconds of processor time, which other processes do not lengthen, of the longest step of some work; the shortest of three runs, since the first one
 * compiles the code.
 */
function stall(work: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => longestStep(work)));
}

function longestStep(work: () => unknown): number {
  let longest = 0;
  let begun = process.cpuUsage();
  const measure = (): void => {
    const { user, system } = process.cpuUsage(begun);
    longest = Math.max(longest, (user + system) / 1000);
    begun = process.cpuUsage();
  };
  const steps = work();
  if (isGenerator(steps)) for (const _ of steps) measure();
  measure();
  return longest;
}

function isGenerator(value: unknown): value is Generator {
  return typeof value === "object" && value !== null && "next" in value;
}

for (const [name, work] of Object.entries(cases)) {
  const milliseconds = stall(work);
  process.stdout.write(
    `${name.padEnd(56)} ${milliseconds.toFixed(0).padStart(6)} ms${milliseconds > limitMs ? "  above the limit" : ""}\n`,
  );
}
