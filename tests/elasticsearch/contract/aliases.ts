/** Contract of `/_alias` and `/_aliases`. The removals are those of the vendor's indices.update_aliases/40_must_exist.yml. */
import { lines, only, step, type Groups } from "./step";

const actions = (...all: object[]) => step("POST /_aliases", { actions: all });
const add = (index: string, alias: string, members: object = {}) => ({ add: { index, alias, ...members } });
const remove = (index: string, alias: string, members: object = {}) => ({ remove: { index, alias, ...members } });

const filter = { term: { x: 1 } };
const hashed = "indices are listed in the order of a hash table";

/** All groups. */
export const groups: Groups = {
  // What each action does.
  "aliases: actions": [
    "PUT /a",
    "PUT /b",
    [
      [add("a", "x", { routing: "1", filter })],
      [add("a", "x", { index_routing: "1", search_routing: "2,3", is_write_index: false, is_hidden: false })],
      [add("a", "x", { routing: "1,2" })],
      [add("a", "x", { filter: { fake: {} } })],
      [add("a", "x", { fake: 1 })],
      [add("a,b", "y")],
      [{ add: { indices: ["a", "b"], aliases: ["y", "z"] } }],
      [add("missing", "x")],
      [add("a", "b")],
      [add("a", "")],
      [{ add: { alias: "x" } }],
      [{ fake: { index: "a", alias: "x" } }],
      [{ ...add("a", "x"), ...remove("a", "x") }],
      [],
      [add("a", "x", { is_write_index: true }), add("b", "x")],
      [add("a", "x", { is_write_index: false }), add("b", "x", { is_write_index: true })],
    ].flatMap((all) => [actions(...all), "GET /_alias"]),
    only("type", hashed, actions(add("a", "w", { is_write_index: true }), add("b", "w", { is_write_index: true }))),
    only("type", hashed, actions(add("a", "h", { is_hidden: true }), add("b", "h"))),
    "POST /_aliases",
    { "POST /_aliases": {} },
    { "POST /_aliases": { fake: [] }, "PUT /_aliases": { actions: [] } },
  ],
  // Removals, with and without `must_exist`.
  "aliases: removals": [
    "PUT /a",
    "PUT /b",
    actions(add("a", "x"), add("b", "y")),
    [
      [remove("a", "missing")],
      [remove("a", "missing", { must_exist: false })],
      [remove("a", "missing", { must_exist: true })],
      [remove("a", "missing", { must_exist: false }), remove("a", "missing2", { must_exist: false })],
      [remove("a", "missing", { must_exist: true }), remove("a", "x")],
      [remove("a", "missing", { must_exist: false }), add("a", "z")],
      [remove("b", "x"), remove("a", "x")],
      [remove("a", "z*")],
      [remove("missing", "x")],
      [remove("a", "")],
      [remove("a,b", "*")],
    ].flatMap((all) => [actions(...all), "GET /_alias"]),
  ],
  // Reads by name, pattern and index.
  "aliases: reads": [
    lines("PUT /", "a", "b", "c"),
    actions(add("a", "x", { filter, routing: "1" }), add("b", "x"), add("b", "y", { is_hidden: true })),
    [
      "/_alias",
      "/_alias/x",
      "/_alias/x,missing",
      "/_alias/missing",
      "/_alias/missing,missing2,x*",
      "/_alias/none*",
      "/_alias/*",
      "/a/_alias",
      "/c/_alias",
      "/a,b/_alias/x",
      "/a*/_alias/*",
      "/missing/_alias",
      "/missing/_alias/x",
      "/_alias/x?fake=1",
    ].map((path) => `GET ${path}`),
    "POST /a/_close",
    "GET /_alias/x",
  ],
};
