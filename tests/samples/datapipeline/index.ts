/** A sample of each of the 48 lookups of module datapipeline: inputs, requests, responses and outputs. See docs/modules/datapipeline.md#function-list. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../emulators/exchange";

/** One call of a lookup. */
interface PipelineSample {
  /** Name of the function, without the module. */
  name: string;
  inputs: JsonObject;
  /** The requests in their order, path and query after the base address, with the whole responses. */
  exchanges: { request: string; response: JsonObject }[];
  /** All outputs. */
  found: JsonObject;
}

const subjects = ["agents", "connections", "connectors", "destinations", "groups", "teams", "transformations", "users"];

/** All samples. */
export const pipelineSamples: readonly PipelineSample[] = subjects.flatMap(
  (subject) => JSON.parse(readFileSync(join(__dirname, `${subject}.json`), "utf8")) as PipelineSample[],
);

/** The sample of that name; there is one of each. */
export function pipelineSample(name: string): PipelineSample {
  const found = pipelineSamples.find((sample) => sample.name === name);
  if (!found) throw new Error(`no sample of ${name}`);
  return found;
}
