/** Lifecycle and options of data streams, on the emulator. See docs/modules/search.md#data-stream-lifecycles. */
import { rejections, scenarios } from "../cases/scenario";
import { uuid } from "../support";
import { rejection, stackFixture } from "./stack-fixture";

const path = "/_data_stream/logs-app";
const name = "logs-app";
const logs = { name };
const template = (members: object = {}) => ({ "PUT /_index_template/logs": { index_patterns: ["logs-*"], data_stream: {}, ...members } });
const stream = { ...template(), [`PUT ${path}`]: undefined };
const kept = (members: object, at = path) => ({ [at]: { data_streams: [{ name, ...members }] } });

const lifecycle = "SearchDataStreamLifecycle";
const thirty = { name, dataRetention: "30d" };
const ofLifecycle = `${path}/_lifecycle`;
/** A stream whose template has these members, in place of the one that exists. */
const streamOf = (members: object) => ({ [`DELETE ${path}`]: undefined, ...template({ template: members }), [`PUT ${path}`]: undefined });
const ofTemplate = streamOf({ lifecycle: { data_retention: "10d" } });
const round = (after: string, fixedInterval: string) => ({ after, fixedInterval });

scenarios(
  lifecycle,
  {
    "data 37: a lifecycle of the template is taken over": {
      before: ofTemplate,
      outputs: { previousLifecycle: '{"enabled":true,"data_retention":"10d"}' },
      kept: kept({ lifecycle: { data_retention: "30d" } }, ofLifecycle),
    },
    "data 37: and restored": {
      before: ofTemplate,
      next: "destroy",
      kept: kept({ lifecycle: { data_retention: "10d" } }, ofLifecycle),
    },
    "a simulation that is not permitted: the lifecycle is taken over with a warning": {
      before: ofTemplate,
      override: { "POST /_index_template/_simulate_index/logs-app": rejection("not permitted", 403, "security_exception") },
      logged: /^warning: .*taken over without a comparison/m,
      outputs: { previousLifecycle: expect.stringContaining("10d") as string },
    },
    "data 38: a lifecycle of another writer is not taken over": {
      before: { ...ofTemplate, [`PUT ${ofLifecycle}`]: { data_retention: "7d" } },
      error: new RegExp(`^already_exists: [^]*pulumi import quartet:search:${lifecycle} [^]*${uuid}/logs-app`),
      writes: ["POST /_index_template/_simulate_index/logs-app"],
    },
    "data 39: with another name the old stream has its previous lifecycle again": {
      before: { ...ofTemplate, "PUT /_data_stream/logs-b": undefined },
      change: { name: "logs-b" },
      done: "delete first",
      kept: kept({ lifecycle: { data_retention: "10d" } }, ofLifecycle),
    },
    "data 40: a default retention of the cluster is an output and no difference": {
      emulator: { globalRetention: { default_retention: "7d" } },
      program: logs,
      outputs: { effectiveRetention: "7d", retentionDeterminedBy: "default_global_retention" },
    },
    "data 41: a maximum of the cluster is a warning": {
      emulator: { globalRetention: { max_retention: "9d" } },
      logged: /^warning: The cluster limits the retention to 9d \(max_global_retention\)\.$/,
    },
    "data 43: a lifecycle that serverless cannot remove stays, with a warning": {
      emulator: { buildFlavor: "serverless" },
      next: "destroy",
      logged: /^warning: .*it stays/m,
    },
    "data 44: frozenAfter needs 9.5": {
      emulator: { version: "9.4.0" },
      program: { name, frozenAfter: "90d" },
      refusal: /^failed_precondition: .*9\.5\.0/,
    },
    "data 47: the lifecycle of a stream that is gone is gone": {
      other: { [`DELETE ${path}`]: undefined },
      refresh: ["gone"],
    },
    "a stream that does not exist is an error that says what to do": {
      program: { name: "missing" },
      error: /Create the data stream first and pass its name\./,
    },
    "an update keeps a member that only the server knows": {
      other: ({ dataStreams }) => Object.assign(dataStreams.get(name)!.lifecycle!, { later: { a: 1 } }),
      change: { dataRetention: "31d" },
      error: /later/,
      bodies: [{ enabled: true, data_retention: "31d", later: { a: 1 } }],
    },
    "a lifecycle that another writer has changed stays when the resource is deleted": {
      other: { [`PUT ${ofLifecycle}`]: { data_retention: "5d" } },
      next: "destroy",
      writes: [],
      logged: /^warning: .*It stays/m,
    },
  },
  { emulator: {}, before: stream, program: thirty },
);

rejections(lifecycle, logs, [
  ["data 42", { downsamplings: Array.from({ length: 11 }, (_, i) => round(`${i + 1}d`, `${2 ** i}h`)) }, /at most 10/],
  ["data 42", { downsamplings: [round("2d", "2m"), round("1d", "3m")] }, /\[0\]\.fixedInterval[^]*\[1\]\.after[^]*\[1\]\.fixedInterval/],
  ["data 42", { downsamplingMethod: "last_value" }, /downsamplingMethod[^]*downsamplings/],
  ["data 42", { name: "a*" }, /name/],
]);

test("a lifecycle that is taken over is restored although the response of the write was lost", async () => {
  const { stack, override, call } = stackFixture(lifecycle, {}, ofTemplate);
  override.set(`PUT ${ofLifecycle}?expand_wildcards=all`, () => {
    call(`PUT ${ofLifecycle}`, { data_retention: "30d" });
    return rejection("out of order", 500, "exception");
  });
  await stack.up(thirty);
  override.clear();
  await stack.destroy();
  expect(call(`GET ${ofLifecycle}`).body).toMatchObject(kept({ lifecycle: { data_retention: "10d" } })[path]!);
});

const options = `${path}/_options`;
const enabled = (value: boolean) => ({ name, failureStore: { enabled: value } });
const remote = (members: object) => ({ failure_store: members });

scenarios(
  "SearchDataStreamOptions",
  {
    "options of the template are taken over and restored": {
      before: streamOf({ data_stream_options: remote({ enabled: false }) }),
      next: "destroy",
      kept: kept({ options: remote({ enabled: false }) }, options),
    },
    "data 45: options that are declared": {
      program: enabled(false),
    },
    "data 45: and gone again": {
      next: "destroy",
      writes: [`DELETE ${options}`],
    },
    "data 46: options need 8.19": {
      emulator: { version: "8.18.0" },
      refusal: /8\.19\.0/,
    },
    "data 47: the options of a stream that is gone are gone": {
      other: { [`DELETE ${path}`]: undefined },
      refresh: ["gone"],
    },
    "an operator switches the failure store off": {
      other: { [`PUT ${options}`]: remote({ enabled: false }) },
      next: "destroy",
      writes: [],
    },
  },
  { emulator: {}, before: stream, program: enabled(true) },
);
