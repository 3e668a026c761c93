// The examples that test their pipeline in the preview: a pipeline that no longer parses its sample lines ends the preview, before anything is written.
import type { Cli } from "../support/cli";
import { openCli } from "../support/cli";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

// Three runs of a TypeScript program, each of which compiles it.
jest.setTimeout(600_000);

let cli: Cli;
let search: Search;

beforeAll(async () => {
  search = await openSearch();
  cli = await openCli();
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

it.each([
  ["tested-pipeline-typescript", "index.ts", 'the pipeline does not parse "10.0.0.7 200 31": '],
  ["tested-pipeline-yaml", "Pulumi.yaml", "list index 2 out-of-bounds for list of length 1"],
])("%s", async (name, file, sentence) => {
  const stack = await cli.example(name, search.environment);
  await stack.ok("preview");
  const program = stack.read(file);
  stack.write(file, program.replace("%{client.ip} %{http.status}", "%{client.ip} - %{http.status}"));
  const { code, stdout } = await stack.run(["up", "--yes", "--skip-preview"]);
  expect([code, stdout]).toEqual([1, expect.stringContaining(sentence)]);
  expect(stdout).not.toMatch(/^\s+at .*:\d+:\d+/m);
  const preview = await stack.run(["preview"]);
  expect([preview.code, preview.stdout]).toEqual([1, expect.stringContaining(sentence)]);
  expect(search.emulator.pipelines.names()).toEqual([]);
});
