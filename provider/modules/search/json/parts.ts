// Parts of a JSON text as they were received: parsing into JavaScript values loses digits of long numbers and the order of keys such as "10" and "9". Pure.
import { jsonTokens } from "../../../core/exact-json";

/** A member of an object (text) or an entry of a list (number). */
type Step = string | number;

/** Returns the compact JSON text of the part at a path, or `undefined` if there is none. */
export type JsonPartAt = (path: readonly Step[]) => string | undefined;

/** The tokens of a text with what is computed once per text and container, so that reading all parts takes linear time. */
interface Index {
  tokens: readonly string[];
  /** For the token that opens a container: the position behind its end. */
  ends: Int32Array;
  /** Positions of the members and entries, by the position of their container. */
  children: Map<number, Map<Step, number>>;
}

/** Returns a function that returns the parts of a text, which must be valid JSON. The text is read on its first call. */
export function jsonParts(text: string): JsonPartAt {
  let index: Index | undefined;
  return (path) => {
    index ??= indexOf(text);
    let start: number | undefined = 0;
    for (const step of path) {
      if (start !== undefined) start = childrenAt(index, start).get(step);
    }
    return start === undefined ? undefined : index.tokens.slice(start, endOf(index, start)).map(plainSpelling).join("");
  };
}

function indexOf(text: string): Index {
  const tokens = jsonTokens(text);
  const ends = new Int32Array(tokens.length);
  const open: number[] = [];
  tokens.forEach((token, at) => {
    if (token === "{" || token === "[") open.push(at);
    else if (token === "}" || token === "]") ends[open.pop() ?? 0] = at + 1;
  });
  return { tokens, ends, children: new Map() };
}

function endOf({ ends }: Index, start: number): number {
  return ends[start] || start + 1;
}

/** Returns the positions of the values in a container; of a key that is given twice the last one counts, as in every JSON parser. */
function childrenAt(index: Index, start: number): Map<Step, number> {
  const known = index.children.get(start);
  if (known) return known;
  const { tokens } = index;
  const found = new Map<Step, number>();
  const keyed = tokens[start] === "{";
  const end = keyed || tokens[start] === "[" ? endOf(index, start) - 1 : 0;
  for (let at = start + 1, position = 0; at < end; position++) {
    const value = keyed ? at + 2 : at;
    found.set(keyed ? String(JSON.parse(tokens[at]!)) : position, value);
    at = endOf(index, value);
    if (tokens[at] === ",") at++;
  }
  index.children.set(start, found);
  return found;
}

/** Returns texts without redundant escapes, all other tokens unchanged. */
function plainSpelling(text: string): string {
  return text.startsWith('"') && text.includes("\\") ? JSON.stringify(JSON.parse(text)) : text;
}
