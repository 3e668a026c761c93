// Why a text input is not JSON of the expected form: position and excerpt. Pure. See docs/protocol.md#failure-messages.
import { isNestedDeeper, maxJsonDepth } from "./exact-json";
import { excerptAround } from "../errors/excerpt";
import { isObject } from "./json";
import type { Redact } from "../secrets/redact";

/** `objectOrBlank`: a blank text counts as absent. */
export type JsonForm = "any" | "object" | "objectOrBlank";

/** How programs make JSON text. */
const jsonFunctions =
  "`JSON.stringify` in TypeScript, `json.dumps` in Python, `json.Marshal` in Go, `JsonSerializer.Serialize` in C#, `serializeJson` in Java, `fn::toJSON` in YAML";

/** Returns the advice for a value in the place of JSON text. `source` names what returns such a text. */
export function jsonAdvice(source: string | undefined): string {
  return `Write it as JSON text: ${source === undefined ? "" : `use ${source}, or `}${jsonFunctions}`;
}

/** Returns why the text does not have the form. Without `redact` the text is secret, and no part of it is quoted. */
export function jsonViolation(form: JsonForm, text: string, redact: Redact | undefined): string | undefined {
  if (form === "objectOrBlank" && text.trim() === "") return undefined;
  if (isNestedDeeper(text, maxJsonDepth)) return `JSON nested more than ${maxJsonDepth} levels deep`;
  const failed = form === "any" ? "not JSON" : "not a JSON object";
  try {
    const value = JSON.parse(text) as unknown;
    return form === "any" || isObject(value) ? undefined : `${failed}: got ${kindOf(value)}`;
  } catch {
    return `${failed}: ${syntaxError(text, redact)}`;
  }
}

/** Returns what a value that is no object is, such as `a list`. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function syntaxError(text: string, redact: Redact | undefined): string {
  if (text.trim() === "") return "the text is empty";
  const at = syntaxErrorAt(text) ?? text.length;
  const before = text.slice(0, at).split("\n");
  const place = `line ${before.length}, column ${[...before.at(-1)!].length + 1}`;
  const reason = at === text.length ? `the text ends too early, at ${place}` : `syntax error at ${place}`;
  const near = redact && excerptAround(text, at, redact);
  return near === undefined ? reason : `${reason}, near ${near}`;
}

/** Returns the index of the first character that cannot continue a JSON text, the length of the text if it ends too early, and `undefined` if it is valid. */
export function syntaxErrorAt(text: string): number | undefined {
  const scanner = new Scanner(text);
  return scanner.scanDocument() ? undefined : scanner.at;
}

const space = /[ \t\n\r]*/y;
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const characters = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;

/** Reads JSON without building its value; each method returns whether it succeeded, and stops at the error otherwise. The depth is limited before. */
class Scanner {
  at = 0;

  constructor(private readonly text: string) {}

  scanDocument(): boolean {
    return this.scanValue() && this.peek() === undefined;
  }

  private scanValue(): boolean {
    const first = this.peek();
    if (first === "{") return this.scanMembers("}", () => this.scanString() && this.take(":") && this.scanValue());
    if (first === "[") return this.scanMembers("]", () => this.scanValue());
    return first === '"' ? this.scanString() : this.match(word);
  }

  private scanMembers(end: string, member: () => boolean): boolean {
    this.at++;
    if (this.take(end)) return true;
    do {
      if (!member()) return false;
    } while (this.take(","));
    return this.take(end);
  }

  private scanString(): boolean {
    return this.peek() === '"' && this.match(characters) && this.takeHere('"');
  }

  private peek(): string | undefined {
    this.match(space);
    return this.text[this.at];
  }

  private take(character: string): boolean {
    this.match(space);
    return this.takeHere(character);
  }

  private takeHere(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }
}
