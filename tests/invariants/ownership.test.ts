/** A resource deletes only what it made or imported: no create takes over an object that exists, and an ID names its place. See docs/protocol.md#ownership. */
import type { ValueMap } from "../../provider/core/values/value";
import { plain, programsOf, Fixture, type StoredObject } from "./fixture";
import { variants, type ModuleVariant } from "./variants";
import { useRealTime, useVirtualTime } from "./virtual-time";

beforeAll(useVirtualTime);
afterAll(useRealTime);

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
const owning = variants.filter(({ token }) => !exceptions.includes(token));

async function opened({ module, token, ...variant }: ModuleVariant) {
  const fixture = await Fixture.open(module, variant.emulator);
  const { inputs, importId } = programsOf(fixture, { token, ...variant });
  const checked = await fixture.check(token, inputs);
  expect(checked.failures).toEqual([]);
  return { fixture, program: checked.inputs, importId };
}

/** Expects that a second object with an ID of its own was made, or that the second create failed and wrote nothing. */
async function expectSeparate(fixture: Fixture, type: string, first: StoredObject, second: Promise<StoredObject>): Promise<void> {
  const result = await second.catch((error: unknown) => error as Error);
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

describe.each(owning)("$token ($title)", (variant) => {
  const { token } = variant;

  it("is not taken over by a create with equal inputs", async () => {
    const { fixture, program } = await opened(variant);
    const first = await fixture.create(token, program);
    await expectSeparate(fixture, token, first, fixture.create(token, program));
  });

  it("is made once by two creates at the same time", async () => {
    const { fixture, program } = await opened(variant);
    const creates = [fixture.create(token, program), fixture.create(token, program)];
    const [first] = (await Promise.allSettled(creates)).flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const other = creates[(await creates[0]!.catch(() => undefined)) === first ? 1 : 0]!;
    await expectSeparate(fixture, token, first!, other);
  });
});

describe.each(owning.filter(({ module }) => module === "cloud"))("the place of $token ($title)", (variant) => {
  const { token } = variant;

  it("is the service of the inputs: an ID of another service is rejected before any request", async () => {
    const { fixture, program } = await opened(variant);
    const stored = await fixture.create(token, program);
    const { serviceId } = plain(program);
    const moved = { ...stored, id: stored.id.replaceAll(String(serviceId), "service-other") };
    if (moved.id === stored.id) return;
    let requests = 0;
    fixture.intercept = (_request, respond) => {
      requests += 1;
      return respond();
    };
    const attempts = [fixture.read(token, moved), fixture.update(token, moved, program), fixture.delete(token, moved)];
    for (const attempt of await Promise.allSettled(attempts))
      expect(attempt).toMatchObject({ status: "rejected", reason: { code: "failed_precondition" } });
    expect(requests).toBe(0);
  });
});

/** Requests of an object that this provider, and one with other settings, send. */
interface Elsewhere {
  fixture: Fixture;
  stored: StoredObject;
  program: ValueMap;
}

describe.each(variants.filter(({ module }) => module === "cloud"))("the region of $token ($title)", (variant) => {
  const { token, cannotImport } = variant;

  async function moved(): Promise<Elsewhere> {
    const { fixture, program } = await opened(variant);
    const stored = await fixture.create(token, program);
    await fixture.configure({ region: "ap-singapore" });
    fixture.intercept = () => {
      throw new Error("a request was sent");
    };
    return { fixture, stored, program };
  }

  it("is that of the connection, or no request is sent", async () => {
    const { fixture, stored, program } = await moved();
    const refreshed = { ...stored, inputs: program };
    const verbs = [() => fixture.read(token, refreshed), () => fixture.update(token, stored, program), () => fixture.delete(token, stored)];
    for (const verb of verbs) {
      const message = expect.stringMatching(/in the region ap-guangzhou\b[^]* configured for ap-singapore\b/) as string;
      await expect(verb()).rejects.toMatchObject({ code: "failed_precondition", message });
    }
  });

  it("is added by a refresh to a state without one, and is no change", async () => {
    const { fixture, program, importId } = await opened(variant);
    const { id, inputs, state } = await fixture.create(token, program);
    const { __region, ...former } = state;
    const refreshed = (await fixture.read(token, { id, inputs, state: former }))!;
    expect([__region, refreshed.state["__region"]]).toEqual(["ap-guangzhou", "ap-guangzhou"]);
    expect(await fixture.diff(token, { id, inputs, state: former }, inputs)).toEqual([]);
    expect(await fixture.diff(token, refreshed, inputs)).toEqual([]);
    if (!cannotImport) expect((await fixture.read(token, { id: importId(id) }))!.state["__region"]).toBe("ap-guangzhou");
  });
});

/** The ID of the same object in another place, for the modules whose IDs name one. */
const elsewhere: Readonly<Record<string, (id: string) => string>> = {
  search: (id) => id.replace(/^[^/]+/, "B".repeat(22)),
  eventrouting: (id) => id.replace("us-central1", "europe-west1"),
};

/** The state of a restore is read without a request. */
const placed = variants.filter(({ module, token }) => module in elsewhere && token !== "quartet:search:SearchSnapshotRestore");

it.each(placed)("no request is sent to $token ($title) in another place", async (variant) => {
  const { module, token } = variant;
  const { fixture, program } = await opened(variant);
  const stored = await fixture.create(token, program);
  const moved = { ...stored, id: elsewhere[module]!(stored.id) };
  const paths: string[] = [];
  fixture.intercept = (request, respond) => {
    paths.push(new URL(request.url).pathname);
    return respond();
  };
  const verbs = [() => fixture.read(token, moved), () => fixture.update(token, moved, program), () => fixture.delete(token, moved)];
  for (const verb of verbs) await expect(verb()).rejects.toMatchObject({ code: "failed_precondition" });
  expect(paths.filter((path) => path !== "/")).toEqual([]);
});
