/** What index templates and component templates have in common: their routes, and the names that a DELETE means. */
import type { Route } from "../router";
import type { Store } from "../store";
import type { Endpoint } from "./api";

/** The routes of templates below a path. */
export const templateRoutes = (path: string, { write, show, erase }: Record<"write" | "show" | "erase", Endpoint>): Route<Endpoint>[] => {
  const one = `${path}/{name}`;
  return [
    { method: "GET", path, handler: show },
    { method: "GET", path: one, handler: show },
    { method: "HEAD", path: one, handler: show },
    { method: "PUT", path: one, handler: write },
    { method: "POST", path: one, handler: write },
    { method: "DELETE", path: one, handler: erase },
  ];
};

/** The names that an expression means, and those that do not exist. A comma separates names; a pattern counts only when it is alone. */
export const select = <T>(expression: string, store: Store<T>): { names: string[]; missing: string[] } => {
  const expected = expression.split(",").filter((part) => part !== "");
  if (expected.length > 1) return { names: expected, missing: expected.filter((name) => !store.has(name)) };
  const names = store.matching(expected[0] ?? "");
  return { names, missing: names.length > 0 || expression === "*" ? [] : expected };
};
