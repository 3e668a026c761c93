/** Restores of snapshots. See docs/modules/search-access.md#restores. */
import { randomUUID } from "node:crypto";
import { rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture } from "./server";

const kind = "SearchSnapshotRestore";
const inPlace = { repository: "backups", snapshot: "daily" };
const copy = { ...inPlace, renamePattern: "(.+)", renameReplacement: "restored-$1" };
const post = "POST /_snapshot/backups/daily/_restore?wait_for_completion=true";
const content = { include_global_state: false };
/** A snapshot of an index with a document, and one of two indices. */
const before = {
  "PUT /_snapshot/backups": { type: "fs", settings: { location: randomUUID() } },
  "PUT /orders": { settings: { number_of_replicas: 0 }, aliases: { shop: {} } },
  "PUT /orders/_doc/1?refresh=true": {},
  "PUT /_snapshot/backups/daily?wait_for_completion=true": { ...content, indices: "orders" },
  "PUT /orders-old": undefined,
  "PUT /_snapshot/backups/both?wait_for_completion=true": { ...content, indices: "orders*" },
};
const closed = { "PUT /orders/_doc/2?refresh=true": {}, "POST /orders/_close": undefined };

scenarios(
  kind,
  {
    "access 94: indices are restored under other names": {
      writes: [post],
      outputs: { restoredIndices: ["restored-orders"], shardsTotal: 1, shardsFailed: 0 },
      kept: { "/restored-orders/_count": { count: 1 } },
    },
    "access 95: an open index is never overwritten: the error has its documents and their size": {
      before: { "PUT /restored-orders": undefined, "PUT /restored-orders/_doc/1?refresh=true": {} },
      refusal: /^failed_precondition: .*open indices: "restored-orders" \(1 document, [\d.]+k?b\)\. Delete them/is,
    },
    "access 96: a closed index is not overwritten": {
      before: closed,
      program: inPlace,
      refusal: /closed indices: "orders"/,
    },
    "access 96: without consent": {
      before: closed,
      program: { ...inPlace, overwriteClosedIndices: true },
      kept: { "/orders/_count": { count: 1 } },
    },
    "access 97: refresh sends no request": {
      other: { "DELETE /_snapshot/backups/daily": undefined },
      refresh: [],
      next: copy,
      done: "same",
    },
    "access 97: nor does destroy, and the indices stay": {
      next: "destroy",
      writes: [],
      logged: /^info: The restored indices stay: restored-orders\.$/,
      kept: { "/restored-orders": {} },
    },
    "access 98: a trigger restores once more": {
      members: { triggers: { day: "1" } },
      other: { "DELETE /restored-orders": undefined },
      preview: ["triggers.day!"],
      change: { triggers: { day: "2" } },
      done: "replace",
      writes: [post],
    },
    "access 145: a change of the consent sends nothing": {
      change: { overwriteClosedIndices: true },
      done: "update",
      writes: [],
      outputs: { overwriteClosedIndices: true, restoredIndices: ["restored-orders"] },
    },
    "a snapshot that does not exist is an error": {
      members: { snapshot: "none" },
      refusal: /^failed_precondition/,
    },
    "two indices of one name are an error": {
      members: { snapshot: "both", renamePattern: ".+", renameReplacement: "same" },
      refusal: /orders and orders-old as "same"/,
    },
    "a restore cannot be imported": {
      imported: "backups/daily/1",
      error: /cannot be imported/,
    },
    "the preview check reports what a restore would overwrite": {
      checked: inPlace,
      refusal: /^invalid_argument: it would overwrite open indices: "orders" \(1 document/,
    },
    "or that its snapshot does not exist yet": {
      checked: { ...copy, snapshot: "later" },
      logged: /^warning: The snapshot backups\/later does not exist yet\.$/,
    },
  },
  { before, program: copy },
);

rejections(kind, copy, [
  ["a restore", { renamePattern: "(" }, /^renamePattern \| must be a regular expression that is valid in Java and in JavaScript/],
  ["a restore", { renameReplacement: "a$" }, /^renameReplacement \| must have a digit or \{name\} after each \$/],
  ["a restore", { indexSettings: "[]" }, /^indexSettings \| /],
]);
rejections(kind, inPlace, [
  ["a restore", { renamePattern: "(.+)" }, /^renamePattern \| /],
  ["a restore", { renameReplacement: "a" }, /^renameReplacement \| /],
]);

test("access 96: the names of the setting searchForceDestroy are consent for one run; access 130: data streams are asked for", async () => {
  const { stack, call, lines } = caseFixture(kind, { QUARTET_SEARCH_FORCE_DESTROY: "orders" });
  for (const [request, body] of Object.entries({ ...before, ...closed })) await call(request, body);
  await stack.up(inPlace);
  expect(lines()).toContain("GET /_data_stream/*?expand_wildcards=all");
  expect(await call("GET /orders/_count")).toMatchObject({ count: 1 });
  await rejects(
    stack.destroy().then(() => stack.up(inPlace)),
    /open indices/,
  );
});
