/**
 * Every processor helper, called through the built plugin, and its text put into a pipeline on the real node by the provider: accepted, or rejected
 * in exact words with the reason why this node does not have it.
 */
import { status } from "@grpc/grpc-js";
import samples from "../samples/processors.json";
import { failureOf } from "../support/failure";
import { pipeline } from "../support/fixture";
import type { Properties } from "../support/structs";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { UNKNOWN } from "./node-processors";
import { good, pluginOfFile, restOf } from "./provider";

const url = process.env.ELASTICSEARCH_NODE ?? "";
const rest = restOf(url);
const fixture = pluginOfFile(() => ({ endpoints: [url] }));

/** What became of each, for the table at the end. */
const outcomes: string[] = [];
const table = (): string => {
  const accepted = outcomes.filter((line) => line.endsWith("accepted")).length;
  return [...outcomes.sort(), `${accepted} accepted, ${outcomes.length - accepted} rejected`].map((line) => `  ${line}\n`).join("");
};

beforeEach(() => clean(overHttp(url)));
afterAll(() => void process.stdout.write(`\nprocessors on this node\n${table()}`));

test.each(samples)("$name", async ({ name, processor, inputs: given, json, id }) => {
  const output = await fixture.rpc.resultOf(`quartet:search:${name}`, given as Properties);
  expect(output).toMatchObject({ ...given, id });
  expect(JSON.parse(String(output["json"]))).toEqual(JSON.parse(json));
  const inputs = await fixture.rpc.inputs(pipeline, { name: "p", processors: [String(output["json"])] });
  const creating = fixture.rpc.create({ ...pipeline, inputs });
  const reason = UNKNOWN[processor];
  if (reason !== undefined) {
    const message = `/_ingest/pipeline/p: HTTP 400: parse_exception: No processor type exists with name [${processor}]\nprocessor_type: ${processor}`;
    expect(await failureOf(creating)).toEqual({ code: status.FAILED_PRECONDITION, message: expect.stringContaining(message) });
    return void outcomes.push(`${processor.padEnd(26)} rejected: ${reason}`);
  }
  const { id: pipelineId, properties } = await creating;
  expect(await good(rest("GET /_ingest/pipeline/p"))).toEqual({ p: { processors: [JSON.parse(json)] } });
  expect((await fixture.rpc.read({ ...pipeline, id: pipelineId, inputs, properties })).inputs).toEqual(inputs);
  const imported = await fixture.rpc.read({ ...pipeline, id: "p" });
  const { changes } = await fixture.rpc.diff({ ...pipeline, olds: imported.properties, oldInputs: imported.inputs, news: inputs });
  expect(changes).toBe("none");
  outcomes.push(`${processor.padEnd(26)} accepted`);
});

it("has all 48 helpers", () => {
  expect(new Set(samples.map(({ processor }) => processor)).size).toBe(48);
  expect(Object.keys(UNKNOWN).every((type) => samples.some(({ processor }) => processor === type))).toBe(true);
});
