// The main path of a TypeScript program with the real CLI and the generated SDK, lookups in it, and a method of the provider.
import { cliOfFile, type Stack } from "../support/cli";
import { openSearch, type Search } from "../support/search";

const program = `
import * as pulumi from "@pulumi/pulumi";
import { search } from "pulumi-quartet";

const stamp = search.getSearchIngestProcessorSetOutput({ field: "event.order", value: "1" });
const access = new search.SearchIngestPipeline("access", { name: "access", description: "Access log", processors: [stamp.json] });
const logs = new search.SearchIndexTemplate("logs", {
  name: "logs",
  indexPatterns: ["logs-shop-*"],
  template: { settings: pulumi.jsonStringify({ "index.default_pipeline": access.name }) },
});

// The name is the id's second part: unknown until the template is made.
const found = search.getSearchIndexTemplateOutput({ name: logs.id.apply(id => id.split("/")[1]!) });

export const id = found.id;
export const settings = found.apply(({ template }) => template?.settings);
export const processor = stamp;
export const plain = search.getSearchIngestProcessorBytes({ field: "file.size" }).then(({ json }) => json);
`;

const cli = cliOfFile();
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  stack = await cli.stack("typescript", search.environment, "nodejs");
  stack.typescript(program);
});

it("152: a function with an unknown input is not called in a preview", async () => {
  expect((await stack.steps()).map(({ op, name }) => [op, name])).toEqual([
    ["create", "access"],
    ["create", "logs"],
    ["create", "typescript-test"],
  ]);
  expect(search.requests).toEqual([]);
  stack.environment["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true"; // The type check has run before.
});

it("is created by up; functions return the created objects; the next preview shows no change", async () => {
  await stack.up();
  expect(await stack.outputs()).toEqual({
    id: `${search.emulator.clusterUuid}/logs`,
    settings: '{"index":{"default_pipeline":"access"}}',
    processor: expect.objectContaining({ field: "event.order", value: "1", override: true, ignoreFailure: false }),
    plain: '{\n "bytes": {\n  "ignore_failure": false,\n  "field": "file.size",\n  "ignore_missing": false\n }\n}',
  });
  expect(await stack.steps()).toEqual([]);
});

it("30: terraformConfig returns its result in a preview and in an update; the result is not printed", async () => {
  stack.typescript(`
import * as pulumi from "@pulumi/pulumi";
import * as quartet from "pulumi-quartet";

const own = new quartet.Provider("own", { secretId: "AKIDdemo", secretKey: "word-of-secrets", region: "ap-shanghai" });
const returned = own.terraformConfig();

export const terraform = returned.result;
export const keys = pulumi.unsecret(returned.result.apply((map) => Object.keys(map).sort().join(",")));
export const length = pulumi.unsecret(returned.result.apply((map) => map["secret_key"].length));
`);
  expect(await stack.ok("preview")).toContain("terraform");
  expect(await stack.up()).not.toContain("word-of-secrets");
  expect(await stack.outputs()).toMatchObject({ keys: "protocol,region,secret_id,secret_key", length: "word-of-secrets".length });
  expect(await stack.ok("stack", "export")).not.toContain("word-of-secrets");
  expect([search.emulator.pipelines.size, search.emulator.indexTemplates.size]).toEqual([0, 0]);
});
