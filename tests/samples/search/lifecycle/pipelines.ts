/** Ingest pipelines: every input, every change, forms that mean the same, drifts, rejections. See docs/modules/search.md#ingest-pipelines. */
import type { Json, Properties } from "../../../support/structs";
import type { Kind } from "./kind";

const set = (value: Json) => JSON.stringify({ set: { field: "service", value } });
const remove = '{"remove":{"field":["tmp"],"ignore_missing":true}}';
const minimal: Properties = { name: "logs", processors: ['{"drop":{}}'] };
const full: Properties = {
  name: "logs",
  description: "app logs",
  processors: ['{ "set": {"field": "service", "value": "shop"} }', remove],
  onFailures: ['{"set":{"field":"failed","value":true}}'],
  metadata: '{ "owner": "team-a", "list": [1, "x", null] }',
  version: 3,
  deprecated: true,
};
const first = { set: { field: "service", value: "shop" } };
const second = { remove: { field: ["tmp"], ignore_missing: true } };
const stored: Properties = {
  description: "app logs",
  processors: [first, second],
  on_failure: [{ set: { field: "failed", value: true } }],
  _meta: { owner: "team-a", list: [1, "x", null] },
  version: 3,
  deprecated: true,
};

/** The data of pipelines. */
export const pipelines: Kind = {
  type: "quartet:search:SearchIngestPipeline",
  api: "/_ingest/pipeline",
  inResponse: (response, name) => (response as Properties)[name],
  minimal,
  required: {},
  full,
  stored,
  changes: {
    "a processor": { to: { processors: [set("web"), remove] }, paths: ["processors[0]"] },
    "the order of processors": { to: { processors: [remove, set("shop")] }, paths: ["processors[0]", "processors[1]"] },
    "an empty description": { to: { description: "" }, paths: ["description"] },
    "empty metadata": { to: { metadata: "{}" }, paths: ["metadata"] },
    "white space and order of keys alone": { to: { processors: ['{"set":{"value":"shop","field":"service"}}', remove] }, paths: [] },
    "the form alone": {
      to: {
        processors: null,
        processorObjects: [first, second],
        onFailures: null,
        onFailureObjects: [{ set: { field: "failed", value: true } }],
      },
      paths: [],
    },
    "the form, and an option": {
      to: { processors: null, processorObjects: [{ set: { field: "service", value: 1 } }, second] },
      paths: ["processorObjects[0].set.value"],
    },
  },
  spellings: {
    "the least": minimal,
    objects: { name: "logs", processorObjects: [first, second, remove], onFailureObjects: [{ drop: {} }] },
    "defaults in words": { ...minimal, deprecated: false },
    "an empty description and empty metadata": { ...minimal, description: "", metadata: "{}" },
    "a list of one beside a text": { ...minimal, processors: ['{"remove":{"field":["a"]}}', '{"remove":{"field":"a"}}'] },
    "numbers of many digits": { ...minimal, processors: [set(1.5).replace("1.5", "[12345678901234567890,0.12345678901234567890]")] },
    "keys that look like numbers": { ...minimal, processors: ['{"set":{"field":"a","value":{"b":0,"10":1,"9":[true,null]}}}'] },
    "letters of all kinds": { name: "a b%é/日本?#&=+\"'\\", processors: [set("<b>&\u2028\u{1F600}")], description: "\u0000\t" },
    "handlers of a single processor": { ...minimal, processors: ['{"drop":{"on_failure":[{"fail":{"message":"x"}}]}}'] },
    "a script with parameters": { ...minimal, processors: ['{"script":{"source":"ctx.a = params.b","params":{"b":[1,{"c":null}]}}}'] },
  },
  drifts: {
    "everything else": {
      given: full,
      put: {
        processors: [{ set: { field: "service", value: "foreign" } }],
        description: "foreign",
        _meta: { owner: "team-b" },
        version: 4,
      },
      read: {
        description: "foreign",
        processors: [set("foreign")],
        onFailures: null,
        metadata: '{"owner":"team-b"}',
        version: 4,
        deprecated: null,
      },
      paths: ["description", "processors[0]", "processors[1]", "onFailures", "metadata", "version", "deprecated"],
    },
    "one processor among others; the words of the others stay": {
      given: full,
      put: { ...stored, processors: [first, { remove: { field: "other" } }] },
      read: { processors: ['{ "set": {"field": "service", "value": "shop"} }', '{"remove":{"field":"other"}}'] },
      paths: ["processors[1]"],
    },
    "nothing but the form": {
      given: full,
      put: { ...stored, processors: [first, { remove: { field: "tmp", ignore_missing: true } }] },
      read: {},
      paths: [],
    },
  },
  rejections: {
    "an unknown processor": {
      given: { ...minimal, processors: ['{"nope":{}}'] },
      reason: "parse_exception: No processor type exists with name [nope]\nprocessor_type: nope",
    },
    "a processor without a required property": {
      given: { ...minimal, processors: ['{"set":{"field":"a"}}'] },
      reason: "parse_exception: [value] required property is missing\nprocessor_type: set\nproperty_name: value",
    },
    "a property that the processor does not know": {
      given: { ...minimal, processors: ['{"drop":{"field":"a"}}'] },
      reason:
        "parse_exception: processor [drop] doesn't support one or more provided configuration parameters [field]\nprocessor_type: drop",
    },
    "a script that does not compile": {
      isOfNodeOnly: true,
      given: { ...minimal, processors: ['{"script":{"source":"ctx.a ="}}'] },
      reason: [
        "script_exception: compile error",
        "ctx.a =",
        "       ^---- HERE",
        "caused by: illegal_argument_exception: unexpected end of script.",
        "caused by: no_viable_alt_exception",
        "processor_type: script",
      ].join("\n"),
    },
    "a key twice; the body that the server quotes is not shown": {
      given: { ...minimal, processors: ['{"set":{"field":"a","field":"b","value":1}}'] },
      reason: "x_content_parse_exception: [1:43] Duplicate field 'field'",
    },
    "a version beyond a Java integer": {
      given: { ...minimal, version: 2 ** 31 },
      reason: "parse_exception: [version] property cannot be converted to an int [2147483648]\nproperty_name: version",
    },
    "the field access pattern, which came with 9.2": {
      given: { ...minimal, fieldAccessPattern: "flexible" },
      reason: "parse_exception: pipeline [logs] doesn't support one or more provided configuration parameters [field_access_pattern]",
    },
  },
};
