// Simulation of ingest pipelines, over the emulator. See docs/modules/search.md#simulatesearchingestpipeline.
import { InvalidInputsError } from "../../../../../provider/core/errors/errors";
import type { Search } from "../../../../../provider/core/gen/types";
import { simulateSearchIngestPipeline as simulate } from "../../../../../provider/modules/search/functions/simulateSearchIngestPipeline";
import { createSearchEmulator } from "../../../../emulators/search/index";
import { inContext } from "../../../../support/contexts";
import { checked, clientOver, emulated, failure, json, recorded } from "../support";

const token = "quartet:search:simulateSearchIngestPipeline";
const emulator = createSearchEmulator();
const server = emulated(emulator.handle);
const run = async (
  inputs: Search.SimulateSearchIngestPipelineInputs,
  send = server.send,
): Promise<Search.SimulateSearchIngestPipelineOutputs> => simulate.read(inputs, inContext(clientOver(send)));

const convert = '{"convert":{"field":"status","type":"integer"}}';
const dropUnknown = '{"set":{"field":"seen","value":true}}';

beforeEach(() => {
  emulator.pipelines.set("web", { processors: [{ convert: { field: "status", type: "integer" } }] });
  server.sent.length = 0;
});

test("processors: the document, or the failure, of each", async () => {
  const { results, failed } = await run({ processors: [convert, dropUnknown], documents: ['{"status":"200"}', '{"status":"x"}'] });
  expect(results).toEqual([
    { dropped: false, document: '{"status":200,"seen":true}', index: "_index", id: "_id" },
    {
      dropped: false,
      error: 'illegal_argument_exception: unable to convert [x] to integer: number_format_exception: For input string: "x"',
    },
  ]);
  expect(failed).toBe(1);
  expect(server.sent.map(({ line }) => line)).toEqual(["POST /_ingest/pipeline/_simulate"]);
});

test("an existing pipeline, with a document that has an index and an ID", async () => {
  const { results, failed } = await run({ name: "web", documents: ['{"_source":{"status":"7"},"_index":"logs","_id":"1"}'] });
  expect({ results, failed }).toEqual({ results: [{ dropped: false, document: '{"status":7}', index: "logs", id: "1" }], failed: 0 });
  expect(server.sent.map(({ line }) => line)).toEqual(["POST /_ingest/pipeline/web/_simulate"]);
});

test("a dropped document is not a failure", async () => {
  expect(await run({ processors: ['{"drop":{}}'], documents: ["{}"] })).toEqual({ results: [{ dropped: true }], failed: 0 });
});

test("onFailures handle failures", async () => {
  const { results } = await run({ processors: [convert], onFailures: [dropUnknown], documents: ["{}"] });
  expect(results).toMatchObject([{ document: '{"seen":true}' }]);
});

test("objects, among them JSON strings, run as JSON strings do", async () => {
  const processorObjects = [{ set: { field: "n", value: [1, "x"] } }, dropUnknown, { convert: { field: "status", type: "integer" } }];
  const { results } = await run({ processorObjects, onFailureObjects: [{ remove: { field: "n" } }], documents: ["{}", '{"status":"1"}'] });
  expect(results).toMatchObject([{ document: '{"seen":true}' }, { document: '{"status":1,"n":[1,"x"],"seen":true}' }]);
});

test("numbers keep their digits", async () => {
  const source = '{"n":12345678901234567890,"f":1.10}';
  const { send, sent } = recorded(() => json(`{"docs":[{"doc":{"_index":"i","_id":"1","_source":${source}}}]}`));
  expect((await run({ processors: [convert], documents: [source] }, send)).results).toMatchObject([{ document: source }]);
  expect(String(sent[0]!.body)).toContain(source);
});

describe("verbose: every processor that failed, with its position", () => {
  const missing = "illegal_argument_exception: field [x] not present as part of path [x]";
  const failing = (more: object): string => JSON.stringify({ lowercase: { field: "x", ...more } });
  const failuresOf = async (inputs: Partial<Search.SimulateSearchIngestPipelineInputs>): Promise<unknown> =>
    (await run({ documents: ["{}"], verbose: true, ...inputs })).results[0]!.failures;

  test("the results are those of the untagged pipeline", async () => {
    const inputs = { processors: [convert, dropUnknown], documents: ['{"status":"x"}', '{"status":"1"}'] };
    const { results, failed } = await run({ ...inputs, verbose: true });
    const plain = await run(inputs);
    expect({ results: results.map(({ failures: _, ...result }) => result), failed }).toEqual(plain);
    expect(results.map(({ failures }) => failures)).toEqual([
      [{ position: "processors[0]", type: "convert", reason: plain.results[0]!.error }],
      [],
    ]);
    expect(server.sent.map(({ line }) => line)).toEqual([
      "POST /_ingest/pipeline/_simulate",
      "POST /_ingest/pipeline/_simulate?verbose=true",
      "POST /_ingest/pipeline/_simulate",
    ]);
  });

  test("handled failures, nested handlers and the tags of the program", async () => {
    const handlers = [{ set: { field: "e", value: 1 } }, { lowercase: { field: "x", tag: "inner", ignore_failure: true } }];
    const processors = [failing({ tag: "outer", on_failure: handlers }), '{"fail":{"message":"boom"}}'];
    expect(await failuresOf({ processors, onFailures: [failing({ ignore_failure: true })] })).toEqual([
      { position: "processors[0]", type: "lowercase", tag: "outer", reason: missing },
      { position: "processors[0].on_failure[1]", type: "lowercase", tag: "inner", reason: missing },
      { position: "processors[1]", type: "fail", reason: "fail_processor_exception: boom" },
      { position: "onFailures[0]", type: "lowercase", reason: missing },
    ]);
    const objects = { processorObjects: [{ lowercase: { field: "x" } }], onFailureObjects: [failing({ ignore_failure: true })] };
    expect(await failuresOf(objects)).toMatchObject([{ position: "processorObjects[0]" }, { position: "onFailureObjects[0]" }]);
  });

  test("processors of an inner pipeline have the position of the processor that runs it", async () => {
    emulator.pipelines.set("inner", { processors: [{ lowercase: { field: "x", tag: "t", ignore_failure: true } }] });
    const processors = [dropUnknown, '{"pipeline":{"name":"inner"}}', failing({ ignore_failure: true })];
    expect(await failuresOf({ processors })).toEqual([
      { position: "processors[1]", type: "lowercase", tag: "t", reason: missing },
      { position: "processors[2]", type: "lowercase", reason: missing },
    ]);
  });

  test("a stored pipeline", async () => {
    emulator.pipelines.set("web", { processors: [{ fail: { message: "m", tag: "f" } }], on_failure: [{ set: { field: "a", value: 1 } }] });
    expect((await run({ name: "web", documents: ["{}"], verbose: true })).results).toEqual([
      {
        dropped: false,
        document: '{"a":1}',
        index: "_index",
        id: "_id",
        failures: [{ position: "processors[0]", type: "fail", tag: "f", reason: "fail_processor_exception: m" }],
      },
    ]);
    expect(server.sent.map(({ line }) => line)).toEqual([
      "POST /_ingest/pipeline/web/_simulate",
      "GET /_ingest/pipeline/web",
      "POST /_ingest/pipeline/_simulate?verbose=true",
    ]);
  });
});

describe("a rejected definition", () => {
  const rejected = async (inputs: Partial<Search.SimulateSearchIngestPipelineInputs>): Promise<[string, string][]> => {
    const error = await failure(run({ documents: ["{}"], ...inputs }));
    expect(error).toBeInstanceOf(InvalidInputsError);
    return error instanceof InvalidInputsError ? error.failures.map(({ property, reason }) => [property, reason]) : [];
  };

  test("names each processor by index, also among equal types", async () => {
    const set = '{"set":{"field":"a","value":1}}';
    expect(await rejected({ processors: [set, '{"set":{"field":"a"}}', '{"zet":{"tag":"own"}}', set] })).toEqual([
      [
        "processors[1]",
        'Elasticsearch rejects the processor "set": parse_exception: [value] required property is missing. Correct the definition.',
      ],
      [
        "processors[2]",
        'Elasticsearch rejects the processor "zet": parse_exception: No processor type exists with name [zet]. Correct the definition.',
      ],
    ]);
  });

  test("names the option of an object, but not of a JSON string or of a processor inside", async () => {
    const foreach = { foreach: { field: "x", processor: { rename: { field: "a" } } } };
    const processorObjects = [{ set: { field: "a" } }, '{"set":{"field":"a"}}', foreach];
    expect((await rejected({ processorObjects })).map(([property]) => property)).toEqual([
      "processorObjects[0].set.value",
      "processorObjects[1]",
      "processorObjects[2]",
    ]);
    const handlers = { processorObjects: ['{"drop":{}}'], onFailureObjects: [{ drop: {} }, { rename: { field: "a" } }] };
    expect((await rejected(handlers)).map(([property]) => property)).toEqual(["onFailureObjects[1].rename.target_field"]);
  });

  test("names the outer processor of an inner one", async () => {
    const inner = '{"foreach":{"field":"x","processor":{"rename":{"field":"a"}}}}';
    const handler = `{"drop":{"on_failure":[${inner}]}}`;
    expect((await rejected({ processors: ['{"drop":{}}', handler, inner] })).map(([property]) => property)).toEqual([
      "processors[1]",
      "processors[2]",
    ]);
  });

  test("names an entry of onFailures", async () => {
    expect((await rejected({ processors: [dropUnknown], onFailures: [dropUnknown, '{"set":{"field":"a"}}'] }))[0]![0]).toBe(
      "onFailures[1]",
    );
  });

  test("names a processor whose tag is not a text, by its type", async () => {
    expect((await rejected({ processors: [dropUnknown, '{"drop":{"tag":5}}'] }))[0]![0]).toBe("processors[1]");
  });
});

test("a pipeline that does not exist is an error", async () => {
  expect(await failure(run({ name: "absent", documents: ["{}"] }))).toMatchObject({
    code: "failed_precondition",
    message:
      "POST http://search.test:9200/_ingest/pipeline/absent/_simulate: HTTP 400: illegal_argument_exception: pipeline [absent] does not exist",
  });
});

test("a response with another number of documents is an error", async () => {
  const { send } = recorded(() => json({ docs: [] }));
  expect((await failure(run({ name: "web", documents: ["{}"] }, send))).code).toBe("unavailable");
});

test.each<[string, object, string[]]>([
  ["neither name nor processors", { documents: ["{}"] }, ["name"]],
  ["name and processors", { name: "a", processors: [convert], documents: ["{}"] }, ["name"]],
  ["onFailures of a stored pipeline", { name: "a", onFailures: [convert], documents: ["{}"] }, ["onFailures"]],
  ["no documents", { name: "a", documents: [] }, ["documents"]],
  ["a document that is no object", { name: "a", documents: ["{}", "[]", "{"] }, ["documents[1]", "documents[2]"]],
])("%s is invalid", (_name, inputs, properties) => {
  expect(checked(token, simulate, inputs).failures.map(({ property }) => property)).toEqual(properties);
});

describe("errors that repeat the credentials of the connection hide them", () => {
  const block = { endpoints: ["http://search.test:9200"], apiKey: "c2VjcmV0LWlkOnNlY3JldC1rZXktb2YtdGhlLXRlc3Q=" };
  const error = { type: "parse_exception", reason: `sent with ApiKey ${block.apiKey}`, processor_type: "convert" };
  const inputs = { processors: [convert], documents: ["{}"] };

  test("of a document", async () => {
    const { send } = recorded(() => json({ docs: [{ error }] }));
    const { results } = await simulate.read(inputs, inContext(clientOver(send, block)));
    expect(results[0]!.error).toBe("parse_exception: sent with ApiKey [secret]");
  });

  test("of a definition", async () => {
    const { send } = recorded(() => json({ error, status: 400 }, 400));
    const rejected = await failure(Promise.resolve(simulate.read(inputs, inContext(clientOver(send, block)))));
    expect(rejected.message).toContain("processors[0]: ");
    expect(rejected.message).not.toContain(block.apiKey);
  });
});
