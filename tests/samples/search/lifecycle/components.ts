/** Component templates: every input, every change. What a template part means is that of index templates. See docs/modules/search.md#component-templates. */
import type { Properties } from "../../../support/structs";
import type { Kind } from "./kind";
import { spellings } from "./template-spellings";
import { templates } from "./templates";

const name = "logs-part";
const inner = templates.full["template"] as Properties;
const stored = (templates.stored as Properties)["template"]!;
const minimal: Properties = { name, template: {} };
const full: Properties = { name, template: inner, version: 3, metadata: '{ "owner": "team-a" }', deprecated: true };
const given = (template: Properties) => ({ name, template });

/** The changes and forms of index templates that concern the part `template` only. */
const within = Object.entries(templates.changes).filter(([, { to, paths }]) => {
  const names = [...Object.keys(to), ...paths.map((path) => path.split(".")[0])];
  return names.every((key) => key === "template") && to["template"] !== null && !paths.includes("template");
});
const forms = Object.entries(spellings).flatMap(([title, { template }]) =>
  template === undefined ? [] : [[title, given(template as Properties)]],
);

/** The data of component templates. */
export const components: Kind = {
  type: "quartet:search:SearchComponentTemplate",
  api: "/_component_template",
  inResponse: (response) => ((response as Properties)["component_templates"] as Properties[] | undefined)?.[0]?.["component_template"],
  minimal,
  required: {},
  full,
  stored: { template: stored, version: 3, _meta: { owner: "team-a" }, deprecated: true },
  changes: Object.fromEntries(within),
  spellings: {
    ...(Object.fromEntries(forms) as Kind["spellings"]),
    "the least": minimal,
    "defaults in words": { ...minimal, metadata: "", deprecated: false },
  },
  drifts: {
    "settings and mappings": {
      given: given({ settings: '{"number_of_shards":1}', mappings: '{"properties":{"a":{"type":"keyword"}}}' }),
      put: { template: { settings: { number_of_shards: 2 }, mappings: { properties: { a: { type: "text" } } } } },
      read: { template: { settings: '{"index":{"number_of_shards":"2"}}', mappings: '{"properties":{"a":{"type":"text"}}}' } },
      paths: ["template.settings", "template.mappings"],
    },
  },
  rejections: {
    "an unknown setting": {
      given: given({ settings: '{"numbr_of_shards":1}' }),
      reason: "illegal_argument_exception: unknown setting [index.numbr_of_shards] did you mean [index.number_of_shards]?",
    },
  },
};
