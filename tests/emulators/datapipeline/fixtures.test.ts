// The objects of the account that the emulator serves from the samples: each by its path, with the checks of every request.
import { createPipelineEmulator, exampleKeys } from ".";
import type { JsonObject } from "../exchange";

const [[key, secret]] = Object.entries(exampleKeys) as [[string, string]];
const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
const page = (...items: JsonObject[]): JsonObject => ({ code: "Success", data: { items, next_cursor: null } });
const emulator = createPipelineEmulator({
  fixtures: [
    { request: "/widgets?limit=1000&group_id=g", response: page({ id: "a", group_id: "g" }, { id: "b", group_id: "h" }) },
    { request: "/widgets/a", response: { code: "Success", data: { id: "a" } } },
    { request: "/teams/brave_owl", response: { code: "Success", data: { id: "other" } } },
  ],
});

function get(target: string, headers: Record<string, string> = { authorization }): { status: number; body: JsonObject } {
  const [path = "", query = ""] = target.split("?");
  const { status, body } = emulator.handle({ method: "GET", path: `/v1${path}`, query, headers, body: "" });
  return { status, body: JSON.parse(String(body)) as JsonObject };
}

test("a record and the rows of a list are returned, filtered by the parameters of the fixture", () => {
  expect(get("/widgets/a")).toEqual({ status: 200, body: { code: "Success", data: { id: "a" } } });
  expect(get("/widgets?limit=1000&group_id=g")).toEqual({ status: 200, body: page({ id: "a", group_id: "g" }) });
});

test("credentials, parameters and methods are validated as usual", () => {
  expect(get("/widgets/a", {}).status).toBe(401);
  expect(get("/widgets?color=red").status).toBe(400);
  expect(get("/widgets/b").status).toBe(404);
});

test("a route of the emulator takes precedence", () => {
  expect(get("/teams/brave_owl").body["data"]).not.toEqual({ id: "other" });
});
