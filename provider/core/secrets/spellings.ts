// A text with its escapes decoded, so that one search finds a secret in every spelling that services commonly use. Pure.

/** A text as it is, or with escapes decoded. */
interface View {
  text: string;
  /** Where each character begins in the text itself, and the end of the text as the last entry. */
  origins: readonly number[];
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const fromJson = decoder(/\\(?:u[\da-fA-F]{4}|["'\\/bfnrt])/g, (escape) =>
  escape === "\\'" ? "'" : (JSON.parse(`"${escape}"`) as string),
);
const fromAddress = decoder(/(?:%[\da-f]{2})+/gi, (escape) => Buffer.from(escape.replaceAll("%", ""), "hex").toString());
const fromHtml = decoder(/&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);/gi, (escape) => {
  const name = escape.slice(1, -1).toLowerCase();
  const point = Number(name.replace("#x", "0x").replace("#", ""));
  return entities[name] ?? (point <= 0x10ffff ? String.fromCodePoint(point) : escape);
});

/**
 * Returns the text as it is, unescaped as JSON up to three times (JSON in JSON), percent-decoded, with HTML entities decoded, and the latter two unescaped as
 * JSON.
 */
export function viewsOf(text: string): View[] {
  const raw: View = { text, origins: [...Array(text.length + 1).keys()] };
  const once = fromJson(raw);
  const twice = once.flatMap(fromJson);
  const decoded = [...fromAddress(raw), ...fromHtml(raw)];
  return [raw, ...once, ...twice, ...twice.flatMap(fromJson), ...decoded, ...decoded.flatMap(fromJson)];
}

/** Returns a function that decodes all escapes of a view; it returns nothing if there are none. */
function decoder(escape: RegExp, decode: (escape: string) => string): (view: View) => View[] {
  return ({ text, origins }) => {
    const starts: number[] = [];
    let rest = 0;
    const decoded = text.replace(escape, (found: string, index: number) => {
      const part = decode(found);
      starts.push(...origins.slice(rest, index), ...Array<number>(part.length).fill(origins[index]!));
      rest = index + found.length;
      return part;
    });
    return rest === 0 ? [] : [{ text: decoded, origins: [...starts, ...origins.slice(rest)] }];
  };
}

/** Runs that may be base64 of at least eight bytes, in both alphabets of RFC 4648. */
const base64 = /[\w+/-]{11,}={0,2}/g;

/** Returns the runs of base64 characters and their decoded texts, from each of the four characters at which an encoding may begin: separators such as `/` belong to the alphabet. */
export function* base64Of(text: string): Generator<{ start: number; end: number; decoded: string }> {
  for (const { 0: run, index: start } of text.matchAll(base64))
    for (let shift = 0; shift < 4; shift++)
      yield { start, end: start + run.length, decoded: Buffer.from(run.slice(shift), "base64").toString() };
}
