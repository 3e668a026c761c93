/** A node with security: the contract of users, keys and privileges, templates that a data stream holds in place, and the license. */
import { createSend } from "../../provider/http/send";
import { getSearchLicense } from "../../provider/modules/search/functions/getSearchLicense";
import { createSearchEmulator } from "../emulators/search/index";
import { agree, clean, cleanSecurity } from "./agree";
import { inProcess, overHttp, type Server } from "./agreement";
import * as dataStreams from "./contract/data-streams";
import { securityGroups } from "./contract/index";
import { rejections, rights } from "./contract/security";
import { clientOver } from "../provider/modules/search/support";
import { inContext } from "../support/contexts";
import { startElasticsearch, type ElasticsearchNode } from "./node";

const PRIVILEGES = ["manage_ingest_pipelines", "manage_index_templates", "manage_pipeline", "read_pipeline", "monitor", "manage", "all"];
const PASSWORD = "long-enough";

let running: ElasticsearchNode;
let node: Server;
let authorization: string;

const as =
  (server: Server): Server =>
  (step) =>
    server({ ...step, headers: { authorization, ...step.headers } });

const make = async <T>(request: string, body: unknown) => {
  const response = await as(node)({ line: request, body });
  expect(response.status).toBe(200);
  return JSON.parse(response.body) as T;
};

beforeAll(async () => {
  running = await startElasticsearch({ security: true });
  node = overHttp(running.url);
  authorization = `Basic ${Buffer.from(`${running.username}:${running.password}`).toString("base64")}`;
}, 300_000);

afterAll(() => running?.stop());

beforeEach(async () => {
  await clean(as(node));
  await cleanSecurity(as(node));
});

it.each(PRIVILEGES)("an API key, and a user, with the privilege %s may do the same on both", async (privilege) => {
  const created = await make<{ id: string; api_key: string; encoded: string }>("POST /_security/api_key", {
    name: privilege,
    role_descriptors: { only: { cluster: [privilege] } },
  });
  const apiKeys = { [created.id]: { key: created.api_key, cluster: [privilege], user: running.username } };
  const withKey = createSearchEmulator({ security: { apiKeys } });
  await agree(rights(`ApiKey ${created.encoded}`), node, inProcess(withKey));
  await clean(as(node));
  await make(`PUT /_security/role/${privilege}`, { cluster: [privilege] });
  await make("PUT /_security/user/tester", { password: PASSWORD, roles: [privilege] });
  const users = { tester: { password: PASSWORD, cluster: [privilege], roles: [privilege] } };
  const proof = `Basic ${Buffer.from(`tester:${PASSWORD}`).toString("base64")}`;
  await agree(rights(proof), node, inProcess(createSearchEmulator({ security: { users } })));
});

it("rejects missing, malformed and wrong credentials with the same message", async () => {
  await make("PUT /_security/user/tester", { password: PASSWORD, roles: [] });
  const created = await make<{ id: string; api_key: string }>("POST /_security/api_key", { name: "known" });
  const users = { tester: { password: PASSWORD, cluster: [] } };
  const apiKeys = { [created.id]: { key: created.api_key, cluster: [] } };
  await agree(rejections("tester", created.id), node, inProcess(createSearchEmulator({ security: { users, apiKeys } })));
});

describe("the emulator responds like the node", () => {
  it.each(Object.entries(securityGroups))("%s", async (_title, steps) => {
    const users = { [running.username]: { password: running.password, cluster: ["all"], roles: ["superuser"] } };
    const emulator = createSearchEmulator({ security: { users } });
    await agree(steps, as(node), as(inProcess(emulator)));
  });
});

// Near the end, for the node cannot delete a data stream, and with it its template.
it("holds a template in place for a data stream", async () => {
  const emulator = createSearchEmulator();
  await agree(dataStreams.before, as(node), inProcess(emulator));
  await as(node)({ line: "POST /ds1/_doc", body: { "@timestamp": "2024-01-01T00:00:00Z" } });
  emulator.putDataStream("ds1");
  await agree(dataStreams.after, as(node), inProcess(emulator));
});

// The last test: the server has no way back to the trial.
it("data 116: the license of the cluster is a trial, then basic", async () => {
  const send = createSend({ env: {} });
  const { url, username, password } = running;
  const license = async () => getSearchLicense.read({}, inContext(clientOver(send, { endpoints: [url], username, password })));
  expect(await license()).toMatchObject({ licenseType: "trial", status: "active", expiryDate: expect.any(String) });
  await make("POST /_license/start_basic?acknowledge=true", undefined);
  const basic = await license();
  expect(basic).toMatchObject({ licenseType: "basic", status: "active", issuer: "elasticsearch" });
  expect(basic).not.toHaveProperty("expiryDate");
  send.close();
});
