// Pipelines whose processors are objects: the same requests, changes and states as with JSON strings. See docs/modules/search.md#processors-as-objects.
import { hasSecret, Secret, secret, unknown, type ValueMap } from "../../../../../provider/core/values/value";
import { stackFixture, type StackFixture } from "./stack-fixture";

const type = "quartet:search:SearchIngestPipeline";
const set = <T>(value: T, more: object = {}) => ({ set: { field: "env", value, ...more } });
const drop = { drop: {} };
const texts = (processors: readonly object[]): string[] => processors.map((processor) => JSON.stringify(processor));
const objects = (...processors: unknown[]) => ({ name: "app", processorObjects: processors });

async function created(program: object): Promise<StackFixture> {
  const fixture = stackFixture(type);
  await fixture.stack.up(program);
  fixture.lines();
  return fixture;
}

test("objects and JSON strings in one list: the pipeline, and outputs in both forms", async () => {
  const program = objects(set(3), '{"drop": {}}', set(["a", 1, true, { b: null }]));
  const { stack, emulator } = await created(program);
  expect(emulator.pipelines.get("app")).toEqual({ processors: [set(3), drop, set(["a", 1, true, {}])] });
  expect(stack.outputs).toEqual({
    name: "app",
    processorObjects: [set(3), '{"drop": {}}', set(["a", 1, true, {}])],
    processors: [...texts([set(3)]), '{"drop": {}}', ...texts([set(["a", 1, true, {}])])],
  });
  expect(await stack.preview(program)).toEqual([]);
  expect(await stack.refresh()).toEqual([]);
  expect(stack.inputs).toEqual({ name: "app", processorObjects: [set(3), '{"drop": {}}', set(["a", 1, true, {}])] });
});

test.each<[title: string, news: object, paths: string[]]>([
  ["an option", objects(set("b"), drop), ["processorObjects[0].set.value"]],
  ["one more option", objects(set("a", { tag: "t" }), drop), ["processorObjects[0].set.tag"]],
  ["an insertion", objects(drop, set("a"), drop), ["processorObjects[0]"]],
  ["a JSON string with the same content", objects(...texts([set("a")]), drop), []],
  ["a list of one value", objects(set(["a"]), drop), []],
  ["JSON strings alone", { name: "app", processors: texts([set("a"), drop]) }, []],
  ["JSON strings with another option", { name: "app", processors: texts([set("b"), drop]) }, ["processors[0]"]],
])("the diff of %s", async (_title, news, paths) => {
  const { stack } = await created(objects(set("a"), drop));
  expect(await stack.preview(news)).toEqual(paths);
});

test("the form changes in both directions without a request; with other content it is an update", async () => {
  const { stack, lines, emulator } = await created({ name: "app", processors: texts([set("a"), drop]), onFailures: texts([drop]) });
  const program = { ...objects(set("a"), drop), onFailureObjects: [drop] };
  expect(await stack.up(program)).toBe("same");
  expect(await stack.up({ name: "app", processors: texts([set("a"), drop]), onFailureObjects: [drop] })).toBe("same");
  expect(await stack.up(program)).toBe("same");
  expect(lines()).toEqual([]);
  expect(await stack.refresh()).toEqual([]);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up({ name: "app", processors: texts([set("b"), drop]), onFailures: texts([set("c")]) })).toBe("update");
  expect(emulator.pipelines.get("app")).toEqual({ processors: [set("b"), drop], on_failure: [set("c")] });
  expect(stack.outputs).not.toHaveProperty("processorObjects");
});

test("drift is described in the form of the program, an import in JSON strings", async () => {
  const { stack, emulator, another } = await created(objects(set("a"), drop));
  emulator.pipelines.set("app", { processors: [set("b"), drop, set("c")] });
  expect(await stack.refresh()).toEqual(["processorObjects[0].set.value", "processorObjects[2]"]);
  expect(stack.inputs).toEqual(objects(set("b"), drop, set("c")));
  expect(stack.outputs["processors"]).toEqual(texts([set("b"), drop, set("c")]));
  const imported = another();
  await imported.import("app");
  expect(imported.inputs).toEqual({ name: "app", processors: texts([set("b"), drop, set("c")]) });
  expect(await imported.preview(objects(set("b"), drop, set("c")))).toEqual([]);
});

test("what an object cannot hold is described as a JSON string", async () => {
  const { stack, emulator } = await created(objects(drop));
  const script = '{"script":{"source":"x","params":{"n":12345678901234567890,"none":null}}}';
  await emulator.handle({
    method: "PUT",
    path: "/_ingest/pipeline/app",
    query: "",
    headers: { "content-type": "application/json" },
    body: `{"processors":[${script},{"drop":{}}]}`,
  });
  await stack.refresh();
  expect(stack.inputs).toMatchObject({ processorObjects: [expect.stringMatching(/^\{"script"/), drop] });
});

test("handlers that the program removes are removed, in either form; those of others stay", async () => {
  const { stack, emulator } = await created({ ...objects(drop), onFailureObjects: [set("x")] });
  expect(await stack.preview(objects(drop))).toEqual(["onFailureObjects"]);
  await stack.up(objects(drop));
  expect(emulator.pipelines.get("app")).toEqual({ processors: [drop] });
  emulator.pipelines.set("app", { processors: [drop], on_failure: [set("other")] });
  await stack.up(objects(drop, drop));
  expect(emulator.pipelines.get("app")).toEqual({ processors: [drop, drop], on_failure: [set("other")] });
});

test("secrets: only the part that is secret in objects, the whole JSON string in the other form", async () => {
  const { stack } = await created(objects(set(secret("s3")), drop));
  const { processorObjects, processors } = stack.stored!.outputs;
  expect(processorObjects).toEqual([set(new Secret("s3")), drop]);
  expect(processors).toEqual([new Secret(JSON.stringify(set("s3"))), JSON.stringify(drop)]);
  await stack.up({ name: "app", processors: [secret(JSON.stringify(set("s4"))), JSON.stringify(drop)] });
  expect(hasSecret((stack.stored!.outputs["processors"] as ValueMap[])[0])).toBe(true);
});

test.each<[title: string, program: object, failures: string[]]>([
  ["no form", { name: "app" }, ["processors | missing required property 'processors'"]],
  [
    "both forms",
    { ...objects(drop), processors: texts([drop]) },
    ["processorObjects | processorObjects and processors exclude each other. Set only one of them."],
  ],
  [
    "both forms of handlers",
    { ...objects(drop), onFailures: texts([drop]), onFailureObjects: [drop] },
    ["onFailureObjects | onFailureObjects and onFailures exclude each other. Set only one of them."],
  ],
  ["an empty list", objects(), ["processorObjects | expected at least one entry; got none"]],
  [
    "two types in one object, also beside an unknown",
    objects(set(unknown), { set: {}, drop: {} }),
    [
      "processorObjects[1] | processorObjects[1]: expected the type of the processor as the only key; got 2 keys. Write each processor as an element of its own",
    ],
  ],
  [
    "options that are no object",
    objects({ set: "x" }),
    [
      "processorObjects[0].set | processorObjects[0].set: expected an object with the options of the processor; got a string. Parse a JSON string, or write the object itself",
    ],
  ],
  [
    "a JSON string among the handlers of an object",
    objects({ drop: { on_failure: [drop, '{"drop":{}}'] } }),
    [expect.stringMatching(/^processorObjects\[0\]\.drop\.on_failure\[1\] \| .*: expected an object with the type .*; got a string/)],
  ],
  ["a number", objects(1), [expect.stringMatching(/^processorObjects\[0\] \| .*; got a number$/)]],
  ["a text that is not JSON", objects("{"), [expect.stringMatching(/^processorObjects\[0\] \| .*not a JSON object/)]],
])("Check rejects %s", async (_title, program, failures) => {
  const error: unknown = await stackFixture(type)
    .stack.previewUp(program)
    .catch((reason: unknown) => reason);
  expect((error as Error).message.split("\n")).toEqual(failures);
});
