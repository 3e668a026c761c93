/** `/_index_template`: put, get, delete, with the checks of the real server. See docs/modules/search.md#getsearchindextemplate and docs/modules/search.md#index-templates. */
import type { EmulatorReply, JsonObject } from "../exchange";
import { checkAliases } from "./aliases";
import type { Api, Call, Endpoint, State } from "./api";
import { flag } from "./api";
import { bad, illegal, notFound, numbered, reply, SearchFailure } from "./errors";
import { parseJson } from "./json";
import { nameProblems, patternProblems } from "./names";
import { bool, freeObject, long, object, readObject, texts } from "./object-parser";
import { settingProblems } from "./settings";
import { stamps } from "./stamps";
import { checkDataStreams, checkOverlap, checkRemoval } from "./template-conflicts";
import { select, templateRoutes } from "./template-routes";
import { checkComposition, renderTemplate, template } from "./template";
import type { Template } from "./template";
import { action, templateRead, templateWrite } from "./privileges";

/** An index template as the server gives it back. Tests may put one here to change it behind a client's back. */
export interface StoredIndexTemplate extends JsonObject {
  index_patterns: string[];
  composed_of: string[];
}

/** A template as it was sent and read. */
interface Sent {
  index_patterns?: string[];
  template?: Template;
  composed_of?: string[];
  priority?: number;
  version?: number;
  _meta?: unknown;
  data_stream?: JsonObject;
  allow_auto_create?: boolean;
  ignore_missing_component_templates?: string[];
  deprecated?: boolean;
}

const dataStream = object((node) => {
  const fields = { hidden: bool, allow_custom_routing: bool, failure_store: bool };
  const { hidden = false, allow_custom_routing = false } = readObject("data_stream_template", fields, node);
  return { hidden, allow_custom_routing } as JsonObject;
});

const fields = {
  index_patterns: texts,
  template,
  composed_of: texts,
  priority: long,
  version: long,
  _meta: freeObject,
  data_stream: dataStream,
  allow_auto_create: bool,
  ignore_missing_component_templates: texts,
  deprecated: bool,
};

/** Reads the body of a template; fails as the server does. */
export const readTemplate = (body: string): ReadTemplate => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const sent: Sent = readObject("index_template", fields, parseJson(body));
  if (!sent.index_patterns) throw illegal("Required [index_patterns]");
  if (sent.index_patterns.length === 0) throw illegal("There must be at least one pattern, zero given");
  return { ...sent, index_patterns: sent.index_patterns };
};

const render = ({ template: inner, ...sent }: ReadTemplate): StoredIndexTemplate =>
  ({ composed_of: [], ...sent, ...(inner ? { template: renderTemplate(inner) } : {}) }) as unknown as StoredIndexTemplate;

/** Components must exist, but for those that the template allows to be missing. */
const checkComponents = (name: string, sent: Sent, { componentTemplates }: State): void => {
  const missing = (sent.composed_of ?? []).filter((component) => !componentTemplates.has(component));
  const rejected = missing.filter((component) => !sent.ignore_missing_component_templates?.includes(component));
  if (rejected.length === 0) return;
  const cause = sent.ignore_missing_component_templates?.length
    ? `index template [${name}] specifies a missing component templates [${rejected.join(", ")}] that does not exist and is not part of 'ignore_missing_component_templates'`
    : `index template [${name}] specifies component templates [${rejected.join(", ")}] that do not exist`;
  throw bad("invalid_index_template_exception", `index_template [${name}] invalid, cause [${cause}]`);
};

const dataStreamOnly = (part: "lifecycle" | "data_stream_options", sent: Sent, state: State): boolean => {
  const own = sent.template?.[part];
  // Null resets what the components have.
  if (own !== undefined) return own !== null;
  const components = (sent.composed_of ?? []).map(
    (component) => state.componentTemplates.get(component)?.template as JsonObject | undefined,
  );
  return components.some((component) => component?.[part] !== undefined);
};

const checkParts = (name: string, sent: ReadTemplate, state: State): void => {
  const { template: inner = {}, index_patterns: patterns } = sent;
  const problems = [...nameProblems(name), ...patterns.flatMap(patternProblems), ...settingProblems(inner.settings ?? new Map())];
  if (problems.length > 0) throw bad("invalid_index_template_exception", `index_template [${name}] invalid, cause [${numbered(problems)}]`);
  checkAliases(inner.aliases ?? {}, patterns);
  const only = "that can only be used in combination with a data stream";
  if (!sent.data_stream && dataStreamOnly("lifecycle", sent, state))
    throw illegal(`index template [${name}] specifies lifecycle configuration ${only}`);
  if (!sent.data_stream && dataStreamOnly("data_stream_options", sent, state))
    throw illegal(`index template [${name}] specifies data stream options ${only}`);
  checkComposition(name, inner, sent.data_stream !== undefined);
};

/** A template that the server would store, or has stored. */
export type ReadTemplate = Sent & { index_patterns: string[] };

const rejectWith = (problems: string[]): void => {
  if (problems.length > 0) throw bad("action_request_validation_exception", numbered(problems));
};

/** The problems that the server checks before anything else. */
const requestProblems = ({ priority = 0 }: Sent): string[] => (priority < 0 ? ["index template priority must be >= 0"] : []);

/** Checks a template as the server does before it stores it, and returns what it would store. */
export const checkTemplate = (name: string, sent: ReadTemplate, create: boolean, state: State): StoredIndexTemplate => {
  rejectWith(requestProblems(sent));
  checkComponents(name, sent, state);
  if (create && state.indexTemplates.has(name)) throw illegal(`index template [${name}] already exists`);
  const next = render(sent);
  checkOverlap(name, next, state);
  checkParts(name, sent, state);
  checkDataStreams(name, next, state);
  return next;
};

const put = (name: string, sent: ReadTemplate, create: boolean, state: State): EmulatorReply => {
  rejectWith([...(name.trim() === "" ? ["name is missing"] : []), ...requestProblems(sent)]);
  const next = checkTemplate(name, sent, create, state);
  state.indexTemplates.set(name, { ...next, ...stamps(state.indexTemplates.get(name), state) });
  return reply(200, { acknowledged: true });
};

const get = (name: string | undefined, { indexTemplates }: State): EmulatorReply => {
  if (name?.includes(",")) throw illegal("template name may not contain ','");
  const names = indexTemplates.matching(name ?? "*").sort();
  if (names.length === 0 && name?.includes("*") === false) throw notFound(`index template matching [${name}] not found`);
  const found = names.map((each) => ({ name: each, index_template: indexTemplates.get(each) }));
  return reply(found.length > 0 || name === undefined ? 200 : 404, { index_templates: found });
};

const remove = (expression: string, state: State): EmulatorReply => {
  const { names, missing } = select(expression, state.indexTemplates);
  if (missing.length > 0) {
    throw new SearchFailure(404, { type: "index_template_missing_exception", reason: `index_template [${missing.join(",")}] missing` });
  }
  checkRemoval(names, state);
  for (const name of names) state.indexTemplates.delete(name);
  return reply(200, { acknowledged: true });
};

/** The routes of index templates. */
export const indexTemplateApi: Api = (state) => {
  const name = ({ parts }: Call): string => parts.name ?? "*";
  const write: Endpoint = {
    query: { create: "bool", cause: "text", master_timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      const sent = readTemplate(call.body);
      const create = flag(call, "create");
      return { action: action("indices:admin/index_template/put", templateWrite), run: () => put(name(call), sent, create, state) };
    },
  };
  const show: Endpoint = {
    query: { local: "bool", master_timeout: "time", flat_settings: "text", include_defaults: "bool" },
    prepare: (call) => ({ action: action("indices:admin/index_template/get", templateRead), run: () => get(call.parts.name, state) }),
  };
  const erase: Endpoint = {
    query: { master_timeout: "time" },
    prepare: (call) => ({ action: action("indices:admin/index_template/delete", templateWrite), run: () => remove(name(call), state) }),
  };
  return templateRoutes("/_index_template", { write, show, erase });
};
