// Cases 89 to 92: names for new objects whose program gives none. See docs/protocol.md#autonaming.
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import * as scenes from "../support/scene";

const scene = scenes.sceneOfFile();
const drop = '{"drop":{}}';

/** The resources that Check can name: the rest of their inputs, the input that names them, and what a name may contain. */
const kinds = {
  "quartet:search:SearchIngestPipeline": { property: "name", inputs: { processors: [drop] }, valid: /^[a-z0-9][a-z0-9._-]{0,199}$/ },
  "quartet:search:SearchIndexTemplate": { property: "name", inputs: { indexPatterns: ["a"] }, valid: /^[a-z0-9][a-z0-9._-]{0,199}$/ },
  "quartet:search:SearchComponentTemplate": { property: "name", inputs: { template: {} }, valid: /^[a-z0-9][a-z0-9._-]{0,199}$/ },
  "quartet:search:SearchEnrichPolicy": {
    property: "name",
    inputs: { policyType: "match", indices: ["i"], matchField: "m", enrichFields: ["e"] },
    valid: /^[a-z0-9][a-z0-9._-]{0,199}$/,
  },
  "quartet:search:SearchConnector": { property: "name", inputs: { serviceType: "mysql" }, valid: /^[a-z0-9][a-z0-9._-]{0,199}$/ },
  "quartet:eventrouting/v1:Trigger": {
    property: "triggerId",
    inputs: { eventFilters: [{ attribute: "type", value: "t" }], destination: { workflow: "w" }, project: "p", location: "us-central1" },
    valid: /^[a-z][a-z0-9-]{0,62}$/,
  },
  "quartet:eventrouting/v1:Channel": {
    property: "channelId",
    inputs: { project: "p", location: "us-central1" },
    valid: /^[a-z][a-z0-9-]{0,62}$/,
  },
  "quartet:eventrouting/v1:ChannelConnection": {
    property: "channelConnectionId",
    inputs: { channel: "projects/q/locations/us-central1/channels/c", project: "p", location: "us-central1" },
    valid: /^[a-z][a-z0-9-]{0,62}$/,
  },
};

describe.each(Object.entries(kinds))("%s", (type, { property, inputs: news, valid }) => {
  const check = (more: Partial<Parameters<typeof scene.rpc.check>[0]> = {}, name = "orders") =>
    scene.rpc.check({ type, name, news, seed: "s", ...more });
  const nameOf = async (...args: Parameters<typeof check>): Promise<string> => {
    const { inputs, failures } = await check(...args);
    expect(failures).toEqual([]);
    return String(inputs[property]);
  };

  test("89: the name of an existing object stays, in every mode", async () => {
    const olds = { ...news, [property]: "orders-0123abc" };
    expect(await nameOf({ olds })).toBe("orders-0123abc");
    for (const mode of [0, 1, 2] as const) expect(await nameOf({ olds, autonaming: { name: "other", mode } })).toBe("orders-0123abc");
  });

  test("90: the name depends on name and seed only, and is within the limits of the service", async () => {
    expect(await nameOf()).toMatch(/^orders-[0-9a-f]{7}$/);
    expect(await nameOf()).toBe(await nameOf());
    expect(await nameOf({ seed: "t" })).not.toBe(await nameOf());
    for (const name of ["Orders of_the Shop!", "9lives", "_x", "é".repeat(300), "long-".repeat(100)])
      expect(await nameOf({}, name)).toMatch(valid);
    expect(await nameOf({}, "long-".repeat(100))).toMatch(/-[0-9a-f]{7}$/);
  });

  test("91: proposed names are adapted, enforced ones are not, and disabled ones have to be given", async () => {
    expect(await nameOf({ autonaming: { name: "Orders-4fe2a1c", mode: 0 } })).toBe("orders-4fe2a1c");
    expect(await nameOf({ autonaming: { name: "orders-eu", mode: 1 } })).toBe("orders-eu");
    const explicit = { ...news, [property]: "mine" };
    for (const mode of [0, 1, 2] as const) expect(await nameOf({ news: explicit, autonaming: { name: "other", mode } })).toBe("mine");
    const { inputs, failures } = await check({ autonaming: { name: "", mode: 2 } });
    expect(inputs[property]).toBeUndefined();
    const isOptional = type === "quartet:search:SearchConnector";
    const reason = `missing required property '${property}': autonaming is disabled for this resource. Set ${property}.`;
    expect(failures).toEqual(isOptional ? [] : [{ property, reason }]);
  });

  test("92: without a seed the name is random", async () => {
    const names = [await nameOf({ seed: undefined }), await nameOf({ seed: undefined })];
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^orders-[0-9a-f]{7}$/);
  });

  test("88: a checked name is not changed by another check", async () => {
    const { inputs } = await check();
    expect((await check({ news: inputs, seed: "t" })).inputs).toEqual(inputs);
  });

  test("a create preview does not state a made name", async () => {
    const { inputs } = await check();
    const { properties } = await scene.rpc.create({ type, name: "orders", inputs, preview: true });
    expect(JSON.stringify(properties)).not.toContain(String(inputs[property]));
  });
});

test("91: an enforced name that the service does not accept fails with its property", async () => {
  const autonaming = { name: "a,b", mode: 1 as const };
  const type = "quartet:search:SearchIngestPipeline";
  const { failures } = await scene.rpc.check({ type, name: "orders", news: { processors: [drop] }, autonaming });
  expect(failures).toEqual([{ property: "name", reason: expect.stringContaining("must not contain * or ,") }]);
});

test("91: the ID of a trigger is the last part of the name that the program gives", async () => {
  const type = "quartet:eventrouting/v1:Channel";
  const news = { project: "p", location: "us-central1", name: "projects/p/locations/us-central1/channels/mine" };
  expect((await scene.rpc.check({ type, name: "orders", news })).inputs["channelId"]).toBe("mine");
});

test("a create without Check requires the name", async () => {
  const type = "quartet:search:SearchIngestPipeline";
  const create = scene.rpc.create({ type, name: "orders", inputs: { processors: [drop] } });
  expect(await failureOf(create)).toMatchObject({ code: status.INVALID_ARGUMENT });
});
