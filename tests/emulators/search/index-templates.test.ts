/** Index templates of the emulator: what is kept, what is normalised, each thing that is rejected. */
import { callerOf, failure } from "./caller";
import type { SearchEmulator } from "./index";
import { createSearchEmulator } from "./index";

let emulator: SearchEmulator;
let request: ReturnType<typeof callerOf>;

beforeEach(() => {
  emulator = createSearchEmulator();
  request = callerOf(emulator);
});

const put = (members: object, name = "t"): ReturnType<typeof request> =>
  request(`PUT /_index_template/${name}`, { index_patterns: ["t-*"], ...members });
const kept = (members: object): unknown => {
  expect(put(members)).toMatchObject({ status: 200, body: { acknowledged: true } });
  return (request("GET /_index_template/t").body.index_templates as { index_template: object }[])[0]?.index_template;
};
const rejected = (members: object, type: string, reason: string, name = "t"): void => {
  expect(put(members, name)).toMatchObject(failure(400, type, reason));
  expect(emulator.indexTemplates.has(decodeURIComponent(name))).toBe(false);
};

describe("what is stored", () => {
  it("all members, with composed_of and the defaults of data_stream added", () => {
    const members = {
      priority: 200,
      version: 3,
      _meta: { owner: "a" },
      allow_auto_create: false,
      deprecated: true,
      ignore_missing_component_templates: ["x"],
    };
    expect(kept({ ...members, data_stream: {} })).toEqual({
      ...members,
      index_patterns: ["t-*"],
      composed_of: [],
      data_stream: { hidden: false, allow_custom_routing: false },
    });
  });

  it("the next put replaces the whole object", () => {
    kept({ priority: 5, _meta: { a: 1 } });
    expect(kept({ version: 2 })).toEqual({ index_patterns: ["t-*"], composed_of: [], version: 2 });
  });

  it.each([
    ["nested", { index: { number_of_shards: 3 } }],
    ["dotted", { "index.number_of_shards": "3" }],
    ["without prefix", { number_of_shards: 3 }],
    ["twice with the prefix: the last one counts", { index: { number_of_shards: 4 }, "index.number_of_shards": 3 }],
    ["with and without prefix: the one without counts", { number_of_shards: 3, index: { number_of_shards: 4 } }],
  ])("settings spelled %s come back nested, as text", (_, settings) => {
    expect(kept({ template: { settings } })).toMatchObject({ template: { settings: { index: { number_of_shards: "3" } } } });
  });

  it("lists and null in settings are kept", () => {
    const settings = { refresh_interval: null, query: { default_field: ["a", "b"] } };
    expect(kept({ template: { settings } })).toMatchObject({ template: { settings: { index: settings } } });
  });

  it("a number keeps its spelling in settings", () => {
    expect(
      request("PUT /_index_template/t", '{"index_patterns":["t"],"template":{"settings":{"similarity":{"x":{"type":"BM25","b":0.50}}}}}')
        .status,
    ).toBe(200);
    expect(emulator.indexTemplates.get("t")).toMatchObject({ template: { settings: { index: { similarity: { x: { b: "0.50" } } } } } });
  });

  it("a single _doc around mappings is removed, and empty mappings are dropped", () => {
    const mappings = { properties: { a: { type: "keyword" } } };
    expect(kept({ template: { mappings: { _doc: mappings } } })).toMatchObject({ template: { mappings } });
    expect(kept({ template: { mappings: {} } })).toEqual({ index_patterns: ["t-*"], composed_of: [], template: {} });
  });

  it.each([
    [{ routing: "1" }, { index_routing: "1", search_routing: "1" }],
    [
      { routing: "1", index_routing: "2" },
      { index_routing: "2", search_routing: "1" },
    ],
    [
      { index_routing: "2", routing: "1" },
      { index_routing: "1", search_routing: "1" },
    ],
    [
      { filter: { term: { a: 1 } }, is_hidden: true, is_write_index: false },
      { filter: { term: { a: 1 } }, is_hidden: true, is_write_index: false },
    ],
    [{ filter: {}, foo: 1, is_hidden: "true" }, {}],
  ])("the alias %j comes back as %j", (sent, expected) => {
    expect(kept({ template: { aliases: { a: sent } } })).toMatchObject({ template: { aliases: { a: expected } } });
  });

  it.each([
    ["07d", "7d"],
    ["+7d", "7d"],
    ["-01d", "-1"],
    ["00", "0ms"],
  ])("a time of %s is stored as %s", (data_retention, written) => {
    const { template } = kept({ data_stream: {}, template: { lifecycle: { data_retention } } }) as { template: unknown };
    expect(template).toEqual({ lifecycle: { enabled: true, data_retention: written } });
  });

  it("lifecycles are enabled by default, times are in lower case", () => {
    const data_stream_options = { failure_store: { enabled: true, lifecycle: { data_retention: "5D" } } };
    expect(kept({ data_stream: {}, template: { lifecycle: { data_retention: "7 d" }, data_stream_options } })).toMatchObject({
      template: {
        lifecycle: { enabled: true, data_retention: "7d" },
        data_stream_options: { failure_store: { enabled: true, lifecycle: { enabled: true, data_retention: "5d" } } },
      },
    });
  });

  it("9.2 and later return when a template was created and changed", () => {
    let time = 1_000;
    const later = callerOf(createSearchEmulator({ version: "9.2.0", now: () => new Date(time) }));
    later("PUT /_index_template/t", { index_patterns: ["t"] });
    time = 2_000;
    later("PUT /_index_template/t", { index_patterns: ["t"] });
    expect(later("GET /_index_template/t").body.index_templates).toMatchObject([
      { index_template: { created_date_millis: 1_000, modified_date_millis: 2_000 } },
    ]);
  });
});

describe("what is rejected", () => {
  const parse = "x_content_parse_exception";
  const invalid = (cause: string): [string, string] => ["invalid_index_template_exception", `index_template [t] invalid, cause [${cause}]`];

  it("unknown members, with a hint", () =>
    rejected({ index_pattern: [] }, parse, "[1:27] [index_template] unknown field [index_pattern] did you mean [index_patterns]?"));
  it("members of a wrong kind", () =>
    rejected({ priority: true }, parse, "[1:38] [index_template] priority doesn't support values of type: VALUE_BOOLEAN"));
  it("texts that are not numbers", () => rejected({ priority: "x" }, parse, "[1:38] [index_template] failed to parse field [priority]"));
  it("unknown members of the inner template", () => {
    put({ template: { setings: {} } });
    expect(put({ template: { setings: {} } }).body).toMatchObject({
      error: { root_cause: [{ reason: "[1:39] [template] unknown field [setings] did you mean [settings]?" }], caused_by: { type: parse } },
    });
  });
  it("no patterns", () => {
    expect(request("PUT /_index_template/t", {})).toMatchObject(failure(400, "illegal_argument_exception", "Required [index_patterns]"));
    rejected({ index_patterns: [] }, "illegal_argument_exception", "There must be at least one pattern, zero given");
  });
  it("a negative priority", () =>
    rejected({ priority: -1 }, "action_request_validation_exception", "Validation Failed: 1: index template priority must be >= 0;"));
  it("an invalid pattern", () =>
    rejected({ index_patterns: ["_a"] }, ...invalid("Validation Failed: 1: index_pattern [_a] must not start with '_';")));
  it.each(["A", "_a", "a*", "a%2Cb", "a%20b", "a%23b"])("the name %s", (name) => {
    expect(put({}, name)).toMatchObject({ status: 400, body: { error: { type: "invalid_index_template_exception" } } });
  });
  it("a blank name", () => rejected({}, "action_request_validation_exception", "Validation Failed: 1: name is missing;", "%20"));
  it("unknown settings", () =>
    rejected(
      { template: { settings: { foo: 1 } } },
      ...invalid(
        "Validation Failed: 1: unknown setting [index.foo] please check that any required plugins are installed, or check the breaking changes documentation for removed settings;",
      ),
    ));
  it("misspelt settings, with a hint", () =>
    rejected(
      { template: { settings: { numbr_of_shards: 1 } } },
      ...invalid("Validation Failed: 1: unknown setting [index.numbr_of_shards] did you mean [index.number_of_shards]?;"),
    ));
  it("settings out of range", () =>
    rejected(
      { template: { settings: { number_of_shards: 0 } } },
      ...invalid("Validation Failed: 1: Failed to parse value [0] for setting [index.number_of_shards] must be >= 1;"),
    ));
  it("an unknown field type", () => {
    const reply = put({ template: { mappings: { properties: { a: { type: "nope" } } } } });
    expect(reply).toMatchObject(
      failure(400, "illegal_argument_exception", "composable template [t] template after composition is invalid"),
    );
    expect(JSON.stringify(reply.body)).toContain("The mapper type [nope] declared on field [a] does not exist");
  });
  it("an unknown root member of mappings", () => {
    expect(JSON.stringify(put({ template: { mappings: { foo: 1 } } }).body)).toContain(
      "Root mapping definition has unsupported parameters:  [foo : 1]",
    );
  });
  it("invalid alias names", () =>
    rejected(
      { template: { aliases: { "a b": {} } } },
      "invalid_alias_name_exception",
      expect.stringContaining("Invalid alias name [a b]") as string,
    ));
  it("an index routing of several values", () =>
    rejected(
      { template: { aliases: { a: { index_routing: "1,2" } } } },
      "illegal_argument_exception",
      "alias [a] has several index routing values associated with it",
    ));
  it("a filter that is not a query", () => {
    expect(JSON.stringify(put({ template: { aliases: { a: { filter: { foo: {} } } } } }).body)).toContain("unknown query [foo]");
  });
  it("missing components, except those that may be missing", () => {
    rejected({ composed_of: ["x"] }, ...invalid("index template [t] specifies component templates [x] that do not exist"));
    expect(put({ composed_of: ["x"], ignore_missing_component_templates: ["x"] }).status).toBe(200);
  });
  it.each(["lifecycle", "data_stream_options"])("%s without a data stream", (part) => {
    expect(put({ template: { [part]: {} } })).toMatchObject({ status: 400, body: { error: { type: "illegal_argument_exception" } } });
    expect(put({ template: { [part]: {} }, data_stream: {} }).status).toBe(200);
  });
  it("a lifecycle time without unit", () => {
    expect(JSON.stringify(put({ data_stream: {}, template: { lifecycle: { data_retention: "30" } } }).body)).toContain(
      "unit is missing or unrecognized",
    );
  });
  it.each([
    ["1e3d", "failed to parse [1e3d], fractional time values are not supported"],
    ["7days", "failed to parse [7days]"],
    ["-5d", "negative durations are not supported"],
  ])("a lifecycle time of %s", (data_retention, text) => {
    expect(JSON.stringify(put({ data_stream: {}, template: { lifecycle: { data_retention } } }).body)).toContain(text);
  });
  it.each([
    [{ properties: null }, "properties must be a map type"],
    [{ properties: { a: { properties: [1] } } }, "properties must be a map type"],
    [{ runtime: [] }, "runtime must be a map type"],
  ])("the mappings %j", (mappings, text) => {
    expect(JSON.stringify(put({ template: { mappings } }).body)).toContain(text);
    expect(put({ template: { mappings: { properties: [] } } }).status).toBe(200);
  });
  it("an empty failure store", () => {
    expect(JSON.stringify(put({ data_stream: {}, template: { data_stream_options: { failure_store: {} } } }).body)).toContain(
      "at least one non-null configuration value",
    );
  });
});

describe("templates among others", () => {
  it("rejects the same priority for patterns that overlap", () => {
    put({ index_patterns: ["foo*"] }, "a");
    expect(put({ index_patterns: ["*bar"] }, "b")).toMatchObject({
      status: 400,
      body: { error: { reason: expect.stringContaining("(a => [foo*])") as string } },
    });
    expect(put({ index_patterns: ["*bar"], priority: 1 }, "b").status).toBe(200);
    expect(put({ index_patterns: ["zoo*"] }, "c").status).toBe(200);
  });

  it("creates only when requested", () => {
    put({}, "t");
    expect(request("PUT /_index_template/t?create=true", { index_patterns: ["x"] })).toMatchObject(
      failure(400, "illegal_argument_exception", "index template [t] already exists"),
    );
    expect(request("PUT /_index_template/u?create=true", { index_patterns: ["u"] }).status).toBe(200);
  });

  it("finds by name and by pattern, rejects lists, distinguishes a missing name from a pattern without match", () => {
    put({ index_patterns: ["a"] }, "a1");
    put({ index_patterns: ["b"] }, "a2");
    expect(request("GET /_index_template/a*").body.index_templates).toHaveLength(2);
    expect(request("GET /_index_template").body.index_templates).toHaveLength(2);
    expect(request("GET /_index_template/a1,a2")).toMatchObject(
      failure(400, "illegal_argument_exception", "template name may not contain ','"),
    );
    expect(request("GET /_index_template/x")).toMatchObject(
      failure(404, "resource_not_found_exception", "index template matching [x] not found"),
    );
    expect(request("GET /_index_template/x*")).toMatchObject({ status: 404, body: { index_templates: [] } });
    expect([request("HEAD /_index_template/a1").status, request("HEAD /_index_template/x").status]).toEqual([200, 404]);
  });

  it("deletes names, lists and patterns; missing ones are named", () => {
    for (const name of ["a1", "a2", "b1", "b2"]) put({ index_patterns: [name] }, name);
    expect(request("DELETE /_index_template/a1,nope")).toMatchObject(
      failure(404, "index_template_missing_exception", "index_template [nope] missing"),
    );
    expect(request("DELETE /_index_template/a1,b1").status).toBe(200);
    expect(request("DELETE /_index_template/a*").status).toBe(200);
    expect(emulator.indexTemplates.names()).toEqual(["b2"]);
  });

  it("rejects the deletion of a template that a data stream needs", () => {
    put({ index_patterns: ["ds*"], data_stream: {} }, "ds");
    emulator.putDataStream("ds1");
    expect(request("DELETE /_index_template/ds")).toMatchObject(
      failure(400, "illegal_argument_exception", "unable to remove composable templates [ds] as they are in use by a data streams [ds1]"),
    );
    expect(put({ index_patterns: ["other"], data_stream: {} }, "ds").status).toBe(400);
    emulator.dataStreams.delete("ds1");
    expect(request("DELETE /_index_template/ds").status).toBe(200);
  });

  it("returns changes by another client", () => {
    put({ version: 1 });
    emulator.indexTemplates.set("t", { index_patterns: ["t-*"], composed_of: [], version: 2 });
    expect(request("GET /_index_template/t").body.index_templates).toMatchObject([{ index_template: { version: 2 } }]);
  });
});
