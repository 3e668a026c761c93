// Secret texts taken out of messages, by value (provider protocol 3.5, rule 7). Pure.

/** What stands in the place of a secret. */
const hidden = "[secret]";
/** Shorter texts stay: they stand in too many honest words. */
const shortest = 3;
/** Shorter texts are hidden only where they stand alone: the user "elastic" is not meant by "elasticsearch", nor "test" by "test-project" or "my.test". */
const telling = 8;

/** Hides each of the texts in a message, also where it stands in JSON or in a URL; longer texts first. Nothing when there is nothing to hide. */
export function redactor(secrets: Iterable<string>): ((text: string) => string) | undefined {
  const texts = new Set([...secrets].filter((text) => text.length >= shortest && !isBareAddress(text)));
  if (texts.size === 0) return undefined;
  let search: RegExp | undefined;
  return (text) => text.replace((search ??= anyOf(texts)), hidden);
}

/** What servers and proxies may quote of a signed request: its header, or the signature in the query of an address (protocol, case 140). */
const signatures: readonly RegExp[] = [
  /([A-Z0-9]+-HMAC-SHA\d+\s+)Credential=.*?Signature=\w+/gs,
  /((?:^|[?&;,\s"'])(?:[\w-]*signature|sig)=)[^&;,\s"'<>]+/gi,
];

/** The message without signatures. */
export function unsigned(text: string): string {
  return signatures.reduce((rest, signature) => rest.replace(signature, `$1${hidden}`), text);
}

/** An address of scheme, host and port alone holds no credential, and messages have to say who did not answer. */
function isBareAddress(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+\/?$/i.test(text);
}

function anyOf(texts: Set<string>): RegExp {
  const forms = new Set([...texts].flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())]));
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(pattern).join("|"), "g");
}

function pattern(form: string): string {
  const literal = form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return form.length < telling ? `(?<!\\w|\\w[-.])${literal}(?!\\w|[-.]\\w)` : literal;
}
