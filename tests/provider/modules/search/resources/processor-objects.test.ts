// Pipelines whose processors are objects: the same requests, changes and states as with JSON strings. See docs/modules/search.md#processors-as-objects.
import { Secret, secret, unknown } from "../../../../../provider/core/values/value";
import { rejections, scenarios } from "../cases/scenario";
import { rejects } from "../support";
import { stackFixture } from "./stack-fixture";

const kind = "SearchIngestPipeline";
const set = <T>(value: T, more: object = {}) => ({ set: { field: "env", value, ...more } });
const drop = { drop: {} };
const texts = (...processors: object[]) => processors.map((processor) => JSON.stringify(processor));
const objects = (...processors: unknown[]) => ({ name: "app", processorObjects: processors });
const strings = (...processors: object[]) => ({ name: "app", processors: texts(...processors) });
const mixed = [set(3), '{"drop": {}}', set(["a", 1, true, {}])];
const app = objects(set("a"), drop);
const script = '{"script":{"source":"x","params":{"n":12345678901234567890,"none":null}}}';
const path = "/_ingest/pipeline/app";
const put = (...processors: object[]) => ({ [`PUT ${path}`]: { processors } });

scenarios(
  kind,
  [
    {
      "objects and JSON strings in one list: the pipeline, and outputs in both forms": {
        program: objects(...mixed),
        bodies: [{ processors: [set(3), drop, set(["a", 1, true, {}])] }],
        inputs: objects(...mixed),
        outputs: { processorObjects: mixed, processors: [...texts(set(3)), '{"drop": {}}', ...texts(set(["a", 1, true, {}]))] },
      },
    },
    ...(
      [
        ["one more option", objects(set("a", { tag: "t" }), drop), ["processorObjects[0].set.tag"]],
        ["an insertion", objects(drop, set("a"), drop), ["processorObjects[0]"]],
        ["a JSON string with the same content", objects(...texts(set("a")), drop), []],
        ["JSON strings with another option", strings(set("b"), drop), ["processors[0]"]],
      ] as const
    ).map(([title, next, preview]) => ({
      [`the diff of ${title}`]: {
        preview: [...preview],
        next,
      },
    })),
    {
      "drift is described in the form of the program": {
        other: put(set("b"), drop, set("c")),
        refresh: ["processorObjects[0].set.value", "processorObjects[2]"],
        preview: [],
        next: objects(set("b"), drop, set("c")),
      },
    },
  ],
  { emulator: {}, program: app },
);

test("what an object cannot hold is described as a JSON string", async () => {
  const { stack, call } = stackFixture(kind);
  await stack.up(app);
  call(`PUT ${path}`, `{"processors":[${script},{"drop":{}}]}`);
  await stack.refresh();
  expect(stack.inputs).toMatchObject({ processorObjects: [expect.stringMatching(/^\{"script"/), drop] });
});

test("secrets: only the part that is secret in objects, the whole JSON string in the other form", async () => {
  const { stack } = stackFixture(kind);
  await stack.up(objects(set(secret("s3")), drop));
  const { processorObjects, processors } = stack.stored!.state;
  expect(processorObjects).toEqual([set(new Secret("s3")), drop]);
  expect(processors).toEqual([new Secret(JSON.stringify(set("s3"))), ...texts(drop)]);
  await stack.up({ name: "app", processors: [secret(JSON.stringify(set("s4"))), ...texts(drop)] });
  expect(stack.stored!.state["processors"]).toEqual([new Secret(JSON.stringify(set("s4"))), ...texts(drop)]);
});

rejections(kind, { name: "app" }, [
  ["no form", {}, /^processors \| missing required property 'processors'$/],
  [
    "both forms",
    { ...app, ...strings(drop) },
    /^processorObjects \| processorObjects and processors exclude each other\. Set only one of them\.$/,
  ],
  [
    "both forms of handlers",
    { ...app, onFailures: texts(drop), onFailureObjects: [drop] },
    /^onFailureObjects \| onFailureObjects and onFailures exclude each other\. Set only one of them\.$/,
  ],
  ["an empty list", objects(), /^processorObjects \| expected at least one entry; got none$/],
  [
    "options that are no object",
    objects({ set: "x" }),
    /^processorObjects\[0\]\.set \| .*expected an object with the options of the processor; got a string\. Parse/,
  ],
  [
    "a JSON string among the handlers of an object",
    objects({ drop: { on_failure: [drop, '{"drop":{}}'] } }),
    /^processorObjects\[0\]\.drop\.on_failure\[1\] \| .*: expected an object with the type .*; got a string/,
  ],
  ["a number", objects(1), /^processorObjects\[0\] \| .*; got a number$/],
  ["a text that is not JSON", objects("{"), /^processorObjects\[0\] \| .*not a JSON object/],
]);

test("two types in one object are rejected, also beside an unknown", async () => {
  const preview = stackFixture(kind).stack.previewUp(objects(set(unknown), { set: {}, drop: {} }));
  await rejects(
    preview,
    /^processorObjects\[1\] \| .*expected the type of the processor as the only key; got 2 keys\. Write each processor/,
  );
});
