// Canaries: texts that occur only in their own place. A canary in another place is a leaked secret.
import type { Json, Properties } from "../support/structs";
import { plainTexts } from "../support/structs";

/** The canaries of one suite, and the texts in which they were found. */
export class Canaries {
  private readonly texts = new Map<string, string>();
  private readonly words: { where: string; text: string }[] = [];

  /** The canary of a place; the same for every call with that place. */
  of(place: string): string {
    const known = this.texts.get(place) ?? `canary-${place}-${Buffer.from(place).toString("hex").slice(-6)}x7Q`;
    this.texts.set(place, known);
    return known;
  }

  /** Takes a text for a canary that has a form of its own; returns it. */
  plant(place: string, text: string): string {
    this.texts.set(place, text);
    return text;
  }

  /** Records a text and its place. */
  record(where: string, text: string): void {
    this.words.push({ where, text });
  }

  /** Notes what can be read of a response without opening its secrets. */
  recordPlain(where: string, value: Json | Properties | undefined): void {
    if (value !== undefined) this.record(where, plainTexts(value));
  }

  /** Returns every canary that was found, in any form, with the place. */
  leaked(): string[] {
    const forms = [...this.texts].flatMap(([place, text]) => formsOf(text).map((form) => ({ place, form })));
    return this.words.flatMap(({ where, text }) =>
      forms.filter(({ form }) => text.includes(form)).map(({ place, form }) => `${where} shows ${place}: ${around(text, form)}`),
    );
  }

  /** The canaries that are in no text: they were never sent, so that no service could repeat them. */
  missingIn(texts: readonly string[], places: readonly string[]): string[] {
    const all = texts.join("\n");
    return places.filter((place) => !formsOf(this.of(place)).some((form) => all.includes(form)));
  }
}

/** The text as it travels: plain, in URLs, and in the credentials that hold it. */
const formsOf = (text: string): string[] => [
  text,
  ...["", "elastic:", "tester:"].map((before) => Buffer.from(`${before}${text}`).toString("base64").replace(/=+$/, "").slice(0, -1)),
];

const around = (text: string, form: string): string =>
  text.slice(Math.max(0, text.indexOf(form) - 60), text.indexOf(form) + form.length + 20);
