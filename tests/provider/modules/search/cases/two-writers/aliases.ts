/** Two writers of an alias. */
import type { Json } from "../../../../../emulators/exchange";
import type { Scenario, Sent } from "./scenario";

const json = JSON.stringify;
const rollover: Sent = [
  "POST /_aliases",
  {
    actions: [
      { add: { index: "logs-1", alias: "logs", is_write_index: false } },
      { add: { index: "logs-2", alias: "logs", is_write_index: true, filter: { term: { a: 1 } }, index_routing: "7" } },
    ],
  },
];
const added = (index: string, more: object = {}): Sent => ["POST /_aliases", { actions: [{ add: { index, alias: "logs", ...more } }] }];
const memberOf = (name: string, entry: Json): Json => ({ aliases: { [name]: entry } });
const logs = (...indices: string[]): Sent[] => indices.map((index) => [`PUT /${index}`]);
const first = { index: "logs-1", isWriteIndex: true };
const filter = json({ term: { level: "error" } });

/** Rollovers, and programs that share an alias. */
export const aliases: Scenario[] = [
  {
    title: "ILM rolls over to an index that the program does not declare",
    kind: "SearchIndexAlias",
    before: logs("logs-1", "logs-2"),
    program: { name: "logs", members: [first] },
    other: [rollover],
    next: { name: "logs", members: [{ ...first, filter }] },
    kept: {
      "/_alias/logs": {
        "logs-1": memberOf("logs", { is_write_index: false }),
        "logs-2": memberOf("logs", { is_write_index: true, filter: { term: { a: 1 } }, index_routing: "7" }),
      },
    },
  },
  {
    title: "another program adds a member with a filter",
    kind: "SearchIndexAlias",
    before: logs("logs-1", "logs-2", "theirs"),
    program: { name: "logs", members: [{ index: "logs-1" }, { index: "logs-2" }] },
    other: [added("theirs", { filter: { term: { a: 1 } } })],
    next: { name: "logs", members: [{ index: "logs-2" }] },
    kept: { "/_alias/logs": { theirs: memberOf("logs", { filter: { term: { a: 1 } } }) } },
  },
  {
    title: "ILM rolls over between the read and the write of an update",
    kind: "SearchIndexAlias",
    before: logs("logs-1", "logs-2"),
    program: { name: "logs", members: [first] },
    other: [rollover],
    after: "GET /_alias/logs",
    next: { name: "logs", members: [{ ...first, filter }] },
    kept: { "/_alias/logs": { "logs-2": memberOf("logs", { is_write_index: true }) } },
  },
  {
    title: "another program adds a member of its own and writes to it",
    kind: "SearchIndexAliasMember",
    before: logs("logs-1", "logs-2"),
    program: { alias: "logs", index: "logs-1" },
    other: [added("logs-2", { is_write_index: true, search_routing: "1" })],
    next: "destroy",
    kept: { "/_alias/logs": { "logs-2": memberOf("logs", { is_write_index: true, search_routing: "1" }) } },
  },
  {
    title: "ILM makes the member the write index",
    kind: "SearchIndexAliasMember",
    before: logs("logs-1"),
    program: { alias: "logs", index: "logs-1" },
    other: [added("logs-1", { is_write_index: true })],
    next: { alias: "logs", index: "logs-1", filter },
    kept: { "/_alias/logs": { "logs-1": memberOf("logs", { is_write_index: true, filter: { term: { level: "error" } } }) } },
  },
  {
    title: "ILM moves the write flag from the member to a new index",
    kind: "SearchIndexAliasMember",
    before: logs("logs-1", "logs-2"),
    program: { alias: "logs", ...first },
    other: [rollover],
    next: { alias: "logs", ...first, filter },
    kept: {
      "/_alias/logs": { "logs-1": memberOf("logs", { is_write_index: false }), "logs-2": memberOf("logs", { is_write_index: true }) },
    },
  },
  {
    title: "another program filters the declared member",
    kind: "SearchIndexAliasMember",
    before: logs("logs-1"),
    program: { alias: "logs", index: "logs-1" },
    other: [added("logs-1", { filter: { term: { a: 1 } } })],
    next: { alias: "logs", index: "logs-1", searchRouting: "1" },
    kept: { "/_alias/logs": { "logs-1": memberOf("logs", { filter: { term: { a: 1 } }, search_routing: "1" }) } },
  },
  {
    title: "another program filters one declared member while the program changes the other",
    kind: "SearchIndexAlias",
    before: logs("logs-1", "logs-2"),
    program: { name: "logs", members: [{ index: "logs-1" }, { index: "logs-2" }] },
    other: [added("logs-1", { filter: { term: { a: 1 } } })],
    next: { name: "logs", members: [{ index: "logs-1" }, { index: "logs-2", filter }] },
    kept: { "/_alias/logs": { "logs-1": memberOf("logs", { filter: { term: { a: 1 } } }) } },
  },
];
