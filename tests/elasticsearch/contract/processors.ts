/** Contract of the processors: every type that the node has, every option, right and wrong. */
import type { Json, JsonObject } from "../../emulators/exchange";
import examples from "../../samples/processors.json";
import { only, processors, type Steps } from "./step";

/** Values of every kind that JSON has. */
const VALUES: Json[] = ["x", "", 5, -1, 1.5, true, "true", "5", [], ["x"], [5], {}, { a: 1 }, null];

/** Options that the examples do not show, by processor. */
const MORE: Record<string, string> = {
  append: "media_type ignore_empty_values copy_from",
  community_id: "source_ip source_port destination_ip destination_port iana_number icmp_type icmp_code transport target_field",
  csv: "empty_value",
  date: "locale",
  date_index_name: "index_name_format index_name_prefix",
  dot_expander: "path",
  drop: "anything",
  fingerprint: "salt",
  grok: "ecs_compatibility validate_only pattern",
  json: "add_to_root add_to_root_conflict_strategy allow_duplicate_keys strict_json_parsing",
  kv: "target_field include_keys trim_key trim_value",
  network_direction: "source_ip destination_ip target_field internal_networks_field",
  pipeline: "ignore_missing_pipeline",
  redact: "prefix suffix skip_if_unlicensed trace_redact pattern_definitions",
  remove: "keep",
  rename: "override",
  reroute: "destination type",
  script: "id options foo",
  set: "copy_from",
  terminate: "anything",
  uri_parts: "ignore_missing",
};

/** Options that hold Painless. The emulator does not compile it, so texts are left out, but for the empty one. */
const SCRIPTS = new Set(["if", "source"]);

const bodyOf = ({ processor, json }: { processor: string; json: string }) =>
  (JSON.parse(json) as Record<string, JsonObject>)[processor] ?? {};

const variations = (type: string, body: JsonObject): Steps => {
  const options = [
    ...new Set([...Object.keys(body), ...(MORE[type]?.split(" ") ?? []), ...(body.field === undefined ? [] : ["target_field"])]),
  ];
  return options.flatMap((option) => {
    const without = Object.fromEntries(Object.entries(body).filter(([name]) => name !== option));
    const values = VALUES.filter((value) => !SCRIPTS.has(option) || typeof value !== "string" || value === "");
    return processors({ [type]: without }, ...values.map((value) => ({ [type]: { ...body, [option]: value } })));
  });
};

/** The steps of each processor of the specification's examples: the example itself, nothing at all, and each option varied. */
export const processorGroups = examples.map((example): [type: string, steps: Steps] => {
  const { processor: type } = example;
  const body = bodyOf(example);
  return [type, [processors({ [type]: body }, { [type]: {} }, { [type]: { ...body, unusual: 1 } }), variations(type, body)]];
});

/** Values that belong together, patterns, words in capitals. */
export const combinations: Steps = [
  processors(
    { grok: { field: "a", patterns: ["(", "%{NOPE:x}"] } },
    { grok: { field: "a", patterns: ["%{WORD:x}", "%{IP:y:int}", "%{WORD:x"] } },
    { grok: { field: "a", patterns: ["%{TOMCATLOG:x}"], ecs_compatibility: "v1" } },
    { grok: { field: "a", patterns: ["%{A:x}"], pattern_definitions: { A: "%{B}", B: "%{A}" } } },
    { redact: { field: "a", patterns: ["%{NOPE:x}"] } },
    { dissect: { field: "a", pattern: "%{a}%{b}" } },
    { dissect: { field: "a", pattern: "%{a" } },
    { csv: { field: "a", target_fields: ["x"], separator: "a", quote: "a" } },
    { dot_expander: { field: "a..b" } },
    { dot_expander: { field: "*" } },
    { community_id: { seed: 65536 } },
    { fingerprint: { fields: ["a", "a"], salt: "" } },
    { remove: { field: "a", keep: "b" } },
    { reroute: { destination: "a", dataset: "b" } },
    { reroute: { destination: "A*" } },
    { reroute: { dataset: ["{{x}}", "b"], namespace: "{{{y}}}", type: "logs" } },
    { json: { field: "a", add_to_root: false, add_to_root_conflict_strategy: "merge" } },
    { json: { field: "a", add_to_root: true, add_to_root_conflict_strategy: "MERGE" } },
    { network_direction: { internal_networks: ["nope/99"] } },
    { network_direction: { internal_networks: ["private"], internal_networks_field: "x" } },
    { set: { field: "a", value: 1, copy_from: "b" } },
    { foreach: { field: "a", processor: { set: {} } } },
    { foreach: { field: "a", processor: { set: { field: "x", value: 1 }, drop: {} } } },
    { foreach: { field: "a", processor: { foreach: { field: "_ingest._value", processor: { drop: {} } } } } },
    { script: { source: "ctx.a=1", id: "a" } },
    { script: { source: "ctx.a=1", lang: "mustache" } },
    { split: { field: "a", separator: "(" } },
  ),
  only(
    "type",
    "the reason quotes the regular expressions of Java",
    processors({ gsub: { field: "a", pattern: "(", replacement: "" } }, { gsub: { field: "a", pattern: "[", replacement: "" } }),
  ),
  "GET /_ingest/pipeline/p",
];
