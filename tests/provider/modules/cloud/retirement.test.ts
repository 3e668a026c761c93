/** The API gateway is offline: the behavior of each of its resources and functions, with and without the setting `apiGatewayRetired`. See docs/modules/cloud.md#retirement. */
import { requestContext } from "../../../support/contexts";
import type { ValueMap } from "../../../../provider/core/values/value";
import { TransportError } from "../../../../provider/http/transport-error";
import { cloud } from "../../../../provider/modules/cloud";
import { retiredCodes } from "../../../emulators/cloud/wire";
import { cloudSamples } from "../../../samples/cloud";
import { Stack } from "../../../support/stack";
import { Fixture } from "../../../invariants/fixture";
import { invoked, names, sampleOf } from "./functions/driver";
import { created } from "./resources/setup";
import { configurationOf, emulatorFixture, env, errorMessageOf, expectFailure, failure } from "./support";

const hint = /announcement 2475.*`pulumi config set quartet:apiGatewayRetired true`.*TENCENTCLOUD_API_GATEWAY_RETIRED=true/;
const rejection = /apiGatewayRetired is true.*no new resources since 2024-07-01.*announcement 2475.*successor/s;
const retired = { TENCENTCLOUD_API_GATEWAY_RETIRED: "true" };

/** The sample, created before the service goes offline, and stacks with the object in their state. */
async function opened(title: string) {
  const fixture = await created(title);
  const stored = fixture.stack.stored!;
  const restarted = (more: Record<string, string> = {}) =>
    Object.assign(new Stack(fixture.sample.token, fixture.send, { ...env, ...more }), { stored: { ...stored } }).configure();
  return { ...fixture, stored, restarted };
}

/** Preview and `up` fail with the same message. */
async function expectRejected(stack: Stack, program: object) {
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

const functions = names.filter((name) => name.startsWith("getApiGateway"));
const listed = Object.keys(cloud.resources).filter((name) => cloud.resources[name]!.list);

describe("with the setting, before any request fails", () => {
  test.each([...functions, ...listed])("%s", async (name) => {
    const fixture = await Fixture.open("cloud", {}, { apiGatewayRetired: true });
    const token = `quartet:cloud:${name}`;
    const isFunction = functions.includes(name);
    const work = isFunction ? fixture.resultOf(token, sampleOf(name).inputs as ValueMap) : fixture.listed(token);
    await expectFailure(work, "failed_precondition", rejection);
    expect(fixture.sent).toBe(0);
  });
});

test("functions of other services work", async () => {
  const { emulator, send } = emulatorFixture();
  emulator.retire("ActionOffline");
  const { outputs } = await invoked("getAddressTemplates", {}, send, retired);
  expect(outputs).toMatchObject({ templateLists: expect.arrayContaining([expect.anything()]) });
});

test.each([
  ["getApiGatewayUsagePlans", true],
  ["getAddressTemplates", false],
])("a host that does not exist: %s has the hint: %p", async (name, isHinted) => {
  const send = () => Promise.reject(new TransportError("connect", "ENOTFOUND", "getaddrinfo ENOTFOUND.", { ambiguous: false }));
  const { message } = await failure(invoked(name, {}, send, { TENCENTCLOUD_READ_RETRY_TIMEOUT: "0" }));
  expect(message).toContain("ENOTFOUND");
  expect(hint.test(message)).toBe(isHinted);
});

test.each([
  [{}, "", false],
  [{}, "true", true],
  [{ apiGatewayRetired: true }, "false", true],
  [{ apiGatewayRetired: false }, "true", false],
])("the setting %j with the variable %j is %s", (settings, word, expected) => {
  const client = cloud.connect(configurationOf({ settings, env: { TENCENTCLOUD_API_GATEWAY_RETIRED: word } }))({}, requestContext());
  expect(client.isGatewayRetired).toBe(expected);
});
