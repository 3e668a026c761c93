/** Transforms. See docs/modules/search-access.md#transforms. */
import type { SearchEmulator } from "../../../../emulators/search";
import { rejections, scenarios } from "../cases/scenario";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { json } from "../support";
import { stackFixture } from "./stack-fixture";

const kind = "SearchTransform";
const pivot = { groupBy: '{"airline":{"terms":{"field":"airline"}}}', aggregations: '{"avg":{"avg":{"field":"responsetime"}}}' };
const base = { name: "airlines", source: { indices: ["data"] }, dest: { index: "by-airline" } };
const once = { ...base, pivot };
const finite = { ...once, running: true };
const continuous = { ...finite, sync: { time: { field: "time" } } };
const more = { ...finite, source: { indices: ["data", "more"] } };
const path = "/_transform/airlines";
const stop = `POST ${path}/_stop?wait_for_completion=true&timeout=30s`;
const force = `POST ${path}/_stop?force=true&wait_for_completion=true`;
const start = `POST ${path}/_start`;
const update = `POST ${path}/_update?defer_validation=false`;
/** The transform on the server. */
const own = ({ transforms }: SearchEmulator) => transforms.transforms.get("airlines")!;
const config = (members: object) => ({ [path]: { transforms: [members] } });
const state = (value: string) => ({ [`${path}/_stats`]: { transforms: [{ state: value }] } });
const failed = ({ transforms }: SearchEmulator) => transforms.fail("airlines", "disk full");

scenarios(
  kind,
  [
    {
      "access 100 (emulator; transforms_crud.yml, basic transform crud): what the server adds is no difference": {
        writes: [`PUT ${path}?defer_validation=false`, start],
        outputs: {
          transformVersion: "10.0.0",
          authorizationRoles: ["superuser"],
          running: true,
          createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
        kept: config({ source: { index: ["data"], query: { match_all: {} } }, sync: { time: { delay: "60s" } } }),
      },
      "access 101 (emulator): a changed frequency is one update, without a stop": {
        change: { frequency: "5m" },
        writes: [update],
        bodies: [{ frequency: "5m" }],
      },
      "access 102 (emulator): running: false stops with wait": {
        change: { running: false },
        writes: [stop],
        kept: state("stopped"),
      },
      "access 103 (emulator): a finished one-time transform is no difference": {
        program: finite,
        other: ({ transforms }) => transforms.finish("airlines"),
        refresh: [],
        next: finite,
        done: "same",
      },
      "access 103 (emulator): nor for running: false": {
        program: finite,
        other: ({ transforms }) => transforms.finish("airlines"),
        next: { ...once, running: false },
      },
      "access 104 (emulator): a failed transform is reported with its reason": {
        other: failed,
        refresh: ["running"],
        logged: /^warning: The transform "airlines" has failed: disk full$/,
      },
      "access 104 (emulator): and restarted by force": {
        other: failed,
        refresh: ["running"],
        next: continuous,
        writes: [force, start],
      },
      "access 105 (emulator): a changed pivot replaces, the old one first; the documents stay, with a warning": {
        program: finite,
        other: ({ indices }) => {
          const index = indices.get("by-airline")!;
          index.documents.add("1").add("2");
          index.visible = 2;
        },
        preview: ["pivot.aggregations!"],
        change: { pivot: { ...pivot, aggregations: '{"max":{"max":{"field":"responsetime"}}}' } },
        done: "delete first",
        logged: /^warning: The destination index "by-airline" already contains 2 documents \(.*\)\. Documents of another transform/m,
        kept: { "/by-airline/_count": { count: 2 } },
      },
      "access 106 (emulator): removed sync replaces": {
        preview: ["sync!"],
        next: finite,
      },
      "access 106 (emulator): another field does not": {
        preview: ["sync.time.field"],
        change: { sync: { time: { field: "other" } } },
      },
      "access 107 (emulator; transforms_update.yml, retention policy): what the program removes is reset by null or empty values": {
        program: {
          ...once,
          retentionPolicy: { time: { field: "time", maxAge: "30d" } },
          description: "d",
          metadata: '{"a":1}',
          settings: { docsPerSecond: 5, unattended: true, otherMembers: "{}" },
        },
        next: { ...once, settings: { unattended: true } },
        bodies: [{ retention_policy: null, description: "", _meta: {}, settings: { docs_per_second: null, unattended: true } }],
      },
      "access 108 (emulator): deleteDestIndex deletes the destination with a warning": {
        program: { ...finite, deleteDestIndex: true },
        next: "destroy",
        writes: [stop, `DELETE ${path}?delete_dest_index=true`],
        logged: /^warning: .*Deleting the destination index "by-airline", which contains/,
        kept: { "/by-airline": undefined },
      },
      "access 108 (emulator): a destination that another transform uses is not deleted": {
        program: { ...once, deleteDestIndex: true },
        other: (emulator) => emulator.transforms.transforms.set("other", own(emulator)),
        next: "destroy",
        error: /^failed_precondition: .*\(other\)/,
      },
      "access 108 (emulator): nor an alias": {
        program: { ...once, deleteDestIndex: true },
        other: { "PUT /target": { aliases: { "by-airline": {} } } },
        next: "destroy",
        error: /it is an alias or data stream of target.* For a replacement, set it in an update before it/,
      },
      "an update that adds deleteDestIndex states what a deletion will delete": {
        program: finite,
        change: { deleteDestIndex: true },
        writes: [],
        logged: /: Delete will delete the destination index "by-airline", which contains 0 documents/,
      },
      "access 109 (emulator; transforms_crud.yml, dest is included in source): a destination in the source is rejected, and nothing is created":
        {
          program: { ...once, source: { indices: ["by-*"] } },
          error: /Destination index \[by-airline\] is included in source expression \[by-\*\]/,
          kept: { [path]: undefined },
        },
      "a failed transform is deleted": {
        other: failed,
        next: "destroy",
        kept: { [path]: undefined },
      },
      "access 142 (emulator): without running, the output is that of the server and no difference": {
        program: once,
        other: (emulator) => (own(emulator).state = "started"),
        refresh: [],
        next: once,
        outputs: { running: true },
      },
      "access 147 (emulator): sync is sent as a whole, and the server fills in the delay": {
        members: { sync: { time: { field: "time", delay: "90m" } } },
        next: continuous,
        bodies: [{ sync: { time: { field: "time" } } }],
      },
      "a changed source of a finished transform is written, with a warning that it does not run again": {
        before: { "PUT /more": undefined },
        program: finite,
        other: ({ transforms }) => transforms.finish("airlines"),
        next: more,
        logged: /has processed its source and does not run again/,
        kept: state("stopped"),
      },
    },
    ...(
      [
        [
          "a duplicate field",
          { pivot: { ...pivot, aggregations: '{"airline":{"avg":{"field":"a"}}}' } },
          /pivot: Elasticsearch rejects the definition/,
        ],
        ["an unknown setting", { settings: { otherMembers: '{"fast":true}' } }, /Elasticsearch rejects the definition/],
      ] as const
    ).map(([what, members, error]) => ({
      [`a preview check finds ${what}`]: {
        checked: { ...once, ...members },
        error,
      },
    })),
    {
      "a source that does not exist yet is a warning of a preview": {
        checked: { ...once, source: { indices: ["later"] } },
        logged: /^warning: .*no such index \[later\]/,
      },
      "so is a definition whose validation is deferred": {
        checked: { ...once, pivot: { ...pivot, aggregations: '{"airline":{"avg":{"field":"a"}}}' }, deferValidation: true },
        logged: /^warning: Preview check: transform/,
      },
    },
  ],
  { before: { "PUT /data": undefined }, program: continuous },
);

rejections(kind, once, [
  ["a name with a dot", { name: "a.b" }, /must have 1 to 64/],
  ["both functions", { latest: { uniqueKeys: ["airline"], sort: "time" } }, /pivot/],
  ["a short frequency", { frequency: "500ms" }, /must be at least 1s and at most 1h/],
  ["a long frequency", { frequency: "61m" }, /must be at least 1s and at most 1h/],
  ["a short age", { retentionPolicy: { time: { field: "a", maxAge: "59s" } } }, /must be at least 60s/],
  ["retries", { settings: { unattended: true, numFailureRetries: 3 } }, /cannot be combined with unattended/],
  ["a small page", { settings: { maxPageSearchSize: 9 } }, /maxPageSearchSize/],
  ["no documents", { settings: { docsPerSecond: 0 } }, /must be greater than 0/],
  ["a member of a property", { otherMembers: '{"_meta":{}}' }, /the member "_meta" is written by metadata/],
  ["a setting of a property", { settings: { otherMembers: '{"unattended":true}' } }, /the member "unattended" is written by unattended/],
]);
rejections(kind, base, [["a repeated key", { latest: { uniqueKeys: ["a", "a"], sort: "t" } }, /contains "a" twice/]]);

/** A stack of a transform whose source exists. */
async function fixture(program: object) {
  const all = stackFixture(kind, {}, { "PUT /data": undefined });
  await all.stack.up(program);
  all.writes();
  return all;
}

test.each([
  ["the input timeouts", { delete: "10s" }, 0],
  ["the option customTimeouts", {}, 10],
])("a transform that does not stop within half of the time limit of %s is stopped by force", async (_title, timeouts, option) => {
  useVirtualTime();
  const { stack, emulator, writes } = await fixture({ ...continuous, timeouts });
  emulator.transforms.blockStops(5);
  await inVirtualTime(stack.destroy(option));
  useRealTime();
  const stops = [5, 4, 2, 1].map((left) => stop.replace("30s", `${left}s`));
  expect(writes()).toEqual([...stops, force, `DELETE ${path}?delete_dest_index=false`]);
});

test("access 146 (emulator): members without a property are imported as otherMembers, and updates keep them", async () => {
  const { stack, emulator, override, bodies } = await fixture({
    ...once,
    pivot: { ...pivot, otherMembers: '{"max_page_search_size":500}' },
  });
  const { config: stored } = own(emulator);
  Object.assign(stored.source, { project_routing: "a" });
  stored["later"] = { x: 12345678901234 };
  await stack.import("airlines");
  expect(stack.inputs).toMatchObject({
    otherMembers: '{"later":{"x":12345678901234}}',
    pivot: { ...pivot, otherMembers: '{"max_page_search_size":500}' },
  });
  const { otherMembers: _others, deferValidation: _defer, deleteDestIndex: _delete, ...imported } = stack.inputs;
  override.set(update, json({ id: "airlines" }));
  bodies();
  await stack.up({ ...imported, source: more.source });
  expect(bodies()).toEqual([{ source: { index: ["data", "more"], query: { match_all: {} }, project_routing: "a" } }]);
});
