/** Contract of `/_index_template` and `/_component_template`. */
import { each, fitting, inner, lines, only, puts, rounds, step, streaming, template, type Groups } from "./step";

const NAMES = ["A", "_a", "a%20b", "a,b", "a%2Cb", "a%23b", "a*", "a%2Fb", "a:b", "%C3%A9", "%20", ".", "..", "a%25b", "x".repeat(260)];
/** Units, signs, leading zeros, and what the number reader of Java takes for a fraction. */
const RETENTIONS = "168h -1 7D 7micros x 30 7M 07d +7d -01d 00 1e3d 7dd .5d 0x7d".split(" ");
const PATTERNS = ["", "a,b", "_a", "A*", "a b", "a#b", "a:b", "a/b", "*", "."];

/** All groups. */
export const groups: Groups = {
  // Put, read and reject the members of an index template.
  "index template: members": [
    ["", "{}", "[]", '"x"', "5"].flatMap((body) => step("PUT /_index_template/t", body, { "content-type": "application/json" })),
    [[], "t*", 5, [5, true], null, [null], { a: 1 }, ["t*", "t*"]].flatMap((index_patterns) => template({ index_patterns })),
    PATTERNS.flatMap((pattern) => template({ index_patterns: [pattern] })),
    template({ index_patterns: ["a#b", "a:b", "a/b", "_ b,"] }),
    fitting({ foo: 1 }, { compose_of: [] }, { template: [] }),
    fitting(...each("priority", 5, "5", -1, 1.5, "x", "1.5", null, true, [1]), ...each("version", "5", "x", null)),
    fitting(...each("_meta", { a: { b: [1, null, "x"] } }, {}, "x", [], null, 1)),
    fitting(...each("allow_auto_create", true, "true", "x", 1, null), ...each("deprecated", false, "x")),
    fitting(...each("composed_of", "x", ["x"], ["x", "y"], [1], null, [])),
    fitting(...["x", ["x"], [], null].map((names) => ({ composed_of: ["x", "x"], ignore_missing_component_templates: names }))),
    fitting({ composed_of: ["x", "y"], ignore_missing_component_templates: ["x"] }, { ignore_missing_component_templates: ["y"] }),
    fitting(...each("data_stream", {}, { hidden: "true" }, { hidden: "x" }, { allow_custom_routing: true }, { hiden: true }, [], null)),
    inner({ setings: {} }),
  ],
  // Bodies that are no good JSON. Only the kind of failure is compared: the texts are those of the JSON reader in Java.
  "templates and pipelines: malformed bodies": only(
    "type",
    "the reason quotes the JSON reader of Java word by word",
    [
      '{"index_patterns":',
      '{"index_patterns":["a"],}',
      '{"a":1,"a":2}',
      '{"index_patterns":["t-*"],"_meta":{"a":1,"a":2}}',
      '{"index_patterns":["t-*"],"template":{"mappings":{"properties":{},"properties":{}}}}',
      '{"processors":[{"set":{"field":"a","field":"b","value":1}}]}',
      "nul",
      "{'a':1}",
      '{"a":1 "b":2}',
      '{"a":"\n"}',
    ].flatMap((body) => [
      step("PUT /_index_template/t", body, { "content-type": "application/json" }),
      step("PUT /_ingest/pipeline/p", body, { "content-type": "application/json" }),
    ]),
  ),
  // Names of templates, `create`, and reading and deleting by patterns and lists.
  "index template: names, lists, patterns": [
    NAMES.flatMap((name) => rounds(`/_index_template/${name}`, { index_patterns: ["t-*"] })),
    { "POST /_index_template/o1": { index_patterns: ["o1"] }, "PUT /_index_template/o2": { index_patterns: ["o2"], version: 1 } },
    { "PUT /_index_template/o2": { index_patterns: ["o2"] }, "PUT /_index_template/o1?create=true": { index_patterns: ["o1"] } },
    {
      "PUT /_index_template/o1?create=true": { index_patterns: ["other"] },
      "PUT /_index_template/o1?create=x": { index_patterns: ["o1"] },
      "PUT /_index_template/o1?create=false&cause=x&master_timeout=1s": { index_patterns: ["o1"], version: 2 },
      "PUT /_index_template/A?create=true": { index_patterns: ["A,"] },
    },
    lines("GET /_index_template", "", "/o*", "/nope*", "/o1*,o2*", "/o2?local=true&flat_settings=true&include_defaults=true"),
    lines("HEAD /_index_template/", "o1", "nope", "nope*", "o*"),
    lines("DELETE /_index_template/", "nope", "nope*", "o1,nope", "nope1,nope2", "o1*,nope", "o1,o2", "o3", "o3"),
    "DELETE /_index_template/*",
    "GET /_index_template/*",
    "GET /_index_template",
    "DELETE /_index_template/_all",
  ],
  // Two templates of one priority must not fit one index.
  "index template: overlapping patterns": [
    { "PUT /_index_template/o1": { index_patterns: ["foo*"] }, "PUT /_index_template/o2": { index_patterns: ["foobar*"] } },
    { "PUT /_index_template/o2": { index_patterns: ["fo*", "zz"], priority: 0 } },
    {
      "PUT /_index_template/o2": { index_patterns: ["foobar*"], priority: 1 },
      "PUT /_index_template/o3": { index_patterns: ["*bar-x", "k"], priority: 1 },
      "PUT /_index_template/o4": { index_patterns: ["f*x"] },
      "PUT /_index_template/o5": { index_patterns: ["*"] },
      "PUT /_index_template/o1": { index_patterns: ["foo*"], template: { settings: { foo: 1 } } },
      "PUT /_index_template/_x": { index_patterns: ["foo*"] },
      "PUT /_index_template/o2?create=true": { index_patterns: ["foo*"] },
      "PUT /_index_template/o6": { index_patterns: ["foo*"], composed_of: ["x"] },
    },
  ],
  // Lifecycles and options of data streams.
  "index template: lifecycle and data stream options": [
    streaming(...each("data_retention", "7 d", "", 7, null, ...RETENTIONS).map((lifecycle) => ({ lifecycle }))),
    streaming(
      ...each(
        "lifecycle",
        {},
        null,
        { enabled: "x" },
        { foo: 1 },
        { data_retention: "7d", enabled: false },
        { downsampling: [] },
        { downsampling: "x" },
        { downsampling: [{ after: "1d", fixed_interval: "1h" }] },
      ),
    ),
    inner({ lifecycle: {} }, { data_stream_options: {} }),
    streaming(...each("data_stream_options", {}, null, [], { foo: 1 }, { failure_store: null }, { failure_store: {} })),
    streaming(
      ...[
        { enabled: "x" },
        { foo: 1 },
        { enabled: false, lifecycle: { data_retention: "5d" } },
        ...[{}, null, { foo: 1 }, { data_retention: "x" }, { downsampling: [] }].map((lifecycle) => ({ enabled: true, lifecycle })),
      ].map((failure_store) => ({ data_stream_options: { failure_store } })),
    ),
  ],
  // Aliases.
  "index template: aliases": [
    inner(
      ...[
        {},
        { routing: "1" },
        { routing: "1", search_routing: "3", index_routing: "2" },
        { filter: { term: { x: 1 } } },
        ...each("filter", {}, null, { foo: {} }),
        { is_hidden: null },
        ...each("is_write_index", true, "x"),
        { indexRouting: "1" },
        { routing: ["1"] },
        null,
        [],
      ].map((a) => ({ aliases: { a } })),
      ...["A", "_a", "a b", "a,b", "", "a#", "a*", "a:b", "t-*", "t-x"].map((name) => ({ aliases: { [name]: {} } })),
      { aliases: {} },
      { aliases: { b: {}, a: { is_hidden: true } } },
    ),
    template({ index_patterns: ["abc"], template: { aliases: { abc: {} } } }),
    only("type", "the reason quotes the JSON reader of Java word by word", inner({ aliases: { a: { filter: "x" } } })),
  ],
  // Component templates, and what holds them in place.
  "component template": [
    [
      {},
      { template: {}, foo: 1 },
      { template: null },
      {
        template: {
          settings: { number_of_shards: 2 },
          mappings: { _doc: { properties: { a: { type: "long" } } } },
          aliases: { x: { routing: "1" } },
        },
        version: 3,
        _meta: { a: 1 },
        deprecated: true,
      },
      { template: { settings: { foo: 1 } } },
      { template: { mappings: { properties: { a: { type: "nope" } } } } },
      { template: { data_stream_options: { failure_store: { enabled: true } } } },
    ].flatMap((body) => [{ "PUT /_component_template/c": body }, "GET /_component_template/c"]),
    { "PUT /_component_template/c?create=true": { template: {} }, "PUT /_component_template/c?foo=1": { template: {} } },
    puts("PUT /_component_template/", { template: {} }, "A", "a,b", "a*", "_a", "a%20b"),
    {
      "PUT /_component_template/c": { template: { settings: { number_of_shards: 2 } } },
      "PUT /_index_template/u": { index_patterns: ["u"], composed_of: ["c"] },
    },
    "GET /_index_template/u",
    lines("DELETE /_component_template/", "c", "nope", "nope*", "c,nope"),
    lines("GET /_component_template/", "c", "nope", "nope*", "", "c*", "c,d"),
    "HEAD /_component_template/c",
    "HEAD /_component_template/nope",
    {
      "PUT /_index_template/u": { index_patterns: ["u"] },
      "PUT /_component_template/life": { template: { lifecycle: { data_retention: "7d" } } },
    },
    { "PUT /_index_template/u": { index_patterns: ["u"], composed_of: ["life"] } },
    { "PUT /_index_template/u": { index_patterns: ["u"], composed_of: ["life"], data_stream: {} } },
    "DELETE /_index_template/u",
    "DELETE /_component_template/c,life",
    "DELETE /_component_template/c",
  ],
};
