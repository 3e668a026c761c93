// Module datapipeline over gRPC: each function, secret outputs, keys that no message contains, and failures.
import { status } from "@grpc/grpc-js";
import { rejecting, tooMany } from "../emulators/datapipeline/faults";
import { known } from "../emulators/datapipeline/example";
import * as faults from "../emulators/faults";
import { pipelineSamples } from "../samples/datapipeline";
import { failureOf } from "../support/failure";
import type { Pipeline } from "../support/pipeline";
import { closePipelines, openPipeline, pipelineKeys } from "../support/pipeline";
import type { Fixture } from "../support/fixture";
import { closeFixtures, expectNoSecrets, openFixture } from "../support/fixture";
import type { Properties } from "../support/structs";
import { reveal, secretPaths } from "../support/structs";
import { until } from "../support/waiting";

const { apiKey, apiSecret } = pipelineKeys;
const basic = Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");
const token = (name: string): string => `quartet:datapipeline:${name}`;

let fixture: Fixture;
let pipeline: Pipeline;
beforeAll(async () => {
  fixture = await openFixture();
  fixture.rpc.secrets.add(apiSecret).add(basic);
});
beforeEach(async () => {
  pipeline = await openPipeline();
  await fixture.rpc.configure(pipeline.settings);
});
afterEach(closePipelines);
afterAll(async () => {
  try {
    expectNoSecrets(fixture);
  } finally {
    await closeFixtures();
  }
});

/** The paths of secrets in the samples. */
const secrets: Readonly<Record<string, string[]>> = {
  getConnector: ["config.password"],
  getDestination: ["config.password"],
  getExternalLogging: ["config.token"],
  getWebhook: ["secret"],
  getWebhooks: ["webhooks[0].secret"],
};

test.each(pipelineSamples.map((sample) => [sample.name, sample] as const))("%s", async (name, { inputs, exchanges, found }) => {
  for (const { request, response } of exchanges) {
    const reply = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(response) };
    pipeline.faults.add({ match: ({ path, query }) => `${path}${query && `?${query}`}` === `/v1${request}`, fault: faults.instead(reply) });
  }
  const result = await fixture.rpc.resultOf(token(name), inputs as Properties);
  expect(reveal(result)).toEqual(found);
  expect(secretPaths(result)).toEqual(secrets[name] ?? []);
  expect(pipeline.requests.map(({ path, query }) => `${path}${query && `?${query}`}`)).toEqual(
    exchanges.map(({ request }) => `/v1${request}`),
  );
  for (const { method, headers } of pipeline.requests) {
    expect([method, headers["authorization"]]).toEqual(["GET", `Basic ${basic}`]);
    expect(headers["user-agent"]).toMatch(/^pulumi-resource-quartet\/\d/);
  }
});

test("three pages of connections", async () => {
  const { connections } = await fixture.rpc.resultOf(token("getConnections"));
  expect((connections as Properties[]).map(({ id }) => id)).toEqual(pipeline.emulator.account.connections.names());
  expect(pipeline.requests).toHaveLength(3);
});

describe("failures of the service", () => {
  test("not found: the code, and the message of the service", async () => {
    const { code, message } = await failureOf(fixture.rpc.invoke(token("getConnection"), { id: "abc" }));
    expect(code).toBe(status.NOT_FOUND);
    expect(message).toContain("/connections/abc: HTTP 404, NotFound_Connector: Connector with id 'abc' does not exist.");
  });

  test("an empty id is a failure of that input", async () => {
    const { failures } = await fixture.rpc.invoke(token("getTeamUserMemberships"), { teamId: "" });
    expect(failures).toMatchObject([{ property: "teamId" }]);
    expect(pipeline.requests).toEqual([]);
  });

  test("a Retry-After of an hour fails at once", async () => {
    pipeline.faults.add({ match: "GET *", fault: tooMany("3600") });
    const { code, message } = await failureOf(fixture.rpc.invoke(token("getRoles")));
    expect(code).toBe(status.RESOURCE_EXHAUSTED);
    expect(message).toContain("Fivetran requests a delay of 3600 s");
    expect(pipeline.requests).toHaveLength(1);
  });

  test("a broken connection is retried", async () => {
    pipeline.faults.add({ match: "GET *", times: 1, fault: faults.resetBefore() });
    expect(await fixture.rpc.resultOf(token("getTeam"), { id: known.team })).toMatchObject({ name: "Analysts" });
    expect(pipeline.requests).toHaveLength(2);
  });

  test("parts of the key in a response are not reported", async () => {
    const echoed = `Header 'Basic ${basic}', secret '${apiSecret}'`;
    for (const fault of [rejecting(401, "AuthFailed", echoed), faults.instead({ status: 400, headers: {}, body: echoed })]) {
      pipeline.faults.clear();
      pipeline.faults.add({ match: "GET *", fault });
      const { message } = await failureOf(fixture.rpc.invoke(token("getRoles")));
      expect(message).toContain("Header 'Basic [secret]', secret '[secret]'");
    }
  });

  test("no credentials: reported by the first call", async () => {
    await fixture.rpc.configure({ version: "0.1.0", apiUrl: `${pipeline.url}/v1` });
    const { code, message } = await failureOf(fixture.rpc.invoke(token("getRoles")));
    expect(code).toBe(status.UNAUTHENTICATED);
    expect(message).toMatch(/no Fivetran API key.* FIVETRAN_APIKEY[^]*no Fivetran API secret/);
    expect(pipeline.requests).toEqual([]);
  });
});

describe("Cancel", () => {
  const cancelled = async (what: string, ready: () => boolean): Promise<void> => {
    const call = failureOf(fixture.rpc.invoke(token("getRoles")));
    await until(what, ready);
    await fixture.rpc.cancel();
    expect((await call).code).toBe(status.CANCELLED);
  };

  test("ends a request", async () => {
    pipeline.faults.add({ match: "GET *", fault: faults.hang() });
    await cancelled("request", () => pipeline.requests.length === 1);
  });

  test("ends a delay that the service requested", async () => {
    pipeline.faults.add({ match: "GET *", fault: tooMany("200") });
    const before = fixture.engine.lines.length;
    await cancelled("line about the wait", () => fixture.engine.lines.length > before);
    expect(pipeline.requests).toHaveLength(1);
  });
});
