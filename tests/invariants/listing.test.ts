/** What exists is listed, with IDs that Read accepts and whose import leaves nothing to do. See docs/protocol.md#list. */
import { schema as schemaFile } from "../provider/tools/schema-file";
import type { ValueMap } from "../../provider/core/values/value";
import { programsOf, Fixture } from "./fixture";
import { variants, type ModuleVariant } from "./variants";
import { useRealTime, useVirtualTime } from "./virtual-time";

beforeAll(useVirtualTime);
afterAll(useRealTime);

const unlisted = [
  // Operations that leave no object, and an object that cannot be imported.
  ...["ApiGatewayImportOpenApi", "ApiGatewayUpdateApiAppKey", "ApiGatewayUpdateService"].map((name) => `quartet:cloud:${name}`),
  // A restore, of which the server keeps nothing.
  "quartet:search:SearchSnapshotRestore",
  // Parts of one object that every cluster has, or of an index.
  ...["SearchClusterSettings", "SearchIndexSettings", "SearchIndexMappings"].map((name) => `quartet:search:${name}`),
  // Parts of a policy; three kinds describe the same policy.
  ...["Trigger", "Channel", "ChannelConnection"].flatMap((name) =>
    ["IamPolicy", "IamBinding", "IamMember"].map((kind) => `quartet:eventrouting/v1:${name}${kind}`),
  ),
];
const listable = ({ token }: { token: string }): boolean => !unlisted.includes(token);

test("every other resource of the schema can be listed", async () => {
  const others = Object.entries(schemaFile.resources!).filter(([, resource]) => !("listInputs" in resource));
  expect(others.map(([token]) => token).sort()).toEqual(unlisted.sort());
});

/** Required inputs that the service does not return: the user adds them to the generated program. See docs/adopting.md#what-to-add. */
const missingAfterImport = new Set(["accessKeySecret", "activationToken", "serviceConfigScfFunctionType"]);

async function opened({ module, token, ...variant }: ModuleVariant): Promise<{ fixture: Fixture; inputs: ValueMap }> {
  const fixture = await Fixture.open(module, variant.emulator);
  const { inputs } = programsOf(fixture, { token, ...variant });
  return { fixture, inputs: (await fixture.check(token, inputs)).inputs };
}

describe.each(variants.filter(listable))("$token ($title)", (variant) => {
  const { token } = variant;

  it("is listed, once, with pages of any size", async () => {
    const { fixture, inputs } = await opened(variant);
    const before = await fixture.list(token);
    const { id } = await fixture.create(token, inputs);
    fixture.writes.length = 0;
    const after = await fixture.list(token);
    // Every cluster has the built-in users.
    const others = token === "quartet:search:SearchBuiltinUser" ? after.filter((object) => object.id !== id) : before;
    const created = after.filter((object) => others.every((other) => other.id !== object.id));
    expect(created).toHaveLength(1);
    expect((await fixture.read(token, { id: created[0]!.id }))!.id).toBe(withoutKeys(token, id));
    expect(new Set(after.map((object) => object.id)).size).toBe(after.length);
    for (const limit of [1, 2]) expect(await fixture.list(token, {}, limit)).toEqual(after);
    expect(fixture.writes).toEqual([]);
  });

  it("each listed object is imported without a difference", async () => {
    const { fixture, inputs } = await opened(variant);
    await fixture.create(token, inputs);
    for (const { id, name } of await fixture.list(token)) {
      expect(name).not.toBe("");
      const imported = await fixture.read(token, { id });
      const { inputs: program, failures } = await fixture.check(token, imported!.inputs, imported!.inputs);
      expect(failures.filter(({ property }) => !missingAfterImport.has(property))).toEqual([]);
      expect(await fixture.diff(token, imported!, program)).toEqual([]);
    }
  });
});

/** The keys of a plan are bound to the plan as a whole, so that a listed binding has none. */
function withoutKeys(token: string, id: string): string {
  return token.endsWith(":ApiGatewayUsagePlanAttachment") ? id.replace(/#[^#]*$/, "#") : id;
}
