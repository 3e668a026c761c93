// One suite for all functions: requests, outputs in all members, and secrets. See docs/modules/cloud.md#functions.
import type { Plain, PlainMap } from "../../../../../provider/core/values/value";
import { Secret } from "../../../../../provider/core/values/value";
import { functions } from "../../../../../provider/modules/cloud/functions";
import { schema } from "../support";
import { lookupCaller, replaying } from "./driver";
import { samples } from "../../../../samples/cloud/functions";
import { violations } from "./shape";

test("there is a sample for every function of the module, and a lookup", () => {
  const names = schema.functionTokens().flatMap((token) => /^quartet:cloud:(\w+)$/.exec(token)?.[1] ?? []);
  expect([...new Set(samples.map(({ name }) => name))].sort()).toEqual([...names].sort());
  expect(Object.keys(functions).sort()).toEqual([...names].sort());
});

/** The response with unknown members, and with its numbers as texts, except the status, which is compared by value. */
function unusual(value: Plain, key = ""): Plain {
  if (Array.isArray(value)) return value.map((item) => unusual(item, key));
  if (typeof value === "number") return key === "Status" ? value : String(value);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).map(([name, member]) => [name, unusual(member, name)]);
  return { ...(Object.fromEntries(members) as PlainMap), BrandNew: { Deep: [1, null] } };
}

describe.each(samples.map((sample, n) => [`${sample.name} (${n})`, sample] as const))(
  "%s",
  (_title, { name, inputs, exchanges, found }) => {
    test("sends the expected requests and returns the expected outputs", async () => {
      const { send, calls } = replaying(exchanges);
      const { outputs, failures } = await (await lookupCaller(send))(name, inputs);
      expect(failures).toEqual([]);
      expect(outputs).toEqual({ ...inputs, ...found });
      expect(violations(name, outputs)).toEqual([]);
      const expected = exchanges.map((one) => ({ action: one.action, params: one.params }));
      expect(calls.map(({ action, params }) => ({ action, params }))).toEqual(expected);
    });

    test("ignores new members, and reads numbers that are texts", async () => {
      const { send } = replaying(exchanges.map((one) => ({ ...one, response: unusual(one.response) as PlainMap })));
      const { outputs } = await (await lookupCaller(send))(name, inputs);
      expect(outputs).toEqual({ ...inputs, ...found });
    });
  },
);

describe("what is secret", () => {
  test.each([
    ["getApiGatewayApiKeys", "lists", "accessKeySecret"],
    ["getApiGatewayApiApps", "apiAppLists", "apiAppSecret"],
  ])("%s: %s[].%s, and nothing else", async (name, output, member) => {
    const sample = samples.find((one) => one.name === name)!;
    const { marked } = await (await lookupCaller(replaying(sample.exchanges).send))(name, sample.inputs);
    const [element] = marked[output] as [Record<string, unknown>];
    expect(Object.keys(element).filter((key) => element[key] instanceof Secret)).toEqual([member]);
    expect(Object.values(marked).filter((value) => value instanceof Secret)).toEqual([]);
  });

  test("an output that repeats a secret input is secret", async () => {
    const { name, exchanges } = samples.find((one) => one.name === "getApiGatewayApiKeys")!;
    const inputs = { secretName: new Secret("partner") } as unknown as PlainMap;
    const { marked } = await (await lookupCaller(replaying(exchanges).send))(name, inputs);
    expect(marked["secretName"]).toEqual(new Secret("partner"));
    expect(marked["id"]).toEqual(new Secret("partner#"));
  });
});
