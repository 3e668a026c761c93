/**
 * Facts of the vendor's own REST tests: the real node of the contract suite is built without lifecycle policies, data streams, transforms and synonym sets. A fact is
 * named by the file below `rest-api-spec/test`, or of the server's sources, and the title of the test in it, because lines differ between versions.
 */

/**
 * A request, and in this order: the body of a PUT or POST, the status if it is not 200, and what the response contains, which are members of it or a part of its text.
 * A text alone is a request that succeeds.
 */
export type Step = string | readonly [request: string, ...parts: (object | number | string | undefined)[]];

/** The facts of one test. Without a version they hold for the one that the emulator has by default. */
export type Fact = readonly [source: string, steps: readonly Step[], version?: string];

/** Members of an object that may have others. */
export const having = (members: object): unknown => expect.objectContaining(members);

/** An error of this type; a part of its reason. */
export const problem = (type: string, reason: string): object => ({ error: { type, reason: expect.stringContaining(reason) as unknown } });

export const illegal = (reason: string): object => problem("illegal_argument_exception", reason);

/** A template `t` of data streams. */
export const template = (pattern: string, more: object = {}): Step => [
  "PUT /_index_template/t",
  { index_patterns: [pattern], data_stream: {}, ...more },
];

/** A template of data streams whose inner template has these parts, and the data stream `logs`. */
export const logs = (inner?: object): Step[] => [template("logs*", inner && { template: inner }), "PUT /_data_stream/logs"];

/** A response with data streams that have these members. */
export const streamsOf = (...entries: object[]): object => ({ data_streams: entries.map(having) });
