/** Long waits are visible: for the operation of an object, for a policy or a gateway service that another request changes, and for the rate limit. */
import type { HttpResponse } from "../../provider/contract/http";
import { decoded, plain, programsOf, Fixture, type StoredObject } from "./fixture";
import { variants, type ModuleVariant } from "./variants";
import { sleep, useRealTime, useVirtualTime } from "./virtual-time";

beforeAll(useVirtualTime);
afterAll(useRealTime);

const variantOf = (token: string): ModuleVariant => variants.find((variant) => variant.token === token)!;
const statusLines = (fixture: Fixture): string[] => fixture.lines.filter((line) => line.startsWith("info: waiting for "));

async function opened(token: string): Promise<{ fixture: Fixture; type: string; program: ReturnType<typeof programsOf>["inputs"] }> {
  const variant = variantOf(token);
  const fixture = await Fixture.open(variant.module, variant.emulator);
  return { fixture, type: token, program: programsOf(fixture, variant).inputs };
}

/** Creates the objects at the same time; each request takes three seconds. */
async function createSlowly(fixture: Fixture, type: string, programs: readonly object[]): Promise<StoredObject[]> {
  const checked = await Promise.all(programs.map((program) => fixture.check(type, decoded(program as never))));
  fixture.intercept = async (_request, respond): Promise<HttpResponse> => {
    await sleep(3000);
    return respond();
  };
  return Promise.all(checked.map(({ inputs }) => fixture.create(type, inputs)));
}

it("for an operation without a message of its own", async () => {
  const { fixture, type, program } = await opened("quartet:eventrouting/v1:Channel");
  const { inputs } = await fixture.check(type, program);
  const startedAt = Date.now();
  fixture.intercept = (request, respond) => {
    const response = respond();
    const isRunning = request.url.includes("/operations/") && Date.now() - startedAt < 20_000;
    const name = request.method === "POST" ? (JSON.parse(String(response.body)) as { name: string }).name : undefined;
    if (name !== undefined) return { ...response, body: JSON.stringify({ name }) };
    return isRunning ? { ...response, status: 200, body: JSON.stringify({ name: "projects/p/locations/l/operations/o" }) } : response;
  };
  await fixture.create(type, inputs);
  expect(statusLines(fixture).slice(0, 3)).toEqual([2, 7, 12].map((seconds) => `info: waiting for the operation (${seconds}s)`));
});

it("for a policy that other resources of the program change", async () => {
  const { fixture, type, program } = await opened("quartet:eventrouting/v1:TriggerIamMember");
  const members = ["a", "b", "c"].map((name) => ({ ...plain(program), member: `user:${name}@example.com` }));
  await createSlowly(fixture, type, members);
  expect(new Set(statusLines(fixture).map((line) => line.replace(/\d+s/, "")))).toEqual(
    new Set(["info: waiting for another change of the policy ()"]),
  );
});

it("for a gateway service that other resources of the program change", async () => {
  const { fixture, type, program } = await opened("quartet:cloud:ApiGatewayIpStrategy");
  const programs = ["a", "b", "c"].map((strategyName) => ({ ...plain(program), strategyName }));
  await createSlowly(fixture, type, programs);
  expect(statusLines(fixture)).toContain("info: waiting for another write to the service (2s)");
});

it("for the rate limit of an action", async () => {
  const { fixture } = await opened("quartet:cloud:ApiGatewayApiKey");
  const names = Array.from({ length: 100 }, (_, i) => `key-${i}`);
  await Promise.all(names.map((secretName) => fixture.invoke("quartet:cloud:getApiGatewayApiKeys", decoded({ secretName }))));
  expect(new Set(statusLines(fixture))).toContain("info: waiting for the request rate limit (2s)");
});
