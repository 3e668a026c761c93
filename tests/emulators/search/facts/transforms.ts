/** Transforms, which the real node of the tests is built without: x-pack/plugin/src/yamlRestTest, below rest-api-spec/test/transform, and the server's sources. */
import { type Fact, having, illegal, problem, type Step } from "./fact";

const one = "/_transform/airline-transform";
const pivot = { group_by: { airline: { terms: { field: "airline" } } }, aggs: { avg_response: { avg: { field: "responsetime" } } } };
const definition = { source: { index: "airline-data" }, dest: { index: "by-airline" }, pivot };
const { dest: _dest, ...draft } = definition;
const continuous = { ...definition, sync: { time: { field: "time", delay: "90m" } } };
const missing = problem("resource_not_found_exception", "Transform with id [missing] could not be found");
const put = (more: object = {}, name = "airline-transform"): Step => [`PUT /_transform/${name}`, { ...definition, ...more }];
const of = (members: object): object => ({ count: 1, transforms: [having(members)] });
const names = (expression: string, ...ids: string[]): Step => [
  `GET /_transform${expression}`,
  { transforms: ids.map((id) => having({ id })) },
];
const state = (word: string): Step => [`GET ${one}/_stats`, of({ id: "airline-transform", state: word })];

/** Definitions that are rejected: what each has, and a text of the response. */
const invalid = (source: string, ...rows: [more: object, reason: string][]): Fact => [
  source,
  [
    "PUT /airline-data",
    ...rows.map(([more, reason]): Step => [`PUT ${one}`, { ...definition, ...more }, 400, reason]),
    [`GET ${one}`, 404],
  ],
];
const latest = (unique_key: string[], sort = "time"): object => ({ pivot: undefined, latest: { unique_key, sort } });
const retries = (num_failure_retries: number): [more: object, reason: string] => [
  { settings: { num_failure_retries } },
  `settings.num_failure_retries [${num_failure_retries}] is out of range`,
];

const rejected: Fact[] = [
  invalid(
    "transforms_crud.yml, frequency too low, frequency too high",
    [{ frequency: "999ms" }, "minimum permitted [frequency] is [1s]"],
    [{ frequency: "3600001ms" }, "highest permitted [frequency] is [1h]"],
  ),
  invalid(
    "transforms_crud.yml, invalid source index, dest is included in source, missing pipeline",
    [{ source: { index: "missing-index" } }, "Validation Failed: 1: no such index [missing-index];"],
    [{ source: { index: ["by-*"] } }, "Validation Failed: 1: Destination index [by-airline] is included in source expression [by-*];"],
    [{ dest: { index: "b", pipeline: "missing" } }, "Pipeline with id [missing] could not be found"],
  ),
  invalid(
    "transforms_crud.yml, invalid pivot size, invalid number of failure retries",
    [{ pivot: { ...pivot, max_page_search_size: 5 } }, "pivot.max_page_search_size [5] is out of range"],
    retries(-2),
    retries(101),
  ),
  invalid(
    "transforms_crud.yml, duplicate and conflicting field names",
    [{ pivot: { ...pivot, aggs: { airline: {} } } }, "duplicate field [airline] detected"],
    [{ pivot: { ...pivot, aggs: { "airline.time": {} } } }, "field [airline] cannot be both an object and a field"],
  ),
  invalid(
    "transforms_crud.yml, invalid destination index name",
    [{ dest: { index: "DeStInAtIoN" } }, "Destination index [DeStInAtIoN] must be lowercase"],
    [{ dest: { index: "a#b" } }, "Invalid index name [a#b], must not contain '#'"],
  ),
  invalid(
    "transforms_crud.yml, create_time in the body, version in the body",
    [{ create_time: 123456789 }, "Found [create_time], not allowed for strict parsing"],
    [{ version: "7.3.0" }, "Found [version], not allowed for strict parsing"],
  ),
  invalid(
    "transforms_crud.yml, creation failures of latest",
    [latest([]), "latest.unique_key must be non-empty"],
    [latest(["airline", ""]), "latest.unique_key[1] element must be non-empty"],
    [latest(["airline", "airline"]), "latest.unique_key elements must be unique, found duplicate element [airline]"],
    [latest(["airline"], ""), "latest.sort must be non-empty"],
  ),
  invalid(
    "preview_transforms.yml, invalid config, and TransformConfig, PivotConfig, TimeRetentionPolicyConfig, SettingsConfig, SourceConfig.java",
    [{ pivot: { ...pivot, group_by: { a: { terms: { no: "a" } } } } }, "failed to parse field [pivot]"],
    [{ pivot: undefined }, "exactly 1 function"],
    [{ latest: { unique_key: ["a"], sort: "b" } }, "exactly 1 function"],
    [{ pivot: { ...pivot, aggregations: {} } }, "failed to parse field [pivot]"],
    [{ retention_policy: { time: { field: "a", max_age: "59s" } } }, "must be greater than 60s, found [59s]"],
    [{ settings: { unattended: true, num_failure_retries: 1 } }, "can not be set in unattended mode"],
    [{ settings: { fast: true } }, "failed to parse field [settings]"],
    [{ source: { index: [] } }, "failed to parse field [source]"],
  ),
  [
    "transforms_crud.yml, invalid transform id",
    ["!x", "Upper", "a".repeat(65), "-a", "a-"].map((name): Step => [`PUT /_transform/${encodeURIComponent(name)}`, definition, 400]),
  ],
];

const stored: Fact[] = [
  [
    "transforms_crud.yml, get when there are none, get and delete when it does not exist",
    [
      ["GET /_transform/*", { count: 0, transforms: [] }],
      ["GET /_transform", { count: 0, transforms: [] }],
      ...["GET /_transform/missing", "DELETE /_transform/missing", "GET /_transform/missing/_stats"].map((request): Step => [
        request,
        404,
        missing,
      ]),
    ],
  ],
  [
    "transforms_crud.yml, basic transform crud, invalid page parameter: what the server adds, the order, patterns, lists and pages",
    [
      "PUT /airline-data",
      put({ description: "d" }, "b"),
      put({ source: { index: ["airline-data"], query: { term: { a: 1 } } } }, "a"),
      [
        "GET /_transform/b",
        {
          count: 1,
          transforms: [
            {
              id: "b",
              authorization: { roles: ["superuser"] },
              create_time: Date.UTC(2026, 0, 5),
              source: { index: ["airline-data"], query: { match_all: {} } },
              dest: { index: "by-airline" },
              pivot: { group_by: pivot.group_by, aggregations: pivot.aggs },
              description: "d",
              settings: {},
            },
          ],
        },
      ],
      ...["/*", "/_all", "/b,a", "/a*,b"].map((expression) => names(expression, "a", "b")),
      names("?from=1&size=1", "b"),
      ["GET /_transform?size=1001", 400, "Validation Failed: 1: Param [size] has a max acceptable value of [1000];"],
    ],
  ],
  [
    "transforms_crud.yml, PUT continuous transform with and without delay: sync is kept, and gets a delay",
    [
      "PUT /airline-data",
      put(continuous),
      [`GET ${one}`, of({ sync: continuous.sync })],
      put({ sync: { time: { field: "time" } } }, "other"),
      ["GET /_transform/other", of({ sync: { time: { field: "time", delay: "60s" } } })],
    ],
  ],
  [
    "transforms_crud.yml, defer validations: defer_validation accepts what does not exist yet",
    [
      [
        `PUT ${one}?defer_validation=true`,
        { ...definition, source: { index: "by-airline" }, dest: { index: "by-airline", pipeline: "missing" } },
      ],
      put({ source: { index: "missing-index*" } }, "pattern"),
    ],
  ],
  [
    "transforms_crud.yml, alias scenarios: aliases of source and destination are resolved",
    [
      "PUT /airline-data",
      ["PUT /created", { aliases: { "dest-index": {}, "source-index": {} } }],
      [
        `PUT ${one}`,
        { ...definition, source: { index: "source-index" }, dest: { index: "dest-index" } },
        400,
        "Destination index [created] is included in source expression [created]",
      ],
      ["PUT /second", { aliases: { "dest-index": {} } }],
      [`PUT ${one}`, { ...definition, dest: { index: "dest-index" } }, 400, "no write index is defined"],
    ],
  ],
  [
    "TransformMessages.java: a second one of the name is rejected",
    [
      "PUT /airline-data",
      put(),
      [`PUT ${one}`, definition, 400, problem("resource_already_exists_exception", "Transform with id [airline-transform] already exists")],
    ],
  ],
];

const changed: Fact[] = [
  [
    "transforms_update.yml, basic transform crud, metadata, missing transform: changes what it names, and returns the whole",
    [
      ["POST /_transform/missing/_update", {}, 404, missing],
      "PUT /airline-data",
      put({ ...continuous, _meta: { a: 1 }, settings: { docs_per_second: 5, unattended: true } }),
      [
        `POST ${one}/_update`,
        { dest: { index: "new" }, description: "u", frequency: "5s", _meta: { b: 2 }, settings: { docs_per_second: null } },
        { id: "airline-transform", dest: { index: "new" }, _meta: { b: 2 }, settings: { unattended: true }, sync: continuous.sync },
      ],
      [`GET ${one}`, of({ description: "u", frequency: "5s" })],
      [`POST ${one}/_update`, { frequency: "999ms" }, 400, "minimum permitted"],
      [`POST ${one}/_update`, { source: { index: "missing-index" } }, 400, "no such index [missing-index]"],
      [`POST ${one}/_update`, { dest: { index: "Upper" } }, 400, "must be lowercase"],
      [`POST ${one}/_update`, { pivot }, 400, "unknown field [pivot]"],
    ],
  ],
  [
    "transforms_update.yml, when it is batch, retention policy: no sync for a batch; null removes the retention policy",
    [
      "PUT /airline-data",
      put(),
      [
        `POST ${one}/_update`,
        { sync: continuous.sync },
        400,
        "Cannot change the current sync configuration of transform [airline-transform] from [null] to [time]",
      ],
      [
        `POST ${one}/_update`,
        { retention_policy: { time: { field: "time", max_age: "24h" } } },
        { retention_policy: { time: { max_age: "24h" } } },
      ],
      [
        `POST ${one}/_update`,
        { retention_policy: null },
        expect.not.objectContaining({ retention_policy: expect.anything() as unknown }) as object,
      ],
    ],
  ],
  [
    "transforms_start_stop.yml, start, already started, start/stop/start: start, its conflicts, and the destination that it creates",
    [
      ["POST /_transform/missing/_start", 404],
      "PUT /airline-data",
      put(continuous),
      `POST ${one}/_start`,
      "GET /by-airline",
      [`POST ${one}/_start`, 409, "Cannot start transform [airline-transform] as it is already started."],
      state("started"),
      `POST ${one}/_stop?wait_for_completion=true`,
      state("stopped"),
      `POST ${one}/_start`,
    ],
  ],
  [
    "transforms_start_stop.yml, stop missing, by expression, already stopped, force and wait_for_checkpoint",
    [
      ["POST /_transform/missing/_stop", 404],
      "POST /_transform/missing*/_stop",
      "PUT /airline-data",
      put(continuous),
      `POST ${one}/_stop`,
      [`POST ${one}/_stop?force=true&wait_for_checkpoint=true`, 400],
    ],
  ],
  [
    "TransportDeleteTransformAction.java: a running one is not deleted; the destination is on request",
    [
      "PUT /airline-data",
      put(continuous),
      `POST ${one}/_start`,
      [`DELETE ${one}`, 409, "Stop the task first"],
      `POST ${one}/_stop`,
      `DELETE ${one}?delete_dest_index=true`,
      ["GET /by-airline", 404],
    ],
  ],
  [
    "preview_transforms.yml, by id, without id and body, with both: a stored one or a definition, not both and not neither",
    [
      "PUT /airline-data",
      [
        "POST /_transform/_preview",
        draft,
        { preview: [], generated_dest_index: { mappings: { properties: {} }, settings: {}, aliases: {} } },
      ],
      ["POST /_transform/_preview", 400, illegal("Please provide a transform [id] or the config object")],
      [`GET ${one}/_preview`, 404],
      put(),
      `GET ${one}/_preview`,
      [`POST ${one}/_preview`, draft, 400],
    ],
  ],
];

/** The facts about transforms. */
export const transforms: readonly Fact[] = [...rejected, ...stored, ...changed];
