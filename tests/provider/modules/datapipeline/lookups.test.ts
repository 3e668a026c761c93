// One suite for all lookups of module datapipeline: the requests, and every member of the results. See docs/modules/datapipeline.md#requests, docs/modules/datapipeline.md#functions and docs/modules/datapipeline.md#function-list.
import { dropSecrets } from "../../../../provider/core/secrets/without-secrets";
import { hasSecret, type Plain, type PlainMap } from "../../../../provider/core/values/value";
import { datapipeline } from "../../../../provider/modules/datapipeline";
import type { JsonObject } from "../../../emulators/exchange";
import { pipelineSamples } from "../../../samples/datapipeline";
import { expectFailure, invoked, replaying, reply, schema } from "./support";

test("there is a sample for every function of the module, and a lookup", () => {
  const names = schema.functionTokens().flatMap((token) => /^quartet:datapipeline:(\w+)$/.exec(token)?.[1] ?? []);
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

describe.each(pipelineSamples)("$name", ({ name, inputs, exchanges, found }) => {
  const [{ request }] = exchanges as [(typeof exchanges)[number]];
  const responding = (response: JsonObject) => replaying([{ request, response }]);
  const output = Object.keys(found).find((key) => Array.isArray(found[key]));

  test("sends the expected requests and returns the expected outputs", async () => {
    const { send, sent, paths } = replaying(exchanges);
    const { outputs, failures } = await invoked(name, inputs, send);
    expect({ outputs, failures }).toEqual({ outputs: found, failures: [] });
    expect(paths()).toEqual(exchanges.map((each) => each.request));
    for (const { method, headers, body } of sent)
      expect({ method, headers, body }).toEqual({
        method: "GET",
        headers: {
          authorization: `Basic ${Buffer.from("some-key:Secret-of-the-tests-1").toString("base64")}`,
          accept: second.includes(name) ? "application/json;version=2" : "application/json",
        },
      });
  });

  test("ignores new members, and the code of the response", async () => {
    const changed = exchanges.map((each) => ({
      ...each,
      response: { ...(unusual(each.response as Plain) as JsonObject), code: "Whatever" },
    }));
    expect(await replaying(changed).lookUp(name, inputs)).toEqual(found);
  });

  if ("items" in (exchanges[0]!.response["data"] as PlainMap))
    test.each<JsonObject>([{}, { data: null }, { data: {} }, { data: { items: null } }])("%j is an empty list", async (response) => {
      expect(await responding(response).lookUp(name, inputs)).toEqual({ ...found, [output!]: [] });
    });
  else
    test("a record must be there", async () => {
      const message = `${name}: GET http://pipeline.test/v1${request}: the response has no record in data. Check apiUrl and the proxies.`;
      for (const data of [null, {}])
        await expectFailure(responding({ code: "Success", data }).lookUp(name, inputs), "unavailable", message);
    });

  if (schema.function(`quartet:datapipeline:${name}`)?.inputs?.properties?.["withoutSecrets"])
    test("returns everything but the secrets on request", async () => {
      const whole = await invoked(name, inputs, replaying(exchanges).send);
      const plain = await invoked(name, { ...inputs, withoutSecrets: true }, replaying(exchanges).send);
      expect([hasSecret(whole.marked), hasSecret(plain.marked)]).toEqual([true, false]);
      expect(plain.marked).toEqual(dropSecrets(whole.marked));
    });
});

test.each(["getConnector", "getDestination"])(
  "%s: members of other types are left out, also beside a number of many digits",
  async (name) => {
    const text = '{"id":"x","service":{"a":1},"schema":[{"b":2}],"config":{"host":"h"},"long":12345678901234567890123}';
    expect(await invoked(name, { id: "x" }, async () => reply(200, `{"data":${text}}`))).toMatchObject({
      failures: [],
      outputs: { id: "x", service: "" },
    });
  },
);
