/**
 * Every processor helper, called through the built plugin, and its text put into a pipeline on the real node by the provider: accepted, or rejected
 * in exact words with the reason why this node does not have it. Then documents, which prove that processors do what their descriptions promise.
 */
import { status } from "@grpc/grpc-js";
import samples from "../samples/processors.json";
import { failureOf } from "../support/failure";
import { pipeline } from "../support/fixture";
import type { Properties } from "../support/structs";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { cases } from "./documents";
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

const helper = (name: string, inputs: Properties): Promise<Properties> => fixture.rpc.resultOf(`quartet:search:${name}`, inputs);
const inputsWith = (json: unknown): Promise<Properties> => fixture.rpc.inputs(pipeline, { name: "p", processors: [String(json)] });

describe("helpers whose processor the node accepts", () => {
  it.each(samples.filter(({ processor }) => !(processor in UNKNOWN)))("$name", async ({ name, processor, inputs: given, json, id }) => {
    const output = await helper(name, given as Properties);
    expect(output).toMatchObject({ ...given, id });
    expect(JSON.parse(String(output["json"]))).toEqual(JSON.parse(json));
    const inputs = await inputsWith(output["json"]);
    const { id: pipelineId, properties } = await fixture.rpc.create({ ...pipeline, inputs });
    expect(await good(rest("GET /_ingest/pipeline/p"))).toEqual({ p: { processors: [JSON.parse(json)] } });
    const read = await fixture.rpc.read({ ...pipeline, id: pipelineId, inputs, properties });
    expect(read.inputs).toEqual(inputs);
    const imported = await fixture.rpc.read({ ...pipeline, id: "p" });
    const { changes } = await fixture.rpc.diff({ ...pipeline, olds: imported.properties, oldInputs: imported.inputs, news: inputs });
    expect(changes).toBe("none");
    outcomes.push(`${processor.padEnd(26)} accepted`);
  });
});

describe("helpers whose processor is unknown to this node", () => {
  it.each(samples.filter(({ processor }) => processor in UNKNOWN))("$name", async ({ name, processor, inputs: given, json, id }) => {
    const output = await helper(name, given as Properties);
    expect(output).toMatchObject({ ...given, id });
    expect(JSON.parse(String(output["json"]))).toEqual(JSON.parse(json));
    expect(await failureOf(fixture.rpc.create({ ...pipeline, inputs: await inputsWith(output["json"]) }))).toEqual({
      code: status.FAILED_PRECONDITION,
      message: expect.stringContaining(
        `/_ingest/pipeline/p: HTTP 400: parse_exception: No processor type exists with name [${processor}]\nprocessor_type: ${processor}`,
      ),
    });
    outcomes.push(`${processor.padEnd(26)} rejected: ${UNKNOWN[processor]}`);
  });
});

it("has all 48 helpers", () => {
  expect(new Set(samples.map(({ processor }) => processor)).size).toBe(48);
  expect(Object.keys(UNKNOWN).every((type) => samples.some(({ processor }) => processor === type))).toBe(true);
});

interface Simulated {
  docs: ({ doc: { _source: unknown } } | { error: { reason: string } } | null)[];
}

describe("documents", () => {
  it.each(cases)("$helper $inputs makes of $source: $becomes", async ({ helper: name, inputs, source, becomes }) => {
    const { json } = await helper(`getSearchIngestProcessor${name}`, inputs);
    await fixture.rpc.create({ ...pipeline, inputs: await inputsWith(json) });
    const simulated = (await good(rest("POST /_ingest/pipeline/p/_simulate", { docs: [{ _source: source }] }))) as unknown as Simulated;
    const [doc] = simulated.docs;
    if (becomes === undefined) expect(doc).toBeNull();
    else if (typeof becomes === "string") expect(doc).toMatchObject({ error: { reason: expect.stringContaining(becomes) } });
    else expect(doc).toMatchObject({ doc: { _source: becomes } });
    if (typeof becomes === "object") expect((doc as { doc: { _source: unknown } }).doc._source).toEqual(becomes);
  });
});
