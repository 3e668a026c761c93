// Pipelines whose processors are objects, with the real CLI: diffs name the option or the element, and no secret.
import { cliOfFile, type Program, type Stack } from "../support/cli";
import { openSearch, type Search } from "../support/search";

const stamp = {
  "fn::invoke": {
    function: "quartet:search:getSearchIngestProcessorSet",
    arguments: { field: "event.codes", typedValue: [7, "x"] },
    return: "json",
  },
};
const set = (value: unknown): object => ({ set: { field: "env", value } });
const append = (last: number): object => ({ append: { field: "tags", value: ["web", last] } });
const program = (properties: object): Program => ({
  config: { token: { type: "string", secret: true } },
  variables: { stamp },
  resources: { pipeline: { type: "quartet:search:SearchIngestPipeline", properties: { name: "app", ...properties } } },
  outputs: { processors: "${pipeline.processors}", objects: "${pipeline.processorObjects}" },
});
const objects = { processorObjects: [set("${token}"), append(7), "${stamp}"], onFailureObjects: [set("failed")] };

const cli = cliOfFile();
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  stack = await cli.stack("processor-objects", search.environment);
  await stack.ok("config", "set", "--secret", "token", "token-4711");
});

it("objects, results of functions and secrets in one list", async () => {
  stack.program(program(objects));
  await stack.up();
  expect(search.emulator.pipelines.get("app")).toMatchObject({
    processors: [set("token-4711"), append(7), { set: { field: "event.codes", value: [7, "x"] } }],
    on_failure: [set("failed")],
  });
  const outputs = await stack.ok("stack", "output", "--json");
  expect(outputs).not.toContain("token-4711");
  expect(outputs).toContain('\\"tags\\"');
});

it("a diff shows the option that changes, and no secret", async () => {
  stack.program(program({ processorObjects: [set("${token}"), append(8), "${stamp}"] }));
  const paths = { "processorObjects[1].append.value[1]": "update", onFailureObjects: "delete" };
  expect(await stack.steps()).toEqual([{ op: "update", name: "pipeline", paths }]);
  const text = await stack.ok("preview", "--diff", "--color=never");
  expect(text).toMatch(/~ \[1\]: 7 => 8/);
  expect(text).not.toContain("token-4711");
});
