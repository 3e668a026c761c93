/** Parts of component templates that several resources own. See docs/modules/search.md#template-customizations. */
import type { JsonObject } from "../../../../emulators/exchange";
import { rejection, stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchTemplateCustomization";
const name = "logs@custom";
const put = "PUT /_component_template/logs%40custom";
const replicas = { name, settings: '{"number_of_replicas":0}' };
const written = { settings: { index: { number_of_replicas: "0" } } };

/** A template with parts of another owner. */
const shared = (): JsonObject & { template: JsonObject } => ({
  template: { settings: { index: { codec: "best_compression" } }, mappings: { properties: { team: { type: "keyword" } } } },
  _meta: { owner: "ops" },
  version: 3,
});

test("data 95: create and destroy keep the parts of other owners, metadata and version", async () => {
  const { stack, emulator } = stackFixture(token);
  emulator.componentTemplates.set(name, shared());
  await stack.up(replicas);
  expect(emulator.componentTemplates.get(name)).toEqual({
    ...shared(),
    template: { ...shared().template, settings: { index: { codec: "best_compression", number_of_replicas: "0" } } },
  });
  expect(await stack.refresh()).toEqual([]);
  await stack.destroy();
  expect(emulator.componentTemplates.get(name)).toEqual(shared());
});

test("an update sets and removes only its own paths, at every depth", async () => {
  const { stack, emulator, bodies } = stackFixture(token);
  emulator.componentTemplates.set(name, shared());
  const mappings = (...fields: string[]) =>
    JSON.stringify({ properties: { host: { properties: Object.fromEntries(fields.map((field) => [field, { type: "ip" }])) } } });
  const rule = (entry: string) => ({ [entry]: { match: entry, mapping: { type: "long" } } });
  await stack.up({
    name,
    mappings: mappings("a", "b"),
    aliases: [{ name: "recent" }, { name: "all" }],
    lifecycle: { dataRetention: "7d" },
  });
  emulator.componentTemplates.get(name)!.template.mappings = {
    dynamic_templates: [rule("other")],
    properties: { team: { type: "keyword" }, host: { properties: { a: { type: "ip" }, b: { type: "ip" }, c: { type: "ip" } } } },
  };
  bodies();
  await stack.up({
    name,
    mappings: JSON.stringify({ ...JSON.parse(mappings("b")), dynamic_templates: [rule("own")] }),
    aliases: [{ name: "all", isHidden: true }],
  });
  expect(Object.values(bodies())).toEqual([
    {
      ...shared(),
      template: {
        settings: { "index.codec": "best_compression" },
        mappings: {
          dynamic_templates: [rule("other"), rule("own")],
          properties: { team: { type: "keyword" }, host: { properties: { b: { type: "ip" }, c: { type: "ip" } } } },
        },
        aliases: { all: { is_hidden: true } },
      },
    },
  ]);
  expect(await stack.refresh()).toEqual([]);
});

test("data 96: a template without content is deleted", async () => {
  const { stack, emulator } = stackFixture(token);
  await stack.up({ ...replicas, lifecycle: { dataRetention: "7d" } });
  await stack.destroy();
  expect(emulator.componentTemplates.size).toBe(0);
});

test("data 96: a template that an index template needs stays without content", async () => {
  const { stack, emulator, logged } = stackFixture(token);
  await stack.up(replicas);
  const strict = { index_patterns: ["logs-*"], composed_of: [name] };
  emulator.indexTemplates.set("strict", strict as never);
  logged();
  await stack.destroy();
  expect(emulator.componentTemplates.get(name)!.template).toEqual({});
  expect(logged()).toEqual([{ severity: "info", message: expect.stringContaining("stays without content") }]);
});

test("data 97: two resources of one process that own two paths keep both, 20 times", async () => {
  for (let repetition = 0; repetition < 20; repetition++) {
    const { stack, emulator, another } = stackFixture(token);
    const other = another();
    await Promise.all([stack.up(replicas), other.up({ name, settings: '{"refresh_interval":"5s"}' })]);
    await Promise.all([
      stack.up({ ...replicas, settings: '{"number_of_replicas":1}' }),
      other.up({ name, settings: '{"refresh_interval":"9s"}' }),
    ]);
    expect(emulator.componentTemplates.get(name)!.template).toEqual({
      settings: { index: { number_of_replicas: "1", refresh_interval: "9s" } },
    });
    await Promise.all([stack.destroy(), other.destroy()]);
    expect(emulator.componentTemplates.size).toBe(0);
  }
});

/** A writer that has read the template before each write of the stack, and writes it afterwards with a path of its own. */
function withOtherWriter(times: number) {
  const fixture = stackFixture(token);
  const { emulator, override } = fixture;
  emulator.componentTemplates.set(name, shared());
  let count = 0;
  override.set(put, () => {
    if (++count > times) override.delete(put);
    emulator.componentTemplates.get(name)!.template.aliases = { [`of-others-${count}`]: {} };
    return {
      status: 200,
      headers: { "content-type": "application/json", "x-elastic-product": "Elasticsearch" },
      body: '{"acknowledged":true}',
    };
  });
  return fixture;
}

test("data 98: a write that another process has overwritten is merged and written again", async () => {
  const { stack, emulator } = withOtherWriter(1);
  await stack.up(replicas);
  expect(emulator.componentTemplates.get(name)!.template).toMatchObject({
    ...shared().template,
    aliases: { "of-others-1": {} },
    settings: { index: { number_of_replicas: "0" } },
  });
});

test("data 98: another process that overwrites every write is an error", async () => {
  const message = '"logs@custom" is being changed by another writer. Run `pulumi up` again.';
  await expect(withOtherWriter(9).stack.up(replicas)).rejects.toThrow(message);
});

test("data 99: a declared path that exists with another value is named, and nothing is written", async () => {
  const { stack, emulator, bodies } = stackFixture(token);
  emulator.componentTemplates.set(name, shared());
  const inputs = { ...replicas, settings: '{"number_of_replicas":0,"codec":"default"}', mappings: '{"properties":{"team":{"type":"ip"}}}' };
  await expect(stack.up(inputs)).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringContaining("already exists and differs in settings.index.codec, mappings.properties.team.type. "),
  });
  expect(bodies()).toEqual({});
});

test("data 100: a lifecycle policy is attached to the template of an integration, and detached", async () => {
  const { stack, emulator } = stackFixture(token);
  emulator.componentTemplates.set(name, shared());
  await stack.up({ name, settings: '{"index.lifecycle.name":"logs"}' });
  expect(emulator.componentTemplates.get(name)!.template.settings).toEqual({
    index: { codec: "best_compression", lifecycle: { name: "logs" } },
  });
  await stack.destroy();
  expect(emulator.componentTemplates.get(name)).toEqual(shared());
});

test.each([
  [{ name: "logs", settings: "{}" }, "must end in @custom"],
  [{ name }, "declares nothing"],
  [{ name, settings: "{}", aliases: [] }, "declares nothing"],
  [{ name, settings: "[]" }, "settings"],
  [{ name, aliases: [{ name: "a" }, { name: "a" }] }, 'two aliases have the name "a"'],
])("data 101: Check rejects %j", async (inputs, reason) => {
  await expect(stackFixture(token).stack.up(inputs)).rejects.toThrow(reason);
});

test("drift is what another writer has changed of the declared parts; without any of them the object is gone", async () => {
  const { stack, emulator } = stackFixture(token);
  emulator.componentTemplates.set(name, shared());
  await stack.up(replicas);
  const { settings } = emulator.componentTemplates.get(name)!.template as { settings: { index: JsonObject } };
  settings.index["number_of_replicas"] = "2";
  expect(await stack.refresh()).toEqual(["settings"]);
  delete settings.index["number_of_replicas"];
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("members that the server adds are not written back", async () => {
  const { stack, emulator, bodies } = stackFixture(token, { version: "9.2.0" });
  await stack.up(replicas);
  expect(emulator.componentTemplates.get(name)).toMatchObject({ template: written, created_date_millis: expect.any(Number) });
  await stack.up({ ...replicas, settings: '{"number_of_replicas":1}' });
  expect(Object.values(bodies())).toEqual([{ template: { settings: { "index.number_of_replicas": 1 } } }]);
});

test("options of data streams need 8.19", async () => {
  const { stack } = stackFixture(token, { version: "8.16.0" });
  const inputs = { name, dataStreamOptions: { failureStore: { enabled: true } } };
  await expect(stack.up(inputs)).rejects.toThrow("dataStreamOptions: the server has version 8.16.0. Use Elasticsearch 8.19.0 or later.");
});

test("a rejected definition leaves no object", async () => {
  const { stack, override } = stackFixture(token);
  override.set(put, rejection("invalid"));
  await expect(stack.up(replicas)).rejects.toThrow("invalid");
  expect(stack.stored).toBeUndefined();
});
