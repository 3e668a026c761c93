/**
 * Facts of the vendor's own REST tests: the real node of the contract suite is built without lifecycle policies and data streams. A fact is named by the file below
 * `rest-api-spec/test` and the title of the test in it, because lines differ between versions.
 */
import type { JsonObject } from "../../exchange";

/** A request, its status, and members of its response. */
export type Step = readonly [request: string, body: object | undefined, status: number, expected?: object];

/** The facts of one test. Absent: they hold for the version that the emulator has by default. */
export type Fact = readonly [source: string, steps: readonly Step[], version?: string];

export const done = { acknowledged: true };

/** An error of this type; a part of its reason. */
export const problem = (type: string, reason: string): object => ({ error: { type, reason: expect.stringContaining(reason) as unknown } });

export const illegal = (reason: string): object => problem("illegal_argument_exception", reason);

/** The template `t` of data streams. */
export const template = (pattern: string, more: object = {}): Step => [
  "PUT /_index_template/t",
  { index_patterns: [pattern], data_stream: {}, ...more },
  200,
  done,
];

/** A response with data streams that have these members. */
export const streamsOf = (...entries: object[]): object => ({
  data_streams: entries.map((entry) => expect.objectContaining(entry) as JsonObject),
});

/** The name of a backing index, or of one of the failure store. */
export const indexName = (kind: "ds" | "fs", stream: string, generation: number): unknown =>
  expect.stringMatching(new RegExp(String.raw`^\.${kind}-${stream}-(\d{4}\.\d{2}\.\d{2}-)?00000${generation}$`));
