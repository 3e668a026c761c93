// Canaries: texts that occur only in their own place. A canary in another place is a leaked secret.
import type { ServiceError } from "@grpc/grpc-js";
import type { EmulatorRequest } from "../emulators/exchange";
import { detailsOf } from "../support/failure";
import type { Json, Properties } from "../support/structs";
import { plainTexts } from "../support/structs";
import { allOf } from "./repeating";

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

  /** Collects the readable parts of one response, or all texts of its failure. */
  async recordCall(where: string, call: Promise<unknown>): Promise<void> {
    try {
      this.recordPlain(where, (await call) as Json | undefined);
    } catch (errorOf) {
      const error = errorOf as ServiceError;
      if (typeof error.code !== "number") throw error;
      const { reasons = [], properties = {}, id = "" } = detailsOf(error).initFailed ?? {};
      this.record(where, [error.details, id, ...reasons].join("\n"));
      this.recordPlain(where, properties);
    }
  }

  /** Expects that no canary is shown, although the service received those of these places. */
  expectSilence(seen: readonly EmulatorRequest[], places: readonly string[]): void {
    expect(this.missingIn(seen.map(allOf), places)).toEqual([]);
    expect(this.leaked()).toEqual([]);
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
