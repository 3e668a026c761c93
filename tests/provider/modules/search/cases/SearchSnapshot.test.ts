/** Single snapshots. See docs/modules/search-access.md#single-snapshots. */
import { randomUUID } from "node:crypto";
import { rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture, type CaseServer } from "./server";

const kind = "SearchSnapshot";
const daily = { repository: "backups", name: "daily-1", indices: ["orders"], includeGlobalState: false };
const path = "/_snapshot/backups/daily-1";
/** A repository in a storage of its own, and an index. */
const createBefore = () => ({
  "PUT /_snapshot/backups": { type: "fs", settings: { location: randomUUID() } },
  "PUT /orders": { settings: { number_of_replicas: 0 } },
});
const before = createBefore();

scenarios(
  kind,
  {
    "access 86: create takes the snapshot, and returns when it is complete": {
      writes: [`PUT ${path}?wait_for_completion=false`],
      bodies: [{ indices: ["orders"], ignore_unavailable: false, include_global_state: false, partial: false }],
      outputs: { state: "SUCCESS", snapshotIndices: ["orders"], dataStreams: [], shardsTotal: 1, shardsFailed: 0 },
    },
    "access 87: a snapshot does not change with its index": {
      other: { "DELETE /orders": undefined },
      refresh: [],
      preview: [],
      next: daily,
    },
    "access 62: all snapshots are not imported": {
      program: undefined,
      imported: "backups/_all",
      error: /Invalid import ID .*: use <repository>/,
    },
    "an index that does not exist fails the snapshot": {
      members: { indices: ["none"] },
      error: /no such index \[none\]/,
      kept: { [path]: undefined },
    },
    "a repository that another client deletes is a warning of a refresh": {
      other: { "DELETE /_snapshot/backups": undefined },
      refresh: ["gone"],
      logged: /^warning: The repository "backups" does not exist\. Its storage may still contain the snapshot "daily-1"\.$/,
    },
  },
  { before, program: daily },
);

rejections(kind, daily, [
  ...["Daily", "_daily", "-daily", "a b", "a,b", "a*", "a/b", "a#b", ""].map((name) => ["the name", { name }, /^name \| /] as const),
  ["metadata", { metadata: JSON.stringify({ text: "a".repeat(1013) }) }, /must have less than 1024 bytes; got 1024/],
]);

async function names({ call }: CaseServer) {
  const { snapshots } = await call("GET /_snapshot/backups/_all");
  return (snapshots as { snapshot: string }[]).map(({ snapshot }) => snapshot);
}

test("access 88, 89: a trigger needs another name, and the new snapshot is complete before the old one is deleted", async () => {
  const fixture = caseFixture(kind);
  const { stack, call, lines } = fixture;
  for (const [request, body] of Object.entries(createBefore())) await call(request, body);
  await stack.up({ ...daily, triggers: { day: "1" } });
  const { uuid } = stack.outputs;
  const sameName = /^already_exists: .*If it is being replaced, change its name, too, or let Pulumi generate one\./s;
  await rejects(stack.up({ ...daily, triggers: { day: "2" } }), sameName);
  expect(await stack.refresh()).toEqual([]);
  expect(stack.outputs["uuid"]).toBe(uuid);
  lines();
  expect(await stack.up({ ...daily, name: "daily-2", triggers: { day: "2" } })).toBe("replace");
  const sent = lines();
  expect(sent.filter((line) => !line.startsWith("GET"))).toEqual([
    "PUT /_snapshot/backups/daily-2?wait_for_completion=false",
    `DELETE ${path}?wait_for_completion=true`,
  ]);
  expect(sent.at(-2)).toBe("GET /_snapshot/backups/daily-2");
  expect(await names(fixture)).toEqual(["daily-2"]);
});
