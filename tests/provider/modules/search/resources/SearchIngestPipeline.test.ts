// Ingest pipelines against the emulator. See docs/modules/search.md#ingest-pipelines.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { TransportError } from "../../../../../provider/http/transport-error";
import { SearchIngestPipeline } from "../../../../../provider/modules/search/resources/ingest-pipeline";
import { clientOver, emulated, failure, json, operation, recorded, root, uuid } from "../support";
import { emulatorFixture, collected, driven } from "./lifecycle";

const token = "quartet:search:SearchIngestPipeline";
const { resource, inputs, wrong, refreshed, changes } = driven(token, SearchIngestPipeline);
const set = '{"set":{"field":"count","value":"1"}}';
const id = `${uuid}/app`;

describe("create", () => {
  test("reads cluster and pipeline, writes once, returns the ID", async () => {
    const { client, lines, body } = emulatorFixture();
    const expected = inputs({
      name: "app",
      processors: [set],
      description: "app logs",
      onFailures: ['{"drop":{}}'],
      metadata: '{ "owner": "a" }',
      version: 3,
      deprecated: true,
    });
    expect(await resource.create(expected, client)).toBe(id);
    expect(lines()).toEqual(["GET /", "GET /_ingest/pipeline/app", "PUT /_ingest/pipeline/app"]);
    expect(body()).toEqual({
      description: "app logs",
      version: 3,
      deprecated: true,
      processors: [JSON.parse(set)],
      on_failure: [{ drop: {} }],
      _meta: { owner: "a" },
    });
  });

  test("long numbers reach the server digit by digit", async () => {
    const { client, sent } = emulatorFixture();
    await resource.create(inputs({ name: "app", processors: ['{"set":{"field":"a","value":12345678901234567890}}'] }), client);
    expect(sent.at(-1)!.body).toContain("12345678901234567890");
  });

  test("field_access_pattern if the server supports it", async () => {
    const { client, body } = emulatorFixture({ version: "9.2.0" });
    await resource.create(inputs({ name: "app", processors: [set], fieldAccessPattern: "flexible" }), client);
    expect(body()).toMatchObject({ field_access_pattern: "flexible" });
  });

  test("rejects one that differs, with the import command", async () => {
    const { client, lines } = emulatorFixture();
    await resource.create(inputs({ name: "app", processors: [set], version: 1 }), client);
    lines();
    const error = await failure(resource.create(inputs({ name: "app", processors: ['{"drop":{}}'] }), client));
    expect(error.code).toBe("already_exists");
    expect(error.message).toContain(`pulumi import quartet:search:SearchIngestPipeline NAME ${id}`);
    expect(error.message).toContain("processors, version");
    expect(lines()).toEqual(["GET /_ingest/pipeline/app"]);
  });

  test("the server's reason for an invalid processor is reported", async () => {
    const { client } = emulatorFixture();
    const error = await failure(resource.create(inputs({ name: "app", processors: ['{"set":{"value":"1"}}'] }), client));
    expect(error.code).toBe("failed_precondition");
    expect(error.message).toMatch(
      /^PUT http:\/\/search.test:9200\/_ingest\/pipeline\/app: HTTP 400: parse_exception: \[field\] required property is missing/,
    );
    expect(error.message).toMatch(/processor_type: set\nproperty_name: field/);
  });

  test("a lost response is ambiguous", async () => {
    const { send } = recorded(({ method, line }) => {
      if (method === "PUT") throw new TransportError("sent", "ECONNRESET", "lost (ECONNRESET).", { ambiguous: true });
      return line === "GET /" ? root() : json({}, 404);
    });
    expect((await failure(resource.create(inputs({ name: "app", processors: [set] }), clientOver(send)))).ambiguous).toBe(true);
  });
});

describe("read", () => {
  test("written values are returned in the spelling of the program", async () => {
    const { client } = emulatorFixture();
    const expected = inputs({
      name: "app",
      processors: ['{ "remove": {"field": ["a"]} }', set],
      metadata: '{"b": 1, "a": 2}',
      deprecated: false,
    });
    await resource.create(expected, client);
    expect(await refreshed(id, client, expected)).toEqual(expected);
  });

  test("members of newer servers, and unknown ones of processors, are kept; dates are not", async () => {
    const { send } = recorded(({ line }) =>
      line === "GET /"
        ? root()
        : json({
            app: {
              processors: [{ new: { deep: { er: [1] } } }],
              created_date: "x",
              modified_date: "y",
              created_date_millis: 1,
              modified_date_millis: 2,
            },
          }),
    );
    expect((await resource.read(id, clientOver(send)))!.state).toEqual({ name: "app", processors: ['{"new":{"deep":{"er":[1]}}}'] });
  });

  test("dates of 9.2 are no drift", async () => {
    const { client } = emulatorFixture({ version: "9.2.0" });
    const expected = inputs({ name: "app", processors: [set] });
    await resource.create(expected, client);
    expect(await refreshed(id, client, expected)).toEqual(expected);
  });

  test("a change by another writer is reported at its path", async () => {
    const { client, emulator } = emulatorFixture();
    const expected = inputs({ name: "app", processors: [set, '{"drop":{}}'], description: "mine" });
    await resource.create(expected, client);
    emulator.pipelines.set("app", { description: "foreign", processors: [JSON.parse(set), { drop: { tag: "x" } }], version: 7 });
    const found = (await refreshed(id, client, expected))!;
    expect(found).toEqual({ ...expected, processors: [set, '{"drop":{"tag":"x"}}'], description: "foreign", version: 7 });
    expect(changes(found, expected)).toEqual(["description", "processors[1]", "version"]);
  });

  test.each<[string, object]>([
    ["404 with {}", json({}, 404)],
    ["200 with {}", json({})],
    ["a response without it", json({ other: { processors: [] } })],
  ])("%s: gone", async (_name, response) => {
    const { send } = recorded(({ line }) => (line === "GET /" ? root() : response));
    expect(await resource.read(id, clientOver(send))).toBeUndefined();
  });

  test.each<[string, object]>([
    ["404 of a proxy", json("<html>", 404)],
    ["a list", json([])],
    ["JSON of another server", json({ message: "Log in to continue." })],
    ["403", json({ error: { type: "security_exception", reason: "no" }, status: 403 }, 403)],
  ])("%s: a failure", async (_name, response) => {
    const { send } = recorded(({ line }) => (line === "GET /" ? root() : response));
    await expect(resource.read(id, clientOver(send))).rejects.toBeInstanceOf(ProviderError);
  });
});

describe("import", () => {
  test.each(["app", id])("by %s", async (given) => {
    const { client, context } = emulatorFixture();
    await resource.create(inputs({ name: "app", processors: [set], description: "d" }), client);
    expect(resource.importViolation(given)).toBeUndefined();
    expect((await resource.read(given, client))!.id).toBe(id);
    expect(await refreshed(given, client)).toEqual({ name: "app", processors: [set], description: "d" });
    expect(context.lines).toEqual([]);
  });

  test("JSON texts are as they were received, digit by digit and key by key", async () => {
    const part = '{"set":{"value":12345678901234567890,"10":1.0,"9":[1e30]}}';
    const response = `{"app":{"processors":[{"drop":{}}, ${part}],"on_failure":[${part}],"_meta":${part}}}`;
    const { send } = recorded(({ line }) => (line === "GET /" ? root() : json(response)));
    const { state } = (await resource.read("app", clientOver(send)))!;
    expect(state).toEqual({ name: "app", processors: ['{"drop":{}}', part], onFailures: [part], metadata: part });
  });

  test("the ID of another cluster is rejected", async () => {
    const { client } = emulatorFixture();
    await resource.create(inputs({ name: "app", processors: [set] }), client);
    const other = "AAAAAAAAAAAAAAAAAAAAAA";
    const error = await failure(resource.read(`${other}/app`, client));
    expect(error.code).toBe("failed_precondition");
    for (const part of [other, uuid, "pulumi state delete"]) expect(error.message).toContain(part);
  });

  test.each(["", "uu/", " ", "uu/ ", "a*", "uu/a,b"])("the id %p is rejected", (given) =>
    expect(resource.importViolation(given)).toMatch(/^Invalid import ID.*Use <cluster_uuid>\/<name>/),
  );

  test("names with slashes", async () => {
    const { client } = emulatorFixture();
    const createdId = String(await resource.create(inputs({ name: "a/b c", processors: [set] }), client));
    expect(createdId).toBe(`${uuid}/a/b c`);
    expect((await resource.read(createdId, client))!.state["name"]).toBe("a/b c");
  });
});

describe("update and diff", () => {
  test("one PUT of the whole object", async () => {
    const { client, lines, body } = emulatorFixture();
    const before = inputs({ name: "app", processors: [set], description: "d" });
    await resource.create(before, client);
    lines();
    const next = inputs({ name: "app", processors: ['{"drop":{}}'] });
    await resource.update(id, { inputs: next, before: before }, client);
    expect(lines()).toEqual(["GET /_ingest/pipeline/app", "PUT /_ingest/pipeline/app"]);
    expect(body()).toEqual({ processors: [{ drop: {} }] });
  });

  test.each<[string, object, string[]]>([
    ["white space and order of keys", { processors: ['{ "set": {"value": "1", "field": ["count"]} }', '{"drop":{}}'] }, []],
    ["metadata spelled otherwise", { metadata: '{ "b":2, "a":1 }' }, []],
    ["explicit defaults", { deprecated: false, fieldAccessPattern: "classic" }, []],
    ["another order", { processors: ['{"drop":{}}', set] }, ["processors[0]", "processors[1]"]],
    ["another value", { metadata: '{"a":1}' }, ["metadata"]],
    ["another name", { name: "b" }, ["name!"]],
  ])("%s: %j", (_name, more, expected) => {
    const before = inputs({ name: "app", processors: [set, '{"drop":{}}'], metadata: '{"a":1,"b":2}' });
    expect(changes(before, inputs({ ...before, ...more }))).toEqual(expected);
  });
});

describe("delete", () => {
  test("deletes it, and succeeds if it is missing", async () => {
    const { client, emulator } = emulatorFixture();
    await resource.create(inputs({ name: "app", processors: [set] }), client);
    await resource.delete(id, client);
    expect(emulator.pipelines.get("app")).toBeUndefined();
    await expect(resource.delete(id, client)).resolves.toBeUndefined();
  });

  test("one that indices need stays; the error names all of them, and the remedy", async () => {
    const { client, emulator } = emulatorFixture();
    await resource.create(inputs({ name: "app", processors: [set] }), client);
    for (let i = 10; i < 32; i++) emulator.putIndex(`logs-${i}`, { "index.default_pipeline": "app", "index.hidden": i === 11 });
    emulator.putIndex("last", { "index.final_pipeline": "app" });
    emulator.putIndex("other", { "index.default_pipeline": "b" });
    const { message } = await failure(resource.delete(id, client));
    expect(message).toMatch(/pipeline \[app\] cannot be deleted because it is the default pipeline/);
    expect(message).toMatch(
      /\nIndices with this pipeline in `index\.default_pipeline`: logs-10, logs-11, (logs-\d\d, ){17}logs-29 and 2 more\. Indices with this pipeline in `index\.final_pipeline`: last\. Set them to another pipeline or to `_none`/,
    );
  });

  test("the reason of the server is unchanged if the settings of indices cannot be read", async () => {
    const { emulator } = emulatorFixture();
    const { send } = emulated((request) =>
      request.path.startsWith("/_all") ? { status: 403, headers: {}, body: "{}" } : emulator.handle(request),
    );
    await resource.create(inputs({ name: "app", processors: [set] }), clientOver(send));
    emulator.putIndex("logs", { "index.default_pipeline": "app" });
    expect((await failure(resource.delete(id, clientOver(send)))).message).toMatch(/including \[logs\]$/);
  });

  test.each(["a*", "a,b"])("never with the pattern %s", async (name) => {
    const { send, sent } = emulated(emulatorFixture().emulator.handle);
    expect((await failure(resource.delete(`${uuid}/${name}`, clientOver(send)))).code).toBe("invalid_argument");
    expect(sent).toEqual([]);
  });
});

test("list returns all, with IDs that Read accepts", async () => {
  const { client } = emulatorFixture();
  const list = (): Promise<unknown[]> => collected(resource.list(client));
  expect(await list()).toEqual([]);
  for (const name of ["a", "b/c"]) await resource.create(inputs({ name, processors: [set] }), client);
  expect(await list()).toEqual([
    { id: `${uuid}/a`, name: "a" },
    { id: `${uuid}/b/c`, name: "b/c" },
  ]);
});

test("all violations are reported at once", () => {
  expect(
    wrong({ name: "a*", processors: ["{}", "[]", "x"], onFailures: [], metadata: "1", version: 1.5, timeouts: { create: "soon" } }),
  ).toEqual([
    expect.stringMatching(/^metadata \| not a JSON object/),
    expect.stringMatching(/^name \| must not be blank and must not contain/),
    "onFailures | expected at least one entry; got none",
    "processors[1] | processors[1]: not a JSON object: got a list",
    expect.stringMatching(/^processors\[2\] \| processors\[2\]: not a JSON object/),
    expect.stringMatching(/^timeouts\.create \| .*expected a time limit/),
    "version | expected a whole number; got 1.5",
  ]);
  expect(wrong({ name: "a", processors: [] })).toEqual(["processors | expected at least one entry; got none"]);
  expect(wrong({ name: " ", processors: ["{}"] })).toHaveLength(1);
});

test("an operation that is cancelled ends with its reason", async () => {
  const reason = new ProviderError("cancelled", "cancelled by the engine");
  const { send } = recorded(({ signal }) => Promise.reject(signal.reason as Error));
  const client = clientOver(send, undefined, operation(AbortSignal.abort(reason)));
  await expect(resource.read(id, client)).rejects.toBe(reason);
});
