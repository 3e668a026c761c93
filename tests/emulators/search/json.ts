/** Reads JSON as strictly as the server does, and remembers where each token stood: its error texts name the place. */
import type { Json, JsonObject } from "../exchange";
import { isObject, mapValues } from "../objects";
import { SearchFailure } from "./errors";
import { isLong, LongNumber } from "./numbers";

/** A place in the body, both counted from 1; columns count bytes. */
export interface At {
  line: number;
  column: number;
}
export interface ObjectNode {
  kind: "object";
  at: At;
  end: At;
  fields: { name: string; at: At; value: Node }[];
}
interface ArrayNode {
  kind: "array";
  at: At;
  end: At;
  items: Node[];
}
interface ScalarNode {
  kind: "string" | "number" | "boolean" | "null";
  at: At;
  /** The value as text; of a number exactly as it was written. */
  text: string;
}
export type Node = ObjectNode | ArrayNode | ScalarNode;

/** The server's name of a token. */
export const token = ({ kind }: Node): string =>
  kind === "object" || kind === "array" ? `START_${kind.toUpperCase()}` : `VALUE_${kind.toUpperCase()}`;

/** The plain value of a node. */
export const plain = (node: Node): Json => {
  if (node.kind === "object") return Object.fromEntries(node.fields.map(({ name, value }) => [name, plain(value)])) as JsonObject;
  if (node.kind === "array") return node.items.map(plain);
  if (node.kind === "string") return node.text;
  const value = JSON.parse(node.text) as Json;
  if (typeof value !== "number" || !isLong(node.text)) return value;
  // The server stores decimals as doubles, and writes one without bounds as a text.
  if (!/[.e]/i.test(node.text)) return new LongNumber(node.text);
  return Number.isFinite(value) ? value : String(value);
};

/** A copy of a value; numbers of many digits, which do not change, are shared. */
export const copied = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(copied);
  return isObject(value) && !(value instanceof LongNumber) ? mapValues(value, copied) : value;
};

/** What a partial document makes of a whole one: objects are merged member by member at every depth, all else is replaced. */
export const mergedObjects = (document: JsonObject, changes: JsonObject): JsonObject => {
  const next = { ...document };
  for (const [name, value] of Object.entries(changes)) {
    const old = next[name];
    next[name] = isObject(old) && isObject(value) && !(value instanceof LongNumber) ? mergedObjects(old, value) : value;
  }
  return next;
};

/** The members of an object; of everything else, none. */
export const membersOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const LITERALS: Record<string, ScalarNode["kind"]> = { true: "boolean", false: "boolean", null: "null" };
const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
/** A string up to what does not belong to it: the quote at its end, a control character, or a wrong escape. */
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

class Reader {
  #position = 0;
  /** The place that was counted last: the next one is counted from it, so that long bodies take linear time. */
  #last = { position: 0, line: 1, column: 1 };
  constructor(readonly text: string) {}

  at(position = this.#position): At {
    const from = position < this.#last.position ? { position: 0, line: 1, column: 1 } : this.#last;
    const lines = this.text.slice(from.position, position).split("\n");
    const start = lines.length > 1 ? 1 : from.column;
    const at = { line: from.line + lines.length - 1, column: start + Buffer.byteLength(lines.at(-1) ?? "") };
    this.#last = { position, ...at };
    return at;
  }

  fail(message: string) {
    const at = this.at();
    const source = this.text.length > 500 ? `${this.text.slice(0, 500)}"[truncated ${this.text.length - 500} bytes]` : `${this.text}"`;
    const reason = `${message}\n at [Source: (byte[])"${source}; line: ${at.line}, column: ${at.column}]`;
    const causedBy = { type: "json_parse_exception", reason };
    return new SearchFailure(400, { type: "x_content_parse_exception", reason: `[${at.line}:${at.column}] ${reason}`, causedBy }, {}, at);
  }

  end(message: string) {
    const at = this.at();
    const reason = `[${at.line}:${at.column}] Unexpected end of file`;
    const causedBy = { type: "json_e_o_f_exception", reason: message };
    return new SearchFailure(400, { type: "x_content_e_o_f_exception", reason, causedBy }, {}, at);
  }

  /** Takes what fits the sticky pattern. */
  take(pattern: RegExp) {
    pattern.lastIndex = this.#position;
    const [found = ""] = pattern.exec(this.text) ?? [];
    this.#position += found.length;
    return found;
  }

  /** The next character that is no white space, not yet taken. */
  peek(kind = "Object") {
    this.take(/[ \t\r\n]*/y);
    const next = this.text[this.#position];
    if (next === undefined) throw this.end(`Unexpected end-of-input within/between ${kind} entries`);
    return next;
  }

  unexpected(expected: string) {
    const found = this.text[this.#position] ?? "";
    return this.fail(`Unexpected character ('${found}' (code ${found.codePointAt(0)})): ${expected}`);
  }

  value(): Node {
    const next = this.peek();
    const at = this.at();
    if (next === "{") return this.object(at);
    if (next === "[") {
      const items: Node[] = [];
      return { kind: "array", at, items, end: this.entries("Array", "]", () => items.push(this.value())) };
    }
    if (next === '"') return { kind: "string", at, text: this.string() };
    const number = this.take(NUMBER);
    if (number !== "") return { kind: "number", at, text: number };
    const word = this.take(/\w+/y);
    if (word === "")
      throw this.unexpected("expected a valid value (JSON String, Number, Array, Object or token 'null', 'true' or 'false')");
    const kind = LITERALS[word];
    if (kind) return { kind, at, text: word };
    throw this.fail(`Unrecognized token '${word}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`);
  }

  object(at: At): ObjectNode {
    const fields: ObjectNode["fields"] = [];
    const seen = new Set<string>();
    const end = this.entries("Object", "}", () => {
      if (this.peek() !== '"') throw this.unexpected("was expecting double-quote to start field name");
      const start = this.at();
      const name = this.string();
      if (seen.has(name)) throw this.fail(`Duplicate field '${name}'`);
      seen.add(name);
      if (this.peek() !== ":") throw this.unexpected("was expecting a colon to separate field name and value");
      this.#position += 1;
      fields.push({ name, at: start, value: this.value() });
    });
    return { kind: "object", at, end, fields };
  }

  /** Reads the entries between two brackets; returns the place of the closing one. */
  entries(kind: "Object" | "Array", close: string, read: () => unknown): At {
    this.#position += 1;
    if (this.peek(kind) !== close) read();
    while (this.peek(kind) !== close) {
      if (this.peek(kind) !== ",") throw this.unexpected(`was expecting comma to separate ${kind} entries`);
      this.#position += 1;
      read();
    }
    const end = this.at();
    this.#position += 1;
    return end;
  }

  string() {
    const content = this.take(STRING);
    const next = this.text[this.#position];
    if (next === undefined) throw this.end("Unexpected end-of-input in VALUE_STRING");
    if (next === "\\") {
      this.#position += 1;
      const letter = this.text[this.#position] ?? "";
      throw this.fail(`Unrecognized character escape '${letter}' (code ${letter.codePointAt(0)})`);
    }
    if (next !== '"')
      throw this.fail(
        `Illegal unquoted character ((CTRL-CHAR, code ${next.codePointAt(0)})): has to be escaped using backslash to be included in string value`,
      );
    this.#position += 1;
    return JSON.parse(`${content}"`) as string;
  }
}

/**
 * Reads the first value of a body; like the server it does not read what follows, nor into an array where it requires an
 * object. Throws the server's own 400.
 */
export const parseJson = (text: string): Node => {
  const reader = new Reader(text);
  if (text.trimStart().startsWith("[")) return { kind: "array", at: reader.at(text.indexOf("[")), end: reader.at(text.length), items: [] };
  return reader.value();
};
