/** The router: literal before variable, decoded parts, the methods that a path has. */
import { createRouter } from "./router";

const findRoute = createRouter([
  { method: "GET", path: "/", handler: "root" },
  { method: "GET", path: "/_template", handler: "all" },
  { method: "GET", path: "/_template/{name}", handler: "one" },
  { method: "PUT", path: "/_template/{name}", handler: "put" },
  { method: "PUT", path: "/_policy/{name}/_execute", handler: "run" },
  { method: "GET", path: "/{index}", handler: "index" },
  { method: "POST", path: "/{index}/{type}", handler: "typed" },
]);

it.each([
  ["GET", "/", "root", {}],
  ["GET", "/_template", "all", {}],
  ["GET", "/_template/", "all", {}],
  ["GET", "/_template/a", "one", { name: "a" }],
  ["PUT", "/_policy/p/_execute", "run", { name: "p" }],
  ["GET", "/whatever", "index", { index: "whatever" }],
])("%s %s finds %s", (method, path, handler, parts) => {
  expect(findRoute(method, path)).toEqual({ kind: "found", handler, parts });
});

it("decodes each part on its own, so that an encoded slash stays inside", () => {
  expect(findRoute("GET", "/_template/a%2Fb%20%C3%A9+c")).toEqual({ kind: "found", handler: "one", parts: { name: "a/b é+c" } });
});

it("returns the allowed methods of a path for another method", () => {
  expect(findRoute("DELETE", "/_template/a")).toEqual({ kind: "method", allowed: ["GET", "PUT"] });
});

it("falls back to variables where literals have no match", () => {
  expect(findRoute("GET", "/_policy")).toEqual({ kind: "found", handler: "index", parts: { index: "_policy" } });
  expect(findRoute("GET", "/_policy/p")).toEqual({ kind: "method", allowed: ["POST"] });
});

it("finds nothing where no template has that many segments", () => {
  expect(findRoute("GET", "/a/b/c")).toEqual({ kind: "none" });
});

it("names a segment whose percent-encoding is broken", () => {
  expect(findRoute("GET", "/_template/%zz")).toEqual({ kind: "malformed", segment: "%zz" });
});
