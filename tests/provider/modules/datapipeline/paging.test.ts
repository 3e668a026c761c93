// Pages of the lists of module datapipeline. See docs/modules/datapipeline.md#paging.
import type { PlainMap } from "../../../../provider/core/values/value";
import { failure, line, page, errorResponse, success } from "./support";

const row = (n: number): PlainMap => ({ id: `g-${n}`, name: `n-${n}`, created_at: null });
const ids = ({ groups }: PlainMap): unknown[] => (groups as PlainMap[]).map(({ id }) => id);

test("three pages, one after the other, with any text as cursor", async () => {
  const { lookUp, paths } = line([page([row(1), row(2)], "a+b/c=&d"), page([row(3)], "2"), page([row(4)], null)]);
  expect(ids(await lookUp("getGroups"))).toEqual(["g-1", "g-2", "g-3", "g-4"]);
  expect(paths()).toEqual(["/groups?limit=1000", "/groups?limit=1000&cursor=a%2Bb%2Fc%3D%26d", "/groups?limit=1000&cursor=2"]);
});

test("an empty page with a cursor is not the end", async () => {
  const { lookUp, sent } = line([page([row(1)], "x"), page([], "y"), success({ items: null, next_cursor: "z" }), page([row(2)], "")]);
  expect(ids(await lookUp("getGroups"))).toEqual(["g-1", "g-2"]);
  expect(sent).toHaveLength(4);
});

test.each([[null], [undefined], [""]])("the cursor %j is the end", async (next) => {
  const { lookUp, sent } = line([page([row(1)], next), page([row(2)])]);
  expect(ids(await lookUp("getGroups"))).toEqual(["g-1"]);
  expect(sent).toHaveLength(1);
});

test("a cursor that is a number is a text, too", async () => {
  const { lookUp, paths } = line([page([row(1)], 7), page([row(2)], 0), page([row(3)])]);
  expect(ids(await lookUp("getGroups"))).toEqual(["g-1", "g-2", "g-3"]);
  expect(paths().slice(1)).toEqual(["/groups?limit=1000&cursor=7", "/groups?limit=1000&cursor=0"]);
});

test("blanks and other letters of a cursor are encoded by percent signs", async () => {
  const { lookUp, paths } = line([page([], "a b\u00e9+\ud800"), page([])]);
  await lookUp("getGroups");
  expect(paths()[1]).toBe("/groups?limit=1000&cursor=a%20b%C3%A9%2B%EF%BF%BD");
});

test.each<[string, unknown, string]>([
  ["a cursor that is no text", { items: [row(1)], next_cursor: { after: 1 } }, "data.next_cursor is not a text"],
  ["a cursor that is true", { items: [row(1)], next_cursor: true }, "data.next_cursor is not a text"],
  ["items that are no list", { items: { 0: row(1) } }, "data.items is not a list"],
  ["data that is no record", [row(1)], "data is not a record"],
])("%s: a failure, since a list that ends early looks whole", async (_title, data, text) => {
  const { lookUp, sent } = line([success(data)]);
  expect(await failure(lookUp("getGroups"))).toMatchObject({
    code: "unavailable",
    message: `getGroups: GET http://pipeline.test/v1/groups: ${text}. Check apiUrl and the proxies.`,
  });
  expect(sent).toHaveLength(1);
});

const filtered: [string, PlainMap, string][] = [
  ["getConnections", { groupId: "g", schemaName: "s" }, "/connections?group_id=g&schema=s&limit=1000"],
  ["getGroupConnections", { id: "g", schema: "s" }, "/groups/g/connections?schema=s&limit=1000"],
];

test.each(filtered)("%s %j: the filters are in the request of every page", async (name, inputs, request) => {
  const { lookUp, paths } = line([page([], "next"), page([])]);
  await lookUp(name, inputs);
  expect(paths()).toEqual([request, `${request}&cursor=next`]);
});

test("a failed page fails the call, without the rows before it", async () => {
  const { lookUp, sent } = line([page([row(1)], "x"), errorResponse(400, "InvalidInput", "Cursor is bad.")]);
  expect((await failure(lookUp("getGroups"))).message).toBe(
    "getGroups: GET http://pipeline.test/v1/groups: HTTP 400, InvalidInput: Cursor is bad.",
  );
  expect(sent).toHaveLength(2);
});

test.each([
  ["that page itself", ["x", "x"]],
  ["a page before it", ["x", "y", "x"]],
])("a page with the cursor %s ends the list with an error", async (_title, cursors) => {
  const { lookUp, sent } = line((_request, n) => page([row(n)], cursors[n] ?? "never"));
  expect(await failure(lookUp("getGroups"))).toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(
      /^getGroups: GET http:\/\/pipeline.test\/v1\/groups: the cursor of the next page repeats an earlier one\. Check apiUrl/,
    ),
  });
  expect(sent).toHaveLength(cursors.length);
});

test("a page has at most the rows that were requested", async () => {
  const rows = Array.from({ length: 1001 }, () => row(1));
  expect(ids(await line([page(rows.slice(1))]).lookUp("getGroups"))).toHaveLength(1000);
  expect(await failure(line([page(rows)]).lookUp("getGroups"))).toMatchObject({
    message:
      "getGroups: GET http://pipeline.test/v1/groups: data.items has more than the 1000 rows of a page. Check apiUrl and the proxies.",
  });
});

test("an element that is not a record is ignored", async () => {
  expect(ids(await line([page([row(1), null, "x", [row(2)], row(3)])]).lookUp("getGroups"))).toEqual(["g-1", "g-3"]);
});
