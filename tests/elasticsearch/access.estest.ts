/** The provider on a real node with security: kinds of credentials, right, wrong and too weak. */
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import { lookupToken, pipeline, template } from "../support/fixture";
import type { Properties } from "../support/structs";
import { clean } from "./agree";
import type { Server } from "./agreement";
import { overHttp } from "./agreement";
import type { ElasticsearchNode } from "./node";
import { startElasticsearch } from "./node";
import type { Rest } from "./provider";
import { good, pluginOfFile, restOf } from "./provider";

let node: ElasticsearchNode;
let rest: Rest;
let server: Server;

beforeAll(async () => {
  node = await startElasticsearch({ security: true });
  const authorization = `Basic ${Buffer.from(`${node.username}:${node.password}`).toString("base64")}`;
  rest = restOf(node.url, { authorization });
  server = (step) => overHttp(node.url)({ ...step, headers: { authorization } });
}, 300_000);

const fixture = pluginOfFile(() => ({ endpoints: [node.url], username: node.username, password: node.password }));

afterAll(() => node?.stop());
beforeEach(() => clean(server));

const drop = '{"drop":{}}';
const secret = (text: string): string => {
  fixture.rpc.secrets.add(text);
  return text;
};

/** Inputs that reach the node with other credentials. */
const as = (credentials: Properties): Properties => ({ searchConnections: [{ endpoints: [node.url], ...credentials }] });

/** Base64 of a new API key with these cluster privileges; all of its maker's when none are given. */
const newKey = async (name: string, cluster?: string[]): Promise<string> => {
  const created = await good(rest("POST /_security/api_key", { name, ...(cluster && { role_descriptors: { only: { cluster } } }) }));
  const { api_key: half, encoded } = created as { api_key: string; encoded: string };
  secret(half);
  return secret(encoded);
};

const lookUp = (credentials: Properties): Promise<Properties> => fixture.rpc.resultOf(lookupToken, { name: "t", ...as(credentials) });

/** Made, changed, read and removed, with these credentials. */
const live = async (subject: { type: string }, given: Properties, credentials: Properties): Promise<void> => {
  const inputs = await fixture.rpc.inputs(subject, { ...given, ...as(credentials) });
  const { id, properties } = await fixture.rpc.create({ ...subject, inputs });
  const news = { ...inputs, version: 2 };
  const updated = await fixture.rpc.update({ ...subject, id, olds: properties, oldInputs: inputs, news });
  expect((await fixture.rpc.read({ ...subject, id, inputs: news, properties: updated })).inputs).toEqual(news);
  await fixture.rpc.delete({ ...subject, id, properties: updated });
  expect((await fixture.rpc.read({ ...subject, id, inputs: news, properties: updated })).id).toBe("");
};

describe("good credentials", () => {
  it("of the provider's settings: a user and the password", async () => {
    secret(node.password);
    const { id } = await fixture.rpc.create({ ...pipeline, inputs: { name: "p", processors: [drop] } });
    expect((await fixture.rpc.read({ ...pipeline, id: "p" })).id).toBe(id);
    expect(await fixture.rpc.resultOf(lookupToken, { name: "t" })).toEqual({ name: "t" });
  });

  it("in the user info of the address", async () => {
    const url = node.url.replace("//", `//${node.username}:${node.password}@`);
    const found = await fixture.rpc.resultOf(lookupToken, { name: "t", searchConnections: [{ endpoints: [url] }] });
    expect(found).toMatchObject({ name: "t" });
  });

  it.each([
    ["everything that its maker may", undefined, pipeline, { name: "p", processors: [drop] }],
    ["no more than pipelines need", ["manage_ingest_pipelines", "monitor"], pipeline, { name: "p", processors: [drop] }],
    ["no more than templates need", ["manage_index_templates", "monitor"], template, { name: "t", indexPatterns: ["t-*"] }],
  ] as const)("an API key with %s", async (_title, privileges, subject, given) => {
    await live(subject, { ...given } as unknown as Properties, { apiKey: await newKey("good", privileges && [...privileges]) });
  });
});

describe("wrong credentials", () => {
  const sent = (kind: string): string => `The credentials are missing, wrong or expired. The request was sent with ${kind}.`;

  const unnamed = "unable to authenticate with provided credentials and anonymous access is not allowed for this request";
  const wrong = "not-the-password";

  it.each<{ title: string; credentials: () => Properties | Promise<Properties>; kind: string; reason: string }>([
    {
      title: "a wrong password",
      credentials: () => ({ username: "tester", password: secret(wrong) }),
      kind: "user name and password",
      reason: "unable to authenticate user [tester] for REST request [/_index_template/t]",
    },
    {
      title: "an API key that was taken back",
      credentials: async () => {
        const apiKey = await newKey("taken-back");
        await good(rest("DELETE /_security/api_key", { name: "taken-back" }));
        return { apiKey };
      },
      kind: "an API key",
      reason: unnamed,
    },
    { title: "a bearer token", credentials: () => ({ bearerToken: secret("unknown-token") }), kind: "a bearer token", reason: unnamed },
    {
      title: "none",
      credentials: () => ({}),
      kind: "no credentials",
      reason: "missing authentication credentials for REST request [/_index_template/t]",
    },
  ])("$title", async ({ credentials, kind, reason }) => {
    await good(rest("PUT /_security/user/tester", { password: "long-enough", roles: [] }));
    expect(await failureOf(lookUp(await credentials()))).toEqual({
      code: status.UNAUTHENTICATED,
      message: `GET ${node.url}/_index_template/t: HTTP 401: security_exception: ${reason}\n${sent(kind)}`,
    });
  });

  it("of a resource: nothing is created", async () => {
    const credentials = as({ username: "unknown-user", password: secret(wrong) });
    const inputs = await fixture.rpc.inputs(pipeline, { name: "p", processors: [drop], ...credentials });
    expect(await failureOf(fixture.rpc.create({ ...pipeline, inputs }))).toEqual({
      code: status.UNAUTHENTICATED,
      message: `GET ${node.url}/: HTTP 401: security_exception: unable to authenticate user [unknown-user] for REST request [/]\n${sent("user name and password")}`,
    });
    expect((await rest("GET /_ingest/pipeline/p")).status).toBe(404);
  });
});

describe("credentials that are too weak", () => {
  it("a function is rejected with the privileges that would suffice", async () => {
    const { code, message } = await failureOf(lookUp({ apiKey: await newKey("weak", ["read_pipeline"]) }));
    expect(code).toBe(status.PERMISSION_DENIED);
    // The settings are secret as a whole, the name of the user with them.
    expect(message).toMatch(
      /^GET http:\S+\/_index_template\/t: HTTP 403: security_exception: action \[indices:admin\/index_template\/get\] is unauthorized for API key id \[\S+\] of user \[\[secret\]\], this action is granted by the cluster privileges \[manage_index_templates,monitor,manage,all\]$/,
    );
  });

  it("a pipeline that may be read, not written: nothing is created", async () => {
    const apiKey = await newKey("reader", ["monitor", "read_pipeline"]);
    const inputs = await fixture.rpc.inputs(pipeline, { name: "p", processors: [drop], ...as({ apiKey }) });
    const { code, message, initFailed } = await failureOf(fixture.rpc.create({ ...pipeline, inputs }));
    expect({ code, initFailed }).toEqual({ code: status.PERMISSION_DENIED });
    expect(message).toContain(
      "/_ingest/pipeline/p: HTTP 403: security_exception: action [cluster:admin/ingest/pipeline/put] is unauthorized",
    );
    expect((await rest("GET /_ingest/pipeline/p")).status).toBe(404);
  });

  it("without the privilege to monitor the cluster, which the ID needs", async () => {
    const apiKey = await newKey("blind", ["manage_ingest_pipelines"]);
    const inputs = await fixture.rpc.inputs(pipeline, { name: "p", processors: [drop], ...as({ apiKey }) });
    const { code, message } = await failureOf(fixture.rpc.create({ ...pipeline, inputs }));
    expect(code).toBe(status.PERMISSION_DENIED);
    expect(message).toContain("/: HTTP 403: security_exception: action [cluster:monitor/main] is unauthorized");
  });
});

// The last test: the server has no way back to the trial.
it("data 116: the license of the cluster is a trial, then basic", async () => {
  const token = "quartet:search:getSearchLicense";
  expect(await fixture.rpc.resultOf(token)).toMatchObject({ licenseType: "trial", status: "active", expiryDate: expect.any(String) });
  await good(rest("POST /_license/start_basic?acknowledge=true"));
  const { expiryDate, ...basic } = await fixture.rpc.resultOf(token);
  expect(basic).toMatchObject({ licenseType: "basic", status: "active", issuer: "elasticsearch" });
  expect(expiryDate).toBeUndefined();
});
