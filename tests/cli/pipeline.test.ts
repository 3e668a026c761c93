// Lookups of module datapipeline with the real CLI: secrets, and credentials that are wrong. tests/examples covers all others.
import { cliOfFile, type Program, type Stack } from "../support/cli";
import { openPipeline, pipelineKeys, type Pipeline } from "../support/pipeline";

const group = "projected_sickle";
const invoke = (name: string, args: object): object => ({
  "fn::invoke": { function: `quartet:datapipeline:${name}`, arguments: args },
});

const program: Program = {
  variables: {
    group: invoke("getGroup", { id: group }),
    destination: invoke("getDestination", { id: "${group.id}" }),
  },
  outputs: {
    name: "${group.name}",
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

it("settings of the stack take precedence over the environment, and the secret is hidden", async () => {
  await stack.ok("config", "set", "--secret", "quartet:apiSecret", pipelineKeys.apiSecret);
  const run = await stack.run(["up", "--yes", "--debug", "--diff", "--show-config", "--logtostderr", "-v=3"]);
  const basic = Buffer.from(`${pipelineKeys.apiKey}:${pipelineKeys.apiSecret}`).toString("base64");
  const texts = [run.stdout, run.stderr, await stack.ok("stack", "export")].join("\n");
  expect([run.code, [pipelineKeys.apiSecret, basic].filter((secret) => texts.includes(secret))]).toEqual([0, []]);
});

it("keeps masked values secret, and, as Pulumi does, all outputs of the same function; nothing changes the second time", async () => {
  expect(await stack.outputs()).toEqual({ name: "Warehouse", password: "[secret]", host: "[secret]" });
  const shown = JSON.parse(await stack.ok("stack", "output", "--json", "--show-secrets")) as Record<string, unknown>;
  expect(shown).toMatchObject({ password: "******", host: "acme.snowflakecomputing.com" });
  await stack.ok("preview", "--expect-no-changes");
});
