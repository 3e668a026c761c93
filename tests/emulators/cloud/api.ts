/** What the parts of the Tencent Cloud emulator share: actions with the shape of their parameters, what a call brings along, and how it is rejected. */
import type { Json, JsonObject } from "../exchange";

/** The type of one parameter: a scalar, a list of one type, or an object. */
export type Shape = "string" | "integer" | "number" | "boolean" | readonly [Shape] | Shapes;

/**
 * Parameters by name. A name that ends in `!` is required by the API. A list may not be sent empty (the API rejects `[]`),
 * unless its name ends in `[]`, as for the lists that ModifyApi empties; both: `Names[]!`.
 */
export interface Shapes {
  readonly [name: string]: Shape;
}

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

/** A page of a list as `Limit` (default 20, at most 100) and `Offset` (default 0) request it. */
export function page<T extends Json>(all: readonly T[], { Limit, Offset }: JsonObject): T[] {
  const [limit, offset] = [Limit ?? 20, Offset ?? 0].map(Number) as [number, number];
  if (limit < 1 || limit > 100) throw new CloudFailure("InvalidParameterValue.RangeExceeded", "`Limit` must be from 1 to 100.");
  if (offset < 0) throw new CloudFailure("InvalidParameterValue.RangeExceeded", "`Offset` must not be negative.");
  return all.slice(offset, offset + limit);
}
