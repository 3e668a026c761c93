/** Reads JSON as strictly as the server does, and remembers where each token stood: its error texts name the place. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
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

/** The members of an object; of everything else, none. */
export const membersOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const LITERALS: Record<string, ScalarNode["kind"]> = { true: "boolean", false: "boolean", null: "null" };
const ESCAPES: Record<string, string> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

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

  fail(message: string, position = this.#position): SearchFailure {
    const at = this.at(position);
    const source = this.text.length > 500 ? `${this.text.slice(0, 500)}"[truncated ${this.text.length - 500} bytes]` : `${this.text}"`;
    const reason = `${message}\n at [Source: (byte[])"${source}; line: ${at.line}, column: ${at.column}]`;
    const causedBy = { type: "json_parse_exception", reason };
    return new SearchFailure(400, { type: "x_content_parse_exception", reason: `[${at.line}:${at.column}] ${reason}`, causedBy }, {}, at);
  }

  end(message: string): SearchFailure {
    const at = this.at();
    const causedBy = { type: "json_e_o_f_exception", reason: message };
    return new SearchFailure(
      400,
      { type: "x_content_e_o_f_exception", reason: `[${at.line}:${at.column}] Unexpected end of file`, causedBy },
      {},
      at,
    );
  }

  /** The next character that is no white space, not yet taken. */
  peek(where: string): string {
    while (/[ \t\r\n]/.test(this.text[this.#position] ?? "")) this.#position += 1;
    const next = this.text[this.#position];
    if (next === undefined) throw this.end(`Unexpected end-of-input ${where}`);
    return next;
  }

  unexpected(expected: string): SearchFailure {
    const found = this.text[this.#position] ?? "";
    return this.fail(`Unexpected character ('${found}' (code ${found.codePointAt(0)})): ${expected}`);
  }

  value(): Node {
    const next = this.peek("within/between Object entries");
    if (next === "{") return this.object();
    if (next === "[") return this.array();
    const at = this.at();
    if (next === '"') return { kind: "string", at, text: this.string() };
    const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.exec(this.text.slice(this.#position, this.#position + 400));
    if (number) {
      this.#position += number[0].length;
      return { kind: "number", at, text: number[0] };
    }
    const word = /^[A-Za-z0-9_]+/.exec(this.text.slice(this.#position))?.[0];
    if (word === undefined)
      throw this.unexpected("expected a valid value (JSON String, Number, Array, Object or token 'null', 'true' or 'false')");
    this.#position += word.length;
    const kind = LITERALS[word];
    if (!kind)
      throw this.fail(
        `Unrecognized token '${word}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`,
      );
    return { kind, at, text: word };
  }

  object(): ObjectNode {
    const node: ObjectNode = { kind: "object", at: this.at(), end: this.at(), fields: [] };
    const seen = new Set<string>();
    this.#position += 1;
    if (this.peek("within/between Object entries") !== "}") {
      do {
        if (this.peek("within/between Object entries") !== '"') throw this.unexpected("was expecting double-quote to start field name");
        const at = this.at();
        const name = this.string();
        if (seen.has(name)) throw this.fail(`Duplicate field '${name}'`);
        seen.add(name);
        if (this.peek("within/between Object entries") !== ":")
          throw this.unexpected("was expecting a colon to separate field name and value");
        this.#position += 1;
        node.fields.push({ name, at, value: this.value() });
      } while (this.more("}", "Object"));
    }
    node.end = this.at();
    this.#position += 1;
    return node;
  }

  array(): ArrayNode {
    const node: ArrayNode = { kind: "array", at: this.at(), end: this.at(), items: [] };
    this.#position += 1;
    if (this.peek("within/between Array entries") !== "]") {
      do node.items.push(this.value());
      while (this.more("]", "Array"));
    }
    node.end = this.at();
    this.#position += 1;
    return node;
  }

  /** Whether a comma follows; the closing bracket is left for the caller. */
  more(close: string, kind: string): boolean {
    const next = this.peek(`within/between ${kind} entries`);
    if (next === close) return false;
    if (next !== ",") throw this.unexpected(`was expecting comma to separate ${kind} entries`);
    this.#position += 1;
    return true;
  }

  string(): string {
    let value = "";
    for (this.#position += 1; ; this.#position += 1) {
      const next = this.text[this.#position];
      if (next === undefined) throw this.end("Unexpected end-of-input in VALUE_STRING");
      if (next === '"') break;
      if (next < " ")
        throw this.fail(
          `Illegal unquoted character ((CTRL-CHAR, code ${next.codePointAt(0)})): has to be escaped using backslash to be included in string value`,
        );
      value += next === "\\" ? this.escape() : next;
    }
    this.#position += 1;
    return value;
  }

  escape(): string {
    this.#position += 1;
    const letter = this.text[this.#position] ?? "";
    const hex = this.text.slice(this.#position + 1, this.#position + 5);
    if (letter === "u" && /^[0-9a-fA-F]{4}$/.test(hex)) {
      this.#position += 4;
      return String.fromCharCode(parseInt(hex, 16));
    }
    const plainCharacter = ESCAPES[letter];
    if (plainCharacter === undefined) throw this.fail(`Unrecognized character escape '${letter}' (code ${letter.codePointAt(0)})`);
    return plainCharacter;
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
