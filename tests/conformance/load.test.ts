// Cases 11, 12 and 85: large messages and many calls at once. See docs/protocol.md#message-size.
import { setImmediate } from "node:timers/promises";
import { instead, type Fault } from "../emulators/faults";
import { fieldsOf, lengthDelimited, structBytes, structMembers } from "../support/protobuf";
import * as fixtures from "../support/fixture";
import { lookupToken } from "../support/fixture";

jest.setTimeout(180_000);
const fixture = fixtures.fixtureOfFile();
const million = 1_000_000;

test("12: a thousand concurrent Invokes all succeed, with at most 16 open requests", async () => {
  const search = await fixture.search();
  let open = 0;
  let mostOpen = 0;
  const takeAMoment: Fault = async (respond) => {
    mostOpen = Math.max(mostOpen, ++open);
    await setImmediate();
    open--;
    return { reply: await respond() };
  };
  search.faults.add({ match: "*", fault: takeAMoment });
  const names = Array.from({ length: 1000 }, (_, i) => `logs-${i}`);
  const responses = await Promise.all(names.map((name) => fixture.rpc.resultOf(lookupToken, { name })));
  expect(responses).toEqual(names.map((name) => ({ name })));
  // The burst also lists the templates; there are none, so that each is read alone.
  expect(search.requests.filter(({ path }) => path !== "/_index_template")).toHaveLength(1000);
  expect(mostOpen).toBeGreaterThan(8);
  expect(mostOpen).toBeLessThanOrEqual(16);
  expect(search.connections()).toBeLessThanOrEqual(16);
});

test("11: a text of 100 MB is accepted and returned", async () => {
  const value = "0123456789".repeat(10 * million);
  // Encoded by hand, because the official classes take ten seconds.
  const args = structBytes({ field: "a", value });
  const request = Buffer.concat([lengthDelimited(1, "quartet:search:getSearchIngestProcessorSet"), lengthDelimited(2, args)]);
  // A busy machine needs longer than the usual deadline of a test.
  const rpc = fixtures.connect(fixture.plugin.port, 120_000);
  const [result] = fieldsOf(await rpc.raw("Invoke", request));
  const response = structMembers(result!.bytes);
  expect(response["value"] === value).toBe(true);
  expect((JSON.parse(response["json"] as string) as { set: { value: string } }).set.value === value).toBe(true);
});

test("85: a result of 15 MB, near the limit of one object, is returned, and log lines stay short", async () => {
  const search = await fixture.search();
  const mappings = { properties: {}, _meta: { text: "x".repeat(15 * million) } };
  const body = JSON.stringify({
    index_templates: [{ name: "big", index_template: { index_patterns: ["big-*"], composed_of: [], template: { mappings } } }],
  });
  search.faults.add({
    match: "GET /_index_template/big",
    fault: instead({ status: 200, headers: { "content-type": "application/json", "x-elastic-product": "Elasticsearch" }, body }),
  });
  const response = await fixture.rpc.resultOf(lookupToken, { name: "big" });
  expect((response["template"] as { mappings: string }).mappings === JSON.stringify(mappings)).toBe(true);
  expect(Math.max(0, fixture.plugin.stderr().length, ...fixture.engine.lines.map(({ message }) => message.length))).toBeLessThan(1000);
});
