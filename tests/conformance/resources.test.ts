// Every resource of every module over gRPC, from Check to Delete: cases 98, 111, 113, 116, 130, 131, 138 for each. See docs/protocol.md#resources and docs/protocol.md#refresh.
import { randomBytes } from "node:crypto";
import { serve } from "../emulators/serve";
import { variants } from "../invariants/variants";
import { schema } from "../provider/tools/schema-file";
import { failureOf } from "../support/failure";
import { fixtureOfFile } from "../support/fixture";
import { shapeViolations } from "../support/schema-shape";
import { plainTexts, reveal, secretPaths, unknown, unknownPaths, type Properties } from "../support/structs";
import { endpointPlaceholder } from "../upgrade/recording";
import { services } from "../upgrade/services";

const fixture = fixtureOfFile();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => Promise.all(stops.splice(0).map(async (stop) => stop())));

/** Outputs that are secret. */
const secrets: Record<string, string[]> = {
  "quartet:cloud:ApiGatewayApiApp": ["apiAppKey", "apiAppSecret"],
  "quartet:cloud:ApiGatewayApiDoc": ["sharePassword"],
  "quartet:cloud:ApiGatewayUpdateApiAppKey": ["apiAppKey"],
  "quartet:cloud:ApiGatewayApiKey": ["accessKeySecret"],
  "quartet:eventrouting/v1:Channel": ["activationToken"],
  "quartet:eventrouting/v1:ChannelConnection": ["activationToken"],
};
/** Operations, and policies, which belong to their objects: a delete changes nothing. */
const operations = /:(ApiGatewayUpdateService|ApiGatewayUpdateApiAppKey|ApiGatewayImportOpenApi)$|IamPolicy$/;
const gone = { id: "", inputs: undefined, properties: undefined };

/** One variant of each type of cloud and eventrouting; all others run in process, in tests/invariants. `lifecycle.test.ts` covers search. */
const ordered = [
  ...variants.filter(({ module }) => module === "cloud").reverse(),
  ...variants.filter(({ module }) => module === "eventrouting"),
];
const chosen = [...new Map(ordered.map((variant) => [variant.token, variant])).values()];

describe.each(chosen)("$token ($title)", ({ token: type, module, emulator = {}, cannotImport, program }) => {
  const spec = schema.resources![type]!;

  /** A remote side with the objects that the program refers to, and the plugin configured for it. */
  async function setUp() {
    const time = new Date();
    const now = (): Date => time;
    const backend = services[module].createBackend(emulator, { now, randomBytes });
    const served = await serve(backend.handle);
    stops.push(served.stop);
    await fixture.rpc.configure(services[module].settings(served));
    const { importId = (id: string) => id, ...plain } = program({ handle: backend.handle, now });
    const located = JSON.parse(JSON.stringify(plain).replaceAll(endpointPlaceholder, served.url)) as typeof plain;
    const writes = () => served.requests.map(backend.callOf).filter(backend.isWrite);
    return { ...located, importId, writes, requests: served.requests };
  }

  async function createObject() {
    const remote = await setUp();
    const inputs = await fixture.rpc.inputs({ type }, remote.inputs);
    const { id, properties } = await fixture.rpc.create({ type, inputs });
    remote.requests.length = 0;
    return { ...remote, id, inputs, properties };
  }

  test("Check and previews send no request, reject missing and unknown inputs by name, and accept unknown values", async () => {
    const { requests, inputs: given } = await setUp();
    const failing = async (news: Properties) => (await fixture.rpc.check({ type, news })).failures.map(({ property }) => property);
    const inputs = await fixture.rpc.inputs({ type }, given);
    expect(await fixture.rpc.check({ type, news: inputs, olds: inputs })).toEqual({ inputs, failures: [] });
    expect((await fixture.rpc.diff({ type, olds: inputs, oldInputs: inputs, news: inputs })).changes).toBe("none");
    expect(await failing({})).toEqual(expect.arrayContaining(spec.requiredInputs ?? []));
    expect(await failing({ ...given, unexpected: "x" })).toEqual(["unexpected"]);
    for (const key of Object.keys(given)) {
      const open = await fixture.rpc.inputs({ type }, { ...given, [key]: unknown });
      const { id, properties } = await fixture.rpc.create({ type, inputs: open, preview: true });
      expect([id, reveal(properties)[key]]).toEqual(["", unknown]);
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(spec.required ?? []));
    }
    expect(requests).toEqual([]);
  });

  test("is created as the schema declares, read without a difference, and imported", async () => {
    const { id, inputs, properties, importId } = await createObject();
    expect(shapeViolations(reveal(properties), spec)).toEqual([]);
    expect(reveal(properties)).toMatchObject(reveal(inputs));
    expect(secretPaths(properties).sort()).toEqual(secrets[type] ?? []);
    for (const name of secrets[type] ?? []) expect(plainTexts([inputs, properties])).not.toContain(reveal(properties)[name]);
    expect(await fixture.rpc.read({ type, id, inputs, properties })).toEqual({ id, inputs, properties });
    if (cannotImport) return;
    const imported = await fixture.rpc.read({ type, id: importId(id) });
    expect([imported.id, secretPaths(imported.properties!).sort()]).toEqual([id, secrets[type] ?? []]);
    expect(shapeViolations(reveal(imported.properties!), spec)).toEqual([]);
    const { failures } = await fixture.rpc.check({ type, news: imported.inputs! });
    expect(failures.filter(({ property }) => !secrets[type]?.includes(property))).toEqual([]);
  });

  test("is updated in place as previewed, and settled afterwards", async () => {
    const { id, inputs, properties, requests, writes, news: given } = await createObject();
    const known = { type, id, olds: properties, oldInputs: inputs };
    expect(unknownPaths(await fixture.rpc.update({ ...known, news: inputs, preview: true }))).toEqual([]);
    if (!given) return;
    const news = await fixture.rpc.inputs({ type }, given);
    expect(await fixture.rpc.diff({ ...known, news })).toMatchObject({ changes: "some", replaces: [] });
    expect(reveal(await fixture.rpc.update({ ...known, news, preview: true }))).toMatchObject(reveal(news));
    expect(requests).toEqual([]);
    const updated = await fixture.rpc.update({ ...known, news });
    expect(shapeViolations(reveal(updated), spec)).toEqual([]);
    expect(reveal(updated)).toMatchObject(reveal(news));
    expect(await fixture.rpc.read({ type, id, inputs: news, properties: updated })).toEqual({ id, inputs: news, properties: updated });
    requests.length = 0;
    expect(await fixture.rpc.update({ type, id, olds: updated, oldInputs: news, news })).toEqual(updated);
    expect(writes()).toEqual([]);
  });

  test("is deleted, twice without an error, from ID and state; then it is gone", async () => {
    const { id, inputs, properties, importId } = await createObject();
    await fixture.rpc.delete({ type, id, properties });
    await fixture.rpc.delete({ type, id, properties, oldInputs: inputs });
    const kept = operations.test(type);
    expect(kept || (await fixture.rpc.read({ type, id, inputs, properties }))).toEqual(kept || gone);
    if (kept) return;
    if (!cannotImport) expect(await fixture.rpc.read({ type, id: importId(id) })).toEqual(gone);
    const { code, message } = await failureOf(fixture.rpc.update({ type, id, olds: properties, oldInputs: inputs, news: inputs }));
    expect([code, message]).toEqual([5, expect.stringMatching(/Run `pulumi refresh`/)]);
  });
});
