/** Tags through the tag service. See docs/modules/cloud.md#tags. */
import { inContext } from "../../../../support/contexts";
import {
  clearTags,
  readTags,
  tagChanges,
  writeTags,
  type TaggedKind,
  type Tags,
} from "../../../../../provider/modules/cloud/resources/tags";
import { emulatorFixture, clientOver, failure } from "../support";

/** Returns the writes of an update when the service has `remote`; the keys that differ between `prior` and `next` changed. */
const changesOf = (next: Tags | undefined, prior: Tags | undefined, remote: Tags = prior ?? {}): ReturnType<typeof tagChanges> =>
  tagChanges({
    inputs: next ? { tags: next } : {},
    prior: { inputs: prior ? { tags: prior } : {} },
    remote: async () => ({ tags: remote }),
    changed: { has: (path) => path === "tags" || (([, key = ""]) => next?.[key] !== prior?.[key])(/\["(.*)"\]/.exec(path) ?? []) },
  });

const on = { kind: "ApiGatewayService", id: "service-k3v9x2ab" } as const;
const tagged = { serviceType: "apigw", prefix: "service", region: "ap-guangzhou", id: on.id };
const many = (count: number, value = "v"): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${String(i).padStart(2, "0")}`, value]));

function setup() {
  const fixture = emulatorFixture();
  return { ...fixture, fixture, client: clientOver(fixture.send), sent: () => fixture.calls.splice(0).map(({ params }) => params) };
}

describe("what is written", () => {
  test.each([
    ["nothing on both sides", undefined, undefined],
    ["an empty map in the place of none", {}, undefined],
    ["the same map", { a: "1" }, { a: "1" }],
  ])("is nothing for %s", async (_name, next, previous) => {
    const { client, sent } = setup();
    await writeTags(client, on, await changesOf(next, previous));
    expect(sent()).toEqual([]);
  });

  test("is sent ten at a time", async () => {
    const { client, emulator, sent } = setup();
    await writeTags(client, on, await changesOf(many(23), undefined));
    await writeTags(client, on, await changesOf({ constructor: "1" }, many(23)));
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
    expect(emulator.tags.of(on.id)).toEqual({ constructor: "1" });
  });

  test.each([
    ["ApiGatewayApiApp", "app-m3w8p1ns", "qcs::apigateway:ap-guangzhou:uin/:apiAppId/app-m3w8p1ns"],
    ["ApiGatewayUpstream", "upstream-z6t0k4ye", "qcs::apigateway:ap-guangzhou:uin/:upstreamId/upstream-z6t0k4ye"],
  ])("names %s as in the tag service", async (kind, id, name) => {
    const { client, sent } = setup();
    await writeTags(client, { kind: kind as TaggedKind, id }, { set: { a: "" } });
    expect(await readTags(inContext(client), { kind: kind as TaggedKind, id })).toEqual({ a: "" });
    expect(sent()[0]).toMatchObject({ Resource: name });
  });

  test("fails for a key of the vendor", async () => {
    const { client } = setup();
    expect((await failure(writeTags(client, on, { set: { qcloud: "1" } }))).message).toContain("InvalidParameter.ReservedTagKey");
  });
});

describe("what is read", () => {
  test("are all pages of the user's tags", async () => {
    const { client, emulator, sent } = setup();
    for (const [key, value] of Object.entries(many(40))) emulator.tags.put(tagged, key, { value, category: "Custom" });
    emulator.tags.put(tagged, "vendor", { value: "1", category: "System" });
    expect(await readTags(inContext(client), on)).toEqual(many(40));
    expect(sent()).toEqual(
      [0, 20, 40].map((Offset) => ({
        ServiceType: "apigw",
        ResourcePrefix: "service",
        ResourceRegion: "ap-guangzhou",
        ResourceIds: [on.id],
        Offset,
        Limit: 20,
      })),
    );
  });

  test("is a failure when the service fails, or returns a tag without a key", async () => {
    const { client, fixture } = setup();
    fixture.override = () => ({ Error: { Code: "FailedOperation", Message: "no" } });
    expect((await failure(readTags(inContext(client), on))).message).toContain(
      "tag DescribeResourceTagsByResourceIds failed: FailedOperation: no",
    );
    fixture.override = () => ({ Tags: [{ TagKey: null, TagValue: "1", ResourceId: on.id }] });
    expect((await failure(readTags(inContext(client), on))).message).toContain("ClientError.UnexpectedResponse");
  });
});

test("all existing tags are removed, except for the vendor's", async () => {
  const { client, emulator } = setup();
  for (const [key, value] of Object.entries(many(12))) emulator.tags.put(tagged, key, { value, category: "Custom" });
  emulator.tags.put(tagged, "vendor", { value: "1", category: "System" });
  await clearTags(client, on);
  expect(emulator.tags.entries(tagged).map(([key]) => key)).toEqual(["vendor"]);
});
