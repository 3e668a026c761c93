/** Aliases and their members. See docs/modules/search.md#aliases. */
import type { JsonObject } from "../../../../emulators/exchange";
import { json } from "../support";
import { rejection } from "../resources/stack-fixture";
import { caseFixture, type CaseFixture } from "./server";

const alias = "quartet:search:SearchIndexAlias";
const member = "quartet:search:SearchIndexAliasMember";

/** Returns a stack over a server with these indices, and what other writers do to the alias `logs`. */
async function withIndices(token: string, ...names: string[]) {
  const fixture = caseFixture(token);
  const { call, find } = fixture;
  for (const name of names) await call(`PUT /${name}`);
  const change = async (...actions: object[]): Promise<void> => void (await call("POST /_aliases", { actions }));
  return {
    ...fixture,
    members: async () => membersOf(fixture, "logs"),
    add: async (index: string, members: object = {}) => change({ add: { index, alias: "logs", ...members } }),
    remove: async (index: string, name = "logs") => change({ remove: { index, alias: name } }),
    /** A rollover as ILM does it: a new write index, which the program does not declare. */
    async rollOver() {
      if (!(await find("/logs-2"))) await call("PUT /logs-2");
      const next = { index: "logs-2", filter: { term: { a: 1 } }, index_routing: "7", is_write_index: true };
      await change({ add: { index: "logs-1", alias: "logs", is_write_index: false } }, { add: { ...next, alias: "logs" } });
    },
  };
}

/** Returns what the server has of an alias, by index. */
async function membersOf({ find }: CaseFixture, name: string): Promise<Record<string, unknown>> {
  const found = Object.entries((await find(`/_alias/${name}`)) ?? {});
  return Object.fromEntries(found.map(([index, entry]) => [index, ((entry as JsonObject)["aliases"] as JsonObject)[name]]));
}

const first = { index: "logs-1", isWriteIndex: true };
const filter = '{"term":{"level":"error"}}';

test("data 82: a rollover causes no difference, and an update leaves the new write index alone", async () => {
  const { stack, bodies, members, rollOver } = await withIndices(alias, "logs-1");
  await stack.up({ name: "logs", members: [first] });
  await rollOver();
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview({ name: "logs", members: [first] })).toEqual([]);
  expect(stack.outputs).toMatchObject({ writeIndex: "logs-2", indices: ["logs-1", "logs-2"] });
  bodies();
  await stack.up({ name: "logs", members: [{ ...first, filter }] });
  const added = { index: "logs-1", alias: "logs", filter: JSON.parse(filter) as unknown, is_write_index: false };
  expect(bodies()).toEqual({ "POST _aliases": { actions: [{ add: added }] } });
  expect(await members()).toMatchObject({ "logs-1": { is_write_index: false }, "logs-2": { is_write_index: true, index_routing: "7" } });
  expect(await stack.refresh()).toEqual([]);
});

test("data 83: an exclusive alias loses undeclared members and gets its write index back", async () => {
  const { stack, members, rollOver } = await withIndices(alias, "logs-1");
  const program = { name: "logs", members: [first], exclusive: true };
  await stack.up(program);
  await rollOver();
  expect(await stack.refresh()).not.toEqual([]);
  await stack.up(program);
  expect(await members()).toEqual({ "logs-1": { is_write_index: true } });
});

test("data 83: an alias that becomes exclusive loses undeclared members at once", async () => {
  const { stack, members, rollOver } = await withIndices(alias, "logs-1");
  await stack.up({ name: "logs", members: [first] });
  await rollOver();
  await stack.refresh();
  await stack.up({ name: "logs", members: [first], exclusive: true });
  expect(await members()).toEqual({ "logs-1": { is_write_index: true } });
});

test("data 84: the program moves the write index with one request, also from an undeclared member", async () => {
  const { stack, bodies, members, rollOver } = await withIndices(alias, "logs-1", "logs-3");
  await stack.up({ name: "logs", members: [first] });
  await rollOver();
  bodies();
  await stack.up({
    name: "logs",
    members: [
      { index: "logs-1", isWriteIndex: false },
      { index: "logs-3", isWriteIndex: true },
    ],
  });
  expect(Object.keys(bodies())).toEqual(["POST _aliases"]);
  expect(await members()).toEqual({
    "logs-1": { is_write_index: false },
    "logs-2": { is_write_index: false, filter: { term: { a: 1 } }, index_routing: "7" },
    "logs-3": { is_write_index: true },
  });
});

test("a declared member whose flag is omitted gives it up when the program moves it", async () => {
  const { stack, members } = await withIndices(alias, "logs-1", "logs-2", "logs-3");
  const [one, two, three] = ["logs-1", "logs-2", "logs-3"].map((index) => ({ index })) as [
    { index: string },
    { index: string },
    { index: string },
  ];
  await stack.up({ name: "logs", members: [three, { ...one, isWriteIndex: true }, two] });
  expect(await stack.preview({ name: "logs", members: [one, two, three] })).toEqual([]);
  await stack.up({ name: "logs", members: [one, { ...two, isWriteIndex: true }, three] });
  expect(await members()).toEqual({ "logs-1": { is_write_index: false }, "logs-2": { is_write_index: true }, "logs-3": {} });
  expect(await stack.refresh()).toEqual([]);
});

test("members that leave the program are removed, those of others stay", async () => {
  const { stack, members, add } = await withIndices(alias, "logs-1", "logs-2", "other");
  await stack.up({ name: "logs", members: [{ index: "logs-1" }, { index: "logs-2" }] });
  await add("other");
  await stack.up({ name: "logs", members: [{ index: "logs-2" }] });
  expect(Object.keys(await members())).toEqual(["logs-2", "other"]);
});

test("a change of isHidden reaches undeclared members", async () => {
  const { stack, members, rollOver } = await withIndices(alias, "logs-1");
  await stack.up({ name: "logs", members: [first] });
  await rollOver();
  await stack.up({ name: "logs", members: [{ ...first, isHidden: true }] });
  expect(await members()).toMatchObject({ "logs-1": { is_hidden: true }, "logs-2": { is_hidden: true, is_write_index: true } });
});

test("data 85: actions that the server has not carried out are an error with type and reason", async () => {
  const { stack, override } = await withIndices(alias, "logs-1");
  const error = { type: "index_not_found_exception", reason: "no such index [logs-1]" };
  const results = [{ action: { type: "add", indices: ["logs-1"], aliases: ["logs"] }, status: 404, error }];
  override.set("POST /_aliases", json({ acknowledged: true, errors: true, action_results: results }));
  await expect(stack.up({ name: "logs", members: [first] })).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringContaining("add: index_not_found_exception: no such index [logs-1]"),
  });
});

test("a member that does not exist is an error with a hint", async () => {
  const { stack } = await withIndices(alias);
  await expect(stack.up({ name: "logs", members: [first] })).rejects.toThrow(
    /no such index \[logs-1\]\nCreate the index first and pass its name\./,
  );
});

test("data 86: the removal of a member that is none is no failure", async () => {
  const { stack, remove } = await withIndices(alias, "logs-1", "logs-2");
  await stack.up({ name: "logs", members: [{ index: "logs-1" }, { index: "logs-2" }] });
  await remove("logs-2");
  expect(await stack.up({ name: "logs", members: [{ index: "logs-1", filter }] })).toBe("update");
  expect(await stack.refresh()).toEqual([]);
});

test.each([
  [alias, { name: "logs", members: [first] }],
  [member, { alias: "logs", index: "logs-1" }],
])("data 87: the string error of a missing alias means that %s is gone", async (token, program) => {
  const { stack, remove } = await withIndices(token, "logs-1");
  await stack.up(program);
  await remove("logs-1");
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("data 88: several reads share a request, whose 404 contains the aliases that exist", async () => {
  const { stack, another, lines, remove } = await withIndices(alias, "logs-1");
  const stacks = [stack, another(), another()];
  await Promise.all(stacks.map(async (each, i) => each.up({ name: `a${i}`, members: [{ index: "logs-1" }] })));
  await remove("logs-1", "a1");
  lines();
  expect(await Promise.all(stacks.map(async (each) => each.refresh()))).toEqual([[], ["gone"], []]);
});

test("data 89: routing equals the two routings that the server returns", async () => {
  const { stack, members } = await withIndices(alias, "logs-1");
  await stack.up({ name: "logs", members: [{ index: "logs-1", routing: "1" }] });
  expect(await members()).toEqual({ "logs-1": { index_routing: "1", search_routing: "1" } });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview({ name: "logs", members: [{ index: "logs-1", indexRouting: "1", searchRouting: "1" }] })).toEqual([]);
});

test("data 90: the name of an index is rejected with the text of the server", async () => {
  const { stack } = await withIndices(alias, "logs", "logs-1");
  await expect(stack.up({ name: "logs", members: [first] })).rejects.toThrow(
    "an index or data stream exists with the same name as the alias",
  );
});

test.each([
  [{ members: [] }, "members"],
  [{ members: [{ index: "a" }, { index: "a" }] }, 'two members have the index "a"'],
  [
    {
      members: [
        { index: "a", isWriteIndex: true },
        { index: "b", isWriteIndex: true },
      ],
    },
    "two members have isWriteIndex true",
  ],
  [{ members: [{ index: "a", isHidden: true }, { index: "b" }] }, "the same isHidden"],
  [{ members: [{ index: "a", filter: "[]" }] }, "filter"],
  [{ name: "-a", members: [{ index: "a" }] }, "must not begin with -"],
  [{ name: "ä".repeat(128), members: [{ index: "a" }] }, "at most 255 bytes; got 256"],
])("data 91: Check rejects %j", async (inputs, reason) => {
  await expect(caseFixture(alias).stack.up({ name: "logs", ...inputs })).rejects.toThrow(reason);
});

test("data 92: two stacks with one member each do not disturb each other", async () => {
  const { stack, another, members } = await withIndices(member, "logs-1", "logs-2");
  const other = another();
  await stack.up({ alias: "logs", index: "logs-1", isWriteIndex: true });
  await other.up({ alias: "logs", index: "logs-2", filter });
  await stack.destroy();
  expect(await members()).toEqual({ "logs-2": { filter: JSON.parse(filter) as unknown } });
  expect(await other.refresh()).toEqual([]);
});

test.each(["logs/logs-1", "<uuid>/logs/logs-1"])("data 93: the membership is imported by %s", async (id) => {
  const { stack, add, uuid } = await withIndices(member, "logs-1");
  await add("logs-1", { index_routing: "1", is_write_index: false });
  const cluster = await uuid();
  await stack.import(id.replace("<uuid>", cluster));
  expect(stack.stored!.id).toBe(`${cluster}/logs/logs-1`);
  expect(stack.inputs).toEqual({ alias: "logs", index: "logs-1", indexRouting: "1" });
  expect(await stack.preview({ alias: "logs", index: "logs-1", indexRouting: "1" })).toEqual([]);
});

test.each(["logs", "a/b/c", "logs/a*"])("data 93: the import ID %s of a membership is rejected", async (id) => {
  await expect(caseFixture(member).stack.import(id)).rejects.toMatchObject({ code: "invalid_argument" });
});

test("an imported alias declares all members, without flags that are false", async () => {
  const { stack, rollOver, add } = await withIndices(alias, "logs-1");
  await add("logs-1");
  await rollOver();
  await stack.import("logs");
  expect(stack.inputs).toEqual({
    name: "logs",
    members: [{ index: "logs-1" }, { index: "logs-2", filter: '{"term":{"a":1}}', indexRouting: "7", isWriteIndex: true }],
  });
});

test("data 94: destroy removes the alias from all members, and names those of others", async () => {
  const { stack, members, logged, rollOver, find } = await withIndices(alias, "logs-1");
  await stack.up({ name: "logs", members: [first] });
  await rollOver();
  logged();
  await stack.destroy();
  expect(await members()).toEqual({});
  for (const index of ["logs-1", "logs-2"]) expect(await find(`/${index}`)).toBeDefined();
  expect(logged()).toEqual([{ severity: "info", message: expect.stringContaining("does not declare, too: logs-2.") }]);
});

test.each([
  [alias, { name: "logs", members: [first] }],
  [member, { alias: "logs", index: "logs-1" }],
])("%s that exists is not taken over", async (token, program) => {
  const { stack, bodies, add } = await withIndices(token, "logs-1");
  await add("logs-1");
  await expect(stack.up(program)).rejects.toMatchObject({ code: "already_exists" });
  expect(bodies()).toEqual({});
});

test("a membership takes the flag of the write index from the one that has it, and follows a rollover", async () => {
  const { stack, members, rollOver, add } = await withIndices(member, "logs-1", "logs-2");
  await add("logs-2", { is_write_index: true, filter: { term: { a: 1 } } });
  await stack.up({ alias: "logs", index: "logs-1", isWriteIndex: true });
  expect(await members()).toEqual({ "logs-1": { is_write_index: true }, "logs-2": { is_write_index: false, filter: { term: { a: 1 } } } });
  await rollOver();
  expect(await stack.refresh()).toEqual([]);
  await stack.up({ alias: "logs", index: "logs-1", isWriteIndex: true, filter });
  expect(await members()).toMatchObject({ "logs-1": { is_write_index: false }, "logs-2": { is_write_index: true } });
});

test("a warning says that an alias has lost its write index", async () => {
  const { stack, logged, add } = await withIndices(member, "logs-1", "logs-2", "logs-3");
  for (const index of ["logs-2", "logs-3"]) await add(index);
  await stack.up({ alias: "logs", index: "logs-1", isWriteIndex: true });
  await stack.destroy();
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringContaining("has no write index any more") }]);
});

test("a rejected request leaves no alias", async () => {
  const { stack, override } = await withIndices(alias, "logs-1");
  override.set("POST /_aliases", rejection("invalid"));
  await expect(stack.up({ name: "logs", members: [first] })).rejects.toThrow("invalid");
  expect(stack.stored).toBeUndefined();
});

test.each([["[]"], ['{"logs-1":{}}'], ['{"logs-1":{"aliases":[]}}'], ['{"logs-1":{"aliases":{"logs":{"is_hidden":"no"}}}}']])(
  "data 122: the response %s is an error and never a state",
  async (body) => {
    const { stack, override } = await withIndices(alias, "logs-1");
    await stack.up({ name: "logs", members: [first] });
    override.set("GET /_alias/logs", json(body));
    await expect(stack.refresh()).rejects.toThrow();
  },
);
