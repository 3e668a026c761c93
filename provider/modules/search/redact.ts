// Credentials taken out of texts that users see. Pure.

/** What stands in the place of a credential. */
export const hidden = "[secret]";

/** Texts as short as this count only where they stand alone: "a" is in every word. */
const shortest = 4;

/** A function that replaces every one of the secrets in a text; longer ones first, since a short one may lie in a long one. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = [
    ...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)])),
  ];
  const patterns = forms.filter((form) => form !== "").sort((left, right) => right.length - left.length);
  if (patterns.length === 0) return (text) => text;
  const search = new RegExp(patterns.map(pattern).join("|"), "g");
  return (text) => text.replace(search, hidden);
}

function pattern(form: string): string {
  const literal = form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return form.length < shortest ? `(?<![\\w])${literal}(?![\\w])` : literal;
}
