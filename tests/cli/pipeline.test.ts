// Lookups of module datapipeline with the real CLI: pages, secrets, and credentials that are wrong.
import { cliOfFile, type Program, type Stack } from "../support/cli";
import { openPipeline, pipelineKeys, type Pipeline } from "../support/pipeline";

const group = "projected_sickle";
const invoke = (name: string, args: object): object => ({
  "fn::invoke": { function: `quartet:datapipeline:${name}`, arguments: args },
});

const program: Program = {
  variables: {
    group: invoke("getGroup", { id: group }),
    all: invoke("getConnections", { groupId: "shadowed_lantern" }),
    orders: invoke("getGroupConnections", { id: "${group.id}", schema: "orders" }),
    database: invoke("getConnection", { id: "${orders.connections[0].id}" }),
    destination: invoke("getDestination", { id: group }),
  },
  outputs: {
    name: "${group.name}",
    ends: ["${all.connections[0].id}", "${all.connections[2099].id}"],
    schema: "${database.destinationSchema}",
    host: "${destination.config.host}",
    password: "${destination.config.password}",
  },
};

const cli = cliOfFile();
let pipeline: Pipeline;
let stack: Stack;

beforeAll(async () => {
  pipeline = await openPipeline();
  stack = await cli.stack("pipeline", { ...pipeline.environment, FIVETRAN_APISECRET: "another-secret-0815" });
  stack.program(program);
});

it("a wrong secret is reported with the names of the settings, and is not shown", async () => {
  const { code, stdout, stderr } = await stack.run(["preview", "--debug"]);
  expect([code === 0, stdout]).toEqual([false, expect.stringMatching(/getGroup: GET \S+\/groups\/projected_sickle: HTTP 401/)]);
  expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+|prematurely|internal error|goroutine \d|another-secret-0815/m);
});

it("settings of the stack take precedence over the environment: all records of all pages, and the secret is hidden", async () => {
  await stack.ok("config", "set", "--secret", "quartet:apiSecret", pipelineKeys.apiSecret);
  const run = await stack.run(["up", "--yes", "--debug", "--diff", "--show-config", "--logtostderr", "-v=3"]);
  const basic = Buffer.from(`${pipelineKeys.apiKey}:${pipelineKeys.apiSecret}`).toString("base64");
  const texts = [run.stdout, run.stderr, await stack.ok("stack", "export")].join("\n");
  expect([run.code, [pipelineKeys.apiSecret, basic].filter((secret) => texts.includes(secret))]).toEqual([0, []]);
  const rows = pipeline.emulator.account.connections.entries().flatMap(([id, row]) => (row["group_id"] === "shadowed_lantern" ? [id] : []));
  expect(rows).toHaveLength(2100);
  expect(await stack.outputs()).toMatchObject({ name: "Warehouse", ends: [rows[0], rows.at(-1)], schema: { prefix: "orders" } });
  expect(new Set(pipeline.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

it("keeps masked values secret, and, as Pulumi does, all outputs of the same function; nothing changes the second time", async () => {
  expect(await stack.outputs()).toMatchObject({ password: "[secret]", host: "[secret]" });
  const shown = JSON.parse(await stack.ok("stack", "output", "--json", "--show-secrets")) as Record<string, unknown>;
  expect(shown).toMatchObject({ password: "******", host: "acme.snowflakecomputing.com" });
  await stack.ok("preview", "--expect-no-changes");
});
