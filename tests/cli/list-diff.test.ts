// What the CLI prints for a change in a list: only the elements that changed.
import { openSearch } from "../support/search";
import type { Search } from "../support/search";
import { openCli } from "../support/cli";
import type { Cli, Program, Stack } from "../support/cli";

const field = (i: number): string => JSON.stringify({ remove: { field: `field-${i}` } });
const fields = Array.from({ length: 50 }, (_, i) => field(i));
const program = (processors: string[]): Program => ({
  resources: { pipeline: { type: "quartet:search:SearchIngestPipeline", properties: { name: "list", processors } } },
});

let cli: Cli;
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  cli = await openCli();
  stack = await cli.stack("list-diff", search.environment);
  stack.program(program(fields));
  await stack.up();
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

it.each<[name: string, processors: string[], paths: object]>([
  ["an insertion at the front", [field(99), ...fields], { "processors[0]": "add" }],
  ["an insertion in the middle", fields.toSpliced(25, 0, field(99)), { "processors[25]": "add" }],
  ["a removal at the front", fields.slice(1), { "processors[0]": "delete" }],
  ["another element at the same position", fields.with(7, field(99)), { "processors[7]": "update" }],
])("%s is one change", async (_name, processors, paths) => {
  stack.program(program(processors));
  const steps = await stack.steps();
  expect(steps.find(({ name }) => name === "pipeline")).toEqual({ op: "update", name: "pipeline", paths });
  const text = await stack.ok("preview", "--diff", "--color=never");
  expect(text.match(/[-+~] \[\d+\]:/g)).toHaveLength(1);
});

it("an insertion before changed and moved elements shows only these", async () => {
  const [first = "", second = "", ...rest] = fields;
  const edited = [field(99), field(98), second, first, ...rest.with(20, field(97)).with(22, field(96))];
  stack.program(program(edited));
  const steps = await stack.steps();
  expect(steps.find(({ name }) => name === "pipeline")?.paths).toEqual({
    "processors[0]": "update",
    "processors[1]": "add",
    "processors[3]": "add",
    "processors[22]": "delete",
    "processors[24]": "update",
    "processors[26]": "add",
  });
  const text = await stack.ok("preview", "--diff", "--color=never");
  expect(text.match(/[-+~] \[\d+\]:/g)).toEqual(["~ [0]:", "+ [1]:", "+ [3]:", "- [22]:", "~ [24]:", "+ [26]:"]);
});
