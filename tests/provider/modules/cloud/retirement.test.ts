/** The API gateway is offline: the behavior of each of its resources and functions, with and without the setting `apiGatewayRetired`. See docs/modules/cloud.md#retirement. */
import type { Settings } from "../../../../provider/core/gen/types";
import { TransportError } from "../../../../provider/http/transport-error";
import { cloud } from "../../../../provider/modules/cloud";
import { retiredCodes } from "../../../emulators/cloud/retirement";
import { cloudSamples } from "../../../samples/cloud";
import { Stack } from "../../../support/stack";
import { inContext } from "../../../support/contexts";
import { created } from "./resources/setup";
import { configurationOf, emulatorFixture, env, errorMessageOf, expectFailure, failure, operation, type EmulatorFixture } from "./support";

const hint = /announcement 2475.*`pulumi config set quartet:apiGatewayRetired true`.*TENCENTCLOUD_API_GATEWAY_RETIRED=true/;
const rejection = /apiGatewayRetired is true.*no new resources since 2024-07-01.*announcement 2475.*successor/s;
const retired = { TENCENTCLOUD_API_GATEWAY_RETIRED: "true" };

/** The sample, created before the service goes offline, and stacks with the object in their state. */
async function opened(title: string) {
  const fixture = await created(title);
  const stored = fixture.stack.stored!;
  const restarted = (more: Record<string, string> = {}): Promise<Stack> =>
    Object.assign(new Stack(fixture.sample.type, fixture.send, { ...env, ...more }), { stored: { ...stored } }).configure();
  return { ...fixture, stored, restarted };
}

/** Preview and `up` fail with the same message. */
async function expectRejected(stack: Stack, program: object): Promise<void> {
  const messages = [await errorMessageOf(stack.previewUp(program)), await errorMessageOf(stack.up(program))];
  expect(messages[0]).toMatch(rejection);
  expect(messages[1]).toBe(messages[0]);
}

describe.each(cloudSamples)("$title", ({ title, news, operation: isOperation }) => {
  test("with the setting: Read reports a deleted object, Delete succeeds, all other operations fail alike; no request", async () => {
    const { program, prerequisites, restarted, actions } = await opened(title);
    const refreshed = await restarted(retired);
    expect(await refreshed.preview(program)).toEqual([]);
    expect(await refreshed.refresh()).toEqual(["gone"]);
    await expectRejected(refreshed, program);
    const destroyed = await restarted(retired);
    await destroyed.destroy();
    expect(destroyed.stored).toBeUndefined();
    if (news) await expectRejected(await restarted(retired), news(prerequisites));
    expect(actions()).toEqual([]);
  });

  if (isOperation) return;

  test.each(retiredCodes)("without the setting, %s: Read and Delete fail with the hint and keep the state", async (code) => {
    const { emulator, stored, restarted } = await opened(title);
    emulator.retire(code);
    for (const verb of ["refresh", "destroy"] as const) {
      const own = await restarted();
      const text = await errorMessageOf(own[verb]());
      expect(text).toContain(code);
      expect(text).toMatch(hint);
      expect(own.stored).toEqual(stored);
    }
  });
});

/** A client of the module over an emulator. */
const client = (settings: Settings, { send }: EmulatorFixture, more: Record<string, string> = {}) =>
  cloud.connect(configurationOf({ settings, env: { ...env, ...more }, send }))({}, operation());

describe("with the setting, before any request fails", () => {
  const inputs = {
    serviceId: "service-1",
    apiId: "api-1",
    apiIds: ["api-1"],
    usagePlanId: "u-1",
    pluginId: "p-1",
    upstreamId: "upstream-1",
  };
  const gateway = Object.entries(cloud.functions).filter(([name]) => name.startsWith("getApiGateway"));
  const listing = Object.entries(cloud.resources).filter(([, { list }]) => list);
  type Work = (context: never) => Promise<unknown>;

  test.each([
    ...gateway.map(([name, { read }]): [string, Work] => [name, async (context) => read(inputs, context)]),
    ...listing.map(([name, { list }]): [string, Work] => [
      `the list of ${name}`,
      async (context) => list!({}, context)[Symbol.asyncIterator]().next(),
    ]),
  ])("%s", async (_name, work) => {
    const over = emulatorFixture();
    const context = { ...inContext(client({ apiGatewayRetired: true }, over)), differences: () => [] };
    await expectFailure(work(context as never), "failed_precondition", rejection);
    expect(over.calls).toEqual([]);
  });
});

test("functions of other services work", async () => {
  const over = emulatorFixture();
  over.emulator.retire("ActionOffline");
  const found = await cloud.functions["getAddressTemplates"]!.read({}, inContext(client({ apiGatewayRetired: true }, over)));
  expect(found).toMatchObject({ templateLists: expect.arrayContaining([expect.anything()]) });
});

test.each([
  ["getApiGatewayUsagePlans", true],
  ["getAddressTemplates", false],
])("a host that does not exist: %s has the hint: %p", async (name, isHinted) => {
  const over = emulatorFixture();
  over.override = () => new TransportError("connect", "ENOTFOUND", "getaddrinfo ENOTFOUND.", { ambiguous: false });
  const once = client({}, over, { TENCENTCLOUD_READ_RETRY_TIMEOUT: "0" });
  const { message } = await failure((async () => cloud.functions[name]!.read({}, inContext(once)))());
  expect(message).toContain("ENOTFOUND");
  expect(hint.test(message)).toBe(isHinted);
});

test.each([
  [{}, "", false],
  [{}, "true", true],
  [{ apiGatewayRetired: true }, "false", true],
  [{ apiGatewayRetired: false }, "true", false],
])("the setting %j with the variable %j is %s", (settings, word, expected) => {
  expect(client(settings, emulatorFixture(), { TENCENTCLOUD_API_GATEWAY_RETIRED: word }).isGatewayRetired).toBe(expected);
});
