/** Filters of lists, after the vendor's filter language (AIP-160): comparisons, AND, OR, NOT and parentheses. */
import type { Json, JsonObject } from "../exchange";
import { matches } from "../store";
import type { EventFailure } from "./errors";
import { wrong } from "./errors";
import type { Shapes } from "./shapes";
import { camel, isObject, resolvePath, valueAt } from "./shapes";

type Test = (object: JsonObject) => boolean;

const TOKEN = /\s*(?:(AND|OR|NOT)\b|([()])|(-)(?=[\w(])|([A-Za-z_][\w.-]*)\s*(!=|<=|>=|=|:|<|>)\s*("(?:[^"\\]|\\.)*"|[^\s()]+))/y;

type Token = { kind: "word"; text: string } | { kind: "test"; path: string; operator: string; value: string };

const bad = (filter: string): EventFailure => wrong("filter", `The request was invalid: filter is invalid: ${filter}`);

const tokens = (filter: string): Token[] => {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = filter.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(filter);
    if (!match) throw bad(filter);
    const [, word, bracket, minus, path = "", operator = "", value = ""] = match;
    const text = word ?? bracket ?? (minus && "NOT");
    found.push(text === undefined ? { kind: "test", path, operator, value } : { kind: "word", text });
  }
  return found;
};

/** `:`: the member is there, an element is equal, or the text holds the value. */
const has = (found: Json | undefined, value: string): boolean => {
  if (found === undefined) return false;
  if (value === "*") return true;
  if (Array.isArray(found)) return found.some((each) => (isObject(each) ? Object.values(each).includes(value) : each === value));
  if (isObject(found)) return Object.hasOwn(found, value) || Object.hasOwn(found, camel(value));
  return String(found).toLowerCase().includes(value.toLowerCase());
};

const compare = (operator: string, found: Json | undefined, value: string): boolean => {
  if (operator === ":") return has(found, value);
  const text = found === undefined ? "" : String(found as string);
  const tests: Record<string, boolean> = {
    "=": matches(value, text),
    "!=": !matches(value, text),
    "<": text < value,
    "<=": text <= value,
    ">": text > value,
    ">=": text >= value,
  };
  return tests[operator] ?? false;
};

const comparison = ({ path, operator, value }: Extract<Token, { kind: "test" }>, shapes: Shapes): Test | undefined => {
  const names = resolvePath(path.split("."), shapes, (rest) => (rest.length === 1 ? rest : undefined));
  const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
  return names && ((object) => compare(operator, valueAt(object, names), plain));
};

/** Descends over the tokens: OR binds closer than AND, and terms that merely follow each other are joined by AND. */
class Reader {
  #next = 0;
  constructor(
    readonly list: readonly Token[],
    readonly shapes: Shapes,
  ) {}

  #takes(text: string): boolean {
    const token = this.list[this.#next];
    const hit = token?.kind === "word" && token.text === text;
    if (hit) this.#next += 1;
    return hit;
  }

  get #isOver(): boolean {
    const token = this.list[this.#next];
    return token === undefined || (token.kind === "word" && token.text === ")");
  }

  all(): Test | undefined {
    const parts: (Test | undefined)[] = [];
    do parts.push(this.#either());
    while (this.#takes("AND") || (!this.#isOver && parts.at(-1) !== undefined));
    return joined(parts, (tests) => (object) => tests.every((test) => test(object)));
  }

  #either(): Test | undefined {
    const parts = [this.#term()];
    while (this.#takes("OR")) parts.push(this.#term());
    return joined(parts, (tests) => (object) => tests.some((test) => test(object)));
  }

  #term(): Test | undefined {
    if (this.#takes("NOT")) {
      const test = this.#term();
      return test && ((object) => !test(object));
    }
    if (this.#takes("(")) {
      const test = this.all();
      return this.#takes(")") ? test : undefined;
    }
    const token = this.list[this.#next];
    this.#next += 1;
    return token?.kind === "test" ? comparison(token, this.shapes) : undefined;
  }

  get atEnd(): boolean {
    return this.#next === this.list.length;
  }
}

const joined = (parts: readonly (Test | undefined)[], join: (tests: Test[]) => Test): Test | undefined => {
  const tests = parts.filter((part) => part !== undefined);
  return tests.length === parts.length ? join(tests) : undefined;
};

/**
 * The test that a filter represents; an empty one matches everything.
 * @throws EventFailure INVALID_ARGUMENT for what is no filter, and for fields that the things do not have.
 */
export const readFilter = (filter: string, shapes: Shapes): Test => {
  if (filter.trim() === "") return () => true;
  const reader = new Reader(tokens(filter), shapes);
  const test = reader.all();
  if (!test || !reader.atEnd) throw bad(filter);
  return test;
};
