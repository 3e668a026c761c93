// Component templates against the emulator: what differs from index templates. See docs/modules/search.md#component-templates.
import { SearchComponentTemplate } from "../../../../../provider/modules/search/resources/component-template";
import { clientOver, emulated, failure, json, uuid } from "../support";
import { emulatorFixture, collected, driven } from "./lifecycle";
import { full } from "./templates";

const token = "quartet:search:SearchComponentTemplate";
const { resource, inputs, wrong, refreshed, changes } = driven(token, SearchComponentTemplate);
const id = `${uuid}/base`;
const minimal = { name: "base", template: {} };
const everything = { name: "base", template: full.template, version: 3, metadata: '{ "owner": "team-a" }', deprecated: true };

const indexTemplate = (composed: string[], more: object = {}): never =>
  ({ index_patterns: ["a-*"], composed_of: composed, ...more }) as never;

test("the body and the requests of a create", async () => {
  const { client, lines, sent } = emulatorFixture();
  expect(await resource.create(inputs(everything), client)).toBe(id);
  expect(lines()).toEqual(["GET /", "PUT /_component_template/base?create=true"]);
  expect(sent.at(-1)!.body).toBe(
    '{"template":{"settings":{ "number_of_shards": 3 },"mappings":{ "properties": {"user": {"type": "keyword"}} },' +
      '"aliases":{"app":{"filter":{ "term": {"env": "prod"} },"routing":"1","search_routing":"2","is_hidden":true}},' +
      '"lifecycle":{"data_retention":"30d"},"data_stream_options":{"failure_store":{"enabled":true,"lifecycle":{"data_retention":"7d"}}}},' +
      '"version":3,"deprecated":true,"_meta":{ "owner": "team-a" }}',
  );
});

test("an empty template is written, because the server requires it, and imported", async () => {
  const { client, body } = emulatorFixture();
  await resource.create(inputs(minimal), client);
  expect(body()).toEqual({ template: {} });
  expect(await refreshed(id, client)).toEqual(minimal);
  expect(wrong({ name: "base" })).toEqual([expect.stringMatching(/^template \| /)]);
});

test.each<[string, object]>([
  ["the prefix and numbers as texts", { settings: '{"index":{"number_of_shards":"3"}}' }],
  ["dotted settings", { settings: '{"index.number_of_shards":3}' }],
  ["mappings inside _doc", { settings: '{"number_of_shards":3}', mappings: '{"_doc":{}}' }],
  ["aliases in another order", { aliases: [{ name: "b" }, { name: "a", routing: "1" }] }],
])("no difference after a refresh: %s", async (_title, template) => {
  const { client } = emulatorFixture();
  const given = inputs({ name: "base", template });
  await resource.create(given, client);
  const found = await refreshed(id, client, given);
  expect(changes(given, found!)).toEqual([]);
  expect(changes(found!, given)).toEqual([]);
});

test("another name replaces", () => {
  expect(changes(inputs(minimal), inputs({ ...minimal, name: "other" }))).toEqual(["name!"]);
});

test("all of them are listed", async () => {
  const { client, emulator } = emulatorFixture();
  emulator.componentTemplates.set("b", { template: {} });
  emulator.componentTemplates.set("a", { template: {} });
  expect(await collected(resource.list(client))).toEqual(["a", "b"].map((name) => ({ id: `${uuid}/${name}`, name })));
});

describe("delete of a component that templates use", () => {
  const used = () => {
    const fixture = emulatorFixture();
    fixture.emulator.componentTemplates.set("base", { template: {} });
    fixture.emulator.indexTemplates.set("logs", indexTemplate(["other", "base"]));
    fixture.emulator.indexTemplates.set("metrics", indexTemplate(["base"]));
    fixture.emulator.indexTemplates.set("optional", indexTemplate(["base"], { ignore_missing_component_templates: ["base"] }));
    return fixture;
  };

  test("the error names the templates and says what to do", async () => {
    const error = await failure(resource.delete(id, used().client));
    expect(error.code).toBe("failed_precondition");
    expect(error.message).toContain("/_component_template/base: HTTP 400: illegal_argument_exception: component templates [base]");
    expect(error.message).toContain(
      "Index templates that use it: logs, metrics. Remove the component from `composedOfs` of these templates, or delete them, first.",
    );
  });

  test("the server's message remains if the templates cannot be read", async () => {
    const { emulator } = used();
    const { send } = emulated((request) =>
      request.path === "/_index_template"
        ? { status: 403, headers: {}, body: '{"error":{"type":"security_exception","reason":"no"},"status":403}' }
        : emulator.handle(request),
    );
    const { message } = await failure(resource.delete(id, clientOver(send)));
    expect(message).toMatch(/still in use by index templates \[.*logs.*\]/);
    expect(message).not.toContain("composedOfs");
  });

  test("another rejection has no advice", async () => {
    const { send } = emulated(() => json({ error: { type: "x", reason: "no" }, status: 400 }, 400) as never);
    expect((await failure(resource.delete(id, clientOver(send)))).message).not.toContain("composedOfs");
  });

  test("one that only templates refer to which allow its absence is deleted", async () => {
    const { client, emulator } = used();
    emulator.indexTemplates.delete("logs");
    emulator.indexTemplates.delete("metrics");
    await resource.delete(id, client);
    await resource.delete(id, client);
    expect(emulator.componentTemplates.names()).toEqual([]);
  });
});
