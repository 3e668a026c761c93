/** `/_component_template`: the building blocks that index templates name in `composed_of`. */
import type { EmulatorReply, JsonObject } from "../exchange";
import { checkAliases } from "./aliases";
import type { Api, Call, Endpoint, State } from "./api";
import { flag } from "./api";
import { bad, illegal, notFound, numbered, reply, SearchFailure } from "./errors";
import { parseJson } from "./json";
import type { StoredIndexTemplate } from "./index-templates";
import { mappingProblem } from "./mappings";
import { nameProblems } from "./names";
import { bool, freeObject, long, readObject } from "./object-parser";
import { settingProblems } from "./settings";
import { stamps } from "./stamps";
import { renderTemplate, template } from "./template";
import type { Template } from "./template";
import { select, templateRoutes } from "./template-routes";
import { action, templateRead, templateWrite } from "./privileges";

/** A component template as the server gives it back. */
export interface StoredComponentTemplate extends JsonObject {
  template: JsonObject;
}

const fields = { template, version: long, _meta: freeObject, deprecated: bool };

const read = (body: string): { template: Template } & Record<string, unknown> => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const sent = readObject("component_template", fields, parseJson(body));
  if (!sent.template) throw illegal("Required [template]");
  return { ...sent, template: sent.template };
};

const put = (name: string, sent: { template: Template } & Record<string, unknown>, create: boolean, state: State): EmulatorReply => {
  if (create && state.componentTemplates.has(name)) throw illegal(`component template [${name}] already exists`);
  const { settings = new Map(), aliases = {}, mappings } = sent.template;
  const [unknownSetting] = settingProblems(settings);
  if (unknownSetting) throw illegal(unknownSetting);
  const problems = nameProblems(name);
  if (problems.length > 0) throw bad("invalid_index_template_exception", `index_template [${name}] invalid, cause [${numbered(problems)}]`);
  checkAliases(aliases, []);
  const cause = mappingProblem(mappings);
  if (cause) throw new SearchFailure(400, cause);
  const next = { ...sent, template: renderTemplate(sent.template), ...stamps(state.componentTemplates.get(name), state) };
  state.componentTemplates.set(name, next as unknown as StoredComponentTemplate);
  return reply(200, { acknowledged: true });
};

const get = (name: string | undefined, { componentTemplates }: State): EmulatorReply => {
  const names = componentTemplates.matching(name ?? "*").sort();
  if (names.length === 0 && name?.includes("*") === false) throw notFound(`component template matching [${name}] not found`);
  const found = names.map((each) => ({ name: each, component_template: componentTemplates.get(each) }));
  return reply(found.length > 0 || name === undefined ? 200 : 404, { component_templates: found });
};

/** The components that a template needs: without those that it allows to be missing. */
const required = ({ composed_of: parts, ignore_missing_component_templates: optional }: StoredIndexTemplate): string[] =>
  parts.filter((part) => !(Array.isArray(optional) && optional.includes(part)));

const remove = (expression: string, { componentTemplates, indexTemplates }: State): EmulatorReply => {
  const { names, missing } = select(expression, componentTemplates);
  const users = indexTemplates.entries().map(([user, stored]) => ({ user, parts: required(stored) }));
  const using = users.filter(({ parts }) => parts.some((part) => names.includes(part)));
  if (using.length > 0) {
    const used = names.filter((name) => using.some(({ parts }) => parts.includes(name)));
    const by = using.map(({ user }) => user).join(", ");
    throw illegal(`component templates [${used.join(", ")}] cannot be removed as they are still in use by index templates [${by}]`);
  }
  if (missing.length > 0) throw notFound(missing.join(","));
  for (const name of names) componentTemplates.delete(name);
  return reply(200, { acknowledged: true });
};

/** The routes of component templates. */
export const componentTemplateApi: Api = (state) => {
  const name = ({ parts }: Call): string => parts.name ?? "*";
  const write: Endpoint = {
    query: { create: "bool", cause: "text", master_timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      const sent = read(call.body);
      const create = flag(call, "create");
      return { action: action("cluster:admin/component_template/put", templateWrite), run: () => put(name(call), sent, create, state) };
    },
  };
  const show: Endpoint = {
    query: { local: "bool", master_timeout: "time", flat_settings: "text", include_defaults: "bool" },
    prepare: (call) => ({ action: action("cluster:admin/component_template/get", templateRead), run: () => get(call.parts.name, state) }),
  };
  const erase: Endpoint = {
    query: { master_timeout: "time", timeout: "time" },
    prepare: (call) => ({ action: action("cluster:admin/component_template/delete", templateWrite), run: () => remove(name(call), state) }),
  };
  return templateRoutes("/_component_template", { write, show, erase });
};
