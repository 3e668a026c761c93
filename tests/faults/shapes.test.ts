// Calls whose properties have other forms than the schema declares, as only direct callers and old states send them: none is an internal error.
// tests/provider/verbs/shapes and tests/conformance/check cover single rejections. See docs/protocol.md#create and docs/protocol.md#delete.
import { schema } from "../provider/tools/schema-file";
import * as fixtures from "../support/fixture";
import { defectsAmong, callsWith, wrongForms } from "./forms";
import { kinds, putPrerequisites } from "../samples/search/resources";

const fixture = fixtures.fixtureOfFile();

test.each(kinds.map((kind) => [kind.title, kind] as const))(
  "no form of a property of the %s causes an internal error",
  async (_title, kind) => {
    const search = await fixture.search();
    putPrerequisites(search.emulator);
    // No connector service registers the fields that these values belong to.
    const { configurationValues: _none, ...inputs } = kind.inputs;
    const { id, properties } = await fixture.rpc.create({ type: kind.type, inputs });
    const { inputProperties = {}, properties: outputs = {}, listInputs } = schema.resources![kind.type]!;
    const created = { rpc: fixture.rpc, kind: { ...kind, inputs }, id, properties, listed: listInputs !== undefined };
    const wrong: string[] = [];
    for (const [property, spec] of Object.entries({ ...outputs, ...inputProperties, unexpected: {} })) {
      for (const form of wrongForms(spec)) wrong.push(...(await defectsAmong(callsWith(created, property, form))));
    }
    expect(wrong).toEqual([]);
  },
  300_000,
);
