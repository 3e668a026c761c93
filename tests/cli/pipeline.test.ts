// Lookups of module datapipeline with the real CLI, in YAML and in TypeScript; the messages for invalid credentials; secrets.
import type { Cli, Program, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import { rejecting } from "../emulators/datapipeline/faults";
import type { EmulatorRequest } from "../emulators/exchange";
import type { Fault } from "../emulators/faults";
import type { Pipeline } from "../support/pipeline";
import { closePipelines, openPipeline, pipelineKeys } from "../support/pipeline";

const group = "projected_sickle";

const invoke = (name: string, args: object, more: object = {}): object => ({
  "fn::invoke": { function: `quartet:datapipeline:${name}`, arguments: args, ...more },
});

const program: Program = {
  variables: {
    group: invoke("getGroup", { id: group }),
    all: invoke("getConnections", { groupId: "shadowed_lantern" }),
    orders: invoke("getGroupConnections", { id: group, schema: "orders" }),
    database: invoke("getConnection", { id: "mapped_ringlet" }),
    destination: invoke("getDestination", { id: group }),
    logs: invoke("getExternalLogging", { id: group }),
  },
  outputs: {
    name: "${group.name}",
    first: "${all.connections[0].id}",
    last: "${all.connections[2099].id}",
    service: "${orders.connections[0].service}",
    delay: "${database.dataDelaySensitivity}",
    schema: "${database.destinationSchema}",
    host: "${destination.config.host}",
    password: "${destination.config.password}",
    token: "${logs.config.token}",
    port: "${logs.config.port}",
  },
};

const typescript = `
import { datapipeline } from "pulumi-quartet";

const id = ${JSON.stringify(group)};
const group = datapipeline.getGroupOutput({ id });
const all = datapipeline.getConnectionsOutput({ groupId: "shadowed_lantern" });
const orders = datapipeline.getGroupConnectionsOutput({ id: group.id, schema: "orders" });
const database = datapipeline.getConnectionOutput({ id: orders.apply(({ connections }) => connections![0]!.id) });
const destination = datapipeline.getDestinationOutput({ id });
const logs = datapipeline.getExternalLoggingOutput({ id });

export const name = group.name;
export const first = all.apply(({ connections }) => connections![0]!.id);
export const last = all.apply(({ connections }) => connections!.at(-1)!.id);
export const service = orders.apply(({ connections }) => connections![0]!.service);
export const delay = database.dataDelaySensitivity;
export const schema = database.destinationSchema;
export const host = destination.apply(({ config }) => config!.host);
export const password = destination.apply(({ config }) => config!.password);
export const token = logs.apply(({ config }) => config!.token);
export const port = logs.apply(({ config }) => config!.port);
`;

let cli: Cli;
let pipeline: Pipeline;
let stack: Stack;

beforeAll(async () => {
  pipeline = await openPipeline();
  cli = await openCli();
  stack = await cli.stack("pipeline", pipeline.environment);
});
beforeEach(() => {
  stack.environment = { ...pipeline.environment };
  stack.program(program);
  pipeline.requests.length = 0;
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closePipelines();
});

/** Key and secret in every encoding that an output could contain. */
const forms = [pipelineKeys.apiSecret, Buffer.from(`${pipelineKeys.apiKey}:${pipelineKeys.apiSecret}`).toString("base64")];
const leaked = (text: string): string[] => forms.filter((form) => text.includes(form));

describe("a YAML program of lookups", () => {
  it("returns all records of all pages", async () => {
    await stack.up();
    const { connections } = pipeline.emulator.account;
    const rows = connections.entries().flatMap(([id, row]) => (row["group_id"] === "shadowed_lantern" ? [id] : []));
    expect(rows).toHaveLength(2100);
    expect(await stack.outputs()).toMatchObject({
      name: "Warehouse",
      first: rows[0],
      last: rows.at(-1),
      service: "postgres",
      delay: "NORMAL",
      schema: { prefix: "orders" },
    });
    expect(pipeline.requests.filter(({ path }) => path === "/v1/connections").length).toBeGreaterThanOrEqual(3);
  });

  it("keeps masked values secret, and, as Pulumi does, all outputs of the same function", async () => {
    expect(await stack.outputs()).toMatchObject({ password: "[secret]", host: "[secret]", token: "[secret]", port: "[secret]" });
    const shown = JSON.parse(await stack.ok("stack", "output", "--json", "--show-secrets")) as Record<string, unknown>;
    expect(shown).toMatchObject({ password: "******", host: "acme.snowflakecomputing.com", token: "******", port: 8088 });
  });

  it("nothing changes the second time, and only GET requests were sent", async () => {
    await stack.ok("preview", "--expect-no-changes");
    expect(new Set(pipeline.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });
});

describe("the same in TypeScript", () => {
  it("has the same outputs", async () => {
    await stack.up();
    const other = await cli.stack("pipeline-typescript", pipeline.environment, "nodejs");
    other.typescript(typescript);
    await other.up();
    expect(await other.outputs()).toEqual(await stack.outputs());
    const shown = async (of: Stack): Promise<unknown> => JSON.parse(await of.ok("stack", "output", "--json", "--show-secrets"));
    expect(await shown(other)).toEqual(await shown(stack));
  });
});

describe("error messages", () => {
  /** Runs a command that is expected to fail, and returns the CLI's output. */
  async function complaint(
    wrong: Program = { variables: { group: invoke("getGroup", { id: group }) }, outputs: { group: "${group}" } },
  ): Promise<string> {
    stack.program(wrong);
    const { code, stdout, stderr } = await stack.run(["preview", "--debug"]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+|prematurely|internal error|goroutine \d/m);
    expect(leaked(stdout + stderr)).toEqual([]);
    return stdout;
  }

  it("with a wrong secret", async () => {
    stack.environment["FIVETRAN_APISECRET"] = "another-secret-0815";
    const failureText = await complaint();
    expect(failureText).toMatch(/getGroup: GET \S+\/groups\/projected_sickle: HTTP 401[^]*FIVETRAN_APIKEY and FIVETRAN_APISECRET/);
    expect(failureText).not.toContain("another-secret-0815");
    expect(pipeline.requests).toHaveLength(1);
  });

  it("without credentials: the settings and the variables, and no request is sent", async () => {
    stack.environment = { FIVETRAN_API_URL: pipeline.environment["FIVETRAN_API_URL"] };
    const failureText = await complaint();
    expect(failureText).toMatch(/no Fivetran API key[^]*quartet:apiKey[^]*FIVETRAN_APIKEY[^]*quartet:apiSecret[^]*FIVETRAN_APISECRET/);
    expect(pipeline.requests).toEqual([]);
  });

  it("of an invalid address", async () => {
    stack.environment["FIVETRAN_API_URL"] = "api.example.com/v1";
    expect(await complaint()).toMatch(/apiUrl \(FIVETRAN_API_URL.*expected an http or https URL/);
  });

  it("of an object that does not exist, and of an empty input", async () => {
    expect(await complaint({ variables: { x: invoke("getGroup", { id: "nowhere" }) }, outputs: { x: "${x}" } })).toMatch(
      /getGroup: GET \S+\/groups\/nowhere: HTTP 404, NotFound_Group/,
    );
    pipeline.requests.length = 0;
    expect(await complaint({ variables: { x: invoke("getGroup", { id: "" }) }, outputs: { x: "${x}" } })).toMatch(/\bid\b/);
    expect(pipeline.requests).toEqual([]);
  });

  it("when the service repeats the request", async () => {
    let echo = "";
    const match = ({ headers }: EmulatorRequest): boolean => {
      echo = headers["authorization"] ?? "";
      return true;
    };
    const fault: Fault = (respond) => rejecting(403, "Forbidden", `you sent ${echo}`)(respond);
    pipeline.faults.add({ match, fault });
    expect(await complaint()).toMatch(/HTTP 403, Forbidden/);
    pipeline.faults.clear();
    expect(echo).toMatch(/^Basic /);
  });
});

describe("settings of the stack", () => {
  it("take precedence over the environment, and the secret is encrypted in the state", async () => {
    const own = await cli.stack("pipeline-settings", {
      FIVETRAN_APIKEY: "other",
      FIVETRAN_APISECRET: "other",
      FIVETRAN_API_URL: "http://127.0.0.1:9",
    });
    for (const [name, value] of Object.entries({ apiKey: pipelineKeys.apiKey, apiUrl: pipeline.environment["FIVETRAN_API_URL"]! }))
      await own.ok("config", "set", `quartet:${name}`, value);
    await own.ok("config", "set", "--secret", "quartet:apiSecret", pipelineKeys.apiSecret);
    own.program(program);
    const run = await own.run(["up", "--yes", "--debug", "--diff", "--show-config", "--logtostderr", "-v=3"]);
    expect([run.code, leaked(run.stdout + run.stderr)]).toEqual([0, []]);
    expect(leaked(await own.ok("stack", "export"))).toEqual([]);
  });
});
