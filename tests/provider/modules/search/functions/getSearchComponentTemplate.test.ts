// The lookup of a component template. See docs/modules/search.md#getsearchcomponenttemplate.
import { getSearchComponentTemplate } from "../../../../../provider/modules/search/functions/getSearchComponentTemplate";
import { checked, clientOver, failure, json, recorded, root, uuid } from "../support";
import { inContext } from "../../../../support/contexts";

const token = "quartet:search:getSearchComponentTemplate";
const responding = (response: object) => recorded(({ line }) => (line === "GET /" ? root() : response));
const of = (template: object, name = "base") => responding(json({ component_templates: [{ name, component_template: template }] }));
const read = async ({ send }: ReturnType<typeof responding>): Promise<object> =>
  getSearchComponentTemplate.read({ name: "base" }, inContext(clientOver(send)));

test("every part, as the server returns it", async () => {
  const server = of({
    template: { settings: { index: { number_of_shards: "3" } }, aliases: { app: {} }, lifecycle: { enabled: true } },
    version: 3,
    _meta: { owner: "team-a" },
    deprecated: true,
    created_date_millis: 1,
  });
  expect(await read(server)).toEqual({
    id: `${uuid}/base`,
    name: "base",
    version: 3,
    metadata: '{"owner":"team-a"}',
    deprecated: true,
    template: {
      settings: '{"index":{"number_of_shards":"3"}}',
      aliases: [{ name: "app", indexRouting: "", routing: "", searchRouting: "", isHidden: false, isWriteIndex: false }],
      lifecycle: { enabled: true },
    },
  });
  expect(server.sent.map(({ line }) => line)).toEqual(["GET /", "GET /_component_template/base"]);
});

test("the part `template` is always returned", async () => {
  expect(await read(of({}))).toEqual({ id: `${uuid}/base`, name: "base", template: {} });
});

const missing = { type: "resource_not_found_exception", reason: "component template matching [base] not found" };
test.each([
  ["404", responding(json({ error: { ...missing, root_cause: [missing] }, status: 404 }, 404))],
  ["an empty list", responding(json({ component_templates: [] }))],
  ["another one", of({ template: {} }, "other")],
])("%s: there is no such template", async (_title, server) => {
  expect(await failure(read(server))).toMatchObject({
    code: "not_found",
    message: 'Component template not found: "base". Check the name and the endpoint.',
  });
});

test.each(["", " ", "a*", "a,b"])("the name %j fails in Check", (name) => {
  expect(checked(token, getSearchComponentTemplate, { name }).failures).toEqual([
    { property: "name", reason: expect.stringContaining("must not be blank") },
  ]);
});
