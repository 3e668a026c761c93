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
const FOREIGN = new Set(
  `illegal_argument_exception illegal_state_exception class_cast_exception null_pointer_exception number_format_exception
  json_parse_exception json_e_o_f_exception input_coercion_exception action_request_validation_exception status_exception`.split(/\s+/),
);

const isParse = ({ type }: Cause) => type.startsWith("x_content_") || type === "named_object_not_found_exception";
const isOwn = (cause: Cause) => !isParse(cause) && !FOREIGN.has(cause.type);

/** The innermost exception that the server itself can name: parse errors and its own errors are unwrapped, others are not. */
const root = (cause: Cause): Cause => {
  const inner = cause.causedBy;
  if (!inner || cause.type === "exception" || FOREIGN.has(cause.type)) return cause;
  return isOwn(inner) || (isParse(cause) && isParse(inner)) ? root(inner) : cause;
};

const flat = ({ type, reason, extra }: Cause): JsonObject => ({ type, reason, ...extra });
/** A cause as the server writes it, with what caused it. */
export const nested = (cause: Cause): JsonObject => ({ ...flat(cause), ...(cause.causedBy && { caused_by: nested(cause.causedBy) }) });

/** Where the JSON reader stood. */
interface Place {
  line: number;
  column: number;
}

/** A failure on its way to the client. `at` is where the JSON reader stood, for the failures that wrap this one. */
export class SearchFailure extends Error {
  constructor(
    readonly status: number,
    readonly cause_: Cause,
    readonly headers: Record<string, string | string[]> = {},
    readonly at?: Place,
  ) {
    super(`${cause_.type}: ${cause_.reason}`);
  }

  /** The body as the server writes it. */
  body(): JsonObject {
    return { error: { root_cause: [flat(root(this.cause_))], ...nested(this.cause_) }, status: this.status };
  }
}

/** A failure without a cause. */
export const failure = (status: number, type: string, reason: string, extra?: JsonObject): SearchFailure =>
  new SearchFailure(status, { type, reason, extra });

/** A 400 of the given type. */
export const bad = (type: string, reason: string, extra?: JsonObject): SearchFailure => failure(400, type, reason, extra);

/** A cause of the type that Elasticsearch uses most. */
export const illegalCause = (reason: string, causedBy?: Cause): Cause => ({ type: "illegal_argument_exception", reason, causedBy });

/** The 400 that Elasticsearch uses most. */
export const illegal = (reason: string, causedBy?: Cause, at?: Place): SearchFailure =>
  new SearchFailure(400, illegalCause(reason, causedBy), {}, at);

/** 404 `resource_not_found_exception`. */
export const notFound = (reason: string): SearchFailure => failure(404, "resource_not_found_exception", reason);

/** The 410 of what Elastic Cloud Serverless does not have. */
export const notServerless = (subject = ""): SearchFailure =>
  failure(
    410,
    "api_not_available_exception",
    subject === "" ? "not available in serverless mode" : `${subject} exists but is not available when running in serverless mode`,
  );

/** Does what may fail as the server does; returns its failure, `undefined` if there is none. */
export const failureOf = (work: () => unknown): SearchFailure | undefined => {
  try {
    work();
    return undefined;
  } catch (caught) {
    if (caught instanceof SearchFailure) return caught;
    throw caught;
  }
};

/** Does the work; a failure of the server is thrown in the form that `wrap` gives it. */
export const wrapping = <T>(work: () => T, wrap: (failed: SearchFailure) => SearchFailure): T => {
  try {
    return work();
  } catch (caught) {
    throw caught instanceof SearchFailure ? wrap(caught) : caught;
  }
};

/** What `true` and `false` are for the server: exactly these words. */
export const strictBoolean = (text: string): boolean => {
  if (text === "true" || text === "false") return text === "true";
  throw illegal(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
};

/** A rule and the text for a value that breaks it. */
export type Broken = readonly [isBroken: unknown, text: string];

/** The texts of the rules that are broken. */
export const problemsOf = (...rules: readonly Broken[]): string[] => rules.flatMap(([isBroken, text]) => (isBroken ? [text] : []));

/** Fails with the first rule that is broken. */
export const rejectIf = (...rules: readonly Broken[]): void => {
  const [first] = problemsOf(...rules);
  if (first !== undefined) throw illegal(first);
};

/** The failures of a request together, as the server numbers them. */
export const numbered = (problems: readonly string[]): string =>
  `Validation Failed: ${problems.map((problem, index) => `${index + 1}: ${problem};`).join("")}`;

/** Fails with all problems of a request, if there are any. */
export const rejectProblems = (problems: readonly string[], type = "action_request_validation_exception"): void => {
  if (problems.length > 0) throw bad(type, numbered(problems));
};

/** A JSON response. The real server marks every one but those of its security layer. */
export const reply = (status: number, body: unknown, headers: Record<string, string | string[]> = {}): EmulatorReply => ({
  status,
  headers: { "X-elastic-product": "Elasticsearch", "content-type": "application/json", ...headers },
  body: written(body),
});

/** The objects of whole names between commas, or of all names; those that do not exist are left out, and 404 if that is each one. */
export const named = (
  expression: string | undefined,
  all: readonly string[],
  find: (name: string) => object | undefined,
): EmulatorReply => {
  const found = (expression?.split(",") ?? all).flatMap((name) => [[name, find(name)] as const].filter(([, one]) => one !== undefined));
  return reply(found.length === 0 && expression !== undefined ? 404 : 200, Object.fromEntries(found));
};

/** The response to a delete that shows whether there was something. */
export const deleted = (isFound: boolean): EmulatorReply => reply(isFound ? 200 : 404, { found: isFound });

/** The response to a write that returns nothing. */
export const acknowledged = (): EmulatorReply => reply(200, { acknowledged: true });
