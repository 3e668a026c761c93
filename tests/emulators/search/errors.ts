/** Failures in the shapes of Elasticsearch. See docs/modules/search.md#errors. */
import type { EmulatorReply, JsonObject } from "../exchange";
import { written } from "./numbers";

/** One exception of the server: its type, its reason, further members, and what caused it. */
export interface Cause {
  type: string;
  reason: string | null;
  extra?: JsonObject;
  causedBy?: Cause;
}

/** Exceptions of Java and of the JSON reader: the server never digs through them for a root cause. */
const FOREIGN = new Set([
  "illegal_argument_exception",
  "illegal_state_exception",
  "class_cast_exception",
  "null_pointer_exception",
  "number_format_exception",
  "json_parse_exception",
  "json_e_o_f_exception",
  "input_coercion_exception",
  "action_request_validation_exception",
  "status_exception",
]);

const isParse = ({ type }: Cause): boolean => type.startsWith("x_content_") || type === "named_object_not_found_exception";
const isOwn = (cause: Cause): boolean => !isParse(cause) && !FOREIGN.has(cause.type);

/** The innermost exception that the server itself can name: parse errors and its own errors are unwrapped, others are not. */
const root = (cause: Cause): Cause => {
  const inner = cause.causedBy;
  if (!inner || cause.type === "exception" || FOREIGN.has(cause.type)) return cause;
  if (isParse(cause)) return isParse(inner) || isOwn(inner) ? root(inner) : cause;
  return isOwn(inner) ? root(inner) : cause;
};

const flat = ({ type, reason, extra }: Cause): JsonObject => ({ type, reason, ...extra });
/** A cause as the server writes it, with what caused it. */
export const nested = (cause: Cause): JsonObject => ({ ...flat(cause), ...(cause.causedBy ? { caused_by: nested(cause.causedBy) } : {}) });

/** A failure on its way to the client. `at` is where the JSON reader stood, for the failures that wrap this one. */
export class SearchFailure extends Error {
  constructor(
    readonly status: number,
    readonly cause_: Cause,
    readonly headers: Record<string, string | string[]> = {},
    readonly at?: { line: number; column: number },
  ) {
    super(`${cause_.type}: ${cause_.reason}`);
  }

  /** The body as the server writes it. */
  body(): JsonObject {
    return { error: { root_cause: [flat(root(this.cause_))], ...nested(this.cause_) }, status: this.status };
  }
}

/** A 400 of the given type. */
export const bad = (type: string, reason: string, extra?: JsonObject): SearchFailure => new SearchFailure(400, { type, reason, extra });

/** The 400 that Elasticsearch uses most. */
export const illegal = (reason: string, causedBy?: Cause): SearchFailure =>
  new SearchFailure(400, { type: "illegal_argument_exception", reason, causedBy });

/** 404 `resource_not_found_exception`. */
export const notFound = (reason: string): SearchFailure => new SearchFailure(404, { type: "resource_not_found_exception", reason });

/** What `true` and `false` are for the server: exactly these words. */
export const strictBoolean = (text: string): boolean => {
  if (text === "true" || text === "false") return text === "true";
  throw illegal(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
};

/** The failures of a request together, as the server numbers them. */
export const numbered = (problems: readonly string[]): string =>
  `Validation Failed: ${problems.map((problem, index) => `${index + 1}: ${problem};`).join("")}`;

/** A JSON response. The real server marks every one but those of its security layer. */
export const reply = (status: number, body: unknown, headers: Record<string, string | string[]> = {}): EmulatorReply => ({
  status,
  headers: { "X-elastic-product": "Elasticsearch", "content-type": "application/json", ...headers },
  body: written(body),
});
