/** Lists leave out objects of the server and of its products. See docs/protocol.md#list. */
import { search } from "../../../../../provider/modules/search";
import type { SearchEmulatorOptions } from "../../../../emulators/search";
import { inContext } from "../../../../support/contexts";
import { clientOver, collected, emulated, json, recorded, rejects, root, uuid } from "../support";
import { stackFixture } from "./stack-fixture";

const phases = { policy: { phases: {} } };
const transform = { source: { index: ["data"] }, dest: { index: "d" }, latest: { unique_key: ["k"], sort: "t" } };
const pipeline = { processors: [{ drop: {} }] };
const nightly = { name: "<snap-{now/d}>", schedule: "1d", repository: "repo" };

test.each<[number: string, kind: string, before: Readonly<Record<string, unknown>>, names: string[], options?: SearchEmulatorOptions]>([
  [
    "data 23",
    "SearchIndexLifecyclePolicy",
    {
      "PUT /_ilm/policy/logs": phases,
      "PUT /_ilm/policy/.fleet": phases,
      "PUT /_ilm/policy/managed": { policy: { ...phases.policy, _meta: { managed: true } } },
    },
    ["logs"],
  ],
  [
    "pipelines",
    "SearchIngestPipeline",
    {
      "PUT /_ingest/pipeline/.fleet": pipeline,
      "PUT /_ingest/pipeline/managed": { ...pipeline, _meta: { managed: true } },
      "PUT /_ingest/pipeline/mine": { ...pipeline, _meta: { managed: false } },
    },
    ["mine"],
  ],
  [
    "templates",
    "SearchIndexTemplate",
    {
      "PUT /_index_template/managed": { index_patterns: ["a-*"], _meta: { managed: true } },
      "PUT /_index_template/mine": { index_patterns: ["b-*"] },
    },
    ["mine"],
  ],
  [
    "access 121 (emulator)",
    "SearchTransform",
    {
      "PUT /data": undefined,
      "PUT /_transform/airlines": transform,
      "PUT /_transform/managed": { ...transform, _meta: { managed: true } },
    },
    ["airlines"],
  ],
  ["access 148: a server without transforms", "SearchTransform", {}, [], { without: ["transform"] }],
  ["access 148: a server without SLM", "SearchSnapshotLifecyclePolicy", {}, [], { buildFlavor: "serverless" }],
  ["a server without ILM", "SearchIndexLifecyclePolicy", {}, [], { buildFlavor: "serverless" }],
  [
    "access 121",
    "SearchSnapshotLifecyclePolicy",
    {
      "PUT /_snapshot/repo?verify=false": { type: "fs", settings: { location: "a" } },
      "PUT /_slm/policy/nightly": nightly,
      "PUT /_slm/policy/.internal": nightly,
      "PUT /_slm/policy/cloud-snapshot-policy": nightly,
      "PUT /_slm/policy/managed": { ...nightly, config: { metadata: { managed: true } } },
    },
    ["nightly"],
  ],
])("%s: a list of %s", async (...row) => {
  const [, kind, before, names, options] = row;
  const { emulator } = stackFixture(kind, options, before);
  const found = await collected(search.resources[kind]!.list!({}, inContext(clientOver(emulated(emulator.handle).send))));
  expect(found).toEqual(names.map((name) => ({ id: `${uuid}/${name}`, name })));
});

const key = { id: "k", name: "k", creation: 1, username: "u", realm: "r", _sort: [1, "k"] };

test.each([
  ["SearchApiKey", { api_keys: Array(1000).fill(key) }],
  ["SearchConnector", { results: Array(500).fill({ id: "c" }) }],
])("the list of %s ends when the server, or a cache before it, returns the same page again", async (kind, page) => {
  const { send } = recorded(({ line }) => (line === "GET /" ? root() : json(page)));
  await rejects(collected(search.resources[kind]!.list!({}, inContext(clientOver(send)))), /^unavailable: .*the pages of the list repeat/);
});
