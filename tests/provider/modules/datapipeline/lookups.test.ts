// One suite for all lookups of module datapipeline: the requests, and every member of the results. See docs/modules/datapipeline.md#requests, docs/modules/datapipeline.md#functions and docs/modules/datapipeline.md#function-list.
import type { PlainMap } from "../../../../provider/core/values/value";
import { datapipeline } from "../../../../provider/modules/datapipeline";
import type { JsonObject } from "../../../emulators/exchange";
import { pipelineSamples } from "../../../samples/datapipeline";
import { expectFailure, invoked, replaying } from "./support";

test("there is a sample for every function of the module", () => {
  expect(pipelineSamples.map(({ name }) => name).sort()).toEqual(Object.keys(datapipeline.functions).sort());
});

/** The functions that request version 2. */
const second = ["getConnection", "getConnections", "getConnector", "getConnectors", "getDestination", "getDestinations"];

describe.each(pipelineSamples)("$name", ({ name, inputs, exchanges, found }) => {
  const [{ request }] = exchanges as [(typeof exchanges)[number]];
  const responding = (response: JsonObject) => replaying([{ request, response }]);
  const output = Object.keys(found).find((key) => Array.isArray(found[key]));

  test("sends the expected requests and returns the expected outputs", async () => {
    const { send, sent, paths } = replaying(exchanges);
    const { outputs, failures } = await invoked(name, inputs, send);
    expect({ outputs, failures }).toEqual({ outputs: found, failures: [] });
    expect(paths()).toEqual(exchanges.map((each) => each.request));
    const accept = second.includes(name) ? "application/json;version=2" : "application/json";
    for (const { method, headers, body } of sent)
      expect({ method, headers, body }).toEqual({ method: "GET", headers: { authorization: expect.stringMatching(/^Basic /), accept } });
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
});
