/** Secrets that nothing else contains, and the search for parts of them. */
import { isObject } from "../../provider/core/json/json";
import type { Step } from "../../provider/core/values/path";
import { isMap, mapMembers, Secret, type Plain, type Value } from "../../provider/core/values/value";
import { valueAt } from "./changes";

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A text of this length that nothing else contains, nor the canary of another seed. */
export function canaryOf(seed: number, length: number): string {
  let at = Math.imul(seed + 1, 0x9e3779b1);
  const next = () => {
    at = Math.imul(at ^ (at >>> 15), 0x2c1b3c6d) + 0x297a2d39;
    return (at ^ (at >>> 12)) >>> 8;
  };
  return Array.from({ length }, () => alphabet[next() % alphabet.length]).join("");
}

/** The text with the canary in its place; in a JSON text, in the place of its first text value. */
export function withCanary(text: string, canary: string): string {
  if (!/^\s*\{/.test(text)) return canary;
  return text.replace(/:\s*"(?:[^"\\]|\\.)*"/, `:"${canary}"`);
}

/** The value with a mark at the path: a secret one, or the given one in place of the value. */
export function marking(value: Plain | undefined, steps: readonly Step[], mark: Value = new Secret(valueAt(value, steps) ?? null)): Value {
  const [step, ...rest] = steps;
  if (step === undefined) return mark;
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? marking(item, rest, mark) : item));
  if (!isObject(value)) return value ?? null;
  return mapMembers(value, (member, key) => (key === step ? marking(member, rest, mark) : member));
}

/** All that can be read of a value without opening a secret. */
export function shownIn(value: Value | undefined): string {
  if (value instanceof Secret || value === undefined) return "";
  if (Array.isArray(value)) return value.map(shownIn).join("\n");
  return isMap(value)
    ? Object.entries(value)
        .map(([key, member]) => `${key}\n${shownIn(member)}`)
        .join("\n")
    : String(value);
}

/** Fails when 8 characters of the canary are in the text. Shorter secrets are hidden as whole words; see tests/provider/core/secrets/redact.test.ts. */
export function expectHidden(text: string, canary: string): void {
  if (canary.length < 8) return;
  const parts = new Set<string>();
  for (let i = 0; i + 8 <= canary.length; i++) parts.add(canary.slice(i, i + 8));
  const shown: string[] = [];
  for (let i = 0; i + 8 <= text.length; i++) if (parts.has(text.slice(i, i + 8))) shown.push(text.slice(Math.max(0, i - 100), i + 40));
  expect(shown.slice(0, 1)).toEqual([]);
}
