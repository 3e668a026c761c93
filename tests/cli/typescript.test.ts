// The main path of a TypeScript program with the real CLI and the generated SDK, and lookups in it.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

const program = ({ order = 1, description = "Access log" } = {}): string => `
import * as pulumi from "@pulumi/pulumi";
import { search } from "pulumi-quartet";

const stamp = search.getSearchIngestProcessorSetOutput({ field: "event.order", value: "${order}" });
const access = new search.SearchIngestPipeline("access", {
  name: "access",
  description: ${JSON.stringify(description)},
  processors: [stamp.json, '{"drop":{"if":"ctx.level == null"}}'],
});
const logs = new search.SearchIndexTemplate("logs", {
  name: "logs",
  indexPatterns: ["logs-shop-*"],
  priority: 200,
  template: { settings: pulumi.jsonStringify({ "index.default_pipeline": access.name }) },
});

// The name is the id's second part: unknown until the template is made.
const found = search.getSearchIndexTemplateOutput({ name: logs.id.apply(id => id.split("/")[1]!) });

export const id = found.id;
export const settings = found.apply(({ template }) => template?.settings);
export const processor = stamp;
export const plain = search.getSearchIngestProcessorBytes({ field: "file.size" }).then(({ json }) => json);
`;

let cli: Cli;
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  cli = await openCli();
  stack = await cli.stack("typescript", search.environment, "nodejs");
  stack.typescript(program());
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

describe("a TypeScript program", () => {
  it("152: a function with an unknown input is not called in a preview", async () => {
    const steps = await stack.steps();
    expect(steps.map(({ op, name }) => [op, name])).toEqual([
      ["create", "access"],
      ["create", "logs"],
      ["create", "typescript-test"],
    ]);
    expect(search.requests).toEqual([]);
    stack.environment["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true"; // The type check has run before.
  });

  it("is created by up; functions return the created objects", async () => {
    await stack.up();
    expect(await stack.outputs()).toEqual({
      id: `${search.emulator.clusterUuid}/logs`,
      settings: '{"index":{"default_pipeline":"access"}}',
      processor: expect.objectContaining({ field: "event.order", value: "1", override: true, ignoreFailure: false }),
      plain: '{\n "bytes": {\n  "ignore_failure": false,\n  "field": "file.size",\n  "ignore_missing": false\n }\n}',
    });
  });

  it("shows no change in the next preview", async () => {
    expect(await stack.steps()).toEqual([]);
  });

  it("shows a changed processor and a changed description at their paths", async () => {
    stack.typescript(program({ order: 2, description: "Access log of the shop" }));
    expect(await stack.steps()).toEqual([{ op: "update", name: "access", paths: { description: "update", "processors[0]": "update" } }]);
    await stack.up();
    expect(await stack.steps()).toEqual([]);
  });

  it("shows drift at refresh, and the next up reverts it", async () => {
    const kept = search.emulator.pipelines.get("access") ?? {};
    search.emulator.pipelines.set("access", { ...kept, description: "edited by hand" });
    expect(await stack.ok("refresh", "--yes", "--skip-preview", "--diff")).toMatch(/"Access log of the shop" => "edited by hand"/);
    await stack.up();
    expect(search.emulator.pipelines.get("access")).toEqual(kept);
  });

  it("imports with the option `import`", async () => {
    search.emulator.pipelines.set("old", { processors: [{ drop: {} }] });
    const adopted = `new search.SearchIngestPipeline("old", { name: "old", processors: ['{"drop":{}}'] }, { import: "old" });\n`;
    stack.typescript(program({ order: 2, description: "Access log of the shop" }) + adopted);
    expect(await stack.up()).toMatch(/= 1 imported/);
    expect(await stack.steps()).toEqual([]);
  });

  it("is gone after destroy", async () => {
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect([search.emulator.pipelines.size, search.emulator.indexTemplates.size]).toEqual([0, 0]);
  });
});
