// Cases 89 to 92: generated names of new objects. See docs/protocol.md#autonaming.
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import { autonamedEvents, eventVariants } from "../samples/eventrouting/resources";
import { autonamedSearch, searchVariants } from "../samples/search/resources";
import type { Autonamed, Variant } from "../samples/variant";
import * as fixtures from "../support/fixture";
import type { Properties } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const drop = '{"drop":{}}';

/** Check sends no request, so the referenced objects need not exist. */
const preparation = { handle: () => ({ status: 200, headers: {}, body: "{}" }), now: () => new Date(0) };

/** Resources with generated names: token, the name property, the other inputs, and the pattern of valid names. */
function namedKinds(all: Readonly<Record<string, Autonamed>>, variants: readonly Variant[], more: Properties) {
  return Object.entries(all).map(([type, { property, valid }]) => {
    const { program } = variants.find(({ token }) => token === type)!;
    const others = Object.entries(program(preparation).inputs).filter(([key]) => key !== property);
    return [type, { property, inputs: { ...more, ...Object.fromEntries(others) }, valid }] as const;
  });
}

const kinds = [
  ...namedKinds(autonamedSearch, searchVariants, {}),
  ...namedKinds(autonamedEvents, eventVariants, { project: "p", location: "us-central1" }),
];

describe.each(kinds)("%s", (type, { property, inputs: news, valid }) => {
  const check = (more: Partial<Parameters<typeof fixture.rpc.check>[0]> = {}, name = "orders") =>
    fixture.rpc.check({ type, name, news, seed: "s", ...more });
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
    const { properties } = await fixture.rpc.create({ type, name: "orders", inputs, preview: true });
    expect(JSON.stringify(properties)).not.toContain(String(inputs[property]));
  });
});

test("91: an enforced name that the service does not accept fails with its property", async () => {
  const autonaming = { name: "a,b", mode: 1 as const };
  const type = "quartet:search:SearchIngestPipeline";
  const { failures } = await fixture.rpc.check({ type, name: "orders", news: { processors: [drop] }, autonaming });
  expect(failures).toEqual([{ property: "name", reason: expect.stringContaining("must not contain * or ,") }]);
});

test("91: the ID of a trigger is the last part of the name that the program gives", async () => {
  const type = "quartet:eventrouting/v1:Channel";
  const news = { project: "p", location: "us-central1", name: "projects/p/locations/us-central1/channels/mine" };
  expect((await fixture.rpc.check({ type, name: "orders", news })).inputs["channelId"]).toBe("mine");
});

test("a create without Check requires the name", async () => {
  const type = "quartet:search:SearchIngestPipeline";
  const create = fixture.rpc.create({ type, name: "orders", inputs: { processors: [drop] } });
  expect(await failureOf(create)).toMatchObject({ code: status.INVALID_ARGUMENT });
});
