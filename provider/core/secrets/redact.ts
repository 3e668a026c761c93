// Hides secrets in messages, by value. SECURITY.md states what is searched for; see also docs/decisions/literal-search.md. Pure.
import { parseJson } from "../json/json";
import type { Plain } from "../values/value";
import { SortedTexts } from "./sorted-texts";
import { base64Of, viewsOf } from "./spellings";

/** Returns a text without secrets; never throws. A text of more than {@link maxLength} characters is shortened. */
export type Redact = (text: string) => string;

/** Replaces a secret. */
export const secretPlaceholder = "[secret]";
/** Replaces a text in which secrets could not be searched. */
const withheldMessage = "[message withheld: hiding its secrets failed]";
/** Characters of a message that are searched. The engine gets less than that; see docs/protocol.md#status-codes. */
const maxLength = 1 << 14;
/** Characters that are searched behind the end of a shortened text: more than the escapes of the beginning of a secret that is found without the rest. */
const margin = 4096;

/** Shorter texts are not hidden: they are parts of too many ordinary words. */
const minSecretLength = 3;
/** Secrets from this length on are found inside of words; shorter ones only as whole words. */
const minPartLength = 8;
/** The beginning of a secret is hidden from this length on; of an address, from this length behind the host, which messages have to name. */
const minBeginning = 32;
/** A part of a secret is hidden from this length on. Compilers quote 25 characters on each side of an error, for example of a script. */
const partLength = 24;
/** Parts of all secrets that are searched. They bound the memory: of longer secrets, only the beginning is found. */
const maxParts = 1 << 16;

/** Characters at the end of a secret in which another one may begin. All of a long secret takes quadratic time where it repeats itself. */
const maxOverlap = 256;

/** Secrets, ready to be searched. They are sorted at the first search, so an index that is never used costs nothing. */
export class SecretIndex {
  private readonly texts: readonly string[];
  private sorted: ReturnType<SecretIndex["sort"]> | undefined;

  /** `isQuotable`: secrets that are sent to services, which may quote single strings of a JSON text. Messages name what credential files contain. */
  constructor(
    secrets: Iterable<string>,
    private readonly isQuotable = true,
  ) {
    this.texts = [...secrets].filter(isSearched);
  }

  /** Whether there are no secrets. */
  get isEmpty(): boolean {
    return this.texts.length === 0;
  }

  /** Returns where the secrets are. */
  *search(text: string) {
    const { long, short, parts } = (this.sorted ??= this.sort());
    const folded = foldPlus(text);
    for (let start = 0, end = partLength; end <= folded.length; start++, end++)
      if (parts.has(folded.slice(start, end))) yield { start, end };
    yield* matchesOf(folded, long);
    for (const match of matchesOf(folded, short))
      if (!isPartOfName(text, match.start - 1, -1) && !isPartOfName(text, match.end, 1)) yield match;
    for (const { decoded, ...range } of base64Of(text)) if (!matchesOf(foldPlus(decoded), long).next().done) yield range;
  }

  private sort() {
    const quoted = this.isQuotable ? this.texts.flatMap(stringsOf).filter(isSearched) : [];
    const texts = new Set([...this.texts, ...quoted].flatMap((text) => [text, text.toWellFormed()]).map(foldPlus));
    const long = [...texts].filter((text) => text.length >= minPartLength);
    const short = [...texts].filter((text) => text.length < minPartLength);
    return {
      long: new SortedTexts(long, (text) => hostEnd(text) + minBeginning),
      short: new SortedTexts(short, ({ length }) => length),
      parts: partsOf(this.isQuotable ? long : []),
    };
  }
}

/** Returns whether a secret is searched. An address of scheme, host and port alone contains no credential, and messages have to name it. */
function isSearched(text: string): boolean {
  return text.length >= minSecretLength && !/^https?:\/\/[^/?#@\s]+\/?$/i.test(text);
}

/** Returns a JSON text without white space, and its strings without the names of properties; nothing for other texts. */
function stringsOf(text: string): string[] {
  const json = jsonIn(text);
  if (json === undefined) return [];
  const strings: string[] = [];
  const compact = JSON.stringify(json, (_name, value: Plain) => {
    if (typeof value === "string") strings.push(value);
    return value;
  });
  return [compact, ...strings];
}

/** Returns the object or array of a JSON text; `undefined` for other texts. */
function jsonIn(text: string): Plain | undefined {
  return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}

/** Returns the parts of texts. Messages have to name the host of an address, and the properties in JSON, whose strings are separate texts. */
function partsOf(texts: readonly string[]): Set<string> {
  const parts = new Set<string>();
  for (const text of texts.filter((each) => jsonIn(each) === undefined))
    for (let at = hostEnd(text); at + partLength <= text.length && parts.size < maxParts; at++) parts.add(text.slice(at, at + partLength));
  return parts;
}

/** Returns the end of the host of an address; 0 for other texts. */
function hostEnd(text: string): number {
  return /^\w+:\/\/[^/?#]*/.exec(text)?.[0].length ?? 0;
}

/** Replaces plus signs by spaces, because forms encode a space as plus. Secrets and texts are compared in this form. */
function foldPlus(text: string): string {
  return text.replaceAll("+", " ");
}

function* matchesOf(text: string, secrets: SortedTexts) {
  for (let start = 0; start < text.length;) {
    const length = secrets.lengthAt(text, start);
    if (length > 0) yield { start, end: start + length };
    start += Math.max(1, length - maxOverlap);
  }
}

/** Returns whether a name goes on with this character, or with the one behind it after a hyphen or dot: "test" is not found in "test-project" or "my.test". */
function isPartOfName(text: string, at: number, step: 1 | -1): boolean {
  const isWord = (position: number): boolean => /\w/.test(text.charAt(position));
  return isWord(at) || (/[-.]/.test(text.charAt(at)) && isWord(at + step));
}

/** Returns a function that hides secrets in a text. Without secrets it returns the text. */
export function redactor(secrets: Iterable<string>): Redact {
  return redactorOf([new SecretIndex(secrets)]);
}

/** Returns the function of {@link redactor} for indexes that exist already. */
export function redactorOf(indexes: readonly SecretIndex[]): Redact {
  const used = indexes.filter((index) => !index.isEmpty);
  if (used.length === 0) return (text) => text;
  return (text) => {
    try {
      return shorten(text, maxLength, (part) => hide(part, used));
    } catch {
      return withheldMessage;
    }
  };
}

/**
 * Returns the beginning of a text without secrets. The text is cut behind the limit before it is searched. The end of what was searched is not shown, because it may be the
 * beginning of a secret.
 */
export function shorten(text: string, limit: number, redact: Redact): string {
  const part = text.slice(0, limit + margin);
  const shown = redact(part);
  const isWhole = part.length === text.length;
  if (isWhole && shown.length <= limit) return shown;
  const end = isWhole ? limit : Math.max(shown.length - margin, shown.lastIndexOf(secretPlaceholder) + secretPlaceholder.length);
  return `${shown.slice(0, Math.min(end, limit)).toWellFormed()}...`;
}

function hide(text: string, indexes: readonly SecretIndex[]): string {
  const hidden = new Uint8Array(text.length);
  for (const { text: view, origins } of viewsOf(text)) {
    for (const range of indexes.flatMap((index) => [...index.search(view)])) {
      let { end } = range;
      // An escape of several characters is hidden as a whole.
      while (end < view.length && origins[end] === origins[end - 1]) end++;
      hidden.fill(1, origins[range.start], origins[end]);
    }
  }
  let shown = "";
  for (let at = 0; at < text.length; at++) {
    if (hidden[at] === 0) shown += text[at];
    else if (hidden[at - 1] !== 1) shown += secretPlaceholder;
  }
  return shown;
}
