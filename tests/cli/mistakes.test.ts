// Messages for users as the CLI prints them: one sentence that names the property or the server, without a stack trace; every command ends.
import { cloudSettings, environmentOf } from "../emulators/settings";
import { makeServerCertificate } from "../support/certificates";
import { cliOfFile, type Program, type Stack } from "../support/cli";
import { openEvents } from "../support/events";
import { openPipeline } from "../support/pipeline";
import { openSearch, type Search } from "../support/search";

const cli = cliOfFile();
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch({ security: { users: { elastic: { password: "pass-4711", cluster: ["all"] } } } });
  stack = await cli.stack("mistakes");
});
beforeEach(() => {
  // Without credentials of the user and without a metadata server.
  const folders = { HOME: cli.workspace.folder, USERPROFILE: cli.workspace.folder, METADATA_SERVER_DETECTION: "none" };
  stack.environment = { ...search.environment, ...folders, ELASTICSEARCH_USERNAME: "elastic", ELASTICSEARCH_PASSWORD: "pass-4711" };
});

const template = "quartet:search:SearchIndexTemplate";
const pipeline = (properties: object, options: object = {}): Program => ({
  resources: {
    x: { type: "quartet:search:SearchIngestPipeline", properties: { name: "x", processors: ['{"drop":{}}'], ...properties }, options },
  },
});
const invoke = (token: string, args: object): Program => ({
  variables: { x: { "fn::invoke": { function: `quartet:${token}`, arguments: args } } },
  outputs: { x: "${x}" },
});

/** Runs a command that is expected to fail, and returns the text below "Diagnostics". */
async function complaint(program: Program, ...args: string[]) {
  stack.program(program);
  return failure(await stack.run(args.length > 0 ? args : ["preview"]));
}

function failure({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }) {
  expect(code).not.toBe(0);
  // `{<nil>}` is what the CLI prints as the value of a property that is nested or not given.
  expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+|prematurely|internal error|goroutine|pass-4711|\{<nil>\}/m);
  return stdout.split("Diagnostics:")[1] ?? stdout;
}

const up = ["up", "--yes", "--skip-preview"];

/** The first three are of the CLI itself; docs/guides/troubleshooting.md quotes them. */
it.each<[string, Program, string]>([
  ["a value of another type", pipeline({ processors: "{}" }), "processors: Cannot assign type 'string' to type 'List<string>'"],
  [
    "a required property that is missing",
    { resources: { x: { type: template, properties: { name: "x" } } } },
    "is not assignable from {name: string}",
  ],
  [
    "a token that does not exist",
    { resources: { x: { type: "quartet:datapipeline:Group", properties: {} } } },
    'unable to find resource type "quartet:datapipeline:Group" in resource provider "quartet"',
  ],
  [
    "a nested property",
    pipeline({ searchConnections: [{ endpoints: ["http://a:1"], apiKey: "k", bearerToken: "t" }] }),
    "searchConnections[0].apiKey: apiKey and bearerToken exclude each other. Set only one of them.",
  ],
  ["an argument that is missing", invoke("search:getSearchIngestProcessorBytes", {}), "missing required property 'field'"],
  [
    "an argument of which there has to be one",
    invoke("search:getSearchIngestProcessorSet", { field: "a" }),
    "expected exactly one of value, copyFrom, typedValue; got none. Set one of them.",
  ],
  [
    "an unknown argument",
    invoke("search:getSearchIngestProcessorBytes", { feld: "a" }),
    'unknown property "feld"; did you mean "field"? (feld)',
  ],
  [
    "a processor that does not parse in an argument",
    invoke("search:getSearchIngestProcessorDrop", { onFailures: ['{"drop":{}}', "{"] }),
    "onFailures[1]: not a JSON object: the text ends too early, at line 1, column 2, near {",
  ],
  ["no credentials of Tencent Cloud", invoke("cloud:getApiGatewayUsagePlans", {}), "no credentials for Tencent Cloud were found."],
  ["no credentials of Google", invoke("eventrouting/v1:getTriggers", { location: "a" }), "no Google credentials were found."],
])("%s", async (_title, program, sentence) => {
  const { environment } = await openEvents();
  Object.assign(stack.environment, environmentOf(cloudSettings(9)), environment);
  for (const name of ["TENCENTCLOUD_SECRET_ID", "TENCENTCLOUD_SECRET_KEY", "GOOGLE_OAUTH_ACCESS_TOKEN"])
    stack.environment[name] = undefined;
  expect(await complaint(program)).toContain(sentence);
});

describe("mistakes that no language host finds are reported together, each with a remedy:", () => {
  const inputs = { indexPatern: ["x-*"], indexPatterns: "x-*", priority: "high", template: { lifecycle: { dataRetenton: "1d" } } };
  let untyped: Stack;
  beforeAll(async () => {
    untyped = await cli.stack("untyped", { ...search.environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" }, "nodejs");
  });

  // One resource per program: a failed check ends the program before the engine checks the next resource.
  it.each<[what: string, type: string, inputs: object, sentences: string[]]>([
    [
      "inputs",
      template,
      inputs,
      [
        'property indexPatern value {[{x-*}]} has a problem: unknown property "indexPatern"; did you mean "indexPatterns"?',
        'property indexPatterns value {x-*} has a problem: expected a list; got "x-*"',
        'property priority value {high} has a problem: expected a number; got "high"',
        'template.lifecycle.dataRetenton: unknown property "dataRetenton"; did you mean "dataRetention"?',
      ],
    ],
    [
      "a type",
      "quartet:datapipeline:Group",
      {},
      [
        'unknown resource type "quartet:datapipeline:Group". The module datapipeline has functions only; did you mean "quartet:datapipeline:getGroup"?',
      ],
    ],
  ])("%s", async (_what, type, properties, sentences) => {
    untyped.typescript(`
import { CustomResource } from "@pulumi/pulumi";
new (CustomResource as any)("${type}", "x", ${JSON.stringify(properties)});
`);
    const failureText = failure(await untyped.run(["preview"]));
    for (const sentence of sentences) expect(failureText).toContain(sentence);
  });
});

it("settings with an unknown name or of another type", async () => {
  await stack.ok("config", "set", "--path", "quartet:searchServer[0].endpoints[0]", search.url);
  expect(await complaint(pipeline({}))).toContain('unknown setting "searchServer" of provider quartet; did you mean "searchServers"?');
  await stack.ok("config", "rm", "quartet:searchServer");
  await stack.ok("config", "set", "quartet:searchServers", search.url);
  expect(await complaint(pipeline({}))).toContain("expected a list or its JSON form. Set it with `pulumi config set --path ");
  await stack.ok("config", "rm", "quartet:searchServers");
});

describe("servers", () => {
  it("a rejection: its reason and the processor", async () => {
    const failureText = await complaint(pipeline({ processors: ['{"dorp":{}}'] }), ...up);
    expect(failureText).toContain("/_ingest/pipeline/x: HTTP 400: parse_exception: No processor type exists with name [dorp]");
  });

  it("http to a port that requires https, and the reverse: name the protocol, and no TLS settings", async () => {
    const secured = await openSearch({}, await makeServerCertificate());
    stack.environment["ELASTICSEARCH_ENDPOINTS"] = secured.url.replace("https:", "http:");
    expect(await complaint(pipeline({}), ...up)).toContain("if the server expects https, use https:// in the URL (ECONNRESET)");
    stack.environment["ELASTICSEARCH_ENDPOINTS"] = search.url.replace("http:", "https:");
    const failureText = await complaint(pipeline({}), ...up);
    expect(failureText).toContain("the server expects http; use http:// in the URL");
    expect(failureText).not.toContain("caFile");
  });

  it("a Fivetran address without /v1: names the address to set", async () => {
    const { environment, url } = await openPipeline();
    Object.assign(stack.environment, environment, { FIVETRAN_API_URL: url });
    expect(await complaint(invoke("datapipeline:getGroups", {}))).toContain(
      `The address ${url} has no /v1 at the end. Set apiUrl to ${url}/v1.`,
    );
  });
});
