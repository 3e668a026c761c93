/** Parts of component templates that several resources own. See docs/modules/search.md#template-customizations. */
import type { JsonObject } from "../../../../emulators/exchange";
import { json } from "../support";
import { rejection } from "../resources/stack-fixture";
import { caseFixture } from "./server";

const token = "quartet:search:SearchTemplateCustomization";
const name = "logs@custom";
const write = "PUT /_component_template/logs%40custom";
const replicas = { name, settings: '{"number_of_replicas":0}' };

/** A template with parts of another owner. */
const shared = (): JsonObject & { template: JsonObject } => ({
  template: { settings: { index: { codec: "best_compression" } }, mappings: { properties: { team: { type: "keyword" } } } },
  _meta: { owner: "ops" },
  version: 3,
});

/** A stack of one customization, and what the server has of its template; `put` is another owner. */
function fixture() {
  const stack = caseFixture(token);
  const path = "/_component_template/logs@custom";
  const stored = async (): Promise<ReturnType<typeof shared> | undefined> => {
    const found = (await stack.find(path))?.["component_templates"] as { component_template: ReturnType<typeof shared> }[] | undefined;
    return found?.[0]?.component_template;
  };
  return { ...stack, stored, put: async (body: object = shared()) => stack.call(`PUT ${path}`, body) };
}

test("data 95: create and destroy keep the parts of other owners, metadata and version", async () => {
  const { stack, stored, put } = fixture();
  await put();
  await stack.up(replicas);
  expect(await stored()).toEqual({
    ...shared(),
    template: { ...shared().template, settings: { index: { codec: "best_compression", number_of_replicas: "0" } } },
  });
  expect(await stack.refresh()).toEqual([]);
  await stack.destroy();
  expect(await stored()).toEqual(shared());
});

test("an update sets and removes only its own paths, at every depth", async () => {
  const { stack, stored, put, bodies } = fixture();
  await put();
  const mappings = (...fields: string[]) =>
    JSON.stringify({ properties: { host: { properties: Object.fromEntries(fields.map((field) => [field, { type: "ip" }])) } } });
  const rule = (entry: string) => ({ [entry]: { match: entry, mapping: { type: "long" } } });
  await stack.up({
    name,
    mappings: mappings("a", "b"),
    aliases: [{ name: "recent" }, { name: "all" }],
    lifecycle: { dataRetention: "7d" },
  });
  const changed = (await stored())!;
  changed.template.mappings = {
    dynamic_templates: [rule("other")],
    properties: { team: { type: "keyword" }, host: { properties: { a: { type: "ip" }, b: { type: "ip" }, c: { type: "ip" } } } },
  };
  await put(changed);
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
  const { stack, stored } = fixture();
  await stack.up({ ...replicas, lifecycle: { dataRetention: "7d" } });
  await stack.destroy();
  expect(await stored()).toBeUndefined();
});

test("data 96: a template that an index template needs stays without content", async () => {
  const { stack, stored, call, logged } = fixture();
  await stack.up(replicas);
  await call("PUT /_index_template/strict", { index_patterns: ["logs-*"], composed_of: [name] });
  logged();
  await stack.destroy();
  expect((await stored())!.template).toEqual({});
  expect(logged()).toEqual([{ severity: "info", message: expect.stringContaining("stays without content") }]);
});

test("data 97: two resources of one process that own two paths keep both, 20 times", async () => {
  for (let repetition = 0; repetition < 20; repetition++) {
    const { stack, stored, another } = fixture();
    const other = another();
    await Promise.all([stack.up(replicas), other.up({ name, settings: '{"refresh_interval":"5s"}' })]);
    await Promise.all([
      stack.up({ ...replicas, settings: '{"number_of_replicas":1}' }),
      other.up({ name, settings: '{"refresh_interval":"9s"}' }),
    ]);
    expect((await stored())!.template).toEqual({
      settings: { index: { number_of_replicas: "1", refresh_interval: "9s" } },
    });
    await Promise.all([stack.destroy(), other.destroy()]);
    expect(await stored()).toBeUndefined();
  }
});

/** A writer that has read the template before each write of the stack, and writes it afterwards with a path of its own. */
async function withOtherWriter(times: number) {
  const all = fixture();
  const { override, stored, put } = all;
  await put();
  let count = 0;
  override.set(write, async () => {
    if (++count > times) override.delete(write);
    const overwritten = (await stored())!;
    await put({ ...overwritten, template: { ...overwritten.template, aliases: { [`of-others-${count}`]: {} } } });
    return json({ acknowledged: true });
  });
  return all;
}

test("data 98: a write that another process has overwritten is merged and written again", async () => {
  const { stack, stored } = await withOtherWriter(1);
  await stack.up(replicas);
  expect((await stored())!.template).toMatchObject({
    ...shared().template,
    aliases: { "of-others-1": {} },
    settings: { index: { number_of_replicas: "0" } },
  });
});

test("data 98: another process that overwrites every write is an error", async () => {
  const message = '"logs@custom" is being changed by another writer. Run `pulumi up` again.';
  const { stack } = await withOtherWriter(9);
  await expect(stack.up(replicas)).rejects.toThrow(message);
});

test("data 99: a declared path that exists with another value is named, and nothing is written", async () => {
  const { stack, put, bodies } = fixture();
  await put();
  const inputs = { ...replicas, settings: '{"number_of_replicas":0,"codec":"default"}', mappings: '{"properties":{"team":{"type":"ip"}}}' };
  await expect(stack.up(inputs)).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringContaining("already exists and differs in settings.index.codec, mappings.properties.team.type. "),
  });
  expect(bodies()).toEqual({});
});

test.each([
  [{ name: "logs", settings: "{}" }, "must end in @custom"],
  [{ name }, "declares nothing"],
  [{ name, settings: "{}", aliases: [] }, "declares nothing"],
  [{ name, settings: "[]" }, "settings"],
  [{ name, aliases: [{ name: "a" }, { name: "a" }] }, 'two aliases have the name "a"'],
])("data 101: Check rejects %j", async (inputs, reason) => {
  await expect(fixture().stack.up(inputs)).rejects.toThrow(reason);
});

test("drift is what another writer has changed of the declared parts; without any of them the object is gone", async () => {
  const { stack, put } = fixture();
  await put();
  await stack.up(replicas);
  await put({ ...shared(), template: { ...shared().template, settings: { number_of_replicas: 2 } } });
  expect(await stack.refresh()).toEqual(["settings"]);
  await put();
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("a rejected definition leaves no object", async () => {
  const { stack, override } = fixture();
  override.set(write, rejection("invalid"));
  await expect(stack.up(replicas)).rejects.toThrow("invalid");
  expect(stack.stored).toBeUndefined();
});
