// Parts of a JSON text, cut out as they were received: a JavaScript value would lose digits of long numbers and the order of keys like "10" and "9". Pure.

/** A step into an object (text) or a list (number). */
type Step = string | number;

/** Strings, punctuation, and the words and numbers between them; white space is none of these. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A function that answers the compact JSON text of the part at a path, or nothing when there is none. The text has to be JSON. */
export function jsonParts(text: string): (path: readonly Step[]) => string | undefined {
  let tokens: string[] | undefined;
  return (path) => {
    tokens ??= text.match(token) ?? [];
    let start: number | undefined = 0;
    for (const step of path) start = start === undefined ? undefined : stepInto(tokens, start, step);
    return start === undefined ? undefined : tokens.slice(start, endOf(tokens, start)).map(plainSpelling).join("");
  };
}

/** Where the value of that member or entry begins; of a key that is given twice the last one counts, as in every JSON parser. */
function stepInto(tokens: readonly string[], start: number, step: Step): number | undefined {
  const keyed = tokens[start] === "{";
  if (!keyed && tokens[start] !== "[") return undefined;
  let found: number | undefined;
  for (let at = start + 1, index = 0; at < tokens.length && tokens[at] !== "}" && tokens[at] !== "]"; index++) {
    const value: number = keyed ? at + 2 : at;
    if (step === (keyed ? JSON.parse(tokens[at]!) : index)) found = value;
    at = endOf(tokens, value);
    if (tokens[at] === ",") at++;
  }
  return found;
}

/** The place behind the value that begins here. */
function endOf(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const text = tokens[at]!;
    if (text === "{" || text === "[") depth++;
    if (text === "}" || text === "]") depth--;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

/** Texts without needless escapes, everything else as it stands. */
function plainSpelling(text: string): string {
  return text.startsWith('"') && text.includes("\\") ? JSON.stringify(JSON.parse(text)) : text;
}
