/** Parts of component templates that several resources own. See docs/modules/search.md#template-customizations. */
import { changeLeaves, isLost, leavesAt, leavesOf } from "../../../../../provider/modules/search/resources/template-customization/paths";
import type { JsonObject } from "../../../../emulators/exchange";
import { json, rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture } from "./server";

const kind = "SearchTemplateCustomization";
const name = "logs@custom";
const path = "/_component_template/logs@custom";
const replicas = { name, settings: '{"number_of_replicas":0}' };
const team = { properties: { team: { type: "keyword" } } };
const codec = { index: { codec: "best_compression" } };
/** A template with parts of another owner. */
const shared = { template: { settings: codec, mappings: team }, _meta: { owner: "ops" }, version: 3 };
const put = (body: object) => ({ [`PUT ${path}`]: body });
const kept = (component_template: object) => ({ [path]: { component_templates: [{ component_template }] } });
const rule = (entry: string) => ({ [entry]: { match: entry, mapping: { type: "long" } } });
const ip = { type: "ip" };
const rules = (...names: string[]) => ({ mappings: { dynamic_templates: names.map(rule) } });
const withRules = (...names: string[]) => ({ name, mappings: JSON.stringify(rules(...names).mappings) });
const field = (a: object) => ({ mappings: { properties: { a, b: ip } } });
const withHost = (properties: object, ...dynamic_templates: object[]) => ({
  dynamic_templates,
  properties: { ...team.properties, host: { properties } },
});

scenarios(
  kind,
  {
    "data 95: create keeps the parts of other owners, metadata and version": {
      before: put(shared),
      kept: kept({ ...shared, template: { ...shared.template, settings: { index: { ...codec.index, number_of_replicas: "0" } } } }),
    },
    "options of data streams need 8.19, also in an update": {
      emulator: { version: "8.18.0" },
      program: replicas,
      change: { dataStreamOptions: { failureStore: { enabled: true } } },
      refusal: /^failed_precondition: dataStreamOptions: .*8\.19\.0/,
    },
    "data 95: and so does destroy": {
      before: put(shared),
      next: "destroy",
      kept: kept(shared),
    },
    "what the server adds in the place of a removed value is not of another writer": {
      program: { name, lifecycle: { dataRetention: "7d", enabled: true } },
      next: { name, lifecycle: { dataRetention: "8d" } },
      kept: kept({ template: { lifecycle: { enabled: true, data_retention: "8d" } } }),
    },
    "an update sets and removes only its own paths, at every depth": {
      before: put(shared),
      program: {
        name,
        mappings: '{"properties":{"host":{"properties":{"a":{"type":"ip"},"b":{"type":"ip"}}}}}',
        aliases: [{ name: "recent" }, { name: "all" }],
        lifecycle: { dataRetention: "7d" },
      },
      other: put({
        ...shared,
        template: {
          settings: codec,
          mappings: withHost({ a: ip, b: ip, c: ip }, rule("other")),
          aliases: { recent: {}, all: {} },
          lifecycle: { data_retention: "7d" },
        },
      }),
      next: {
        name,
        mappings:
          '{"properties":{"host":{"properties":{"b":{"type":"ip"}}}},"dynamic_templates":[{"own":{"match":"own","mapping":{"type":"long"}}}]}',
        aliases: [{ name: "all", isHidden: true }],
      },
      bodies: [
        {
          ...shared,
          template: {
            settings: { "index.codec": "best_compression" },
            mappings: withHost({ b: ip, c: ip }, rule("other"), rule("own")),
            aliases: { all: { is_hidden: true } },
          },
        },
      ],
    },
    "dynamic templates are in the declared order, a new one before the next one": {
      before: put({ template: rules("other") }),
      program: withRules("2", "1"),
      next: withRules("1", "0", "2"),
      bodies: [{ template: rules("other", "1", "0", "2") }],
    },
    "their order can drift": {
      program: withRules("2", "1"),
      other: put({ template: rules("1", "2") }),
      refresh: ["mappings"],
    },
    "one of another owner is not altered": {
      before: put({ template: { mappings: { dynamic_templates: [{ own: { match: "x", mapping: { type: "keyword" } } }] } } }),
      program: withRules("own"),
      refusal: /^already_exists: .* differs in mappings\.dynamic_templates\.own\. /s,
    },
    "an empty filter of an alias is no filter": {
      program: { name, aliases: [{ name: "a" }] },
      change: { aliases: [{ name: "a", filter: "{}" }, { name: "b" }] },
    },
    "null is a value": {
      members: { settings: '{"index.refresh_interval":null}', mappings: '{"properties":{"a":{"type":"keyword","null_value":null}}}' },
    },
    "what others have added to a field is removed with its type, except fields below": {
      program: { name, mappings: JSON.stringify(field({ type: "nested" }).mappings) },
      other: put({ template: field({ type: "nested", include_in_root: true, properties: { c: ip } }) }),
      change: { mappings: '{"properties":{"b":{"type":"ip"}}}' },
      bodies: [{ template: field({ properties: { c: ip } }) }],
    },
    "what others have added to an object with inner fields stays without its type": {
      program: { name, mappings: JSON.stringify(field({ type: "object" }).mappings) },
      other: put({ template: field({ type: "object", dynamic: "strict", properties: { c: ip } }) }),
      change: { mappings: '{"properties":{"b":{"type":"ip"}}}' },
      bodies: [{ template: field({ dynamic: "strict", properties: { c: ip } }) }],
    },
    "what others have added to a field is removed with a change of its type, except multi-fields": {
      program: { name, mappings: JSON.stringify(field({ type: "keyword" }).mappings) },
      other: put({ template: field({ type: "keyword", ignore_above: 10, fields: { c: ip } }) }),
      change: { mappings: JSON.stringify(field({ type: "text" }).mappings) },
      bodies: [{ template: field({ type: "text", fields: { c: ip } }) }],
    },
    "data 96: a template without content is deleted": {
      members: { lifecycle: { dataRetention: "7d" } },
      next: "destroy",
      kept: { [path]: undefined },
    },
    "data 96: a template that an index template needs stays without content": {
      other: { "PUT /_index_template/strict": { index_patterns: ["logs-*"], composed_of: [name] } },
      next: "destroy",
      bodies: [{ template: {} }],
      logged: /^info: .*stays without content/,
    },
    "data 99: a declared path that exists with another value is named, and nothing is written": {
      before: put(shared),
      members: { settings: '{"number_of_replicas":0,"codec":"default"}', mappings: '{"properties":{"team":{"type":"ip"}}}' },
      refusal: /^already_exists: .*already exists and differs in settings\.index\.codec, mappings\.properties\.team\.type\. /s,
    },
    "without any of them the object is gone": {
      other: put(shared),
      refresh: ["gone"],
    },
    "data 100: a lifecycle policy is attached to the template of an integration": {
      emulator: {},
      before: put({ template: { settings: codec }, _meta: { managed_by: "fleet" } }),
      members: { settings: '{"index.lifecycle.name":"logs"}' },
      kept: kept({ template: { settings: { index: { ...codec.index, lifecycle: { name: "logs" } } } }, _meta: { managed_by: "fleet" } }),
    },
    "members that the server adds are not written back": {
      emulator: { version: "9.2.0" },
      change: { settings: '{"number_of_replicas":1}' },
      bodies: [{ template: { settings: { "index.number_of_replicas": 1 } } }],
    },
    "options of data streams need 8.19": {
      emulator: { version: "8.16.0" },
      program: { name, dataStreamOptions: { failureStore: { enabled: true } } },
      error: /dataStreamOptions: the server has version 8\.16\.0\. Use Elasticsearch 8\.19\.0 or later\./,
    },
  },
  { program: replicas },
);

rejections(kind, { name, settings: "{}" }, [
  ["data 101", { name: "logs" }, /must end in @custom/],
  ["data 101", { aliases: [] }, /declares nothing/],
  ["data 101", { settings: "[]" }, /settings/],
  ["data 101", { aliases: [{ name: "a" }, { name: "a" }] }, /two aliases have the name "a"/],
]);
rejections(kind, { name }, [["data 101", {}, /declares nothing/]]);

test("all parts are searched a few times, however many fields are changed beside those of another owner", () => {
  const fieldsOf = (owner: string) =>
    leavesOf({
      mappings: { properties: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${owner}${i}`, { ...ip, meta: {} }])) },
    });
  const declared = fieldsOf("own");
  const others = fieldsOf("other");
  const searches = jest.spyOn(Map.prototype, "keys");
  const all = changeLeaves(others, { declared });
  expect(changeLeaves(all, { declared: new Map(), before: declared })).toEqual(others);
  expect([leavesAt(all, declared.keys()), isLost(all, others, others)]).toEqual([declared, true]);
  expect(searches.mock.calls.length).toBeLessThan(50);
  searches.mockRestore();
});

test("data 97: two resources of one process that own two paths keep both, 20 times", async () => {
  for (let repetition = 0; repetition < 20; repetition++) {
    const { stack, find, another } = caseFixture(kind);
    const other = another();
    const set = async (count: number) =>
      Promise.all([
        stack.up({ name, settings: `{"number_of_replicas":${count}}` }),
        other.up({ name, settings: `{"refresh_interval":"${count}s"}` }),
      ]);
    await set(0);
    await set(1);
    expect(await find(path)).toMatchObject(
      kept({ template: { settings: { index: { number_of_replicas: "1", refresh_interval: "1s" } } } })[path]!,
    );
    await Promise.all([stack.destroy(), other.destroy()]);
    expect(await find(path)).toBeUndefined();
  }
});

test.each([1, 9])(
  "data 98: a write that another process has overwritten is merged and written again; an error if all are: %d",
  async (times) => {
    const { stack, find, call, override } = caseFixture(kind);
    await call(`PUT ${path}`, shared);
    const write = "PUT /_component_template/logs%40custom";
    let count = 0;
    override.set(write, async () => {
      if (++count === times) override.delete(write);
      await call(`PUT ${path}`, { ...shared, template: { ...shared.template, aliases: { [`of-others-${count}`]: {} } } });
      return json({ acknowledged: true });
    });
    if (times > 1)
      return rejects(stack.up(replicas), /"logs@custom" is being changed by another writer\. Run `pulumi up` again, or `pulumi destroy`/);
    await stack.up(replicas);
    const found = (await find(path))!["component_templates"] as JsonObject[];
    expect(found[0]).toMatchObject({
      component_template: {
        template: { ...shared.template, aliases: { "of-others-1": {} }, settings: { index: { number_of_replicas: "0" } } },
      },
    });
  },
);
