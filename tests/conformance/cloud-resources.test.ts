// Every resource of module cloud over gRPC, from Check to Delete: cases 98, 111, 113, 116, 130, 131, 138 for each. See docs/protocol.md#resources and docs/protocol.md#refresh.
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud } from "../support/cloud";
import { failureOf } from "../support/failure";
import { fixtureOfFile } from "../support/fixture";
import type { Properties } from "../support/structs";
import { plainTexts, reveal, secretPaths, unknown, unknownPaths } from "../support/structs";
import { schema } from "../provider/tools/schema-file";
import { shapeViolations } from "../support/schema-shape";
import type { CloudSample, Prerequisites } from "../samples/cloud";
import { cloudSamples, prepare } from "../samples/cloud";

const fixture = fixtureOfFile();
afterEach(closeClouds);

interface Setup extends Cloud {
  prerequisites: Prerequisites;
}

/** An emulator with the objects that samples refer to, and the plugin configured for it. */
async function setUp(): Promise<Setup> {
  const cloud = await openCloud();
  await fixture.rpc.configure(cloud.settings);
  return Object.assign(cloud, { prerequisites: prepare(cloud.emulator) });
}

interface CreatedSetup extends Setup {
  id: string;
  inputs: Properties;
  properties: Properties;
}

async function createSetup(sample: CloudSample): Promise<CreatedSetup> {
  const prepared = await setUp();
  const inputs = await fixture.rpc.inputs(sample, sample.inputs(prepared.prerequisites));
  const { id, properties } = await fixture.rpc.create({ ...sample, inputs });
  return Object.assign(prepared, { id, inputs, properties });
}

/** The secret texts of the service: the values of secret outputs. */
const secretTexts = ({ secrets = [] }: CloudSample, properties: Properties): string[] =>
  secrets.map((name) => String(reveal(properties)[name]));

test("there is a sample for every resource of the module", () => {
  const tokens = Object.keys(schema.resources!).filter((token) => token.startsWith("quartet:cloud:"));
  expect([...new Set(cloudSamples.map(({ type }) => type))].sort()).toEqual(tokens.sort());
});

describe.each(cloudSamples.map((sample) => [sample.title, sample] as const))("%s", (_title, sample) => {
  const { type } = sample;

  test("Check adds defaults, and a second Check changes nothing", async () => {
    const { prerequisites, requests } = await setUp();
    const inputs = await fixture.rpc.inputs(sample, sample.inputs(prerequisites));
    expect(reveal(inputs)).toMatchObject(sample.inputs(prerequisites));
    expect(await fixture.rpc.check({ type, news: inputs, olds: inputs })).toEqual({ inputs, failures: [] });
    expect((await fixture.rpc.diff({ type, olds: inputs, oldInputs: inputs, news: inputs })).changes).toBe("none");
    expect(requests).toEqual([]);
  });

  test("missing and unknown inputs are rejected, each by name", async () => {
    const { prerequisites } = await setUp();
    const { requiredInputs = [] } = schema.resources![type]!;
    const missing = (await fixture.rpc.check({ type, news: {} })).failures.map(({ property }) => property);
    expect(missing).toEqual(expect.arrayContaining(requiredInputs));
    const { failures } = await fixture.rpc.check({ type, news: { ...sample.inputs(prerequisites), unexpected: "x" } });
    expect(failures.map(({ property }) => property)).toEqual(["unexpected"]);
  });

  test("113: a preview of its create sends no request, returns known values, and leaves the others unknown", async () => {
    const { prerequisites, requests } = await setUp();
    const [open] = Object.keys(sample.inputs(prerequisites));
    const news = await fixture.rpc.inputs(sample, { ...sample.inputs(prerequisites), [open!]: unknown });
    const { id, properties } = await fixture.rpc.create({ type, inputs: news, preview: true });
    expect(id).toBe("");
    expect(properties[open!]).toBe(unknown);
    expect(reveal(properties)).toMatchObject(reveal(news));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(schema.resources![type]!.required ?? []));
    expect(requests).toEqual([]);
  });

  test("is created: ID, outputs of the schema, secrets marked", async () => {
    const { id, inputs, properties, emulator, prerequisites } = await createSetup(sample);
    if (!sample.operation) expect(sample.existing(emulator.gateway, prerequisites)).toEqual([id]);
    expect(shapeViolations(reveal(properties), schema.resources![type]!)).toEqual([]);
    const short = type.split(":")[2]!;
    expect(properties[`${short[0]!.toLowerCase()}${short.slice(1)}Id`]).toBe(id);
    expect(secretPaths(properties).sort()).toEqual([...(sample.secrets ?? [])].sort());
    for (const text of secretTexts(sample, properties)) expect(plainTexts([inputs, properties])).not.toContain(text);
    expect(reveal(properties)).toMatchObject(reveal(inputs));
  });

  test("is read without a difference; imported inputs pass Check and have none either", async () => {
    const { id, inputs, properties, prerequisites } = await createSetup(sample);
    const refreshed = await fixture.rpc.read({ type, id, inputs, properties });
    expect(refreshed).toEqual({ id, inputs, properties });
    const importId = sample.importId?.(prerequisites, id) ?? id;
    if (sample.noImport) return expect((await failureOf(fixture.rpc.read({ type, id: importId }))).message).toMatch(sample.noImport);
    const imported = await fixture.rpc.read({ type, id: importId });
    expect(imported.id).toBe(id);
    expect(secretPaths(imported.properties!).sort()).toEqual(secretPaths(properties).sort());
    const checked = await fixture.rpc.check({ type, news: imported.inputs! });
    expect(checked.failures).toEqual([]);
    expect(Object.keys(schema.resources![type]!.inputProperties!)).toEqual(expect.arrayContaining(Object.keys(imported.inputs!)));
    for (const oldInputs of [imported.inputs!, checked.inputs])
      expect(await fixture.rpc.diff({ type, id, oldInputs, olds: imported.properties, news: inputs })).toMatchObject({ detailed: {} });
  });

  test("is updated in place where possible, and otherwise replaced", async () => {
    const { id, inputs, properties, prerequisites, requests } = await createSetup(sample);
    requests.length = 0;
    const known = { type, id, olds: properties, oldInputs: inputs };
    if (sample.replacing) {
      const { changes, replaces } = await fixture.rpc.diff({
        ...known,
        news: await fixture.rpc.inputs(sample, sample.replacing(prerequisites)),
      });
      expect([changes, replaces.length > 0]).toEqual(["some", true]);
    }
    if (!sample.news) return;
    const news = await fixture.rpc.inputs(sample, sample.news(prerequisites));
    expect(await fixture.rpc.diff({ ...known, news })).toMatchObject({ changes: "some", replaces: [] });
    expect(unknownPaths(await fixture.rpc.update({ ...known, news: inputs, preview: true }))).toEqual([]);
    expect(reveal(await fixture.rpc.update({ ...known, news, preview: true }))).toMatchObject(reveal(news));
    expect(requests).toEqual([]);
    const updated = await fixture.rpc.update({ ...known, news });
    expect(shapeViolations(reveal(updated), schema.resources![type]!)).toEqual([]);
    expect(reveal(updated)).toMatchObject(reveal(news));
    expect(await fixture.rpc.read({ type, id, inputs: news, properties: updated })).toEqual({ id, inputs: news, properties: updated });
    expect((await fixture.rpc.diff({ type, id, olds: updated, oldInputs: news, news })).changes).toBe("none");
    requests.length = 0;
    expect(await fixture.rpc.update({ type, id, olds: updated, oldInputs: news, news })).toEqual(updated);
    const writes = requests.map(({ headers }) => headers["x-tc-action"]!).filter((action) => !action.startsWith("Describe"));
    expect(writes).toEqual([]);
  });

  test("is deleted, twice without an error, from ID and state; Read then returns an empty message", async () => {
    const { id, inputs, properties, emulator, prerequisites } = await createSetup(sample);
    await fixture.rpc.delete({ type, id, properties });
    expect(sample.existing(emulator.gateway, prerequisites)).toEqual([]);
    await fixture.rpc.delete({ type, id, properties, oldInputs: inputs });
    if (sample.operation) return;
    const gone = { id: "", inputs: undefined, properties: undefined };
    expect(await fixture.rpc.read({ type, id, inputs, properties })).toEqual(gone);
    if (!sample.noImport) expect(await fixture.rpc.read({ type, id: sample.importId?.(prerequisites, id) ?? id })).toEqual(gone);
    const { code, message } = await failureOf(fixture.rpc.update({ type, id, olds: properties, oldInputs: inputs, news: inputs }));
    expect([code, message]).toEqual([5, expect.stringMatching(/object not found. Run `pulumi refresh`/)]);
  });
});
