// Updates of objects that other writers changed: members that are undeclared or ignored are kept, and reset members are reported.
// See docs/protocol.md#update and, for versions of pipelines, docs/modules/search.md#ingest-pipelines.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import type { JsonObject } from "../../../../emulators/exchange";
import { scenarios } from "../cases/scenario";
import { rejects } from "../support";
import { rejection, stackFixture } from "./stack-fixture";

const set = '{"set":{"field":"a","value":"1"}}';
const drop = '{"drop":{}}';
const app = { name: "app", processors: [set, drop] };
const processors: JsonObject[] = [{ set: { field: "a", value: "1" } }, { drop: {} }];
const path = "/_ingest/pipeline/app";

scenarios(
  "SearchIngestPipeline",
  {
    "an update that changes the version is conditional": {
      members: { version: 1 },
      change: { version: 2 },
      writes: [`PUT ${path}?if_version=1`],
    },
    "the same version: the server rejects the condition": {
      members: { version: 1 },
      change: { version: 1, description: "d" },
      writes: [`PUT ${path}`],
    },
    "a first version: the server has no condition": {
      change: { version: 1 },
      writes: [`PUT ${path}`],
    },
    "a removed version: the server would assign one": {
      members: { version: 1 },
      next: app,
      writes: [`PUT ${path}`],
    },
  },
  { emulator: {}, program: app },
);

test.each([
  [
    "is not overwritten",
    { processors: [{ drop: {} }], version: 7 },
    /version conflict[^]*Another writer has changed the pipeline since it was read\. Run `pulumi up` again\.$/,
  ],
  ["but by the first attempt of this request is a success", { processors, version: 2 }, undefined],
])("a pipeline that was changed after it was read %s", async (_title, remote, failure) => {
  const { stack, emulator, override } = stackFixture("SearchIngestPipeline");
  await stack.up({ ...app, version: 1 });
  override.set(`PUT ${path}?if_version=1`, () => {
    emulator.pipelines.set("app", remote);
    return rejection(`version conflict, required version [1] for pipeline [app] but current version is [${remote.version}]`);
  });
  const updated = stack.up({ ...app, version: 2 });
  if (failure) await rejects(updated, failure);
  else expect(await updated).toBe("update");
  expect(emulator.pipelines.get("app")).toEqual(remote);
});

test("after a lost response a pipeline with more than the program declares is not adopted", async () => {
  const { stack, override, emulator } = stackFixture("SearchIngestPipeline");
  override.set(`PUT ${path}`, () => {
    emulator.pipelines.set("app", { processors, version: 7 });
    return new ProviderError("unavailable", "connection lost", { ambiguous: true });
  });
  await rejects(stack.up(app), /^already_exists: [^]*differs in version/);
  expect(stack.stored).toBeUndefined();
});

const logs = { name: "logs-app", indexPatterns: ["logs-app-*"], template: { mappings: '{"properties":{"user":{"type":"keyword"}}}' } };
const keyword = { type: "keyword" };
const template = (members: object) => ({ index_patterns: ["logs-app-*"], composed_of: [], template: members });
const put = (members: object) => ({ "PUT /_index_template/logs-app": template(members) });
scenarios(
  "SearchIndexTemplate",
  {
    "a mapping that the program removes is removed, one of another writer is kept": {
      members: { template: { mappings: '{"properties":{"user":{"type":"keyword","ignore_above":5},"own":{"type":"long"}}}' } },
      other: put({
        mappings: { properties: { user: { ...keyword, ignore_above: 5 }, own: { type: "long" }, theirs: { type: "date" } } },
      }),
      preview: ["template.mappings"],
      next: logs,
      bodies: [template({ mappings: { properties: { user: keyword, theirs: { type: "date" } } } })],
    },
    "parameters of another writer are not kept for a field whose type changes": {
      other: put({ mappings: { properties: { user: { ...keyword, ignore_above: 5 } } } }),
      change: { template: { mappings: '{"properties":{"user":{"type":"long"}}}' } },
      bodies: [template({ mappings: { properties: { user: { type: "long" } } } })],
    },
  },
  { emulator: {}, program: logs },
);

const schedule = (enabled: boolean) => ({ enabled, interval: "0 0 12 * * ?" });
const pipeline = { name: "p", extractBinaryContent: false, reduceWhitespace: false, runMlInference: false };
const scheduling = { full: schedule(true), incremental: schedule(false) };
const connector = { connectorId: "c", serviceType: "postgresql", scheduling, pipeline };
const changed = { name: "theirs", extract_binary_content: true, reduce_whitespace: false, run_ml_inference: false };

scenarios(
  "SearchConnector",
  {
    "an object that the server accepts as a whole keeps unchanged members": {
      other: { "PUT /_connector/c/_pipeline": { pipeline: changed } },
      change: { pipeline: { ...pipeline, runMlInference: true } },
      bodies: [{ pipeline: { ...changed, run_ml_inference: true } }],
      drift: ["pipeline.extractBinaryContent", "pipeline.name"],
    },
  },
  { emulator: {}, program: connector },
);
