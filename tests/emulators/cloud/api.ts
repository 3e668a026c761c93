/** What the parts of the Tencent Cloud emulator share: actions with their parameters and the rules for these, what a call brings along, and how it is rejected. */
import type { Json, JsonObject } from "../exchange";
import { byName, isObject, parsed } from "../objects";

const scalars = {
  string: (value: Json) => typeof value === "string",
  integer: (value: Json) => Number.isSafeInteger(value),
  number: (value: Json) => typeof value === "number",
  boolean: (value: Json) => typeof value === "boolean",
};

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

const wrongType = (path: string) => reject("InvalidParameter", `The value type of parameter \`${path}\` is not valid.`);

function check(value: Json, shape: Shape, at: { path: string; mayBeEmpty?: boolean }): Json {
  const { path } = at;
  if (shape instanceof Rule) {
    const read = check(value, shape.shape, at);
    return shape.fits(read) ? read : reject(shape.code, `\`${path}\` ${shape.demand}.`);
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return wrongType(path);
    if (value.length === 0 && !at.mayBeEmpty)
      reject("InvalidParameterValue", `The value of parameter \`${path}\` must not be an empty list.`);
    return value.map((item, index) => check(item, shape[0], { path: `${path}.${index}` }));
  }
  if (typeof shape === "object") return isObject(value) ? checkMembers(value, shape, `${path}.`) : wrongType(path);
  return scalars[shape](value) ? value : wrongType(path);
}

function checkMembers(members: JsonObject, shapes: Shapes, prefix: string): JsonObject {
  const known = Object.entries(shapes).map(([key, shape]) => ({ key, shape, name: key.replace(/(\[\])?!?$/, "") }));
  const unknown = Object.keys(members).find((member) => !known.some(({ name }) => name === member));
  if (unknown !== undefined) reject("UnknownParameter", `The parameter \`${prefix}${unknown}\` is not recognized.`);
  return Object.fromEntries(
    known.flatMap(({ key, shape, name }) => {
      const value = members[name] ?? null; // null is the same as absent
      const path = `${prefix}${name}`;
      if (value !== null) return [[name, check(value, shape, { path, mayBeEmpty: key.includes("[]") })]];
      return key.endsWith("!") ? reject("MissingParameter", `The request is missing a required parameter \`${path}\`.`) : [];
    }),
  );
}

/**
 * The parameters of a call, without those that are null.
 * @throws CloudFailure `InvalidParameter` (no JSON object, wrong type), `UnknownParameter`, `MissingParameter`,
 *   `InvalidParameterValue` (empty list), the code of a rule; a nested parameter is named by its path, for example `Filters.0.Name`.
 */
export const readParameters = (body: string, shapes: Shapes): JsonObject => {
  const value = parsed(body);
  if (value === undefined) reject("InvalidParameter", "The request body is not valid JSON.");
  return isObject(value) ? checkMembers(value, shapes, "") : reject("InvalidParameter", "The request body is not a JSON object.");
};

/** The type of one parameter: a scalar, a list of one type, or an object; a rule restricts its values. */
export type Shape = "string" | "integer" | "number" | "boolean" | readonly [Shape] | Rule | Shapes;

/**
 * Parameters by name. A name that ends in `!` is required by the API. A list may not be sent empty (the API rejects `[]`),
 * unless its name ends in `[]`, as for the lists that ModifyApi empties; both: `Names[]!`.
 */
export interface Shapes {
  readonly [name: string]: Shape;
}

/** A type, the values of it that are accepted, and the code with which the others are rejected. */
export class Rule {
  constructor(
    readonly shape: Shape,
    readonly fits: (value: Json) => boolean,
    readonly code: string,
    /** What the value must be, behind the name of the parameter. */
    readonly demand: string,
  ) {}
}

const typed = (shape: Shape, names: readonly string[]): Shapes => byName(names, () => shape);

/** Parameters that are texts. */
export const strings = (...names: string[]): Shapes => typed("string", names);
/** Parameters that are integers. */
export const integers = (...names: string[]): Shapes => typed("integer", names);
/** Parameters that are switches. */
export const booleans = (...names: string[]): Shapes => typed("boolean", names);

/** The code for a value that has not the form of its parameter. */
export const FORMAT = "InvalidParameter.FormatError";
const OPTIONS = "InvalidParameterValue.NotInOptions";
const RANGE = "InvalidParameterValue.RangeExceeded";

/** A text of this form. */
export const text = (form: RegExp, code = FORMAT): Rule =>
  new Rule("string", (value) => form.test(String(value)), code, `must have the form ${form.source}`);
/** A text that is not empty. */
export const filled = text(/^.+$/s);
/** One of some values. */
export const oneOf = (options: readonly Json[], code = OPTIONS): Rule =>
  new Rule(
    typeof options[0] === "number" ? "integer" : "string",
    (value) => options.includes(value),
    code,
    `must be one of ${options.join(", ")}`,
  );
/** A number from 0 or `least` to `most`. */
export const upTo = (most: number, least = 0): Rule =>
  new Rule("integer", (value) => Number(value) >= least && Number(value) <= most, RANGE, `must be from ${least} to ${most}`);
/** A quota: -1 for none, or from 1 to `most`. */
export const quota = (most: number, code = RANGE): Rule =>
  new Rule("integer", (value) => value === -1 || (Number(value) >= 1 && Number(value) <= most), code, `must be -1 or from 1 to ${most}`);

/** The parameters of a list of which `page` returns a part. */
export const paging = integers("Limit", "Offset");
/** Tags of a new object. */
export const newTags: Shapes = { Tags: [strings("Key!", "Value!")] };

/** What a call brings along beside its parameters. */
export interface CallContext {
  /** Of `X-TC-Region`; empty when there was none. */
  region: string;
  /** The main account of the keys that signed; empty for calls without signature. */
  account: string;
  /** The secret id that signed. */
  secretId: string;
  now: Date;
}

/** One action: what it takes, and the content of `Response` beside `RequestId`. Parameters are checked before it is called. */
export interface Action {
  params: Shapes;
  run(params: JsonObject, context: CallContext): JsonObject;
}

/** Actions of one service by name. */
export type Actions = Readonly<Record<string, Action>>;

/** A rejection: returned with HTTP 200 and `Response.Error`. */
export class CloudFailure extends Error {
  constructor(
    /** For example `ResourceNotFound.InvalidService`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "CloudFailure";
  }
}

/** Rejects. */
export function reject(code: string, message: string): never {
  throw new CloudFailure(code, message);
}

/** A page of a list as `Limit` (default 20, at most 100) and `Offset` (default 0) request it. */
export function page<T extends Json>(all: readonly T[], { Limit, Offset }: JsonObject): T[] {
  const [limit, offset] = [Limit ?? 20, Offset ?? 0].map(Number) as [number, number];
  if (limit < 1 || limit > 100) reject(RANGE, "`Limit` must be from 1 to 100.");
  if (offset < 0) reject(RANGE, "`Offset` must not be negative.");
  return all.slice(offset, offset + limit);
}
