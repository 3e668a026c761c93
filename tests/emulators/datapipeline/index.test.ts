/** What the emulator of Fivetran rejects, and how. See docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#errors. */
import { type Handler, requestOf, responseTo } from "../caller";
import type { EmulatorRequest, JsonObject } from "../exchange";
import { createPipelineEmulator, exampleKeys } from "./index";
import { routes } from "./routes";

/** The header of the example pair. */
const authorization = `Basic ${Buffer.from(Object.entries(exampleKeys)[0]?.join(":") ?? "").toString("base64")}`;

/** A good request for path and query after the base, with changes. */
const requestFor = (target: string, more: Partial<EmulatorRequest> = {}): EmulatorRequest => {
  const usual = requestOf(`GET /v1${target}`, undefined, { authorization, accept: "application/json" });
  return { ...usual, ...more, headers: { ...usual.headers, ...more.headers } };
};

/** Sends a request for path and query after the base. */
const callerOf =
  (service: Handler) =>
  (target: string, more: Partial<EmulatorRequest> = {}) => {
    const response = responseTo(requestFor(target, more), service);
    return { ...response, data: (response.body.data ?? {}) as JsonObject };
  };

/** The Accept of version 2. */
const v2 = { headers: { accept: "application/json;version=2" } };

const emulator = createPipelineEmulator();
const request = callerOf(emulator);
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const [[key, secret]] = Object.entries(exampleKeys) as [[string, string]];

describe("credentials", () => {
  it("are validated first", () => {
    const { authorization: _, ...headers } = requestFor("/nowhere").headers;
    const reply = emulator.handle({ ...requestFor("/nowhere", { method: "POST" }), headers });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([401, { code: "Unauthorized", message: "Missing authorization header." }]);
  });

  it("may be configured, in UTF-8, with a colon in the secret", () => {
    const own = callerOf(createPipelineEmulator({ keys: { schlüssel: "a:b" } }));
    expect(own("/groups", { headers: { authorization: basic("schlüssel:a:b") } }).status).toBe(200);
    expect(own("/groups").status).toBe(401);
  });
});

type Rejection = [title: string, target: string, more: Partial<EmulatorRequest>, status: number, code: string];
const rejections: Rejection[] = [
  ...[basic(":"), basic(`${key}:wrong`), basic("constructor:x"), authorization.replace(/.{20}/, "$&\n"), `Bearer ${secret}`].map(
    (header): Rejection => ["the credentials " + header, "/groups", { headers: { authorization: header } }, 401, "AuthFailed"],
  ),
  ["an address that is none", "/connectors", {}, 404, "NotFound"],
  ["a slash at the end", "/groups/", {}, 404, "NotFound"],
  ["an address outside the base", "/groups", { path: "/v2/groups" }, 404, "NotFound"],
  ["a path that is not encoded", "/groups/%zz", {}, 400, "InvalidInput"],
  ["another method", "/groups", { method: "POST" }, 405, "MethodNotAllowed"],
  ["an Accept of another kind", "/groups", { headers: { accept: "text/html" } }, 406, "NotAcceptable"],
  ["version 2 where there is none", "/groups", v2, 406, "NotAcceptable"],
  ["version 3", "/connections", { headers: { accept: "application/json;version=3" } }, 406, "NotAcceptable"],
  ["a body", "/groups", { body: "{}" }, 400, "InvalidInput"],
  ["a Content-Type", "/groups", { headers: { "content-type": "application/json" } }, 400, "InvalidInput"],
  ["an unknown parameter", "/groups?active=true", {}, 400, "InvalidInput"],
  ["a page of one record", "/groups/projected_sickle?limit=10", {}, 400, "InvalidInput"],
  ["an empty filter", "/connections?group_id=", {}, 400, "InvalidInput"],
  ["a parameter given twice", "/groups?limit=10&limit=20", {}, 400, "InvalidInput"],
  ["a query that is not encoded", "/connections?schema=%zz", {}, 400, "InvalidInput"],
  ...["0", "1001", "-1", "1.5", "ten"].map((limit): Rejection => [`the limit ${limit}`, `/groups?limit=${limit}`, {}, 400, "InvalidInput"]),
];

it.each(rejections)("rejects %s", (...[, target, more, status, code]) => {
  const response = request(target, more);
  expect([response.status, response.body.code]).toEqual([status, code]);
  expect(response.body.message).toMatch(/\.$/);
  expect(response.body).not.toHaveProperty("data");
});

it.each([undefined, "*/*", "application/json; version=1"])("accepts the Accept header %j", (accept) => {
  const { accept: _, ...headers } = requestFor("/groups").headers;
  expect(emulator.handle({ ...requestFor("/groups"), headers: { ...headers, ...(accept !== undefined && { accept }) } }).status).toBe(200);
});

it.each(
  routes
    .filter(({ path }) => path.includes("{id}"))
    .map(({ path }) => path)
    .sort(),
)("reports that nothing is at %s", (path) => {
  const { status, body } = request(path.replace("{id}", "a%2Fb%20c"));
  expect([status, body.code, body.message]).toEqual([404, expect.stringMatching(/^NotFound_[A-Z]/), expect.stringContaining("'a/b c'")]);
});

describe("the limit of an hour", () => {
  it("is in every response, and ends in 429 until the window has moved", () => {
    let now = 1_700_000_000_000;
    const own = callerOf(createPipelineEmulator({ perHour: 2, now: () => now }));
    expect(own("/groups").headers).toMatchObject({ "x-rate-limit": "2", "x-rate-limit-remaining": "1" });
    now += 60_000;
    expect(own("/nowhere").headers).toMatchObject({ "x-rate-limit": "2", "x-rate-limit-remaining": "0" });
    const { status, body, headers } = own("/groups");
    expect([status, body.code, headers["retry-after"]]).toEqual([429, "TooManyRequests", "3540"]);
    now += 3_540_000;
    expect(own("/groups").status).toBe(200);
    expect(own("/groups").status).toBe(429);
  });
});

const total = emulator.account.connections.size;

const ids = ({ items }: JsonObject): unknown[] => (items as JsonObject[]).map(({ id }) => id);

/** All pages of a list, by their cursors. */
function pages(target: string, more = {}) {
  const found: JsonObject[] = [];
  for (let cursor = ""; ;) {
    const { data } = request(`${target}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, more);
    found.push(data);
    if (typeof data.next_cursor !== "string") return found;
    cursor = data.next_cursor;
  }
}

it("has three pages of connections, each once, in their order", () => {
  const found = pages("/connections?limit=1000", v2);
  expect(found.map((page) => ids(page).length)).toEqual([1000, 1000, total - 2000]);
  expect(found.flatMap(ids)).toEqual(emulator.account.connections.names());
  expect(found.at(-1)).toHaveProperty("next_cursor", null);
});

it("has a hundred rows on a page by default", () => expect(ids(request("/users").data)).toHaveLength(100));

it("filters by the whole text, and pages the result", () => {
  expect(ids(request("/connections?schema=finance.budget_2024", v2).data)).toEqual(["speak_inexpensive"]);
  expect(ids(request("/connections?schema=finance", v2).data)).toEqual([]);
  expect(pages("/connections?group_id=shadowed_lantern&limit=1000", v2).flatMap(ids)).toHaveLength(2100);
  expect(ids(request("/groups/projected_sickle/connections?schema=finance.budget_2024").data)).toEqual(["speak_inexpensive"]);
});

describe("a cursor", () => {
  const cursor = encodeURIComponent(String(request("/users?limit=1000").data.next_cursor));
  const narrowed = request("/connections?limit=1000&group_id=shadowed_lantern", v2).data.next_cursor;

  it("returns the next page", () => expect(ids(request(`/users?limit=1000&cursor=${cursor}`).data)).toHaveLength(201));

  it.each([
    ["of another list", `/teams?limit=1000&cursor=${cursor}`],
    ["of another size of page", `/users?limit=999&cursor=${cursor}`],
    ["without its filter", `/connections?limit=1000&cursor=${String(narrowed)}`],
    ["that was made up", "/users?limit=1000&cursor=1000"],
  ])("%s is rejected", (_title, target) => {
    const { status, body } = request(target, target.startsWith("/connections") ? v2 : {});
    expect([status, body.message]).toEqual([400, "Parameter cursor is not valid."]);
  });
});
