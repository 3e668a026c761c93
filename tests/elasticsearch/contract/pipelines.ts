/** Contract of `/_ingest/pipeline`: members, names, versions, use. What single processors take is in processors.ts. */
import { each, lines, only, pipeline, processors, puts, rounds, sent, step, type Groups, type Members, type Steps } from "./step";

const drop = { drop: {} };
const dropping = (...members: Members[]) => members.map((each) => ({ processors: [drop], ...each }));
const NAMES = "A _a -a .a a%20b a,b a%23b a* a%2Fb a:b a%22b a%5Cb a%3Fb %C3%A9 %20 . .. a%25b".split(" ");

const simulation = (...bodies: unknown[]) => sent("POST /_ingest/pipeline/_simulate", ...bodies);
const document = { a: "Ab", b: 1, num: 7, n: { y: "Z" }, list: ["a", "b"], long: "99999999999", none: null, line: "[1] 2%3. 4", empty: "" };
const simulated = (...processors: unknown[]): Steps =>
  simulation(...processors.map((processor) => ({ pipeline: { processors: [processor] }, docs: [{ _source: document }, { _source: {} }] })));

const verbose = (processors: unknown[], onFailure?: unknown[]) =>
  step("POST /_ingest/pipeline/_simulate?verbose=true", {
    pipeline: { processors, ...(onFailure && { on_failure: onFailure }) },
    docs: [{ _source: { a: "b" } }, { _source: {}, _id: "7" }],
  });
const fail = (message: string) => ({ fail: { message } });
const failing = (more: object) => ({ lowercase: { field: "x", ...more } });
const setting = (field: string) => ({ set: { field, value: 1 } });

/** All groups. */
export const groups: Groups = {
  // Members of a pipeline.
  "pipeline: members": [
    step("PUT /_ingest/pipeline/p", "", { "content-type": "application/json" }),
    pipeline("[]", '{"processors":[]} x'),
    pipeline(...each("processors", [], null, {}, ["x"], [{}], [{ drop: {}, fail: { message: "x" } }], [{ drop: null }], [{ drop: [] }])),
    only("type", "the reason quotes a helpful message of the Java runtime", pipeline({ processors: [null] })),
    pipeline(
      ...dropping(
        { description: "d", version: 3, _meta: { a: 1 }, deprecated: true },
        ...each("description", 5, null, true),
        ...each("version", "3", 1.5, 12345678901, true),
        ...each("_meta", {}, "x", null),
        ...each("deprecated", "x", "true"),
        ...each("on_failure", [], null, {}, [{ set: {} }, { nope: {} }]),
        { foo: 1 },
      ),
    ),
    pipeline(
      { _meta: { b: 1 }, version: 1, processors: [drop], description: "x", on_failure: [drop] },
      { processors: [{ set: { tag: "a1" } }, { set: { field: "x", tag: "b" } }], on_failure: [{ nope: {} }] },
      { processors: [{ set: { field: "a", value: 1.5 } }, { set: { field: "ä", value: { "10": 1, "9": [true, null, "\u2028"] } } }] },
    ),
  ],
  // The options that every processor has.
  "pipeline: options of every processor": processors(
    ...each(
      "drop",
      { tag: 1 },
      { tag: null, description: null },
      { ignore_failure: "x" },
      { ignore_failure: null },
      { if: "ctx.a == 1" },
      { if: 5 },
      { if: { source: "true", lang: "painless" } },
      { if: { id: "nope" } },
      { on_failure: [] },
      { on_failure: [{ set: { field: "a" } }] },
      { on_failure: [{ nope: {} }] },
      { foo: 1 },
    ),
    { set: { tag: "x", field: 1 } },
    { set: { on_failure: [{ set: { tag: "y" } }] } },
  ),
  // Names, lists, patterns, summaries and versions.
  "pipeline: names, lists, patterns, versions": [
    NAMES.flatMap((name) => rounds(`/_ingest/pipeline/${name}`, { processors: [] })),
    puts("PUT /_ingest/pipeline/", { processors: [] }, "a", "b1", "b2"),
    lines("GET /_ingest/pipeline", "", "/a", "/a,b1", "/b*", "/a,b*", "/a,nope", "/nope", "/*", "/a?summary=true", "/a?summary=x", "/,a"),
    {
      "PUT /_ingest/pipeline/a?if_version=1": { processors: [], version: 2 },
      "PUT /_ingest/pipeline/nope?if_version=1": { processors: [] },
      "PUT /_ingest/pipeline/a": { processors: [], version: 5 },
      "PUT /_ingest/pipeline/a?if_version=4": { processors: [] },
      "PUT /_ingest/pipeline/a?if_version=5": { processors: [], version: 5 },
    },
    { "PUT /_ingest/pipeline/a?if_version=5": { processors: [], version: 6 }, "PUT /_ingest/pipeline/a?if_version=6": { processors: [] } },
    "GET /_ingest/pipeline/a",
    {
      "PUT /_ingest/pipeline/a?if_version=x": { processors: [] },
      "PUT /_ingest/pipeline/a?if_version=1": { processors: [{ nope: {} }] },
      "PUT /_ingest/pipeline/a?create=true": { processors: [] },
    },
    lines("DELETE /_ingest/pipeline/", "nope", "nope*", "a,nope", "a", "a", "b*,nope", "b1,b2", "b*", "*", "_all"),
    "GET /_ingest/pipeline",
  ],
  // A pipeline that an index uses stays.
  "pipeline: in use": [
    {
      "PUT /_ingest/pipeline/dp": { processors: [] },
      "PUT /_ingest/pipeline/fp": { processors: [] },
      "PUT /i1": { settings: { default_pipeline: "dp" } },
    },
    "DELETE /_ingest/pipeline/dp",
    { "PUT /i2": { settings: { "index.default_pipeline": "dp", "index.final_pipeline": "dp" } } },
    "DELETE /_ingest/pipeline/dp",
    {
      "PUT /i3": { settings: { index: { default_pipeline: "dp", final_pipeline: "fp" } } },
      "PUT /i5": { settings: { "index.hidden": true, "index.final_pipeline": "fp" } },
    },
    ["_all", "i1", "i5", "none"].flatMap((index) =>
      ["flat_settings=true", "flat_settings=true&expand_wildcards=all"].map(
        (query) => `GET /${index}/_settings/index.default_pipeline,index.final_pipeline?${query}`,
      ),
    ),
    "DELETE /_ingest/pipeline/dp",
    "DELETE /_ingest/pipeline/fp",
    "DELETE /_ingest/pipeline/d*",
    "DELETE /i1,i2,i3,i5",
    "DELETE /_ingest/pipeline/dp",
    { "PUT /_ingest/pipeline/outer": { processors: [{ pipeline: { name: "fp" } }] } },
    "DELETE /_ingest/pipeline/fp",
    { "PUT /_index_template/t": { index_patterns: ["t-*"], template: { settings: { default_pipeline: "outer" } } } },
    "DELETE /_ingest/pipeline/outer",
  ],
  // Documents in the simulation of a pipeline.
  "pipeline: simulation": [
    "POST /_ingest/pipeline/_simulate",
    {
      "POST /_ingest/pipeline/absent/_simulate": { docs: [{ _source: {} }] },
      "PUT /_ingest/pipeline/p": { processors: [{ set: { field: "x", value: 1 } }] },
      "GET /_ingest/pipeline/p/_simulate": { docs: [{ _source: {} }] },
      "POST /_ingest/pipeline/p/_simulate": {},
    },
    simulation({}, [], { docs: [] }, { pipeline: {}, docs: [] }),
    simulation(...[undefined, [], [5], [{}], [{ _source: "x" }]].map((docs) => ({ pipeline: { processors: [] }, docs }))),
    simulation(
      { pipeline: { processors: [{ set: { field: "a" } }, { zet: { tag: "t" } }] }, docs: 5 },
      { pipeline: { processors: [], zz: 1 }, docs: [] },
      { pipeline: { processors: [] }, docs: [{ _source: {}, _id: "7", _index: "i", _routing: "r", nope: 1 }], nope: 1 },
      { pipeline: { processors: [{ set: { field: "m", value: [2 ** 53] } }] }, docs: [{ _source: { n: [2 ** 53] } }] },
      { pipeline: { processors: [{ fail: { message: "m" } }], on_failure: [{ set: { field: "e", value: 1 } }] }, docs: [{ _source: {} }] },
    ),
    simulated(
      { remove: { field: ["b", "n.z"] } },
      { remove: { field: ["b", "n.z"], ignore_missing: true } },
      { remove: { field: "_id" } },
      { rename: { field: "a", target_field: "b" } },
      { rename: { field: "a", target_field: "b", override: true } },
      { rename: { field: "x", target_field: "b", ignore_missing: true } },
      ...["n.y", "a.x", "n.x", "num", "list", "none"].map((field) => ({ lowercase: { field } })),
      { uppercase: { field: "a", target_field: "t.u" } },
      { convert: { field: "a", type: "string" } },
      ...["a", "num", "long", "none", "list", "x"].map((field) => ({ convert: { field, type: "integer" } })),
      ...["%{p} %{q.r} %{s}", "[%{p}] %{q}.", "%{p} %{q}%%{r}", "%{p} %{q} %{r} %{t}", "x%{p}", "%{p} %{n.y.z}"].map((pattern) => ({
        dissect: { field: "line", pattern },
      })),
      ...["num", "none", "list", "empty", "x"].map((field) => ({ dissect: { field, pattern: "%{p} %{q}" } })),
      { set: { field: "z.y", value: { k: [1, "x"] } } },
      { set: { field: "a", value: 1, override: false } },
      { set: { field: "_index", value: "q" } },
      { set: { field: "c", copy_from: "n" } },
      { pipeline: { name: "absent" } },
      { pipeline: { name: "absent", ignore_missing_pipeline: true } },
      { lowercase: { field: "x", ignore_failure: true, on_failure: [{ set: { field: "e", value: 1 } }] } },
      ...["yyyy", "ISO8601", "UNIX", "yyyy-foo", "dd/MMM/yyyy 'at' HH"].map((format) => ({
        date: { field: "a", formats: ["yyyy", format] },
      })),
      ...["ENGLISH", "en", "de-DE", "german", ""].map((locale) => ({ date: { field: "a", formats: ["yyyy"], locale } })),
      ...["[", "(", " "].map((pattern) => ({ kv: { field: "a", field_split: pattern, value_split: "=" } })),
      ...["[", "(b", "b", "A"].map((separator) => ({ split: { field: "a", separator } })),
    ),
  ],
  // What each processor of a simulation did.
  "pipeline: verbose simulation": [
    {
      "PUT /_ingest/pipeline/inner": {
        processors: [{ set: { field: "in", value: 1, tag: "i0" } }, { rename: { field: "none", target_field: "x", tag: "i1" } }],
        on_failure: [setting("inh")],
      },
      "PUT /_ingest/pipeline/outer": { processors: [{ pipeline: { name: "inner", tag: "pp" } }, fail("m")] },
      "POST /_ingest/pipeline/inner/_simulate?verbose": { docs: [{ _source: {} }] },
    },
    verbose([{ set: { field: "q", value: 1, tag: "t", description: "d" } }, { lowercase: { field: "a", tag: "l", ignore_failure: true } }]),
    verbose([failing({ on_failure: [setting("e"), failing({ on_failure: [setting("f")] })], tag: "r" }), setting("z")]),
    verbose([failing({ ignore_failure: true, on_failure: [setting("e")] }), setting("z")]),
    verbose([fail("boom"), setting("z")], [setting("e")]),
    verbose([setting("y"), { drop: { tag: "d" } }, setting("z")]),
    [{}, { on_failure: [setting("e")] }, { ignore_failure: true }].map((more) =>
      verbose([{ pipeline: { name: "outer", tag: "o", ...more } }, setting("z")]),
    ),
    verbose([{ pipeline: { name: "absent", ignore_missing_pipeline: true } }, { drop: {} }]),
    verbose([{ date: { field: "a", formats: ["yyyy"], locale: "ENGLISH", ignore_failure: true } }]),
  ],
};
