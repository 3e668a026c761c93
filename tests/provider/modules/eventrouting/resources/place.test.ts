// Project and location of objects: import by the last part of a name, other settings, a project by its number. See docs/modules/eventrouting.md#names,
// docs/modules/eventrouting.md#import, docs/modules/eventrouting.md#settings and docs/protocol.md#case-109.
import { createVariant, Fixture, programsOf } from "../../../../invariants/fixture";
import { variants } from "../../../../invariants/variants";
import { emulatorFixture, env, eventStack, expectFailure } from "../support";

const unset = { googleProject: "", googleLocation: "" };

describe.each(variants.filter(({ module }) => module === "eventrouting"))("$token ($title)", (variant) => {
  test("is imported by the last part of its name, and by the full name without settings", async () => {
    const { fixture, type, stored } = await createVariant(variant);
    const imported = await fixture.read(type, { id: ` ${stored.id.replace(/^\S*\//, "")}` });
    expect(imported!.id).toBe(stored.id);
    await fixture.configureWith(unset);
    expect(await fixture.read(type, { id: stored.id })).toEqual(imported);
  });

  test("is not changed by other settings, and without old inputs", async () => {
    const fixture = await Fixture.open(variant.module);
    const { inputs: program } = programsOf(fixture, variant);
    const type = variant.token;
    const stored = await fixture.create(type, await fixture.checked(type, program));
    for (const place of [{ googleProject: "partner-project", googleLocation: "us-east1" }, unset]) {
      await fixture.configureWith(place);
      expect(await fixture.paths(type, stored, await fixture.checked(type, program, { olds: stored.inputs }))).toEqual([]);
    }
    // Old engines send no old inputs: Diff takes them from the state.
    const request = { type, olds: stored.state, oldInputs: undefined, news: stored.inputs, ignoreChanges: [] };
    expect((await fixture.provider.diff(request)).changes).toEqual([]);
  });

  test("sends no request for a state whose ID is no full name", async () => {
    const { fixture, type, inputs, stored } = await createVariant(variant);
    const malformed = { ...stored, id: "orders" };
    fixture.sent = 0;
    await expectFailure(fixture.read(type, malformed), "invalid_argument", "orders");
    await expectFailure(fixture.update(type, malformed, inputs), "invalid_argument", "orders");
    await expectFailure(fixture.delete(type, malformed), "invalid_argument", "orders");
    expect(fixture.sent).toBe(0);
  });

  test("is not changed by a service that returns the project by its number", async () => {
    const { fixture, type, inputs, stored } = await createVariant(variant);
    const paths = async (object: typeof stored | { id: string }) => fixture.paths(type, (await fixture.read(type, object))!, inputs);
    const afterImport = await paths({ id: stored.id });
    fixture.intercept = (_request, respond) => {
      const { body, ...response } = respond();
      return { ...response, body: body.replaceAll("projects/demo-project/", "projects/481516234200/") };
    };
    expect([await paths(stored), await paths({ id: stored.id })]).toEqual([[], afterImport]);
  });
});

test.each([
  ["project", "GOOGLE_PROJECT", "googleProject"],
  ["location", "GOOGLE_REGION", "googleLocation"],
])("an import by the last part without a %s is an error, without a request", async (part, variable, setting) => {
  const { stack, requests } = eventStack("Trigger", emulatorFixture(), { ...env, [variable]: "" });
  await expectFailure(
    stack.import("orders"),
    "invalid_argument",
    `Invalid import ID "orders": it names no ${part}, and none is configured. Use the full name, the setting ${setting} (\`pulumi config set quartet:${setting} VALUE\`), or the environment variable ${variable}.`,
  );
  expect(requests).toEqual([]);
});

test.each(["", "orders two", "triggers/orders"])("the import ID %j is malformed", async (id) => {
  const { stack, requests } = eventStack("Trigger");
  const format = /^Invalid import ID ".*": expected projects\/\{project\}\/.*, or the last part alone$/;
  await expect(stack.import(id)).rejects.toThrow(format);
  expect(requests).toEqual([]);
});
