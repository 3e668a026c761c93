// Runs the examples of the reference that create something: those of resources and of processor helpers. Examples of other functions read objects that a
// reader has, and are not run. One program deploys all examples whose objects have different names, because every run of the CLI takes a second.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { load } from "js-yaml";
import { schema } from "../provider/tools/schema-file";
import { cliOfFile, type Program, type Stack } from "../support/cli";
import { openCloud } from "../support/cloud";
import { openEvents } from "../support/events";
import { openSearch, type Search } from "../support/search";

const folder = join(__dirname, "..", "..", "examples", "tokens");
const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yaml"))
  .sort();
const resources = paths.filter((path) => /^[A-Z]/.test(basename(path)) && !path.startsWith("provider"));
const helpers = paths.filter((path) => path.includes("getSearchIngestProcessor"));

/** A version that has every processor. */
const version = "9.3.0";
/** The values of configuration that examples require. */
const configuration = {
  annPassword: "ann-password",
  kibanaPassword: "kibana-password",
  catalogPassword: "catalog-pass",
  appKey: "app-key-1",
  activationToken: "activation-token",
};
/** The source indices of enrich policies, the members of aliases, and the indices of which others manage a part. */
const indices = ["users", "customers", "logs-000001", "logs-000002"];

const cli = cliOfFile();
let search: Search;
let environment: Record<string, string>;

beforeAll(async () => {
  search = await openSearch({ version });
  for (const index of indices) search.emulator.putIndex(index);
  const cloud = await openCloud();
  const events = await openEvents();
  environment = { ...search.environment, ...cloud.environment, ...events.environment };
});

type Example = Required<Program> & { path: string };

/** Returns an example whose resources, variables and outputs are named after its file, too, as the names of a program have to be unique. */
function exampleOf(path: string): Example {
  const { config = {}, variables = {}, resources = {}, outputs = {} } = load(readFileSync(join(folder, path), "utf8")) as Program;
  const prefix = basename(path, ".yaml");
  const own = new Set([...Object.keys(variables), ...Object.keys(resources)]);
  const renamed = (members: Record<string, unknown>): Record<string, unknown> => {
    const text = JSON.stringify(members).replace(/\$\{(\w+)/g, (all, name: string) => (own.has(name) ? `\${${prefix}_${name}` : all));
    return Object.fromEntries(Object.entries(JSON.parse(text) as object).map(([name, value]) => [`${prefix}_${name}`, value as unknown]));
  };
  return { path, config, variables: renamed(variables), resources: renamed(resources), outputs: renamed(outputs) };
}

/** Returns the names of the objects of an example, and of their parts. Indices and aliases share their names, so kinds do not matter. */
function namesOf({ resources }: Example) {
  const names: string[] = [];
  JSON.stringify(resources, (key, value: unknown) => {
    if (/^(name|alias|username|\w+Id)$/.test(key) && typeof value === "string" && !value.startsWith("${")) names.push(value);
    return value;
  });
  return names;
}

/** Returns the examples in as few groups as have no name twice. */
function groupsOf(examples: readonly Example[]) {
  const groups: { examples: Example[]; names: Set<string> }[] = [];
  for (const example of examples) {
    const names = namesOf(example);
    let group = groups.find((one) => names.every((name) => !one.names.has(name)));
    if (!group) groups.push((group = { examples: [], names: new Set() }));
    group.examples.push(example);
    for (const name of names) group.names.add(name);
  }
  return groups.map((group) => group.examples);
}

/** Creates a stack with the program of examples, and the configuration that it requires. */
async function open(name: string, examples: readonly Example[]) {
  const all = (part: keyof Program) => Object.assign({}, ...examples.map((example) => example[part])) as Record<string, unknown>;
  const stack = await cli.stack(name, environment);
  const config = all("config");
  stack.program({ config, variables: all("variables"), resources: all("resources"), outputs: all("outputs") });
  for (const key of Object.keys(config)) {
    await stack.ok("config", "set", "--secret", key, configuration[key as keyof typeof configuration]);
  }
  return stack;
}

test("every resource and every processor has an example", () => {
  const functions = Object.keys(schema.functions!);
  expect(resources).toHaveLength(Object.keys(schema.resources!).length);
  expect(helpers).toHaveLength(functions.filter((token) => token.includes("getSearchIngestProcessor")).length);
});

/** Operations, which cannot be imported. */
const operations = /:(ApiGateway(Update.*|ImportOpenApi)|SearchSnapshotRestore)$/;

/** Expects that nothing differs after a deployment and after an import of its objects, and destroys the stack. */
async function expectUnchanged(stack: Stack) {
  expect(await stack.steps()).toEqual([]);
  const imported = (await stack.resources()).filter(({ type }) => !operations.test(type));
  const entries = imported.map(({ urn, type, id, inputs }) => ({
    type,
    name: urn.split("::").at(-1),
    id: type.endsWith(":ApiGatewayApi") ? `${String(inputs!["serviceId"])}#${id}` : id,
  }));
  const other = await cli.stack(`${basename(stack.folder)}-imported`, environment);
  await other.import(entries);
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  await stack.destroy();
}

const connector = join("search", "SearchConnector.yaml");
const groups = groupsOf([...resources, ...helpers].filter((path) => path !== connector).map(exampleOf));

test.each(groups.map((examples, at) => ({ at, examples, names: examples.map(({ path }) => basename(path, ".yaml")).join(", ") })))(
  "155: the examples are deployed, are unchanged then and after an import, and are removed: $names",
  async ({ at, examples }) => {
    const stack = await open(`examples-${at}`, examples);
    await stack.up();
    await expectUnchanged(stack);
  },
);

test("the example of a connector is complete after its service has registered the fields", async () => {
  const stack = await open("connector", [exampleOf(connector)]);
  const first = await stack.run(["up", "--yes", "--skip-preview"]);
  expect(first.stdout).toContain("Start the connector service, then run `pulumi up` again to write configurationValues.");
  search.emulator.registerConnectorService("music-catalog", {
    host: { label: "Host", type: "str" },
    port: { label: "Port", type: "int" },
    password: { label: "Password", type: "str", sensitive: true },
  });
  await stack.up();
  await expectUnchanged(stack);
});
