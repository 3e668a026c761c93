/** `/_component_template`: the building blocks that index templates name in `composed_of`. */
import type { JsonObject } from "../exchange";
import { checkAliases } from "./aliases";
import { type Api, bodyOf, type Call, endpoint, flag, nameOf, type Run, stamps } from "./api";
import { select, shownTemplates } from "./composition";
import { acknowledged, bad, illegal, notFound, numbered, SearchFailure } from "./errors";
import type { StoredIndexTemplate } from "./index-templates";
import { mappingProblem } from "./mappings";
import { nameProblems } from "./names";
import { bool, freeObject, long, readShape, type Values } from "./object-parser";
import { type Action, templateRead, templateWrite } from "./privileges";
import { settingProblems } from "./settings";
import { renderTemplate, template } from "./template";

/** A component template as the server gives it back. */
export interface StoredComponentTemplate extends JsonObject {
  template: JsonObject;
}

const fields = { template, version: long, _meta: freeObject, deprecated: bool };

const put: Run<Values<typeof fields>> = (call, state, sent) => {
  const name = nameOf(call);
  if (flag(call, "create") && state.componentTemplates.has(name)) throw illegal(`component template [${name}] already exists`);
  const { settings = new Map(), aliases = {}, mappings } = sent.template!;
  const [unknownSetting] = settingProblems(settings);
  if (unknownSetting) throw illegal(unknownSetting);
  const problems = nameProblems(name);
  if (problems.length > 0) throw bad("invalid_index_template_exception", `index_template [${name}] invalid, cause [${numbered(problems)}]`);
  checkAliases(aliases, []);
  const cause = mappingProblem(mappings);
  if (cause) throw new SearchFailure(400, cause);
  const next = { ...sent, template: renderTemplate(sent.template!), ...stamps(state.componentTemplates.get(name), state) };
  state.componentTemplates.set(name, next as unknown as StoredComponentTemplate);
  return acknowledged();
};

const get: Run = ({ parts }, { componentTemplates }) => shownTemplates(parts.name, "component", componentTemplates);

/** The components that a template needs: without those that it allows to be missing. */
const required = ({ composed_of: parts, ignore_missing_component_templates: optional }: StoredIndexTemplate) =>
  parts.filter((part) => !(Array.isArray(optional) && optional.includes(part)));

const remove: Run = (call, { componentTemplates, indexTemplates }) => {
  const { names, missing } = select(nameOf(call), componentTemplates);
  const users = indexTemplates.entries().map(([user, stored]) => ({ user, parts: required(stored) }));
  const using = users.filter(({ parts }) => parts.some((part) => names.includes(part)));
  if (using.length > 0) {
    const used = names.filter((name) => using.some(({ parts }) => parts.includes(name)));
    const by = using.map(({ user }) => user).join(", ");
    throw illegal(`component templates [${used.join(", ")}] cannot be removed as they are still in use by index templates [${by}]`);
  }
  if (missing.length > 0) throw notFound(missing.join(","));
  for (const name of names) componentTemplates.delete(name);
  return acknowledged();
};

const read = (call: Call) => readShape({ name: "component_template", fields, required: ["template"] }, bodyOf(call));
const show: Action = ["cluster:admin/component_template/get", templateRead];

/** The routes of component templates. */
export const componentTemplateApi: Api = [
  endpoint(
    "PUT|POST /_component_template/{name}?create&cause&master_timeout",
    ["cluster:admin/component_template/put", templateWrite],
    put,
    read,
  ),
  endpoint("GET|HEAD /_component_template/{name}?local&master_timeout&flat_settings:text&include_defaults", show, get),
  endpoint("GET /_component_template?local&master_timeout&flat_settings:text&include_defaults", show, get),
  endpoint("DELETE /_component_template/{name}?master_timeout&timeout", ["cluster:admin/component_template/delete", templateWrite], remove),
];
