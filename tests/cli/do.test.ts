// 154: `pulumi do` drives the plugin without program, stack or CheckConfig: functions, reads, lists, and secrets stay hidden.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cliOfFile } from "../support/cli";
import { openSearch, type Search } from "../support/search";

const password = "canary-do-8KwP";
const cli = cliOfFile();
let search: Search;

beforeAll(async () => {
  search = await openSearch({ security: { users: { elastic: { password, cluster: ["all"] } } } });
  for (const name of ["app", "web"]) search.emulator.pipelines.set(name, { processors: [{ drop: {} }], description: `of ${name}` });
  search.emulator.indexTemplates.set("logs", { index_patterns: ["logs-*"], composed_of: [] });
});

async function runDo(...args: string[]) {
  const folder = cli.workspace.emptyProgram("do");
  const plugin = join(cli.workspace.folder, "provider", "bin", "pulumi-resource-quartet");
  const environment = { ...search.environment, ELASTICSEARCH_USERNAME: "elastic", ELASTICSEARCH_PASSWORD: password };
  return cli.workspace.run(["do", "--package", plugin, "--output", "json", ...args], { cwd: folder, environment });
}

async function outputOf(token: string, ...args: string[]) {
  const { code, stdout, stderr } = await runDo(`quartet:search:${token}`, ...args);
  expect({ code, stderr: code === 0 ? "" : stderr + stdout }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toContain(password);
  return JSON.parse(stdout) as unknown;
}

/** Declares a test that runs only if the CLI has `pulumi do`, because the other tests accept older versions. */
function offered(title: string, body: () => Promise<void>) {
  it(title, async () => {
    const { stdout } = await runDo("--help");
    if (!/Interact with/.test(stdout)) return void process.stderr.write("not run: this Pulumi CLI has no `pulumi do`\n");
    await body();
  });
}

describe("154: pulumi do", () => {
  offered("calls functions: a helper, a lookup, and one that finds nothing or misses an input", async () => {
    const id = "0532f779d6c55614947bd6ce0c2eba377b2d50a0";
    expect(await outputOf("getSearchIngestProcessorBytes", "--field", "file.size")).toMatchObject({ field: "file.size", id });
    expect(await outputOf("getSearchIndexTemplate", "--name", "logs")).toMatchObject({ name: "logs", indexPatterns: ["logs-*"] });
    const missing = await runDo("quartet:search:getSearchIndexTemplate", "--name", "none");
    expect(missing).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{\s*"name": "none"\s*\}/m) });
    expect(missing.stdout).toContain('There is no index template "none".');
    const { code, stdout, stderr } = await runDo("quartet:search:getSearchIngestProcessorBytes");
    expect([code === 0, stdout + stderr]).toEqual([false, expect.stringContaining("field")]);
  });

  offered("a lookup with its own credentials hides them in the result", async () => {
    // Of the formats, this is the only one that the CLI reads without a plugin.
    const file = join(cli.workspace.emptyProgram("do"), "inputs.pp");
    const connection = `{ endpoints = ["${search.url}"], username = "elastic", password = "${password}" }`;
    writeFileSync(file, `name = "logs"\nsearchConnections = [${connection}]\n`);
    expect(await outputOf("getSearchIndexTemplate", "--input-file", file, "--input", "pcl")).toMatchObject({
      searchConnections: [{ endpoints: "[secret]", username: "elastic", password: "[secret]" }],
    });
  });

  offered("lists all pipelines, or the first only, and reads what was listed", async () => {
    const all = ["app", "web"].map((name) => ({ id: `${search.emulator.clusterUuid}/${name}`, name }));
    expect(await outputOf("SearchIngestPipeline", "list", "--all")).toEqual(all);
    expect(await outputOf("SearchIngestPipeline", "list", "--count", "1")).toEqual(all.slice(0, 1));
    expect(JSON.stringify(await outputOf("SearchIngestPipeline", "read", all[1]!.id))).toContain("of web");
  });
});
