/** The API gateway is offline: the behavior of each of its resources and functions, with and without the setting `apiGatewayRetired`. See docs/modules/cloud.md#retirement. */
import type { RequestContext } from "../../../../provider/contract/context";
import type { Settings } from "../../../../provider/core/gen/types";
import type { PlainMap } from "../../../../provider/core/values/value";
import { TransportError } from "../../../../provider/http/transport-error";
import { cloud } from "../../../../provider/modules/cloud";
import type { CloudClient } from "../../../../provider/modules/cloud/client";
import { retiredCodes } from "../../../emulators/cloud/retirement";
import { cloudSamples, prepare, type CloudSample, type Prerequisites } from "../../../samples/cloud";
import { Stack, type StoredResource } from "../../../support/stack";
import { errorMessageOf } from "./resources/setup";
import { readAlone } from "../../../support/contexts";
import { emulatorFixture, env, failure, operation, schema, type EmulatorFixture } from "./support";

const hint = /announcement 2475.*`pulumi config set quartet:apiGatewayRetired true`.*TENCENTCLOUD_API_GATEWAY_RETIRED=true/;
const rejection = /apiGatewayRetired is true.*no new resources since 2024-07-01.*announcement 2475.*successor/s;
const retired = { TENCENTCLOUD_API_GATEWAY_RETIRED: "true" };

interface DomainSetup extends EmulatorFixture {
  prerequisites: Prerequisites;
  stored: StoredResource;
  /** A stack with the object in its state. */
  stack(more?: Record<string, string>): Promise<Stack>;
}

/** The sample, created before the service goes offline. */
async function createFixture(sample: CloudSample): Promise<DomainSetup> {
  const over = emulatorFixture();
  const prerequisites = prepare(over.emulator, { domain: "tencentcloudapi.com" });
  const first = new Stack(sample.type, over.send, env);
  await first.up(sample.inputs(prerequisites) as object);
  const stored = first.stored!;
  const stack = (more: Record<string, string> = {}): Promise<Stack> =>
    Object.assign(new Stack(sample.type, over.send, { ...env, ...more }), { stored: { ...stored } }).configure();
  over.actions();
  return Object.assign(over, { prerequisites, stored, stack });
}

/** Preview and `up` fail with the same message. */
async function expectRejected(own: Stack, program: object): Promise<void> {
  const messages = await Promise.all([errorMessageOf(own.previewUp(program)), errorMessageOf(own.up(program))]);
  expect(messages[0]).toMatch(rejection);
  expect(messages[1]).toBe(messages[0]);
}

test("the samples cover the resources of the API gateway", () => {
  const tokens = schema.resourceTokens().filter((token) => token.startsWith("quartet:cloud:"));
  expect(new Set(cloudSamples.map(({ type }) => type))).toEqual(new Set(tokens));
});

describe.each(cloudSamples.map((sample) => [`${sample.title} (${sample.type})`, sample] as const))("%s", (_title, sample) => {
  test.each(["offline", "online"])(
    "with the setting, %s: Read reports a deleted object, Delete succeeds, Create, Update and their previews fail alike; no request",
    async (mode) => {
      const { emulator, prerequisites, stack, actions } = await createFixture(sample);
      if (mode === "offline") emulator.retire("ActionOffline");
      const refreshed = await stack(retired);
      const inputs = sample.inputs(prerequisites) as object;
      expect(await refreshed.preview(inputs)).toEqual([]);
      expect(await refreshed.refresh()).toEqual(["gone"]);
      await expectRejected(refreshed, inputs);
      expect(refreshed.stored).toBeUndefined();
      const destroyed = await stack(retired);
      await destroyed.destroy();
      expect(destroyed.stored).toBeUndefined();
      if (sample.news) await expectRejected(await stack(retired), sample.news(prerequisites) as object);
      expect(actions()).toEqual([]);
    },
  );

  if (sample.operation) {
    test("without the setting: nothing is read or deleted", async () => {
      const { emulator, stack, actions } = await createFixture(sample);
      emulator.retire("ActionOffline");
      const own = await stack();
      expect(await own.refresh()).toEqual([]);
      await own.destroy();
      expect(actions()).toEqual([]);
    });
    return;
  }

  test.each(retiredCodes)("without the setting, %s: Read and Delete fail with the hint and keep the state", async (code) => {
    const { emulator, stored, stack } = await createFixture(sample);
    emulator.retire(code);
    for (const verb of ["refresh", "destroy"] as const) {
      const own = await stack();
      const text = await errorMessageOf(own[verb]());
      expect(text).toContain(code);
      expect(text).toMatch(hint);
      expect(own.stored).toEqual(stored);
    }
  });
});

/** A client of the module with the setting, over an emulator. */
function client(settings: Settings, over: EmulatorFixture, context: RequestContext = operation()): CloudClient {
  const connect = cloud.connect({ settings, schema, env, send: over.send, version: "1.2.3", redact: (text) => text });
  return connect({}, context);
}

describe("with the setting", () => {
  const gateway = Object.entries(cloud.functions).filter(([name]) => name.startsWith("getApiGateway"));

  test.each(gateway)("%s fails before any request", async (_name, { read }) => {
    const over = emulatorFixture();
    const inputs = { serviceId: "service-1", apiId: "api-1", apiIds: ["api-1"], usagePlanId: "usagePlan-1", pluginId: "plugin-1" };
    const context = { ...operation(), client: client({ apiGatewayRetired: true }, over), load: readAlone };
    expect((await failure(Promise.resolve(read({ ...inputs, upstreamId: "upstream-1" }, context)))).message).toMatch(rejection);
    expect(over.calls).toEqual([]);
  });

  const listing = Object.entries(cloud.resources).filter(([, { list }]) => list);

  test.each(listing)("the list of %s fails before any request", async (_name, { list }) => {
    const over = emulatorFixture();
    const context = { ...operation(), client: client({ apiGatewayRetired: true }, over), load: readAlone, differences: () => [] };
    const first = list!({}, context)[Symbol.asyncIterator]().next();
    expect((await failure(first)).message).toMatch(rejection);
    expect(over.calls).toEqual([]);
  });

  test("functions of other services work", async () => {
    const over = emulatorFixture();
    over.emulator.retire("ActionOffline");
    const call = { ...operation(), client: client({ apiGatewayRetired: true }, over), load: readAlone };
    const { templateLists } = (await cloud.functions["getAddressTemplates"]!.read({}, call)) as PlainMap;
    expect(templateLists).not.toEqual([]);
    expect(gateway.length).toBeLessThan(Object.keys(cloud.functions).length);
  });
});

describe("a host that does not exist", () => {
  const lost = new TransportError("connect", "ENOTFOUND", "getaddrinfo ENOTFOUND.", { ambiguous: false });

  test.each([
    ["apigateway", "getApiGatewayUsagePlans", true],
    ["vpc", "getAddressTemplates", false],
  ])("of %s: %s", async (_service, name, isHinted) => {
    const over = emulatorFixture();
    over.override = () => lost;
    const once = { ...env, TENCENTCLOUD_READ_RETRY_TIMEOUT: "0" };
    const connected = cloud.connect({ settings: {}, schema, env: once, send: over.send, version: "1.2.3", redact: (text) => text });
    const context = operation();
    const { message } = await failure(
      Promise.resolve(cloud.functions[name]!.read({}, { ...context, client: connected({}, context), load: readAlone })),
    );
    expect(message).toContain("ENOTFOUND");
    expect(hint.test(message)).toBe(isHinted);
  });
});

describe("the setting", () => {
  const of = (settings: Settings, word?: string): boolean | undefined => {
    const variables = word === undefined ? {} : { TENCENTCLOUD_API_GATEWAY_RETIRED: word };
    const connect = cloud.connect({ settings, schema, env: variables, send: emulatorFixture().send, version: "1", redact: (text) => text });
    return connect({}, operation()).isGatewayRetired;
  };

  test.each<[Settings, string | undefined, boolean]>([
    [{}, undefined, false],
    [{}, "", false],
    [{}, "true", true],
    [{}, " True ", true],
    [{}, "false", false],
    [{ apiGatewayRetired: true }, "false", true],
    [{ apiGatewayRetired: false }, "true", false],
  ])("%j with the variable %j is %s", (settings, word, expected) => {
    expect(of(settings, word)).toBe(expected);
  });

  test("a variable with another value is an error that names it", () => {
    expect(() => of({}, "perhaps")).toThrow(/variable TENCENTCLOUD_API_GATEWAY_RETIRED: expected true or false/);
  });
});
