/** Role mappings with templates, for which the real node of the tests has no Mustache, and those of the settings of a server. See docs/modules/search-access.md#role-mappings. */
import { SearchRole } from "../../../../../provider/modules/search/resources/security/SearchRole";
import { SearchRoleMapping } from "../../../../../provider/modules/search/resources/security/SearchRoleMapping";
import { createSearchEmulator } from "../../../../emulators/search";
import { inContext } from "../../../../support/contexts";
import { clientOver, emulated, operation } from "../support";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchRoleMapping";
const rules = '{"field":{"groups":"a"}}';

test("access 50: templates replace roles in one request, and their defaults make no difference", async () => {
  const { stack, bodies } = stackFixture(token);
  await stack.up({ name: "staff", roles: ["reader"], rules });
  bodies();
  const template = { template: { source: "{{username}}" } };
  await stack.up({ name: "staff", roleTemplates: [template], rules });
  expect(bodies()).toEqual({
    "PUT staff": { enabled: true, role_templates: [template], rules: { field: { groups: "a" } }, metadata: {} },
  });
  expect(await stack.refresh()).toEqual([]);
  const same = { template: { source: "{{username}}", lang: "mustache", params: "{}", options: {} }, format: "string" };
  expect(await stack.preview({ name: "staff", roleTemplates: [same], rules })).toEqual([]);
});

test("a template whose script is plain text is read", async () => {
  const { stack, emulator } = stackFixture(token);
  await stack.up({ name: "staff", roleTemplates: [{ template: { source: "{{username}}" } }], rules });
  emulator.roleMappings.set("staff", {
    ...emulator.roleMappings.get("staff")!,
    role_templates: [{ template: "{{username}}", format: "string" }],
  });
  expect(await stack.refresh()).toEqual([]);
});

test("access 53: a role that the program creates in the same preview is not missing", async () => {
  const context = operation();
  const client = inContext(clientOver(emulated(createSearchEmulator().handle).send, undefined, context), context);
  const preview = (inputs: object) => ({ operation: "create" as const, inputs, isUnknown: () => false });
  await SearchRole.previewCheck!(preview({ name: "planned" }), client);
  await SearchRoleMapping.previewCheck!(preview({ roles: ["planned", "x"] }), client);
  expect(context.lines).toEqual([{ severity: "warning", message: expect.stringMatching(/^Roles do not exist: x\./) }]);
});
