// Pipelines whose processors are objects, with the real CLI: diffs name the option, mistakes its path, and a change of the form is no change.
import { openSearch } from "../support/search";
import type { Search } from "../support/search";
import { openCli } from "../support/cli";
import type { Cli, Program, Stack } from "../support/cli";

const stamp = {
  "fn::invoke": {
    function: "quartet:search:getSearchIngestProcessorSet",
    arguments: { field: "event.codes", typedValue: [7, "x"] },
    return: "json",
  },
};
const set = (value: unknown): object => ({ set: { field: "env", value } });
const append = { append: { field: "tags", value: ["web", 7] } };
const program = (properties: object): Program => ({
  config: { token: { type: "string", secret: true } },
  variables: { stamp },
  resources: { pipeline: { type: "quartet:search:SearchIngestPipeline", properties: { name: "app", ...properties } } },
  outputs: { processors: "${pipeline.processors}", objects: "${pipeline.processorObjects}" },
});

let cli: Cli;
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  cli = await openCli();
  stack = await cli.stack("processor-objects", { ...search.environment, QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  await stack.ok("config", "set", "--secret", "token", "token-4711");
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

const changes = async (): Promise<object | undefined> => (await stack.steps()).find(({ name }) => name === "pipeline")?.paths;
const stored = (): unknown => search.emulator.pipelines.get("app");

it("objects, results of functions and secrets in one list", async () => {
  stack.program(program({ processorObjects: [set("${token}"), append, "${stamp}"], onFailureObjects: [set("failed")] }));
  await stack.up();
  expect(stored()).toMatchObject({
    processors: [set("token-4711"), append, { set: { field: "event.codes", value: [7, "x"] } }],
    on_failure: [set("failed")],
  });
  const outputs = await stack.ok("stack", "output", "--json");
  expect(outputs).not.toContain("token-4711");
  expect(outputs).toContain('\\"tags\\"');
  expect(await changes()).toBeUndefined();
});

it("a diff shows the option that changes, and no secret", async () => {
  stack.program(program({ processorObjects: [set("${token}"), { append: { field: "tags", value: ["web", 8] } }, "${stamp}"] }));
  expect(await changes()).toEqual({ "processorObjects[1].append.value[1]": "update", onFailureObjects: "delete" });
  const text = await stack.ok("preview", "--diff", "--color=never");
  expect(text).toMatch(/~ \[1\]: 7 => 8/);
  expect(text).not.toContain("token-4711");
});

it("JSON strings with the same content are no change, in both directions", async () => {
  const processors = [{ "fn::toJSON": set("${token}") }, JSON.stringify(append), "${stamp}"];
  stack.program(program({ processors, onFailures: [JSON.stringify(set("failed"))] }));
  expect(await changes()).toBeUndefined();
  await stack.up();
  expect(await stack.ok("refresh", "--yes", "--expect-no-changes")).toBeDefined();
  stack.program(program({ processorObjects: [set("${token}"), append, "${stamp}"], onFailureObjects: [set("failed")] }));
  expect(await changes()).toBeUndefined();
});

it("a rejected option fails the preview at its path", async () => {
  stack.program(program({ processorObjects: [append, { set: { field: "env" } }] }));
  const { code, stdout } = await stack.run(["preview"]);
  expect(code).not.toBe(0);
  expect(stdout).toContain('processorObjects[1].set.value: Elasticsearch rejects the processor "set": ');
});
