/** What the emulator of Fivetran rejects, and how. See docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#errors. */
import type { EmulatorRequest } from "../exchange";
import { requestOf, callerOf, authorization, v2 } from "./caller";
import { known } from "./example";
import { createPipelineEmulator, exampleKeys } from "./index";
import { routes } from "./routes";

const emulator = createPipelineEmulator();
const request = callerOf(emulator);
const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
const [[key, secret]] = Object.entries(exampleKeys) as [[string, string]];

describe("credentials", () => {
  it("are validated first", () => {
    const { authorization: _, ...headers } = requestOf("/nowhere").headers;
    const reply = emulator.handle({ ...requestOf("/nowhere", { method: "POST" }), headers });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([401, { code: "Unauthorized", message: "Missing authorization header." }]);
  });

  it.each([
    ["the colon alone", basic(":")],
    ["a wrong secret", basic(`${key}:wrong`)],
    ["a wrong key", basic(`other:${secret}`)],
    ["no colon", basic(key)],
    ["an inherited name", basic("constructor:x")],
    ["a line break within", authorization.replace(/.{20}/, "$&\n")],
    ["another scheme", `Bearer ${secret}`],
  ])("that are %s are rejected", (_title, header) => {
    const { status, body } = request("/groups", { headers: { authorization: header } });
    expect([status, body["code"]]).toEqual([401, "AuthFailed"]);
  });

  it("may be configured, in UTF-8, with a colon in the secret", () => {
    const own = callerOf(createPipelineEmulator({ keys: { schlüssel: "a:b" } }));
    expect(own("/groups", { headers: { authorization: basic("schlüssel:a:b") } }).status).toBe(200);
    expect(own("/groups").status).toBe(401);
  });
});

const rejections: [string, string, Partial<EmulatorRequest>, number, string][] = [
  ["an address that is none", "/connectors", {}, 404, "NotFound"],
  ["a slash at the end", "/groups/", {}, 404, "NotFound"],
  ["two slashes", "//groups", {}, 404, "NotFound"],
  ["an address outside the base", "/groups", { path: "/v2/groups" }, 404, "NotFound"],
  ["a path that is not encoded", "/groups/%zz", {}, 400, "InvalidInput"],
  ["another method", "/groups", { method: "POST" }, 405, "MethodNotAllowed"],
  ["an Accept of another kind", "/groups", { headers: { accept: "text/html" } }, 406, "NotAcceptable"],
  ["version 2 where there is none", "/groups", v2, 406, "NotAcceptable"],
  ["version 2 of certificates", "/connections/mapped_ringlet/certificates", v2, 406, "NotAcceptable"],
  ["version 2 of the connections of a group", "/groups/projected_sickle/connections", v2, 406, "NotAcceptable"],
  ["version 3", "/connections", { headers: { accept: "application/json;version=3" } }, 406, "NotAcceptable"],
  ["a body", "/groups", { body: "{}" }, 400, "InvalidInput"],
  ["a Content-Type", "/groups", { headers: { "content-type": "application/json" } }, 400, "InvalidInput"],
  ["an unknown parameter", "/groups?active=true", {}, 400, "InvalidInput"],
  ["a filter of another list", "/users?group_id=x", {}, 400, "InvalidInput"],
  ["a page of one record", "/groups/projected_sickle?limit=10", {}, 400, "InvalidInput"],
  ["an empty filter", "/connections?group_id=", {}, 400, "InvalidInput"],
  ["a parameter given twice", "/groups?limit=10&limit=20", {}, 400, "InvalidInput"],
  ["a query that is not encoded", "/connections?schema=%zz", {}, 400, "InvalidInput"],
];

it.each(rejections)("rejects %s", (...[, target, more, status, code]) => {
  const response = request(target, more);
  expect([response.status, response.body["code"]]).toEqual([status, code]);
  expect(response.body["message"]).toMatch(/\.$/);
  expect(response.body).not.toHaveProperty("data");
});

it.each([undefined, "", "*/*", "application/*", "text/html, application/json;q=0.9", "application/json; version=1"])(
  "accepts the Accept header %j",
  (accept) => {
    const { accept: _, ...headers } = requestOf("/groups").headers;
    expect(emulator.handle({ ...requestOf("/groups"), headers: { ...headers, ...(accept !== undefined && { accept }) } }).status).toBe(200);
  },
);

it("names the allowed methods", () => expect(request("/groups", { method: "DELETE" }).headers["allow"]).toBe("GET"));

/** Records that are there, by the beginning of a path. */
const owners: Readonly<Record<string, string>> = {
  connections: known.database,
  destinations: known.group,
  groups: known.group,
  users: known.user,
  teams: known.team,
};

it.each(
  routes
    .filter(({ path }) => path.includes("{id}"))
    .map(({ path }) => path)
    .sort(),
)("reports that nothing is at %s", (path) => {
  const { status, body } = request(
    path
      .replace(/\{id\}(.*)\{item\}/, (_all, between: string) => `${owners[path.split("/")[1]!]!}${between}{id}`)
      .replace("{id}", "a%2Fb%20c"),
  );
  expect([status, body["code"], body["message"]]).toEqual([
    404,
    expect.stringMatching(/^NotFound_[A-Z]/),
    expect.stringContaining("'a/b c'"),
  ]);
});

describe("the limit of an hour", () => {
  it("is in every response, and ends in 429 until the window has moved", () => {
    let now = 1_700_000_000_000;
    const own = callerOf(createPipelineEmulator({ perHour: 2, now: () => now }));
    expect(own("/groups").headers).toMatchObject({ "x-rate-limit": "2", "x-rate-limit-remaining": "1" });
    now += 60_000;
    expect(own("/nowhere").headers).toMatchObject({ "x-rate-limit": "2", "x-rate-limit-remaining": "0" });
    const { status, body, headers } = own("/groups");
    expect([status, body["code"], headers["retry-after"]]).toEqual([429, "TooManyRequests", "3540"]);
    now += 3_540_000;
    expect(own("/groups").status).toBe(200);
    expect(own("/groups").status).toBe(429);
  });

  it("is 20,000 by default", () => expect(request("/groups").headers["x-rate-limit"]).toBe("20000"));
});
