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
  private sorted: { long: SortedTexts; short: SortedTexts; parts: ReadonlySet<string> } | undefined;

  /** `isQuotable`: secrets that are sent to services, which may quote single strings of a JSON text. Messages name what credential files contain. */
  constructor(
    secrets: Iterable<string>,
    private readonly isQuotable = true,
  ) {
    this.texts = [...new Set(secrets)].filter(isSearched);
  }

  /** Whether there are no secrets. */
  get isEmpty(): boolean {
    return this.texts.length === 0;
  }

  /** Reports where the secrets are. */
  search(text: string, report: (start: number, end: number) => void): void {
    const { long, short, parts } = (this.sorted ??= this.sort());
    const folded = foldPlus(text);
    if (parts.size > 0)
      for (let at = 0; at + partLength <= folded.length; at++)
        if (parts.has(folded.slice(at, at + partLength))) report(at, at + partLength);
    forEachMatch(folded, long, report);
    forEachMatch(folded, short, (start, end) => {
      if (!isPartOfName(text, start - 1, -1) && !isPartOfName(text, end, 1)) report(start, end);
    });
    for (const { start, end, decoded } of base64Of(text)) forEachMatch(foldPlus(decoded), long, () => report(start, end));
  }

  private sort(): { long: SortedTexts; short: SortedTexts; parts: ReadonlySet<string> } {
    const all = this.isQuotable ? this.texts.flatMap((text) => [text, ...stringsOf(text)]).filter(isSearched) : this.texts;
    const texts = all.flatMap((text) => (text.isWellFormed() ? text : [text, text.toWellFormed()])).map(foldPlus);
    const long = texts.filter((text) => text.length >= minPartLength);
    const short = texts.filter((text) => text.length < minPartLength);
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
  const strings = [JSON.stringify(json)];
  const add = (value: Plain): void => {
    if (typeof value === "string") strings.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(add);
  };
  add(json);
  return strings;
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

function forEachMatch(text: string, secrets: SortedTexts, report: (start: number, end: number) => void): void {
  for (let at = 0; at < text.length;) {
    const length = secrets.lengthAt(text, at);
    if (length > 0) report(at, at + length);
    at += Math.max(1, length - maxOverlap);
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
  if (part.length === text.length && shown.length <= limit) return shown;
  const end =
    part.length === text.length
      ? shown.length
      : Math.max(shown.length - margin, shown.lastIndexOf(secretPlaceholder) + secretPlaceholder.length);
  return `${shown.slice(0, Math.min(end, limit)).toWellFormed()}...`;
}

function hide(text: string, indexes: readonly SecretIndex[]): string {
  const hidden = new Uint8Array(text.length);
  for (const { text: view, origins } of viewsOf(text)) {
    const report = (start: number, end: number): void => {
      // An escape of several characters is hidden as a whole.
      while (end < view.length && origins[end] === origins[end - 1]) end++;
      hidden.fill(1, origins[start], origins[end]);
    };
    for (const index of indexes) index.search(view, report);
  }
  let shown = "";
  for (let at = 0; at < text.length; at++) {
    if (hidden[at] === 0) shown += text[at];
    else if (hidden[at - 1] !== 1) shown += secretPlaceholder;
  }
  return shown;
}
