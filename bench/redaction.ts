/** Times of hiding secrets in texts of 1 MB, and the ratio to a text of half the size; run with `npx tsx bench/redaction.ts`. */
import { randomBytes } from "node:crypto";
import { redactorOf, SecretIndex } from "../provider/core/secrets/redact";
import { hideSignatures } from "../provider/core/secrets/signatures";

const size = 1024 * 1024;
const randomText = (length: number): string => randomBytes(length).toString("base64").slice(0, length);
const processors = (length: number): string =>
  JSON.stringify(Array.from({ length: Math.ceil(length / 70) }, () => ({ set: { field: randomText(12), value: randomText(24) } })));

const secrets: Record<string, string[]> = {
  "one text of 1 MB": [randomText(size)],
  "one JSON text of 1 MB": [processors(size)],
  "10,000 texts of 100 characters": Array.from({ length: 10_000 }, () => randomText(100)),
  "one repetitive text of 1 MB": ["a".repeat(size)],
};
const texts: Record<string, (length: number) => string> = {
  "random text": randomText,
  "JSON text": processors,
  "escaped JSON text": (length) => JSON.stringify(processors(length)).slice(0, length),
  "percent-encoded text": (length) => encodeURIComponent(processors(length)).slice(0, length),
  "repetitive text": (length) => "a".repeat(length),
  "hexadecimal text": (length) => randomBytes(length / 2).toString("hex"),
};

function milliseconds(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function print(name: string, work: (text: string) => unknown, text: (length: number) => string): void {
  const [half, whole] = [text(size / 2), text(size)].map((each) => milliseconds(() => work(each))) as [number, number];
  process.stdout.write(`${name.padEnd(64)} ${whole.toFixed(0).padStart(6)} ms  x${(whole / half).toFixed(1)}\n`);
}

for (const [name, list] of Object.entries(secrets)) {
  const index = new SecretIndex(list);
  const redact = redactorOf([index])!;
  process.stdout.write(`${name}: index built in ${milliseconds(() => redact("text")).toFixed(0)} ms\n`);
  for (const [kind, text] of Object.entries(texts)) print(`  ${kind}`, redact, text);
}
print("signatures in hexadecimal text", hideSignatures, texts["hexadecimal text"]!);
for (const part of [" ", "signature=", "X-HMAC-SHA256 Credential=", "A1-HMAC-SHA", "&sig"])
  print(`signatures in repeated ${JSON.stringify(part)}`, hideSignatures, (length) => part.repeat(length / part.length));
