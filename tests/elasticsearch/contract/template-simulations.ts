/** Contract of `/_index_template/_simulate`. */
import { only, puts, step, type Groups, type Steps } from "./step";

const invalid = [
  { priority: -1 },
  { index_patterns: [] },
  { template: { settings: { number_of_shardz: 1 } } },
  { template: { mappings: { properties: { a: { type: "nope" } } } } },
  { template: { aliases: { "a b": {} } } },
  { template: { lifecycle: { data_retention: "7d" } } },
  { data_stream: {}, template: { mappings: { properties: { "@timestamp": { type: "keyword" } } } } },
  { composed_of: ["absent"] },
  { priority: 50 },
  { nope: 1 },
];
const simulated = (path: string): Steps =>
  invalid.map((members) => step(`POST /_index_template/_simulate${path}`, { index_patterns: ["t-*"], ...members }));

const byName = (name: string, body?: object) => step(`POST /_index_template/_simulate_index/${name}`, body);
const part = {
  settings: { number_of_replicas: 0, "index.priority": 3 },
  mappings: { dynamic: false, properties: { a: { type: "keyword" } } },
  aliases: { all: { routing: "1" } },
};

/** All groups. */
export const groups: Groups = {
  // Simulations of index templates: what they reject.
  "index template: simulation": [
    { "PUT /_index_template/taken": { index_patterns: ["t-*"], priority: 50 } },
    "POST /_index_template/_simulate",
    "POST /_index_template/_simulate/absent",
    "GET /_index_template/_simulate/t",
    { "POST /_index_template/_simulate?nope=1": { index_patterns: ["t-*"] } },
    simulated(""),
    simulated("/t"),
    { "POST /_index_template/_simulate/taken?create=true": { index_patterns: ["t-*"] } },
    puts("POST /_index_template/_simulate/", { index_patterns: ["u-*"] }, "_a", "A", "a%20b"),
    only("status", "the emulator does not compose the template", {
      "POST /_index_template/_simulate/t": {
        index_patterns: ["u-*"],
        template: { mappings: { properties: { a: { type: "long" } } } },
      },
      "POST /_index_template/_simulate": { index_patterns: ["u-*"], data_stream: {}, template: { lifecycle: {} } },
    }),
    "GET /_index_template/t",
  ],
  // What a new index of a name would have.
  "index template: simulation of an index": [
    byName("none-1"),
    {
      "PUT /_component_template/base": {
        template: { settings: { refresh_interval: "5s" }, mappings: { properties: { b: { type: "long" } } } },
      },
      "PUT /_index_template/t": { index_patterns: ["t-*"], priority: 10, composed_of: ["base"], template: part },
      "PUT /_index_template/all": { index_patterns: ["*"], priority: 1 },
      "PUT /_index_template/cold": {
        index_patterns: ["cold-*"],
        priority: 2,
        template: { settings: { "index.routing.allocation.include._tier_preference": "data_cold" } },
      },
    },
    ["t-1", "other", "cold-1", "_x", "A", "a%20b"].map((name) => byName(name)),
    [
      { priority: 20, template: { settings: { number_of_shards: 3 } } },
      { priority: 20, data_stream: {}, template: { lifecycle: { data_retention: "7d" } } },
      { priority: 20, data_stream: {}, template: { data_stream_options: { failure_store: { enabled: true } } } },
      { priority: 10 },
      { priority: 20, composed_of: ["gone"] },
      { priority: 20, template: { settings: { no_such: 1 } } },
      { priority: 20, template: { mappings: { properties: { a: { type: "nope" } } } } },
    ].map((members) => byName("t-1", { index_patterns: ["t-*"], ...members })),
    byName("t-1", { index_patterns: ["u-*"], priority: 20 }),
    byName("t-1", {}),
  ],
};
