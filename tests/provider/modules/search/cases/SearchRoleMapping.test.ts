/** Role mappings, on a server with security; templates only on the emulator, because the real node has no Mustache. See docs/modules/search-access.md#role-mappings. */
import { SearchRole } from "../../../../../provider/modules/search/resources/security/SearchRole";
import { SearchRoleMapping } from "../../../../../provider/modules/search/resources/security/SearchRoleMapping";
import { inContext, requestContext } from "../../../../support/contexts";
import { clientOver } from "../support";
import { rejections, scenarios } from "./scenario";
import { secureServer, superuser } from "./server";

const kind = "SearchRoleMapping";
const staff = { name: "staff", roles: ["reader"], rules: '{"field":{"groups":["a"]}}' };
const { roles: _roles, ...withoutRoles } = staff;
const templates = { ...withoutRoles, roleTemplates: [{ template: { source: "{{username}}" } }] };
const all = (...rules: string[]) => ({ ...staff, rules: `{"all":[${rules.join(",")}]}` });

scenarios(
  kind,
  {
    "access 49: a list of one value is the value": {
      preview: [],
      change: { rules: '{"field":{"groups":"a"}}' },
    },
    "access 49: the order of conditions makes no difference": {
      program: all('{"field":{"a":["x"]}}', '{"except":{"any":[{"field":{"b":1}},{"field":{"c":[2,3]}}]}}'),
      preview: [],
      next: all('{"except":{"any":[{"field":{"c":[2,3]}},{"field":{"b":[1]}}]}}', '{"field":{"a":"x"}}'),
    },
    "access 49: the order of values does": {
      program: all('{"field":{"c":[2,3]}}'),
      preview: ["rules"],
      next: all('{"field":{"c":[3,2]}}'),
    },
    "access 53: roles that do not exist are a warning of the preview": {
      before: { "PUT /_security/role/reader": {} },
      checked: { ...staff, roles: ["x", "reader", "superuser", "y"] },
      logged: /^warning: Roles do not exist: x, y\. Create them/,
    },
    "access 50: templates replace roles in one request, and their defaults make no difference": {
      emulator: {},
      next: templates,
      bodies: [{ enabled: true, role_templates: templates.roleTemplates, rules: { field: { groups: ["a"] } }, metadata: {} }],
    },
    "access 50: nor do explicit ones": {
      emulator: {},
      program: templates,
      preview: [],
      change: {
        roleTemplates: [{ template: { source: "{{username}}", lang: "mustache", params: "{}", options: {} }, format: "string" }],
      },
    },
    "a template whose script is plain text is read": {
      program: templates,
      other: ({ roleMappings }) =>
        roleMappings.set("staff", { ...roleMappings.get("staff")!, role_templates: [{ template: "{{username}}", format: "string" }] }),
      refresh: [],
    },
  },
  { program: staff },
);

test("access 53: a role that the program creates in the same preview is not missing", async () => {
  const context = requestContext();
  const { send, url } = secureServer();
  const block = { endpoints: [url], username: superuser.ELASTICSEARCH_USERNAME, password: superuser.ELASTICSEARCH_PASSWORD };
  const client = inContext(clientOver(send, block, context), context);
  const preview = (inputs: object) => ({ operation: "create" as const, inputs, isUnknown: () => false });
  await SearchRole.previewCheck!(preview({ name: "planned" }), client);
  await SearchRoleMapping.previewCheck!(preview({ roles: ["planned", "x"] }), client);
  expect(context.lines).toEqual([expect.stringMatching(/^warning: Roles do not exist: x\./)]);
});

const rule = "access 52";
rejections(kind, staff, [
  ["access 51", { roleTemplates: [{ template: { source: "a" } }] }, /exactly one of roles, roleTemplates; got 2/],
  [rule, { rules: '{"all":[{}]}' }, /rules\.all\[0\]: expected an object with exactly one of any, all, field, except/],
  [rule, { rules: '{"all":[],"any":[]}' }, /expected an object with exactly one of any, all, field\./],
  [rule, { rules: '{"except":{"field":{"a":1}}}' }, /rules \| expected an object with exactly one of any, all, field\./],
  [rule, { rules: '{"any":[{"field":{"a":1}},{"except":{"field":{"a":1}}}]}' }, /rules\.any\[1\]: expected/],
  [rule, { rules: '{"any":{}}' }, /rules\.any: expected a list/],
  [rule, { rules: '{"field":{"a":1,"b":2}}' }, /rules\.field: expected an object with exactly one field/],
  [rule, { rules: '{"all":[{"except":{"field":{"a":[]}}}]}' }, /rules\.all\[0\]\.except\.field\.a: expected a value/],
  [rule, { rules: '{"field":{"a":[1,2.5]}}' }, /rules\.field\.a: Elasticsearch removes the fraction/],
  ["access 62", { name: "_all" }, /must not be _all/],
  ["access 62", { name: "ä".repeat(250) }, /at most 499 bytes; got 500/],
]);
rejections(kind, withoutRoles, [
  ["access 51", {}, /exactly one of roles, roleTemplates; got none/],
  ["access 51", { roleTemplates: [{}] }, /^.*missing required property 'template'.*$/],
]);
