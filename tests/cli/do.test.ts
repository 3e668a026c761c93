// 154: `pulumi do` drives the plugin without program, stack or CheckConfig: functions, reads, lists, and secrets stay hidden.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "../../tools/workspace";
import type { Cli } from "../support/cli";
import { openCli } from "../support/cli";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

const password = "canary-do-8KwP";

let cli: Cli;
let search: Search;

beforeAll(async () => {
  search = await openSearch({ security: { users: { elastic: { password, cluster: ["all"] } } } });
  cli = await openCli();
  for (const name of ["app", "web"]) search.emulator.pipelines.set(name, { processors: [{ drop: {} }], description: `of ${name}` });
  const body = JSON.stringify({ index_patterns: ["logs-*"] });
  const headers = { "content-type": "application/json", authorization: `Basic ${Buffer.from(`elastic:${password}`).toString("base64")}` };
  expect((await fetch(`${search.url}/_index_template/logs`, { method: "PUT", headers, body })).status).toBe(200);
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

const uuid = (): string => search.emulator.clusterUuid;

async function runDo(...args: string[]): Promise<Run> {
  const folder = cli.workspace.emptyProgram("do");
  const plugin = join(cli.workspace.folder, "provider", "bin", "pulumi-resource-quartet");
  const environment = { ...search.environment, ELASTICSEARCH_USERNAME: "elastic", ELASTICSEARCH_PASSWORD: password };
  return cli.workspace.run(["do", "--package", plugin, "--output", "json", ...args], { cwd: folder, environment });
}

async function outputOf(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runDo(...args);
  expect({ code, stderr: code === 0 ? "" : stderr + stdout }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toContain(password);
  return JSON.parse(stdout) as unknown;
}

/** Declares a test that runs only if the CLI has `pulumi do`, because the other tests accept older versions. */
function offered(title: string, body: () => Promise<void>): void {
  it(title, async () => {
    const { stdout } = await runDo("--help");
    if (!/Interact with/.test(stdout)) return void process.stderr.write("not run: this Pulumi CLI has no `pulumi do`\n");
    await body();
  });
}

describe("154: pulumi do", () => {
  offered("a processor helper", async () => {
    expect(await outputOf("quartet:search:getSearchIngestProcessorBytes", "--field", "file.size")).toMatchObject({
      field: "file.size",
      id: "0532f779d6c55614947bd6ce0c2eba377b2d50a0",
      ignoreMissing: false,
    });
  });

  offered("a remote lookup, with the credentials of the environment", async () => {
    const found = await outputOf("quartet:search:getSearchIndexTemplate", "--name", "logs");
    expect(found).toMatchObject({ id: `${uuid()}/logs`, name: "logs", indexPatterns: ["logs-*"] });
  });

  offered("a lookup of what is not there returns the name", async () => {
    const { code, stdout } = await runDo("quartet:search:getSearchIndexTemplate", "--name", "none");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\{\s*"name": "none"\s*\}/m);
    expect(stdout).toContain('There is no index template "none".');
  });

  offered("a lookup with its own credentials hides them in the result", async () => {
    // Of the formats, this is the only one that the CLI reads without a plugin.
    const file = join(cli.workspace.emptyProgram("do"), "inputs.pp");
    writeFileSync(
      file,
      `name = "logs"\nsearchConnections = [{ endpoints = ["${search.url}"], username = "elastic", password = "${password}" }]\n`,
    );
    const found = await outputOf("quartet:search:getSearchIndexTemplate", "--input-file", file, "--input", "pcl");
    expect(found).toMatchObject({
      name: "logs",
      searchConnections: [{ endpoints: "[secret]", username: "elastic", password: "[secret]" }],
    });
  });

  offered("a list of all pipelines, and of the first only", async () => {
    const token = "quartet:search:SearchIngestPipeline";
    const all = ["app", "web"].map((name) => ({ id: `${uuid()}/${name}`, name }));
    expect(await outputOf(token, "list", "--all")).toEqual(all);
    expect(await outputOf(token, "list", "--count", "1")).toEqual(all.slice(0, 1));
    expect(await outputOf("quartet:search:SearchIndexTemplate", "list", "--all")).toEqual([{ id: `${uuid()}/logs`, name: "logs" }]);
  });

  offered("what was listed can be read", async () => {
    const read = JSON.stringify(await outputOf("quartet:search:SearchIngestPipeline", "read", `${uuid()}/web`));
    expect(read).toContain("of web");
  });

  offered("a function without a required input reports the missing input", async () => {
    const { code, stdout, stderr } = await runDo("quartet:search:getSearchIngestProcessorBytes");
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/field/);
  });
});
