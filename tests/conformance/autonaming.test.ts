// Cases 89 to 92: generated names of new objects. tests/provider/verbs/autonaming covers their use. See docs/protocol.md#autonaming.
import { autonamedEvents, eventVariants } from "../samples/eventrouting/resources";
import { autonamedSearch, searchVariants } from "../samples/search/resources";
import * as fixtures from "../support/fixture";
import type { Properties } from "../support/structs";

const fixture = fixtures.fixtureOfFile();

/** Check sends no request, so the referenced objects need not exist. */
const preparation = { handle: () => ({ status: 200, headers: {}, body: "{}" }), now: () => new Date(0) };

/** Resources with generated names, and their inputs without the name. */
const kinds = Object.entries({ ...autonamedSearch, ...autonamedEvents }).map(([type, { property, valid }]) => {
  const { program } = [...searchVariants, ...eventVariants].find(({ token }) => token === type)!;
  const { [property]: _, ...inputs } = program(preparation).inputs;
  return { type, property, valid, inputs: { ...inputs, ...(type in autonamedEvents && { project: "p", location: "us-central1" }) } };
});

test.each(kinds)("89, 90, 91, 92: $type", async ({ type, property, valid, inputs: news }) => {
  const check = (more: Partial<Parameters<typeof fixture.rpc.check>[0]> = {}) =>
    fixture.rpc.check({ type, name: "orders", news, seed: "s", ...more });
  const nameOf = async (...args: Parameters<typeof check>) => {
    const { inputs, failures } = await check(...args);
    expect(failures).toEqual([]);
    return String(inputs[property]);
  };
  const name = await nameOf();
  expect([name, await nameOf({ seed: undefined })]).toEqual(Array(2).fill(expect.stringMatching(/^orders-[0-9a-f]{7}$/)));
  expect(await nameOf()).toBe(name);
  expect(new Set([name, await nameOf({ seed: "t" }), await nameOf({ seed: undefined }), await nameOf({ seed: undefined })]).size).toBe(4);
  for (const name of ["Orders of_the Shop!", "9lives", "_x", "é".repeat(300), "long-".repeat(100)])
    expect(await nameOf({ name })).toMatch(valid);
  expect(await nameOf({ name: "long-".repeat(100) })).toMatch(/-[0-9a-f]{7}$/);
  const { inputs } = await check();
  expect((await check({ news: inputs, seed: "t" })).inputs).toEqual(inputs);
  const { properties } = await fixture.rpc.create({ type, name: "orders", inputs, preview: true });
  expect(JSON.stringify(properties)).not.toContain(name);

  const olds: Properties = { ...news, [property]: "orders-0123abc" };
  for (const mode of [0, 1, 2] as const) {
    expect(await nameOf({ olds, autonaming: { name: "other", mode } })).toBe("orders-0123abc");
    expect(await nameOf({ news: { ...news, [property]: "mine" }, autonaming: { name: "other", mode } })).toBe("mine");
  }
  expect(await nameOf({ autonaming: { name: "Orders-4fe2a1c", mode: 0 } })).toBe("orders-4fe2a1c");
  expect(await nameOf({ autonaming: { name: "orders-eu", mode: 1 } })).toBe("orders-eu");
  const disabled = await check({ autonaming: { name: "", mode: 2 } });
  const isOptional = type === "quartet:search:SearchConnector";
  const reason = `missing required property '${property}': autonaming is disabled for this resource. Set ${property}.`;
  expect([disabled.inputs[property], disabled.failures]).toEqual([undefined, isOptional ? [] : [{ property, reason }]]);
});

test("91: an enforced name that the service does not accept fails with its property", async () => {
  const news = { processors: ['{"drop":{}}'] };
  const { failures } = await fixture.rpc.check({ ...fixtures.pipeline, news, autonaming: { name: "a,b", mode: 1 } });
  expect(failures).toEqual([{ property: "name", reason: expect.stringContaining("must not contain * or ,") }]);
});

test("91: the ID of a channel is the last part of the name that the program gives", async () => {
  const name = "projects/p/locations/us-central1/channels/mine";
  const { inputs } = await fixture.rpc.check({ type: "quartet:eventrouting/v1:Channel", news: { name } });
  expect(inputs["channelId"]).toBe("mine");
});
