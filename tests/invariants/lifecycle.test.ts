/** Previews agree with outcomes, nothing is left to do after Create, Update and import, and Delete succeeds when the object is gone already. */
import type { Change } from "../../provider/core/compare/diff";
import type { ValueMap } from "../../provider/core/values/value";
import { schema as schemaFile } from "../provider/tools/schema-file";
import { contradictions } from "./comparing";
import { plain, programsOf, Fixture, type StoredObject } from "./fixture";
import { variants, type ModuleVariant } from "./variants";
import { useRealTime, useVirtualTime } from "./virtual-time";

beforeAll(useVirtualTime);
afterAll(useRealTime);

const paths = (changes: readonly Change[]): string[] => changes.map(({ path }) => path);

/** Refreshes, previews and updates without a change of the program: no difference and no write. */
async function expectSettled(fixture: Fixture, type: string, stored: StoredObject): Promise<void> {
  fixture.writes.length = 0;
  const preview = await fixture.update(type, stored, stored.inputs, { preview: true });
  expect(contradictions(preview.state, stored.state)).toEqual([]);
  const refreshed = await fixture.read(type, stored);
  expect(plain(refreshed!.inputs)).toEqual(plain(stored.inputs));
  expect(plain(refreshed!.state)).toEqual(plain(stored.state));
  for (const from of [stored, refreshed!]) {
    expect(paths(await fixture.diff(type, from, stored.inputs))).toEqual([]);
    const again = await fixture.update(type, from, stored.inputs);
    expect(plain(again.state)).toEqual(plain(stored.state));
  }
  expect(fixture.writes).toEqual([]);
}

/** Checks a program. Fails when the program is rejected. */
async function checked(fixture: Fixture, type: string, program: ValueMap): Promise<ValueMap> {
  const { inputs, failures } = await fixture.check(type, program);
  expect(failures).toEqual([]);
  return inputs;
}

async function opened({ module, ...variant }: ModuleVariant): Promise<{ fixture: Fixture; type: string } & ReturnType<typeof programsOf>> {
  const fixture = await Fixture.open(module, variant.emulator);
  return { fixture, type: variant.token, ...programsOf(fixture, variant) };
}

test("each resource of the schema has a variant", () => {
  expect(new Set(variants.map(({ token }) => token))).toEqual(new Set(Object.keys(schemaFile.resources!)));
});

describe.each(variants)("$token ($title)", (variant) => {
  it("is settled after Create and Update, as previewed", async () => {
    const { fixture, type, inputs, news } = await opened(variant);
    const program = await checked(fixture, type, inputs);
    const preview = await fixture.create(type, program, true);
    const created = await fixture.create(type, program);
    expect(contradictions(preview.state, created.state)).toEqual([]);
    await expectSettled(fixture, type, created);
    if (!news) return;
    const next = await checked(fixture, type, news);
    const updatePreview = await fixture.update(type, created, next, { preview: true });
    const updated = await fixture.update(type, created, next);
    expect(contradictions(updatePreview.state, updated.state)).toEqual([]);
    await expectSettled(fixture, type, updated);
  });

  const importing = variant.cannotImport ? it.skip : it; // the service does not return enough for an import
  importing("is settled after an import, with the program that it came from", async () => {
    const { fixture, type, inputs, importId } = await opened(variant);
    const created = await fixture.create(type, await checked(fixture, type, inputs));
    const imported = await fixture.read(type, { id: importId(created.id) });
    expect(imported!.id).toBe(created.id);
    const program = await fixture.check(type, imported!.inputs);
    if (program.failures.length > 0) return; // a required input that no service returns
    const stored = { ...imported!, inputs: program.inputs };
    expect(paths(await fixture.diff(type, imported!, program.inputs))).toEqual([]);
    await expectSettled(fixture, type, stored);
  });

  it("is deleted without an error when it is gone already, also with what it belonged to", async () => {
    const { fixture, type, inputs } = await opened(variant);
    const created = await fixture.create(type, await checked(fixture, type, inputs));
    await fixture.delete(type, created);
    await fixture.delete(type, created);
    const empty = await Fixture.open(variant.module, variant.emulator);
    await empty.delete(type, created);
  });
});
