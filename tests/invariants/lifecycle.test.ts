/** Previews agree with outcomes, nothing is left to do after Create, Update and import, slow requests are reported, and Delete succeeds when the object is gone already. */
import { format } from "../../provider/core/values/path";
import { hasSecret, secret, Secret, unknown, type ValueMap } from "../../provider/core/values/value";
import { schema as schemaFile } from "../provider/tools/schema-file";
import { marking } from "./canaries";
import { pathsOf } from "./changes";
import { contradictions } from "./comparing";
import { createVariant, Fixture, openVariant, plain, programsOf, type StoredObject } from "./fixture";
import { variants } from "./variants";
import { sleep } from "../support/virtual-time";

/** Refreshes, previews and updates without a change of the program: no difference and no write. */
async function expectSettled(fixture: Fixture, type: string, stored: StoredObject) {
  fixture.writes.length = 0;
  const preview = await fixture.update(type, stored, stored.inputs, { preview: true });
  expect(contradictions(preview.state, stored.state)).toEqual([]);
  const refreshed = (await fixture.read(type, stored))!;
  expect([plain(refreshed.inputs), plain(refreshed.state)]).toEqual([plain(stored.inputs), plain(stored.state)]);
  for (const from of [stored, refreshed]) {
    expect(await fixture.paths(type, from, stored.inputs)).toEqual([]);
    const again = await fixture.update(type, from, stored.inputs);
    expect(plain(again.state)).toEqual(plain(stored.state));
  }
  expect(fixture.writes).toEqual([]);
}

/** Kinds whose update writes parts of an object that exists without them. */
const partsOfObject = new Set(["quartet:search:SearchClusterSettings", "quartet:search:SearchTemplateCustomization"]);

/** How long a slow request takes, in ms, and how many of an operation do: the time limit allows a few. */
const slowMs = 12_000;
const slowRequests = 2;

test("each resource of the schema has a variant", () => {
  expect(new Set(variants.map(({ token }) => token))).toEqual(new Set(Object.keys(schemaFile.resources!)));
});

describe.each(variants)("$token ($title)", (variant) => {
  it("is settled after Create and Update, as previewed", async () => {
    const { fixture, type, inputs, news } = await openVariant(variant);
    const preview = await fixture.create(type, inputs, { preview: true });
    const created = await fixture.create(type, inputs);
    expect(contradictions(preview.state, created.state)).toEqual([]);
    await expectSettled(fixture, type, created);
    if (!news) return;
    const updatePreview = await fixture.update(type, created, news, { preview: true });
    const updated = await fixture.update(type, created, news);
    expect(contradictions(updatePreview.state, updated.state)).toEqual([]);
    await expectSettled(fixture, type, updated);
  });

  it("is created as previewed while an input, or a part of one, was unknown and secret", async () => {
    const { token: type } = variant;
    const fixture = await Fixture.open(variant.module, variant.emulator);
    const { inputs, news = inputs } = programsOf(fixture, variant);
    const program = await fixture.checked(type, news);
    const created = await fixture.create(type, program);
    for (const steps of pathsOf(plain(news))) {
      const path = format(steps);
      const previewed = await fixture.checked(type, marking(plain(news), steps, secret(unknown)) as ValueMap);
      const preview = await fixture.create(type, previewed, { preview: true });
      const output = preview.state[String(steps[0])];
      const isMarked = output === undefined || hasSecret(output) || (output === unknown && steps.length > 1);
      // An update plan rejects a mark of a whole of which only a part is secret.
      const isWhole = steps.length > 1 && previewed[String(steps[0])] instanceof Secret && !(program[String(steps[0])] instanceof Secret);
      const found = contradictions(preview.state, created.state);
      // `pulumi up --plan` accepts any value of an input that is unknown in the plan, and no input that the plan lacks.
      expect([path, isMarked, isWhole, found, contradictions(previewed, program)]).toEqual([path, true, false, [], []]);
    }
  });

  const importing = variant.cannotImport ? it.skip : it; // the service does not return enough for an import
  importing("is settled after an import, with the program that it came from", async () => {
    const { fixture, type, importId, stored } = await createVariant(variant);
    const imported = (await fixture.read(type, { id: importId(stored.id) }))!;
    expect(imported.id).toBe(stored.id);
    const program = await fixture.check(type, imported.inputs);
    if (program.failures.length > 0) return; // a required input that no service returns
    expect(await fixture.paths(type, imported, program.inputs)).toEqual([]);
    await expectSettled(fixture, type, { ...imported, inputs: program.inputs });
  });

  it("is reported while its service takes long to respond, and when it is gone already not updated, but deleted without an error, also with what it belonged to", async () => {
    const { fixture, type, inputs, news } = await openVariant(variant);
    fixture.sent = fixture.statusLines.length = 0;
    fixture.intercept = async (_request, respond) => {
      if (fixture.sent <= slowRequests) await sleep(slowMs);
      return respond();
    };
    const created = await fixture.create(type, inputs);
    const waits = fixture.statusLines.filter((line) => /^waiting for (?:Elasticsearch|Tencent Cloud|Eventarc) \(10s\)$/.test(line));
    expect([fixture.sent > 0, waits.length]).toEqual([true, Math.min(slowRequests, fixture.sent)]);
    fixture.intercept = undefined;
    await fixture.delete(type, created);
    const isGone = (await fixture.read(type, created)) === undefined && !partsOfObject.has(type);
    if (news && isGone) await expect(fixture.update(type, created, news)).rejects.toThrow(/[Rr]un `pulumi refresh`/);
    await fixture.delete(type, created);
    const empty = await Fixture.open(variant.module, variant.emulator);
    await empty.delete(type, created);
  });
});
