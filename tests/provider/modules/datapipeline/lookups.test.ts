// One suite for all lookups of module datapipeline: the requests, and every member of the results. See docs/modules/datapipeline.md#requests, docs/modules/datapipeline.md#functions and docs/modules/datapipeline.md#function-list.
import type { Plain, PlainMap } from "../../../../provider/core/values/value";
import { datapipeline } from "../../../../provider/modules/datapipeline";
import type { JsonObject } from "../../../emulators/exchange";
import { pipelineSamples } from "../../../samples/datapipeline";
import { lookupCaller, shapeViolations, replaying, reply, schema } from "./support";

test("there is a sample for every function of the module, and a lookup", () => {
  const names = schema.functionTokens().flatMap((token) => /^quartet:datapipeline:(\w+)$/.exec(token)?.[1] ?? []);
  expect(names).not.toEqual([]);
  expect(pipelineSamples.map(({ name }) => name).sort()).toEqual([...names].sort());
  expect(Object.keys(datapipeline.functions).sort()).toEqual([...names].sort());
});

/** The functions that request version 2. */
const second = ["getConnection", "getConnections", "getConnector", "getConnectors", "getDestination", "getDestinations"];

/** Members whose value is a map with user-defined keys. */
const maps = new Set(["configurable_variables", "config"]);

/** The response with unknown members; maps are unchanged. */
function unusual(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(unusual);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).map(([name, member]) => [name, maps.has(name) ? member : unusual(member)]);
  return { ...(Object.fromEntries(members) as PlainMap), brand_new: { deep: [1, null] } };
}

describe.each(pipelineSamples.map((sample) => [sample.name, sample] as const))("%s", (name, { inputs, exchanges, found }) => {
  test("sends the expected requests and returns the expected outputs", async () => {
    const { send, sent, paths } = replaying(exchanges);
    const { outputs, failures } = await (await lookupCaller(send))(name, inputs);
    expect(failures).toEqual([]);
    expect(outputs).toEqual(found);
    expect(shapeViolations(name, outputs)).toEqual([]);
    expect(paths()).toEqual(exchanges.map(({ request }) => request));
    for (const { method, headers, body } of sent) {
      expect([method, body]).toEqual(["GET", undefined]);
      expect(headers).toEqual({
        authorization: `Basic ${Buffer.from("some-key:Secret-of-the-tests-1").toString("base64")}`,
        accept: second.includes(name) ? "application/json;version=2" : "application/json",
        "user-agent": expect.stringMatching(/^pulumi-resource-quartet\/\d/),
      });
    }
  });

  test("ignores new members, and the code of the response", async () => {
    const changed = exchanges.map(({ request, response }) => ({
      request,
      response: { ...(unusual(response) as typeof response), code: "Whatever" },
    }));
    expect(await replaying(changed).lookUp(name, inputs)).toEqual(found);
  });
});

const lists = pipelineSamples.filter(({ exchanges }) => "items" in (exchanges[0]!.response["data"] as PlainMap));

test.each(lists.map((sample) => [sample.name, sample] as const))(
  "%s: without data there is nothing, in every form",
  async (name, sample) => {
    const output = Object.keys(sample.found).find((key) => Array.isArray(sample.found[key]))!;
    const empty = { ...sample.found, [output]: [] };
    for (const data of [undefined, null, {}, { items: null }, { items: [], next_cursor: "" }]) {
      const { lookUp, sent } = replaying([
        { request: sample.exchanges[0]!.request, response: (data === undefined ? {} : { data }) as JsonObject },
      ]);
      expect(await lookUp(name, sample.inputs)).toEqual(empty);
      expect(sent).toHaveLength(1);
    }
  },
);

const singles = pipelineSamples.filter((sample) => !lists.includes(sample));

test.each(singles.map((sample) => [sample.name, sample] as const))("%s: a record must be there", async (name, { inputs, exchanges }) => {
  const { lookUp } = replaying([{ request: exchanges[0]!.request, response: { code: "Success" } }]);
  await expect(lookUp(name, inputs)).rejects.toMatchObject({
    code: "unavailable",
    message: `${name}: GET http://pipeline.test/v1${exchanges[0]!.request}: the response has no record in data. Check apiUrl and the proxies.`,
  });
});

test("lists keep the order of the service, and times are unchanged", async () => {
  const names = ["b", "a", "C", "b"];
  const times = ["2018-12-01T15:43:29Z", "2018-12-01T15:43:29.1Z", "0001-01-01 00:00:00 +0000 UTC", "2018-12-01T17:43:29.013729+02:00"];
  const items = names.map((name, n) => ({ id: String(n), name, created_at: times[n]! }));
  const { lookUp } = replaying([{ request: "/groups?limit=1000", response: { data: { items } } }]);
  const { groups } = await lookUp("getGroups");
  expect(groups).toEqual(items.map(({ id, name, created_at }) => ({ id, name, createdAt: created_at, lastUpdated: "" })));
});

test.each(["getConnection", "getConnector", "getDestination"])(
  "%s: members of other types are left out, also beside a number of many digits",
  async (name) => {
    const text = '{"id":"x","service":{"a":1},"schema":[{"b":2}],"config":{"host":"h"},"long":12345678901234567890123}';
    const { outputs, failures } = await (await lookupCaller(async () => reply(200, `{"data":${text}}`)))(name, { id: "x" });
    expect(failures).toEqual([]);
    expect(outputs).toMatchObject({ id: "x", service: "" });
  },
);
