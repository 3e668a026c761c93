// Pages of the lists of module datapipeline. See docs/modules/datapipeline.md#paging.
import type { PlainMap } from "../../../../provider/core/values/value";
import { expectFailure, line, page, success } from "./support";

const row = (n: number) => ({ id: `g-${n}`, name: `n-${n}`, created_at: null });
const ids = ({ groups }: PlainMap) => (groups as PlainMap[]).map(({ id }) => id);

test("pages are read one after the other, with any text or number as cursor; an empty one is not the end", async () => {
  const { lookUp, paths } = line([
    page([row(1), null, row(2)], "a b+c/=&é\ud800"),
    success({ items: null, next_cursor: 7 }),
    page([], 0),
    page([row(0)], ""),
  ]);
  expect(ids(await lookUp("getGroups"))).toEqual(["g-1", "g-2", "g-0"]);
  const cursors = ["", "&cursor=a%20b%2Bc%2F%3D%26%C3%A9%EF%BF%BD", "&cursor=7", "&cursor=0"];
  expect(paths()).toEqual(cursors.map((cursor) => `/groups?limit=1000${cursor}`));
});

test.each([
  ["a cursor that is no text", { items: [row(1)], next_cursor: { after: 1 } }, "data.next_cursor is not a text"],
  ["items that are no list", { items: { 0: row(1) } }, "data.items is not a list of records"],
  ["an item that is no record", { items: [[row(1)], row(2)] }, "data.items is not a list of records"],
  ["data that is no record", [row(1)], "data is not a record"],
  ["more rows than requested", { items: Array(1001).fill(row(1)) }, "data.items has more than the 1000 rows of a page"],
])("%s: a failure, since a list that ends early looks whole", async (_title, data, text) => {
  const message = `getGroups: GET http://pipeline.test/v1/groups: ${text}. Check apiUrl and the proxies.`;
  await expectFailure(line([success(data)]).lookUp("getGroups"), "unavailable", message);
});

test("a full page", async () => {
  expect(ids(await line([page(Array(1000).fill(row(1)))]).lookUp("getGroups"))).toHaveLength(1000);
});

test.each([
  ["getConnections", { groupId: "g h", schemaName: "a&b.c=d" }, "/connections?group_id=g%20h&schema=a%26b.c%3Dd&limit=1000"],
  ["getGroupConnections", { id: "g", schema: "s.t" }, "/groups/g/connections?schema=s.t&limit=1000"],
])("%s %j: the filters are in the request of every page, and outputs", async (name, inputs, request) => {
  const { lookUp, paths } = line([page([], "next"), page([])]);
  expect(await lookUp(name, inputs)).toMatchObject(inputs);
  expect(paths()).toEqual([request, `${request}&cursor=next`]);
});

test("a repeated cursor ends the list with an error", async () => {
  const { lookUp, sent } = line((_request, n) => page([row(n)], "xyx"[n]));
  await expectFailure(lookUp("getGroups"), "unavailable", "/groups: the pages of the list repeat. Check apiUrl");
  expect(sent).toHaveLength(3);
});
