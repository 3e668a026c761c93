/** The shape of the contract between the emulator and a real node: requests as data, in groups that start from nothing. */
/** Members of a body, right or wrong. */
export type Members = Readonly<Record<string, unknown>>;

/** How much of two responses must agree. `body` is all of status, error and content. */
export type Depth = "body" | "type" | "status";

/** One request to both. */
export interface Step {
  /** Method and path with query, for example `PUT /_index_template/t?create=true`. */
  line: string;
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Where less than everything agrees, what does, and why that must stay so. */
  only?: { depth: Depth; reason: string };
}

/** Bodies by line. */
type Requests = Readonly<Record<string, unknown>>;

/** Steps in their order; a text is the line of a step without more. */
export type Steps = readonly (string | Step | Requests | Steps)[];

/** By title: steps that follow each other, with nothing left of the groups before. */
export type Groups = Readonly<Record<string, Steps>>;

/** Returns the steps one by one. */
export function stepsOf(steps: Steps): Step[] {
  return steps.flatMap((one) => {
    if (typeof one === "string") return step(one);
    if (Array.isArray(one)) return stepsOf(one as Steps);
    return "line" in one ? (one as Step) : Object.entries(one).map(([line, body]) => step(line, body));
  });
}

/** A request, with a body or without. */
export const step = (request: string, body?: unknown, headers?: Record<string, string>): Step => ({
  line: request,
  ...(body === undefined ? {} : { body }),
  ...(headers ? { headers } : {}),
});

/** Requests with the same beginning, such as `GET /_index_template/`, and no body. */
export const lines = (beginning: string, ...ends: string[]): Step[] => ends.map((end) => step(beginning + end));

/** The same with one body. */
export const puts = (beginning: string, body: unknown, ...ends: string[]): Step[] => ends.map((end) => step(beginning + end, body));

/** One request with each of the bodies. */
export const sent = (request: string, ...bodies: unknown[]): Step[] => bodies.map((body) => step(request, body));

/** Puts each of the bodies, reads it back, and takes it away again. */
export const rounds = (path: string, ...bodies: unknown[]): Step[] =>
  bodies.flatMap((body) => [step(`PUT ${path}`, body), step(`GET ${path}`), step(`DELETE ${path}`)]);

/** Objects with one member, which has each of the values. */
export const each = (name: string, ...values: unknown[]): Members[] => values.map((value) => ({ [name]: value }));

/** The same requests, compared less deeply, with the reason. */
export const only = (depth: Depth, reason: string, ...steps: Steps): Step[] =>
  stepsOf(steps).map((step) => ({ ...step, only: { depth, reason } }));

/** Puts an index template `t` with these members, reads it back, and takes it away again. */
export const template = (members: Members): Step[] => rounds("/_index_template/t", members);

/** The same for templates that fit `t-*`. */
export const fitting = (...members: Members[]): Step[] => members.flatMap((one) => template({ index_patterns: ["t-*"], ...one }));

/** The same with inner templates. */
export const inner = (...members: Members[]): Step[] => fitting(...each("template", ...members));

/** The same with inner templates of data streams. */
export const streaming = (...members: Members[]): Step[] => fitting(...members.map((inside) => ({ data_stream: {}, template: inside })));

/** Puts a pipeline `p`, reads it back, and takes it away again. */
export const pipeline = (...bodies: unknown[]): Step[] => rounds("/_ingest/pipeline/p", ...bodies);

/** Puts pipelines of one processor each. */
export const processors = (...all: unknown[]): Step[] =>
  sent("PUT /_ingest/pipeline/p", ...all.map((processor) => ({ processors: [processor] })));
