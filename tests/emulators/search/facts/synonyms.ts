/** Synonym sets, which the real node of the tests cannot store: rest-api-spec/test/synonyms, and pull requests of elastic/elasticsearch. */
import { type Fact, illegal, problem, type Step } from "./fact";

const one = "/_synonyms/products";
const rules = [
  { id: "test-id-1", synonyms: "hello, hi" },
  { id: "test-id-2", synonyms: "bye => goodbye" },
  { id: "test-id-3", synonyms: "test => check" },
];
const put = (...synonyms_set: object[]): Step => [`PUT ${one}`, { synonyms_set }, 201];
const page = (parameters: string, ...synonyms_set: object[]): Step => [`GET ${one}?${parameters}`, { count: 3, synonyms_set }];
const sets = (parameters: string, ...found: number[]): Step => [
  `GET /_synonyms?${parameters}`,
  { count: 3, results: found.map((count) => ({ synonyms_set: `set-${count}`, count })) },
];
const many = Array.from({ length: 10_001 }, () => ({ synonyms: "a" }));
const text = expect.any(String) as unknown;

const problems: Record<string, string> = {
  "": "1: [synonyms] field can't be empty;",
  "bye => => goodbye": "1: More than one explicit mapping specified in the same synonyms rule: [bye => => goodbye];",
  " => goodbye": "1: Incorrect syntax for [synonyms]: [ => goodbye];",
  "bye => ": "1: Incorrect syntax for [synonyms]: [bye => ];",
  "bye, goodbye,  ": "1: Incorrect syntax for [synonyms]: [bye, goodbye,  ];",
};

/** The facts about synonym sets. */
export const synonyms: readonly Fact[] = [
  [
    "10_synonyms_put.yml, no ID creates ID automatically, create and update, create empty",
    [
      [
        `PUT ${one}`,
        { synonyms_set: [{ synonyms: "hello, hi" }, { synonyms: "bye => goodbye", id: null }] },
        201,
        { result: "created", reload_analyzers_details: { _shards: { total: 0, successful: 0, failed: 0 }, reload_details: [] } },
      ],
      [`GET ${one}`, { synonyms_set: [{ id: expect.stringMatching(/^[\w-]{20}$/) as unknown }, { id: text, synonyms: text }] }],
      [`PUT ${one}`, { synonyms_set: [] }, { result: "updated" }],
      [`GET ${one}`, { count: 0, synonyms_set: [] }],
    ],
  ],
  [
    "10_synonyms_put.yml, validation fails",
    Object.entries(problems).map(([synonyms, reason]): Step => [
      `PUT ${one}`,
      { synonyms_set: [{ synonyms }] },
      400,
      problem("action_request_validation_exception", `Validation Failed: ${reason}`),
    ]),
  ],
  [
    "SynonymRule.java: a body with no set, with an unknown member, or a rule without text is rejected with its text",
    [{}, { synonyms_set: [{ synonyms: "a", weight: 1 }] }, { synonyms_set: [{ id: "a" }] }].map((body): Step => [
      `PUT ${one}`,
      body,
      400,
      illegal(`Failed to parse: ${JSON.stringify(body)}`),
    ]),
  ],
  [
    "110_synonyms_invalid.yml, load index with an invalid synonym rule: a single rule counts as a list",
    [
      [`PUT ${one}`, { synonyms_set: { synonyms: "foo => bar, baz" } }, 201],
      [`GET ${one}`, { count: 1 }],
    ],
  ],
  [
    "20_synonyms_get.yml, get, not found, pagination: sorted by ID, in pages, within limits",
    [
      [`GET ${one}`, 404, problem("resource_not_found_exception", "")],
      put(...[...rules].reverse()),
      page("", ...rules),
      page("size=2", ...rules.slice(0, 2)),
      page("from=1", ...rules.slice(1)),
      ...["size=-1", "from=-1", "size=100001", "from=100001", "from=9001&size=1000", "from=x", "search_after=a"].map((query): Step => [
        `GET ${one}?${query}`,
        400,
      ]),
    ],
  ],
  [
    "pull requests 146965 and 146087: servers from 9.5 on return the rules that follow an ID, and take more than 10,000",
    [put(...rules), page("size=2&search_after=test-id-1", ...rules.slice(1)), [`PUT ${one}`, { synonyms_set: many }]],
    "9.5.0",
  ],
  [
    "pull request 109981: before 9.5 a set has at most 10,000 rules",
    [[`PUT ${one}`, { synonyms_set: many }, 400, illegal("cannot exceed 10000")]],
    "9.4.0",
  ],
  [
    "30_synonyms_delete.yml, delete, not found, index uses the synonym set",
    [
      put(...rules),
      ["PUT /my_index1", { settings: { "index.analysis.filter.my_synonym_filter.synonyms_set": "products" } }],
      [`DELETE ${one}`, 400, illegal("synonyms set [products] cannot be deleted as it is used in the following indices: my_index1")],
      "DELETE /my_index1",
      [`DELETE ${one}`, { acknowledged: true }],
      [`DELETE ${one}`, 404, problem("resource_not_found_exception", "")],
    ],
  ],
  [
    "40_synonyms_sets_get.yml, list, pagination, no synonym sets: sets sorted by name, in pages",
    [
      ["GET /_synonyms", { count: 0, results: [] }],
      ...[2, 3, 1].map((count): Step => [`PUT /_synonyms/set-${count}`, { synonyms_set: rules.slice(0, count) }, 201]),
      sets("", 1, 2, 3),
      sets("size=2", 1, 2),
      sets("from=1", 2, 3),
    ],
  ],
  [
    "refresh came with 9.1, and without it no analyzer is reloaded",
    [
      [
        `PUT ${one}?refresh=false`,
        { synonyms_set: rules },
        201,
        expect.not.objectContaining({ reload_analyzers_details: expect.anything() as unknown }) as object,
      ],
    ],
    "9.1.0",
  ],
  [
    "before 9.1 there is no refresh",
    [[`PUT ${one}?refresh=false`, { synonyms_set: rules }, 400, illegal("unrecognized parameter: [refresh]")]],
  ],
];
