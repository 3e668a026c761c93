// As shapes.test.ts for module search, with fewer forms, for some resources of module cloud: with members that are objects, lists, maps, secrets.
import type { Cloud } from "../../support/cloud";
import { closeClouds, openCloud } from "../../support/cloud";
import type { Fixture } from "../../support/fixture";
import { closeFixtures, openFixture } from "../../support/fixture";
import { schema } from "../../provider/tools/schema-file";
import type { CloudSample, Prerequisites } from "../../samples/cloud";
import { cloudSamples, prepare } from "../../samples/cloud";
import { defectsAmong, callsWith, wrongForms } from "../forms";

jest.setTimeout(600_000);
let fixture: Fixture;
let cloud: Cloud;
let prerequisites: Prerequisites;

// A rejection is final here: only its kind is checked.
const hasty = { TENCENTCLOUD_READ_RETRY_TIMEOUT: "0", TENCENTCLOUD_WRITE_RETRY_TIMEOUT: "0" };

beforeAll(async () => {
  [fixture, cloud] = await Promise.all([openFixture({ env: hasty }), openCloud()]);
  await fixture.rpc.configure(cloud.settings);
  prerequisites = prepare(cloud.emulator);
});
afterAll(async () => {
  await Promise.all([closeFixtures(), closeClouds()]);
});

const chosen = ["service", "key of the program's own", "channel"];
const some = cloudSamples.filter(({ title }) => chosen.includes(title)).map((sample): [string, CloudSample] => [sample.title, sample]);

test.each(some)("no form of a property of the %s causes an internal error", async (_title, sample) => {
  const { rpc } = fixture;
  const inputs = sample.inputs(prerequisites);
  const { id, properties } = await rpc.create({ ...sample, inputs: await rpc.inputs(sample, inputs) });
  const { inputProperties = {}, properties: outputs = {} } = schema.resources![sample.type]!;
  const wrong: string[] = [];
  for (const [property, spec] of Object.entries({ ...outputs, ...inputProperties, unexpected: {} }))
    for (const form of wrongForms(spec, 1)) {
      // No resource of this module is listed.
      const created = { rpc, kind: { type: sample.type, inputs }, id, properties, listed: false };
      wrong.push(...(await defectsAmong(callsWith(created, property, form))));
    }
  expect(wrong).toEqual([]);
});
