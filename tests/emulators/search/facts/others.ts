/** Aliases of data streams, and simulations of templates for them. */
import { done, template, type Fact, type Step } from "./fact";

const made: Step = ["PUT /_data_stream/logs", undefined, 200];

const aliases: Fact[] = [
  [
    "data_stream/140_data_stream_aliases.yml, Create data stream alias",
    [
      template("logs*"),
      made,
      [
        "POST /_aliases",
        { actions: [{ add: { index: "logs", alias: "a" } }, { add: { index: "logs", alias: "b", filter: { term: { zone: "a" } } } }] },
        200,
      ],
      ["GET /_alias", undefined, 200, { logs: { aliases: { a: {}, b: { filter: { term: { zone: "a" } } } } } }],
    ],
  ],
  [
    "data_stream/140_data_stream_aliases.yml, Create data stream aliases using wildcard expression",
    [
      template("logs*"),
      made,
      ["POST /_aliases", { actions: [{ add: { index: "log*", alias: "a" } }] }, 200, done],
      ["GET /_alias", undefined, 200, { logs: { aliases: { a: {} } } }],
    ],
  ],
  [
    "data_stream/140_data_stream_aliases.yml, Action Results with multiple matching aliases",
    [
      template("logs*"),
      made,
      [
        "POST /_aliases",
        { actions: [{ add: { index: "logs", aliases: "a" } }, { remove: { index: "logs", aliases: "none", must_exist: false } }] },
        200,
        {
          errors: true,
          action_results: [
            { status: 200, action: { type: "add", indices: ["logs"], aliases: ["a"] } },
            {
              status: 404,
              action: { type: "remove", indices: ["logs"], aliases: ["none"] },
              error: { type: "aliases_not_found_exception" },
            },
          ],
        },
      ],
    ],
  ],
];

const simulations: Fact[] = [
  [
    "indices.simulate_index_template/10_basic.yml, Simulate index template with index not matching any template",
    [template("logs"), ["POST /_index_template/_simulate_index/other", undefined, 200, {}]],
  ],
  [
    "indices.simulate_index_template/10_basic.yml, Simulate index template with data stream with mapping and setting overrides",
    [
      template("logs", { template: { lifecycle: { data_retention: "7d" } } }),
      made,
      ["PUT /_data_stream/logs/_mappings", { properties: { foo: { type: "keyword" } } }, 200],
      ["PUT /_data_stream/logs/_settings", { index: { number_of_shards: 2 } }, 200],
      [
        "POST /_index_template/_simulate_index/logs",
        undefined,
        200,
        { template: { mappings: { properties: { foo: { type: "keyword" } } }, settings: { index: { number_of_shards: "2" } } } },
      ],
    ],
    "9.2.0",
  ],
];

/** The facts about what refers to data streams. */
export const others: readonly Fact[] = [...aliases, ...simulations];
