/** A resource deletes only what it made or imported: no create takes over an object that exists, and an ID names its place. See docs/protocol.md#ownership. */
import { createVariant, openVariant, plain, type Fixture, type StoredObject } from "./fixture";
import { outcomeOf } from "../support/in-process";
import { variants } from "./variants";

/** Kinds without an object of their own. */
const exceptions = [
  // Publishes an environment once more; the later version is in force.
  "quartet:cloud:ApiGatewayServiceRelease",
  "quartet:cloud:ApiGatewayUpdateService",
  "quartet:cloud:ApiGatewayUpdateApiAppKey",
  // An operation: the indices belong to their owners, and a second restore would overwrite them.
  "quartet:search:SearchSnapshotRestore",
  // Parts of a cluster or an index: a create takes settings over, and a delete restores them; mappings are added.
  ...["SearchClusterSettings", "SearchIndexSettings", "SearchIndexMappings"].map((name) => `quartet:search:${name}`),
];
/** The service assigns the ID, and rejects a second object with the same path. */
const rejected = ["quartet:cloud:ApiGatewayApi", "quartet:cloud:ApiGatewayImportOpenApi"];

/** Expects that a second object with an ID of its own was made, or that the second create failed and wrote nothing. */
async function expectSeparate(fixture: Fixture, type: string, first: StoredObject, second: Promise<StoredObject>) {
  const result = await outcomeOf(second);
  if (!(result instanceof Error)) {
    expect(result.id).not.toBe(first.id);
    await fixture.delete(type, result);
  } else if (!rejected.includes(type)) {
    // Every object has a policy, and every cluster the built-in users, so that only another resource of the program rejects one.
    const advice = /IamPolicy$|SearchBuiltinUser$/.test(type)
      ? /in one resource\.$/
      : /`aliases`[^]*(?:`deleteBeforeReplace`|change its name)[^]*`pulumi import /;
    expect(result).toMatchObject({ code: "already_exists", message: expect.stringMatching(advice) as string });
  }
  const found = await fixture.read(type, first);
  expect(plain(found!.state)).toEqual(plain(first.state));
}

test.each(variants.filter(({ token }) => !exceptions.includes(token)))(
  "$token ($title) is not taken over by a later create with equal inputs, or by one at the same time",
  async (variant) => {
    const { fixture, type, inputs } = await openVariant(variant);
    const creates = [fixture.create(type, inputs), fixture.create(type, inputs)];
    const [first] = (await Promise.allSettled(creates)).flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const other = creates[(await creates[0]!.catch(() => undefined)) === first ? 1 : 0]!;
    await expectSeparate(fixture, type, first!, other);
    await expectSeparate(fixture, type, first!, fixture.create(type, inputs));
  },
);

/** Expects that no verb accepts the object. */
async function expectRejected(fixture: Fixture, type: string, object: StoredObject, message = expect.any(String) as string) {
  const verbs = [() => fixture.read(type, object), () => fixture.update(type, object, object.inputs), () => fixture.delete(type, object)];
  for (const verb of verbs) await expect(verb()).rejects.toMatchObject({ code: "failed_precondition", message });
}

test.each(variants.filter(({ module }) => module === "cloud"))(
  "the region of $token ($title) is that of the connection, or no request is sent; a refresh adds it to a state without one",
  async (variant) => {
    const { fixture, type, inputs, importId, stored } = await createVariant(variant);
    const { __region, ...former } = stored.state;
    const refreshed = (await fixture.read(type, { ...stored, state: former }))!;
    expect([__region, refreshed.state["__region"]]).toEqual(["ap-guangzhou", "ap-guangzhou"]);
    for (const state of [former, refreshed.state]) expect((await fixture.diff(type, { ...stored, state }, inputs)).changes).toEqual([]);
    if (!variant.cannotImport) expect((await fixture.read(type, { id: importId(stored.id) }))!.state["__region"]).toBe("ap-guangzhou");
    await fixture.configureWith({ region: "ap-singapore" });
    fixture.sent = 0;
    const message = expect.stringMatching(
      /in the region ap-guangzhou\b[^]* configured for ap-singapore\b[^]*quartet:region, or TENCENTCLOUD_REGION without/,
    ) as string;
    await expectRejected(fixture, type, stored, message);
    expect(fixture.sent).toBe(0);
  },
);

/** The ID of the same object in another place. */
const elsewhere: Readonly<Record<string, (id: string, serviceId: string) => string>> = {
  cloud: (id, serviceId) => id.replaceAll(serviceId, "service-other"),
  search: (id) => id.replace(/^[^/]+/, "B".repeat(22)),
  eventrouting: (id) => id.replace("us-central1", "europe-west1"),
};

/** The state of an operation is read without a request. */
it.each(variants.filter(({ token }) => !/:(SearchSnapshotRestore|ApiGatewayUpdateService)$/.test(token)))(
  "no request is sent to $token ($title) in another place",
  async (variant) => {
    const { fixture, type, inputs, stored } = await createVariant(variant);
    const id = elsewhere[variant.module]!(stored.id, String(plain(inputs)["serviceId"]));
    if (id === stored.id) return expect(variant.module).toBe("cloud");
    const moved = { ...stored, id };
    const sent: string[] = [];
    fixture.intercept = ({ method, url }, respond) => {
      sent.push(`${method} ${new URL(url).pathname}`);
      return respond();
    };
    await expectRejected(fixture, type, moved);
    expect(sent.filter((line) => line !== "GET /")).toEqual([]);
  },
);
