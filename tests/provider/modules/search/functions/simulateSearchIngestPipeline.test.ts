// Simulation of ingest pipelines, over the emulator. See docs/modules/search.md#simulatesearchingestpipeline.
import type { Search } from "../../../../../provider/core/gen/types";
import { simulateSearchIngestPipeline as simulate } from "../../../../../provider/modules/search/functions/simulateSearchIngestPipeline";
import { createSearchEmulator } from "../../../../emulators/search/index";
import { inContext } from "../../../../support/contexts";
import { checked, clientOver, emulated, json, recorded, rejects } from "../support";

type Inputs = Partial<Search.SimulateSearchIngestPipelineInputs>;
const emulator = createSearchEmulator();
const server = emulated(emulator.handle);
const run = async (inputs: Inputs, client = clientOver(server.send)) => simulate.read({ documents: ["{}"], ...inputs }, inContext(client));
const requested = () => server.sent.map(({ line }) => line);

const convert = '{"convert":{"field":"status","type":"integer"}}';
const seen = '{"set":{"field":"seen","value":true}}';
const post = "POST /_ingest/pipeline/_simulate";
const notInteger = 'illegal_argument_exception: unable to convert [x] to integer: number_format_exception: For input string: "x"';

beforeEach(() => {
  emulator.pipelines.set("web", { processors: [{ convert: { field: "status", type: "integer" } }] });
  server.sent.length = 0;
});

test.each([
  [
    "processors: the document, or the failure, of each",
    { processors: [convert, seen], documents: ['{"status":"200"}', '{"status":"x"}'] },
    [
      { dropped: false, document: '{"status":200,"seen":true}', index: "_index", id: "_id" },
      { dropped: false, error: notInteger },
    ],
    1,
  ],
  ["a dropped document is not a failure", { processors: ['{"drop":{}}'] }, [{ dropped: true }], 0],
  [
    "objects, among them JSON strings, run as JSON strings do",
    {
      processorObjects: [{ set: { field: "n", value: [1, "x"] } }, seen, { convert: { field: "status", type: "integer" } }],
      onFailureObjects: [{ remove: { field: "n" } }],
      documents: ["{}", '{"status":"1"}'],
    },
    [expect.objectContaining({ document: '{"seen":true}' }), expect.objectContaining({ document: '{"status":1,"n":[1,"x"],"seen":true}' })],
    0,
  ],
])("%s", async (_title, inputs, results, failed) => {
  expect(await run(inputs)).toEqual({ results, failed });
  expect(requested()).toEqual([post]);
});

test("numbers keep their digits", async () => {
  const source = '{"n":12345678901234567890,"f":1.10}';
  const { send, sent } = recorded(() => json(`{"docs":[{"doc":{"_index":"i","_id":"1","_source":${source}}}]}`));
  expect((await run({ processors: [convert], documents: [source] }, clientOver(send))).results).toMatchObject([{ document: source }]);
  expect(String(sent[0]!.body)).toContain(source);
});

describe("verbose: every processor that failed, with its position", () => {
  const missing = "illegal_argument_exception: field [x] not present as part of path [x]";
  const lowercase = (more: object = {}) => ({ lowercase: { field: "x", ...more } });
  const ignoring = JSON.stringify(lowercase({ ignore_failure: true }));
  const failuresOf = async (inputs: Inputs) => (await run({ verbose: true, ...inputs })).results[0]!.failures;

  test("the results are those of the untagged pipeline", async () => {
    const inputs = { processors: [convert, seen], documents: ['{"status":"x"}', '{"status":"1"}'] };
    const { results, failed } = await run({ ...inputs, verbose: true });
    expect(requested()).toEqual([post, `${post}?verbose=true`]);
    expect({ results: results.map(({ failures: _, ...result }) => result), failed }).toEqual(await run(inputs));
    expect(results.map(({ failures }) => failures)).toEqual([[{ position: "processors[0]", type: "convert", reason: notInteger }], []]);
  });

  test("handled failures, nested handlers and the tags of the program", async () => {
    const handlers = [{ set: { field: "e", value: 1 } }, lowercase({ tag: "inner", ignore_failure: true })];
    const processors = [JSON.stringify(lowercase({ tag: "outer", on_failure: handlers })), '{"fail":{"message":"boom"}}'];
    expect(await failuresOf({ processors, onFailures: [ignoring] })).toEqual([
      { position: "processors[0]", type: "lowercase", tag: "outer", reason: missing },
      { position: "processors[0].on_failure[1]", type: "lowercase", tag: "inner", reason: missing },
      { position: "processors[1]", type: "fail", reason: "fail_processor_exception: boom" },
      { position: "onFailures[0]", type: "lowercase", reason: missing },
    ]);
    const objects = { processorObjects: [lowercase()], onFailureObjects: [ignoring] };
    expect(await failuresOf(objects)).toMatchObject([{ position: "processorObjects[0]" }, { position: "onFailureObjects[0]" }]);
  });

  test("processors of an inner pipeline have the position of the processor that runs it", async () => {
    emulator.pipelines.set("inner", { processors: [{ lowercase: { field: "x", tag: "t", ignore_failure: true } }] });
    expect(await failuresOf({ processors: [seen, '{"pipeline":{"name":"inner"}}', ignoring] })).toEqual([
      { position: "processors[1]", type: "lowercase", tag: "t", reason: missing },
      { position: "processors[2]", type: "lowercase", reason: missing },
    ]);
  });

  test("a stored pipeline", async () => {
    emulator.pipelines.set("web", { processors: [{ fail: { message: "m", tag: "f" } }], on_failure: [{ set: { field: "a", value: 1 } }] });
    expect((await run({ name: "web", verbose: true })).results).toMatchObject([
      { document: '{"a":1}', failures: [{ position: "processors[0]", type: "fail", tag: "f", reason: "fail_processor_exception: m" }] },
    ]);
    expect(requested()).toEqual(["POST /_ingest/pipeline/web/_simulate", "GET /_ingest/pipeline/web", `${post}?verbose=true`]);
  });
});

const foreach = { foreach: { field: "x", processor: { rename: { field: "a" } } } };
const set = '{"set":{"field":"a"}}';

test.each([
  [
    "names each processor by index, also among equal types",
    { processors: [seen, set, '{"zet":{"tag":"own"}}', seen] },
    [
      'processors[1]: Elasticsearch rejects the processor "set": parse_exception: [value] required property is missing. Correct the definition.',
      'processors[2]: Elasticsearch rejects the processor "zet": parse_exception: No processor type exists with name [zet]. Correct the definition.',
    ],
  ],
  [
    "names the option of an object, but not of a JSON string or of a processor inside",
    { processorObjects: [{ set: { field: "a" } }, set, foreach] },
    [/^processorObjects\[0\]\.set\.value: /, /^processorObjects\[1\]: /, /^processorObjects\[2\]: /],
  ],
  ["names a processor whose tag is not a text, by its type", { processors: [seen, '{"drop":{"tag":5}}'] }, [/^processors\[1\]: /]],
])("a rejected definition %s", async (_title, inputs, expected) => {
  const error = await run(inputs).catch((cause: unknown) => cause);
  expect((error as Error).message.split("\n")).toEqual(
    expected.map((line) => (line instanceof RegExp ? expect.stringMatching(line) : line)),
  );
});

test("a response with another number of documents is an error", async () => {
  await rejects(run({ name: "web" }, clientOver(recorded(() => json({ docs: [] })).send)), /^unavailable/);
});

test.each([
  ["neither name nor processors", {}, ["name"]],
  ["name and processors", { name: "a", processors: [convert] }, ["name"]],
  ["onFailures of a stored pipeline", { name: "a", onFailures: [convert] }, ["onFailures"]],
  ["no documents", { name: "a", documents: [] }, ["documents"]],
  ["a document that is no object", { name: "a", documents: ["{}", "[]", "{"] }, ["documents[1]", "documents[2]"]],
])("%s: invalid", (_name, inputs, properties) => {
  const { failures } = checked("simulateSearchIngestPipeline", { documents: ["{}"], ...inputs });
  expect(failures.map(({ property }) => property)).toEqual(properties);
});

test("errors that repeat the credentials of the connection hide them", async () => {
  const block = { endpoints: ["http://search.test:9200"], apiKey: "c2VjcmV0LWlkOnNlY3JldC1rZXktb2YtdGhlLXRlc3Q=" };
  const error = { type: "parse_exception", reason: `sent with ApiKey ${block.apiKey}`, processor_type: "convert" };
  const over = (body: unknown, status = 200) => run({ processors: [convert] }, clientOver(recorded(() => json(body, status)).send, block));
  expect((await over({ docs: [{ error }] })).results[0]!.error).toBe("parse_exception: sent with ApiKey [secret]");
  await rejects(over({ error, status: 400 }, 400), /processors\[0\]: .*sent with ApiKey \[secret\]/);
});
