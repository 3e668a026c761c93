// Error messages for users: one sentence that names the property or the server, without a stack trace; every command ends.
import { hang } from "../emulators/faults";
import type { Cli, Program, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import { makeServerCertificate } from "../support/certificates";
import { openPipeline } from "../support/pipeline";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

let cli: Cli;
let search: Search;
let stack: Stack;
const right = { ELASTICSEARCH_USERNAME: "elastic", ELASTICSEARCH_PASSWORD: "pass-4711" };

beforeAll(async () => {
  search = await openSearch({ security: { users: { elastic: { password: "pass-4711", cluster: ["all"] } } } });
  cli = await openCli();
  stack = await cli.stack("mistakes");
});
beforeEach(() => {
  stack.environment = { ...search.environment, ...right };
  search.faults.clear();
  search.emulator.pipelines.clear();
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

const pipeline = (properties: object, options: object = {}): Program => ({
  resources: {
    x: { type: "quartet:search:SearchIngestPipeline", properties: { name: "x", processors: ['{"drop":{}}'], ...properties }, options },
  },
});
const template = (properties: object): Program => ({
  resources: { x: { type: "quartet:search:SearchIndexTemplate", properties: { name: "x", indexPatterns: ["x-*"], ...properties } } },
});
const invoke = (name: string, args: object): Program => ({
  variables: { x: { "fn::invoke": { function: `quartet:search:${name}`, arguments: args } } },
  outputs: { x: "${x}" },
});

/** Runs a command that is expected to fail, and returns the text below "Diagnostics". */
async function complaint(program: Program, ...args: string[]): Promise<string> {
  stack.program(program);
  return failure(await stack.run(args.length > 0 ? args : ["preview"]));
}

function failure({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }): string {
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+|prematurely|internal error|goroutine|pass-4711/m);
  // What the CLI prints as the value of a property that is nested or not given.
  expect(stdout + stderr).not.toContain("{<nil>}");
  return stdout.split("Diagnostics:")[1] ?? stdout;
}

const up = ["up", "--yes", "--skip-preview"];

describe("mistakes that the CLI finds in a YAML program; docs/guides/troubleshooting.md quotes its messages", () => {
  const group: Program = { resources: { x: { type: "quartet:datapipeline:Group", properties: {} } } };
  it.each<[string, Program, string]>([
    ["a value of another type", pipeline({ processors: "{}" }), "processors: Cannot assign type 'string' to type 'List<string>'"],
    ["a required property that is missing", template({ indexPatterns: undefined }), "is not assignable from {name: string}"],
    ["a token that does not exist", group, 'unable to find resource type "quartet:datapipeline:Group" in resource provider "quartet"'],
  ])("%s", async (_title, program, message) => {
    expect(await complaint(program)).toContain(message);
  });
});

describe("properties of resources, in a preview", () => {
  it.each<[string, Program, string]>([
    [
      "JSON text that does not parse",
      pipeline({ metadata: "{owner: a}" }),
      "property metadata value {{owner: a}} has a problem: not a JSON object: syntax error at line 1, column 2, near {owner: a}",
    ],
    [
      "a processor that does not parse",
      pipeline({ processors: ['{"drop":{}}', '{"drop":{}'] }),
      'processors[1]: not a JSON object: the text ends too early, at line 1, column 11, near {"drop":{}',
    ],
    [
      "mappings that do not parse",
      template({ template: { mappings: '{"properties": {"a": {"type" "keyword"}}}' } }),
      'SearchIndexTemplate resource \'x\' has a problem: template.mappings: not a JSON object: syntax error at line 1, column 30, near ...perties": {"a": {"type" "keyword"}}}',
    ],
    [
      "two kinds of credentials",
      pipeline({ searchConnections: [{ endpoints: ["http://a:1"], apiKey: "k", bearerToken: "t" }] }),
      "searchConnections[0].apiKey: apiKey and bearerToken exclude each other. Set only one of them.",
    ],
    ["no processor", pipeline({ processors: [] }), "property processors value {[]} has a problem: expected at least one entry; got none"],
  ])("%s", async (_case, program, sentence) => {
    expect(await complaint(program)).toContain(sentence);
  });
});

describe("properties of resources that no language host validates", () => {
  it("a wrong type, an unknown and a missing property are reported together, each with a remedy", async () => {
    const inputs = { indexPatern: ["x-*"], indexPatterns: "x-*", priority: "high", template: { lifecycle: { dataRetenton: "1d" } } };
    const typescript = await cli.stack("untyped", { ...search.environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" }, "nodejs");
    typescript.typescript(`
import { CustomResource } from "@pulumi/pulumi";
new (CustomResource as any)("quartet:search:SearchIndexTemplate", "x", ${JSON.stringify(inputs)});
`);
    const failureText = failure(await typescript.run(["preview"]));
    for (const sentence of [
      'property indexPatern value {[{x-*}]} has a problem: unknown property "indexPatern"; did you mean "indexPatterns"?',
      'property indexPatterns value {x-*} has a problem: expected a list; got "x-*"',
      'property priority value {high} has a problem: expected a number; got "high"',
      'template.lifecycle.dataRetenton: unknown property "dataRetenton"; did you mean "dataRetention"?',
    ])
      expect(failureText).toContain(sentence);
  });
});

describe("resource types", () => {
  it("a function's name without get: names the function", async () => {
    const typescript = await cli.stack("functions", { PULUMI_NODEJS_TRANSPILE_ONLY: "true" }, "nodejs");
    typescript.typescript(`
import { CustomResource } from "@pulumi/pulumi";
new (CustomResource as any)("quartet:datapipeline:Group", "x", {});
`);
    expect(failure(await typescript.run(["preview"]))).toContain(
      'unknown resource type "quartet:datapipeline:Group". The module datapipeline has functions only; did you mean "quartet:datapipeline:getGroup"?',
    );
  });
});

describe("arguments of functions", () => {
  it.each<[string, Program, string]>([
    ["a missing one", invoke("getSearchIngestProcessorBytes", {}), "missing required property 'field'"],
    ["an unknown one", invoke("getSearchIngestProcessorBytes", { feld: "a" }), 'unknown property "feld"; did you mean "field"? (feld)'],
    [
      "one of two",
      invoke("getSearchIngestProcessorSet", { field: "a" }),
      "expected exactly one of value, copyFrom, typedValue; got none. Set one of them.",
    ],
    [
      "JSON text that does not parse",
      invoke("getSearchIngestProcessorDrop", { onFailures: ['{"drop":{}}', "{"] }),
      "onFailures[1]: not a JSON object: the text ends too early, at line 1, column 2, near {",
    ],
  ])("%s", async (_case, program, sentence) => {
    expect(await complaint(program)).toContain(sentence);
  });
});

describe("settings", () => {
  afterEach(async () => {
    for (const key of ["searchServer", "searchServers"]) await stack.run(["config", "rm", `quartet:${key}`]);
  });

  it("an unknown setting is reported with a suggestion", async () => {
    await stack.ok("config", "set", "--path", "quartet:searchServer[0].endpoints[0]", search.url);
    expect(await complaint(pipeline({}))).toContain('unknown setting "searchServer" of provider quartet; did you mean "searchServers"?');
  });

  it("a text that is no list is reported with the commands that set one", async () => {
    await stack.ok("config", "set", "quartet:searchServers", search.url);
    expect(await complaint(pipeline({}))).toContain(
      "expected a list or its JSON form. Set it with `pulumi config set --path 'quartet:searchServers[0].endpoints[0]' https://search.example.com:9200`, " +
        'or as JSON: `pulumi config set quartet:searchServers \'[{"endpoints":["https://search.example.com:9200"]}]\'`.',
    );
  });
});

describe("servers", () => {
  it("no server: the preview names the command, the input and the variable", async () => {
    delete stack.environment["ELASTICSEARCH_ENDPOINTS"];
    expect(await complaint(pipeline({}))).toContain(
      "No Elasticsearch endpoint is configured. Run `pulumi config set --path 'quartet:searchServers[0].endpoints[0]' https://search.example.com:9200`",
    );
  });

  it("a wrong password: quotes the server and names the kind of credentials", async () => {
    stack.environment["ELASTICSEARCH_PASSWORD"] = "another-one";
    const failureText = await complaint(pipeline({}), ...up);
    expect(failureText).toContain("HTTP 401: security_exception: unable to authenticate user [elastic]");
    expect(failureText).toContain("The credentials are missing, wrong or expired. The request was sent with user name and password.");
    expect(await complaint(invoke("getSearchIndexTemplate", { name: "x" }))).toContain("HTTP 401: security_exception");
  });

  it("http to a port that requires https: names https", async () => {
    const secured = await openSearch({}, await makeServerCertificate());
    stack.environment["ELASTICSEARCH_ENDPOINTS"] = secured.url.replace("https:", "http:");
    const failureText = await complaint(pipeline({}), ...up).finally(() => secured.stop());
    expect(failureText).toContain("if the server expects https, use https:// in the URL (ECONNRESET)");
  });

  it("https to a port that requires http: names http, and no TLS settings", async () => {
    stack.environment["ELASTICSEARCH_ENDPOINTS"] = search.url.replace("http:", "https:");
    const failureText = await complaint(pipeline({}), ...up);
    expect(failureText).toContain("the server expects http; use http:// in the URL");
    expect(failureText).not.toContain("caFile");
  });

  it("a Fivetran address without /v1: names the address to set", async () => {
    const account = await openPipeline();
    Object.assign(stack.environment, account.environment, { FIVETRAN_API_URL: account.url });
    const lookup = { "fn::invoke": { function: "quartet:datapipeline:getGroups", arguments: {} } };
    const failureText = await complaint({ variables: { x: lookup }, outputs: { x: "${x}" } }).finally(() => account.stop());
    expect(failureText).toContain(`The address ${account.url} has no /v1 at the end. Set apiUrl to ${account.url}/v1.`);
  });

  it("a rejection by the server: its reason and the processor", async () => {
    const failureText = await complaint(pipeline({ processors: ['{"dorp":{}}'] }), ...up);
    expect(failureText).toContain("/_ingest/pipeline/x: HTTP 400: parse_exception: No processor type exists with name [dorp]");
  });

  it("a server that does not respond the write: ends after customTimeouts and says how to raise it", async () => {
    search.faults.add({ match: "PUT /_ingest/pipeline/x", fault: hang() });
    const failureText = await complaint(pipeline({}, { customTimeouts: { create: "2s" } }), ...up);
    expect(failureText).toContain("time limit of 2 s exceeded. Increase `customTimeouts.create`");
  });
});
