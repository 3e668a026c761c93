/** Tags through the tag service. See docs/modules/cloud.md#tags. */
import { inContext } from "../../../../support/contexts";
import { readTags, writeTags } from "../../../../../provider/modules/cloud/resources/tags";
import { clientOver } from "../exchange";
import { emulatorFixture } from "../support";

const on = { kind: "ApiGatewayService", id: "service-k3v9x2ab" } as const;
const tagged = { serviceType: "apigw", prefix: "service", region: "ap-guangzhou", id: on.id };
const keys = (count: number) => Array.from({ length: count }, (_, i) => `key${String(i).padStart(2, "0")}`);
const many = (count: number) => Object.fromEntries(keys(count).map((key) => [key, "v"]));

function setup() {
  const fixture = emulatorFixture();
  const put = (key: string, category: "Custom" | "System") => fixture.emulator.tags.put(tagged, key, { value: "v", category });
  return { fixture, put, client: clientOver(fixture.send), sent: () => fixture.calls.splice(0).map(({ params }) => params) };
}

test("tags are written ten at a time", async () => {
  const { client, fixture, sent } = setup();
  await writeTags(client, on, {});
  await writeTags(client, on, { set: many(23) });
  await writeTags(client, on, { set: { constructor: "1" }, remove: keys(23) });
  expect(
    sent().map(({ ReplaceTags = [], DeleteTags = [] }) => [ReplaceTags, DeleteTags].map((list) => (list as unknown[]).length)),
  ).toEqual([
    [10, 0],
    [10, 0],
    [3, 0],
    [1, 10],
    [0, 10],
    [0, 3],
  ]);
  expect(fixture.emulator.tags.of(on.id)).toEqual({ constructor: "1" });
});

test("all pages of the user's tags are read; those of the vendor are not", async () => {
  const { client, put, sent } = setup();
  const all = ["__proto__", ...keys(40)];
  for (const key of all) put(key, "Custom");
  put("vendor", "System");
  expect(Object.entries(await readTags(inContext(client), on))).toEqual(all.map((key) => [key, "v"]));
  const place = { ServiceType: "apigw", ResourcePrefix: "service", ResourceRegion: "ap-guangzhou", ResourceIds: [on.id] };
  expect(sent()).toEqual([0, 20, 40].map((Offset) => ({ ...place, Offset, Limit: 20 })));
});

test("a failure of the service, and a tag without a key, are failures", async () => {
  const { client, fixture } = setup();
  fixture.override = () => ({ Error: { Code: "FailedOperation", Message: "no" } });
  await expect(readTags(inContext(client), on)).rejects.toThrow("FailedOperation: no");
  fixture.override = () => ({ Tags: [{ TagKey: null, TagValue: "1", ResourceId: on.id }] });
  await expect(readTags(inContext(client), on)).rejects.toThrow("ClientError.UnexpectedResponse");
});
