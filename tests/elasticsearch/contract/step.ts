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

/** Requests that follow each other, with nothing left of the groups before. */
export interface Group {
  title: string;
  steps: Step[];
}

/** A request, with a body or without. */
export const step = (request: string, body?: unknown, headers?: Record<string, string>): Step => ({
  line: request,
  ...(body === undefined ? {} : { body }),
  ...(headers ? { headers } : {}),
});

/** The same requests, compared less deeply, with the reason. */
export const only = (depth: Depth, reason: string, ...steps: Step[]): Step[] => steps.map((step) => ({ ...step, only: { depth, reason } }));

/** Puts an index template `t` with these members, reads it back, and takes it away again. */
export const template = (members: Members): Step[] => [
  step("PUT /_index_template/t", members),
  step("GET /_index_template/t"),
  step("DELETE /_index_template/t"),
];

/** The same for templates that fit `t-*`. */
export const fitting = (...members: Members[]): Step[] => members.flatMap((each) => template({ index_patterns: ["t-*"], ...each }));

/** The same with inner templates. */
export const inner = (...members: Members[]): Step[] => fitting(...members.map((each) => ({ template: each })));

/** The same with inner templates of data streams. */
export const streaming = (...members: Members[]): Step[] => fitting(...members.map((each) => ({ data_stream: {}, template: each })));

/** Puts a pipeline `p`, reads it back, and takes it away again. */
export const pipeline = (...bodies: unknown[]): Step[] =>
  bodies.flatMap((body) => [step("PUT /_ingest/pipeline/p", body), step("GET /_ingest/pipeline/p"), step("DELETE /_ingest/pipeline/p")]);

/** Puts pipelines of one processor each. */
export const processors = (...each: unknown[]): Step[] =>
  each.map((processor) => step("PUT /_ingest/pipeline/p", { processors: [processor] }));
