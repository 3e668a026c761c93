/** Contract of `/_index_template/_simulate`. */
import { step, only } from "./step";
import type { Group, Step } from "./step";

const invalid = [
  { priority: -1 },
  { index_patterns: [] },
  { index_patterns: ["_x", "a b"] },
  { template: { settings: { number_of_shardz: 1 } } },
  { template: { settings: { number_of_shards: "many" } } },
  { template: { mappings: { properties: { a: { type: "nope" } } } } },
  { template: { aliases: { "a b": {} } } },
  { template: { lifecycle: { data_retention: "7d" } } },
  { template: { data_stream_options: { failure_store: { enabled: true } } } },
  { data_stream: {}, template: { mappings: { properties: { "@timestamp": { type: "keyword" } } } } },
  { composed_of: ["absent"] },
  { composed_of: ["absent"], ignore_missing_component_templates: ["other"] },
  { priority: 50 },
  { nope: 1 },
];
const simulated = (path: string): Step[] =>
  invalid.map((members) => step(`POST /_index_template/_simulate${path}`, { index_patterns: ["t-*"], ...members }));

/** Simulations of index templates: what they reject. */
export const simulations: Group = {
  title: "index template: simulation",
  steps: [
    step("PUT /_index_template/taken", { index_patterns: ["t-*"], priority: 50 }),
    step("POST /_index_template/_simulate"),
    step("POST /_index_template/_simulate/absent"),
    step("GET /_index_template/_simulate/t"),
    step("POST /_index_template/_simulate?nope=1", { index_patterns: ["t-*"] }),
    ...simulated(""),
    ...simulated("/t"),
    step("POST /_index_template/_simulate/taken?create=true", { index_patterns: ["t-*"] }),
    ...["_a", "A", "a%20b"].map((name) => step(`POST /_index_template/_simulate/${name}`, { index_patterns: ["u-*"] })),
    ...only(
      "status",
      "the emulator does not compose the template",
      step("POST /_index_template/_simulate/t", {
        index_patterns: ["u-*"],
        template: { mappings: { properties: { a: { type: "long" } } } },
      }),
      step("POST /_index_template/_simulate", { index_patterns: ["u-*"], data_stream: {}, template: { lifecycle: {} } }),
    ),
    step("GET /_index_template/t"),
  ],
};
