/** Long waits are visible: for the operation of an object, for a policy or a gateway service that another request changes, and for the rate limit. */
import { decoded, openVariant, type Fixture } from "./fixture";
import { variants } from "./variants";
import { sleep } from "../support/virtual-time";

const statusLines = (fixture: Fixture) => fixture.statusLines.filter((line) => line.startsWith("waiting for "));
const opened = (token: string) => openVariant(variants.find((variant) => variant.token === token)!);

/** Creates objects at the same time that differ in one input; each request takes three seconds. Returns the status lines. */
async function createSlowly(token: string, key: string, values: readonly string[]) {
  const { fixture, type, inputs } = await opened(token);
  fixture.intercept = async (_request, respond) => {
    await sleep(3000);
    return respond();
  };
  await Promise.all(values.map((value) => fixture.create(type, { ...inputs, [key]: value })));
  return statusLines(fixture);
}

it("for an operation without a message of its own", async () => {
  const { fixture, type, inputs } = await opened("quartet:eventrouting/v1:Channel");
  const startedAt = Date.now();
  fixture.intercept = (request, respond) => {
    const response = respond();
    const isRunning = request.url.includes("/operations/") && Date.now() - startedAt < 20_000;
    const name = request.method === "POST" ? (JSON.parse(String(response.body)) as { name: string }).name : undefined;
    if (name !== undefined) return { ...response, body: JSON.stringify({ name }) };
    return isRunning ? { ...response, status: 200, body: JSON.stringify({ name: "projects/p/locations/l/operations/o" }) } : response;
  };
  await fixture.create(type, inputs);
  expect(statusLines(fixture).slice(0, 3)).toEqual([2, 7, 12].map((seconds) => `waiting for the operation (${seconds}s)`));
});

it("for a policy, and for a gateway service, that other resources of the program change", async () => {
  const members = ["a", "b", "c"].map((name) => `user:${name}@example.com`);
  const ofPolicy = await createSlowly("quartet:eventrouting/v1:TriggerIamMember", "member", members);
  expect(new Set(ofPolicy.map((line) => line.replace(/\d+s/, "")))).toEqual(new Set(["waiting for another change of the policy ()"]));
  const ofService = await createSlowly("quartet:cloud:ApiGatewayIpStrategy", "strategyName", ["a", "b", "c"]);
  expect(ofService).toContain("waiting for another write to the service (2s)");
});

it("for the rate limit of an action", async () => {
  const { fixture } = await opened("quartet:cloud:ApiGatewayApiKey");
  const names = Array.from({ length: 100 }, (_, i) => `key-${i}`);
  await Promise.all(names.map((secretName) => fixture.resultOf("quartet:cloud:getApiGatewayApiKeys", decoded({ secretName }))));
  expect(new Set(statusLines(fixture))).toContain("waiting for the request rate limit (2s)");
});
