/** Reads without a route: a sample contains the response, so that a simple read needs no code in the emulator. Headers and credentials are validated as usual. */
import type { JsonObject } from "../exchange";
import type { Source } from "./routes";
import type { FindRoute } from "./wire";

/** A request, as path and query below the base address, and the whole body of its response. */
export interface Fixture {
  request: string;
  response: JsonObject;
}

const isRow = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

function sourceOf(query: string, { data }: JsonObject): Source {
  const body = isRow(data) ? data : {};
  const { items } = body;
  const names = [...new URLSearchParams(query).keys()].filter((name) => name !== "limit" && name !== "cursor");
  const filters = Object.fromEntries(names.map((name) => [name, name]));
  return {
    versioned: false,
    ...(Array.isArray(items) && { filters }),
    read: () => (Array.isArray(items) ? items.filter(isRow) : body),
    show: (record) => record,
  };
}

/** Returns the routes with those of the fixtures; a route of the emulator takes precedence. */
export function withFixtures(findRoute: FindRoute, fixtures: readonly Fixture[]): FindRoute {
  const sources = new Map(
    fixtures.map(({ request, response }) => {
      const [path = "", query = ""] = request.split("?");
      return [path, sourceOf(query, response)] as const;
    }),
  );
  return (method, path) => {
    const match = findRoute(method, path);
    const handler = match.kind === "none" && method === "GET" ? sources.get(path) : undefined;
    return handler ? { kind: "found", handler, parts: {} } : match;
  };
}
