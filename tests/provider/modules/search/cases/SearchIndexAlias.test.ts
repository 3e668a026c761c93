/** Aliases and their members. See docs/modules/search.md#aliases. */
import { json, rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture } from "./server";

const alias = "SearchIndexAlias";
const first = { index: "logs-1", isWriteIndex: true };
const logs = { name: "logs", members: [first] };
const two = { name: "logs", members: [{ index: "logs-1" }, { index: "logs-2" }] };
const one = { alias: "logs", index: "logs-1" };
const filter = '{"term":{"level":"error"}}';
const theirs = { term: { a: 1 } };

/** An index with the alias, which another client creates. */
const added = (index: string, more: object = {}) => ({ "POST /_aliases": { actions: [{ add: { index, alias: "logs", ...more } }] } });
/** A rollover as ILM does it: a new write index, which the program does not declare. */
const rollover = {
  "POST /_aliases": {
    actions: [
      { add: { index: "logs-1", alias: "logs", is_write_index: false } },
      { add: { index: "logs-2", alias: "logs", filter: theirs, index_routing: "7", is_write_index: true } },
    ],
  },
};
const indices = { "PUT /logs-1": undefined, "PUT /logs-2": undefined, "PUT /logs-3": undefined };
/** What the server then has of the alias, by index. */
const members = (entries: Record<string, object>) => ({
  "/_alias/logs": Object.fromEntries(Object.entries(entries).map(([index, entry]) => [index, { aliases: { logs: entry } }])),
});
const moved = members({ "logs-1": { is_write_index: false }, "logs-2": { is_write_index: true, index_routing: "7", filter: theirs } });

scenarios(
  alias,
  {
    "data 82: a rollover causes no difference, and an update leaves the new write index alone": {
      other: rollover,
      refresh: [],
      change: { members: [{ ...first, filter }] },
      bodies: [{ actions: [{ add: { index: "logs-1", alias: "logs", filter: { term: { level: "error" } }, is_write_index: false } }] }],
      outputs: { writeIndex: "logs-2", indices: ["logs-1", "logs-2"] },
      kept: moved,
    },
    "a change of isHidden reaches undeclared members": {
      other: rollover,
      change: { members: [{ ...first, isHidden: true }] },
      kept: members({ "logs-1": { is_hidden: true }, "logs-2": { is_hidden: true, is_write_index: true } }),
    },
    "data 84: the program moves the write index with one request, also from an undeclared member": {
      other: rollover,
      change: {
        members: [
          { index: "logs-1", isWriteIndex: false },
          { index: "logs-3", isWriteIndex: true },
        ],
      },
      writes: ["POST /_aliases"],
      kept: members({
        "logs-1": { is_write_index: false },
        "logs-2": { is_write_index: false, filter: theirs },
        "logs-3": { is_write_index: true },
      }),
    },
    "a declared member whose flag is omitted gives it up when the program moves it": {
      members: { members: [{ index: "logs-3" }, first, { index: "logs-2" }] },
      change: { members: [{ index: "logs-1" }, { index: "logs-2", isWriteIndex: true }, { index: "logs-3" }] },
      kept: members({ "logs-1": { is_write_index: false }, "logs-2": { is_write_index: true }, "logs-3": {} }),
    },
    "data 85: actions that the server has not carried out are an error with type and reason": {
      override: {
        "POST /_aliases": json({
          acknowledged: true,
          errors: true,
          action_results: [
            {
              action: { type: "add", indices: ["logs-1"], aliases: ["logs"] },
              status: 404,
              error: { type: "index_not_found_exception", reason: "no such index [logs-1]" },
            },
          ],
        }),
      },
      error: /^invalid_argument: .*add: index_not_found_exception: no such index \[logs-1\]/s,
    },
    "data 86: the removal of a member that is none is no failure, also if its index is deleted": {
      program: two,
      other: { "DELETE /logs-1": undefined },
      change: { members: [{ index: "logs-2", filter }] },
      done: "update",
    },
    "data 89: routing equals the two routings that the server returns": {
      members: { members: [{ index: "logs-1", routing: "1" }] },
      preview: [],
      change: { members: [{ index: "logs-1", indexRouting: "1", searchRouting: "1" }] },
      done: "same",
      kept: members({ "logs-1": { index_routing: "1", search_routing: "1" } }),
    },
    "data 90: the name of an index is rejected with the text of the server": {
      before: { "PUT /logs": undefined },
      error: /an index or data stream exists with the same name as the alias/,
    },
    "a member that does not exist is an error with a hint": {
      members: { members: [{ index: "none" }] },
      error: /no such index \[none\]\nCreate the index first and/,
    },
    "data 94: destroy removes the alias from all members, and names those of others": {
      other: rollover,
      next: "destroy",
      logged: /^info: .*does not declare, too: logs-2\./,
      kept: { "/_alias/logs": undefined, "/logs-1": {}, "/logs-2": {} },
    },
  },
  { before: indices, program: logs },
);

scenarios(
  "SearchIndexAliasMember",
  [
    {
      "data 92: two programs with one member each do not disturb each other": {
        other: added("logs-2", { is_write_index: true, search_routing: "1" }),
        next: "destroy",
        kept: members({ "logs-2": { is_write_index: true, search_routing: "1" } }),
      },
    },
    ...["logs/logs-1", "<uuid>/logs/logs-1"].map((imported) => ({
      [`data 93: the membership is imported by ${imported}`]: {
        before: { ...added("logs-1", { index_routing: "1", is_write_index: false }) },
        imported,
        inputs: { ...one, indexRouting: "1" },
      },
    })),
    ...["logs", "a/b/c", "logs/a*"].map((imported) => ({
      [`data 93: the import ID ${imported} of a membership is rejected`]: {
        imported,
        error: /^invalid_argument/,
      },
    })),
    {
      "a membership takes the flag of the write index from the one that has it": {
        before: { ...added("logs-2", { is_write_index: true, filter: theirs }) },
        program: { alias: "logs", ...first },
        kept: members({ "logs-1": { is_write_index: true }, "logs-2": { is_write_index: false, filter: theirs } }),
      },
    },
    ...[
      ["several", { indices: ["logs-2", "logs-3"] }, /^warning: .*has no write index any more; it has other members: logs-2, logs-3\.$/],
      ["one that must not be it", { index: "logs-2", is_write_index: false }, /^warning: .*has no write index any more/],
      ["one, which is it then", { index: "logs-2" }, ""],
    ].map(([title, others, logged]) => ({
      [`a warning says that an alias has lost its write index: the other members are ${String(title)}`]: {
        before: { "POST /_aliases": { actions: [{ add: { ...(others as object), alias: "logs" } }] } },
        program: { alias: "logs", ...first },
        next: "destroy" as const,
        logged: logged as RegExp | "",
      },
    })),
  ],
  { before: indices, program: one },
);

/** A stack of the alias over the indices. */
async function fixture() {
  const all = caseFixture(alias);
  for (const request of Object.keys(indices)) await all.call(request);
  return all;
}

test.each([true, false])(
  "data 83: an exclusive alias loses undeclared members and gets its write index back (from the beginning: %p)",
  async (exclusive) => {
    const { stack, call, find } = await fixture();
    await stack.up({ ...logs, exclusive });
    await call("POST /_aliases", rollover["POST /_aliases"]);
    expect(await stack.refresh()).toEqual(exclusive ? ["members[0].isWriteIndex", "members[1]"] : []);
    await stack.up({ ...logs, exclusive: true });
    expect(await find("/_alias/logs")).toEqual({ "logs-1": { aliases: { logs: { is_write_index: true } } } });
  },
);

test("a routing that a failed update has written is removed by the program of before", async () => {
  const { stack, call, find, override } = caseFixture("SearchIndexAliasMember");
  for (const request of Object.keys(indices)) await call(request);
  await stack.up(one);
  let reads = 0;
  override.set("GET /_alias/logs", () => ((reads += 1) === 2 ? json({ error: "rejected", status: 400 }, 400) : undefined));
  await rejects(stack.up({ ...one, routing: "1" }), /HTTP 400/);
  await stack.up(one);
  expect(await find("/_alias/logs")).toEqual({ "logs-1": { aliases: { logs: {} } } });
});

test("a rollover between the read and the write of an update", async () => {
  const { stack, call, find, override } = await fixture();
  await stack.up(logs);
  override.set("GET /_alias/logs", async () => {
    override.clear();
    const before = await find("/_alias/logs");
    await call("POST /_aliases", rollover["POST /_aliases"]);
    return json(before);
  });
  await stack.up({ name: "logs", members: [{ ...first, filter }] });
  expect(await find("/_alias/logs")).toMatchObject({ "logs-2": { aliases: { logs: { is_write_index: true } } } });
});

test("data 88: several reads share a request, whose 404 contains the aliases that exist", async () => {
  const { stack, another, call } = await fixture();
  const stacks = [stack, another(), another()];
  await Promise.all(stacks.map(async (each, i) => each.up({ name: `a${i}`, members: [{ index: "logs-1" }] })));
  await call("POST /_aliases", { actions: [{ remove: { index: "logs-1", alias: "a1" } }] });
  expect(await Promise.all(stacks.map(async (each) => each.refresh()))).toEqual([[], ["gone"], []]);
});

rejections(alias, logs, [
  ["data 91", { members: [] }, /^members/],
  ["data 91", { members: [{ index: "a" }, { index: "a" }] }, /two members have the index "a"/],
  ["data 91", { members: [first, { index: "b", isWriteIndex: true }] }, /two members have isWriteIndex true/],
  ["data 91", { members: [{ index: "a", isHidden: true }, { index: "b" }] }, /the same isHidden/],
  ["data 91", { members: [{ index: "a", filter: "[]" }] }, /filter/],
  ["data 91", { name: "-a" }, /must not begin with -/],
  ["data 91", { name: "ä".repeat(128) }, /at most 255 bytes; got 256/],
]);
