/** Pages, cursors and filters of the emulated service. See docs/modules/datapipeline.md#paging. */
import type { JsonObject } from "../exchange";
import { callerOf, v2 } from "./caller";
import { createPipelineEmulator } from "./index";

const emulator = createPipelineEmulator();
const request = callerOf(emulator);
const total = emulator.account.connections.size;

const ids = ({ items }: JsonObject): unknown[] => (items as JsonObject[]).map(({ id }) => id);

/** All pages of a list, by their cursors. */
function pages(target: string, more = {}): JsonObject[] {
  const found: JsonObject[] = [];
  for (let cursor = ""; ;) {
    const { data } = request(`${target}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, more);
    found.push(data);
    if (typeof data["next_cursor"] !== "string") return found;
    cursor = data["next_cursor"];
  }
}

it("has three pages of connections, each once, in their order", () => {
  const found = pages("/connections?limit=1000", v2);
  expect(found.map((page) => ids(page).length)).toEqual([1000, 1000, total - 2000]);
  expect(found.flatMap(ids)).toEqual(emulator.account.connections.names());
  expect(found.at(-1)).toHaveProperty("next_cursor", null);
});

it("has two pages of users, and one of a hundred by default", () => {
  expect(pages("/users?limit=1000")).toHaveLength(2);
  expect(ids(request("/users").data)).toHaveLength(100);
  expect(ids(request("/users?limit=1").data)).toEqual(["nozzle_eat"]);
});

it("filters by the whole text, and pages the result", () => {
  expect(ids(request("/connections?schema=finance.budget_2024", v2).data)).toEqual(["speak_inexpensive"]);
  expect(ids(request("/connections?schema=finance", v2).data)).toEqual([]);
  expect(ids(request("/connections?group_id=shadowed_lantern&schema=bulk_7", v2).data)).toHaveLength(1);
  expect(pages("/connections?group_id=shadowed_lantern&limit=1000", v2).flatMap(ids)).toHaveLength(2100);
  expect(pages("/groups/shadowed_lantern/connections?limit=1000").flatMap(ids)).toHaveLength(2100);
  expect(ids(request("/groups/projected_sickle/connections?schema=finance.budget_2024").data)).toEqual(["speak_inexpensive"]);
  expect(ids(request("/groups/quiet_meadow/connections").data)).toEqual([]);
});

it.each(["0", "1001", "-1", "1.5", "ten"])("rejects a limit of %s", (limit) => {
  expect(request(`/groups?limit=${limit}`)).toMatchObject({ status: 400, body: { code: "InvalidInput" } });
});

describe("a cursor", () => {
  const cursor = encodeURIComponent(String(request("/users?limit=1000").data["next_cursor"]));
  const narrowed = request("/connections?limit=1000&group_id=shadowed_lantern", v2).data["next_cursor"];

  it("returns the next page", () => expect(ids(request(`/users?limit=1000&cursor=${cursor}`).data)).toHaveLength(204));

  it.each([
    ["of another list", `/teams?limit=1000&cursor=${cursor}`],
    ["of another size of page", `/users?limit=999&cursor=${cursor}`],
    ["without its filter", `/connections?limit=1000&cursor=${String(narrowed)}`],
    ["that was made up", "/users?limit=1000&cursor=1000"],
    ["in another spelling", `/users?limit=1000&cursor=skip:1000:x`],
  ])("%s is rejected", (_title, target) => {
    const { status, body } = request(target, target.startsWith("/connections") ? v2 : {});
    expect([status, body["message"]]).toEqual([400, "Parameter cursor is not valid."]);
  });
});
