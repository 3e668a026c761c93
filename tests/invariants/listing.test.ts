/** What exists is listed, with IDs that Read accepts and whose import leaves nothing to do. See docs/protocol.md#list. */
import { schema as schemaFile } from "../provider/tools/schema-file";
import { openVariant } from "./fixture";
import { variants } from "./variants";

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

test("every other resource of the schema can be listed", () => {
  const others = Object.entries(schemaFile.resources!).filter(([, resource]) => !("listInputs" in resource));
  expect(others.map(([token]) => token).sort()).toEqual(unlisted.sort());
});

/** Required inputs that the service does not return: the user adds them to the generated program. See docs/adopting.md#what-to-add. */
const missingAfterImport = new Set(["accessKeySecret", "activationToken", "serviceConfigScfFunctionType"]);

test.each(variants.filter(({ token }) => !unlisted.includes(token)))(
  "$token ($title) is listed, once, with pages of any size, and each listed object is imported without a difference",
  async (variant) => {
    const { fixture, type, inputs } = await openVariant(variant);
    const before = await fixture.listed(type);
    const { id } = await fixture.create(type, inputs);
    fixture.writes.length = 0;
    const after = await fixture.listed(type);
    // Every cluster has the built-in users.
    const others = type === "quartet:search:SearchBuiltinUser" ? after.filter((object) => object.id !== id) : before;
    const created = after.filter((object) => others.every((other) => other.id !== object.id));
    expect(created).toHaveLength(1);
    expect((await fixture.read(type, { id: created[0]!.id }))!.id).toBe(withoutKeys(type, id));
    expect(new Set(after.map((object) => object.id)).size).toBe(after.length);
    for (const limit of [1, 2]) expect(await fixture.listed(type, {}, limit)).toEqual(after);
    for (const { id: listed, name } of after) {
      expect(name).not.toBe("");
      const imported = (await fixture.read(type, { id: listed }))!;
      const { inputs: program, failures } = await fixture.check(type, imported.inputs, { olds: imported.inputs });
      expect(failures.filter(({ property }) => !missingAfterImport.has(property))).toEqual([]);
      expect((await fixture.diff(type, imported, program)).changes).toEqual([]);
    }
    expect(fixture.writes).toEqual([]);
  },
);

/** The keys of a plan are bound to the plan as a whole, so that a listed binding has none. */
function withoutKeys(token: string, id: string) {
  return token.endsWith(":ApiGatewayUsagePlanAttachment") ? id.replace(/#[^#]*$/, "#") : id;
}
