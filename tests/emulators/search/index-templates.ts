/** `/_index_template`: put, get, delete, with the checks of the real server. See docs/modules/search.md#getsearchindextemplate and docs/modules/search.md#index-templates. */
import type { JsonObject } from "../exchange";
import { checkAliases } from "./aliases";
import { type Api, bodyOf, type Call, endpoint, flag, nameOf, type Run, stamps, type State } from "./api";
import { checkDataStreams, checkOverlap, checkRemoval, select, shownTemplates } from "./composition";
import { acknowledged, bad, failure, illegal, numbered, problemsOf, rejectProblems } from "./errors";
import { nameProblems, patternProblems } from "./names";
import { bool, freeObject, long, object, readObject, readShape, texts, type Values } from "./object-parser";
import { type Action, templateRead, templateWrite } from "./privileges";
import { settingProblems } from "./settings";
import { checkComposition, renderTemplate, template } from "./template";

/** An index template as the server gives it back. Tests may put one here to change it behind a client's back. */
export interface StoredIndexTemplate extends JsonObject {
  index_patterns: string[];
  composed_of: string[];
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

/** A template as it was sent and read. */
export type ReadTemplate = Values<typeof fields> & { index_patterns: string[] };

/** Reads the body of a template; fails as the server does. */
export const readTemplate = (call: Call): ReadTemplate => {
  const sent = readShape({ name: "index_template", fields, required: ["index_patterns"] }, bodyOf(call)) as ReadTemplate;
  if (sent.index_patterns.length === 0) throw illegal("There must be at least one pattern, zero given");
  return sent;
};

const invalid = (name: string, cause: string) =>
  bad("invalid_index_template_exception", `index_template [${name}] invalid, cause [${cause}]`);

/** Components must exist, but for those that the template allows to be missing. */
const checkComponents = (name: string, sent: ReadTemplate, { componentTemplates }: State) => {
  const { composed_of: components = [], ignore_missing_component_templates: optional = [] } = sent;
  const missing = components.filter((component) => !componentTemplates.has(component) && !optional.includes(component));
  if (missing.length === 0) return;
  const rejected = missing.join(", ");
  throw invalid(
    name,
    optional.length > 0
      ? `index template [${name}] specifies a missing component templates [${rejected}] that does not exist and is not part of 'ignore_missing_component_templates'`
      : `index template [${name}] specifies component templates [${rejected}] that do not exist`,
  );
};

/** What only templates of data streams may have; null resets what the components have. */
const DATA_STREAM_PARTS = { lifecycle: "lifecycle configuration", data_stream_options: "data stream options" } as const;

const checkParts = (name: string, sent: ReadTemplate, { componentTemplates }: State) => {
  const { template: inner = {}, index_patterns: patterns, composed_of: components = [] } = sent;
  const problems = [...nameProblems(name), ...patterns.flatMap(patternProblems), ...settingProblems(inner.settings ?? new Map())];
  if (problems.length > 0) throw invalid(name, numbered(problems));
  checkAliases(inner.aliases ?? {}, patterns);
  for (const [part, what] of Object.entries(DATA_STREAM_PARTS)) {
    const own = inner[part as keyof typeof DATA_STREAM_PARTS];
    const inComponents = components.some((component) => componentTemplates.get(component)?.template[part] !== undefined);
    if (!sent.data_stream && (own === undefined ? inComponents : own !== null))
      throw illegal(`index template [${name}] specifies ${what} that can only be used in combination with a data stream`);
  }
  checkComposition(name, inner, sent.data_stream !== undefined);
};

/** The problems that the server checks before anything else. */
const requestProblems = ({ priority = 0 }: ReadTemplate) => problemsOf([priority < 0, "index template priority must be >= 0"]);

/** Checks a template as the server does before it stores it, and returns what it would store. */
export const checkTemplate = (name: string, sent: ReadTemplate, create: boolean, state: State): StoredIndexTemplate => {
  rejectProblems(requestProblems(sent));
  checkComponents(name, sent, state);
  if (create && state.indexTemplates.has(name)) throw illegal(`index template [${name}] already exists`);
  const { template: inner, ...rest } = sent;
  const next = { composed_of: [], ...rest, ...(inner && { template: renderTemplate(inner) }) } as unknown as StoredIndexTemplate;
  checkOverlap(name, next, state);
  checkParts(name, sent, state);
  checkDataStreams(name, next, state);
  return next;
};

const put: Run<ReadTemplate> = (call, state, sent) => {
  const name = nameOf(call);
  rejectProblems([...problemsOf([name.trim() === "", "name is missing"]), ...requestProblems(sent)]);
  const next = checkTemplate(name, sent, flag(call, "create"), state);
  state.indexTemplates.set(name, { ...next, ...stamps(state.indexTemplates.get(name), state) });
  return acknowledged();
};

const get: Run = ({ parts: { name } }, { indexTemplates }) => {
  if (name?.includes(",")) throw illegal("template name may not contain ','");
  return shownTemplates(name, "index", indexTemplates);
};

const remove: Run = (call, state) => {
  const { names, missing } = select(nameOf(call), state.indexTemplates);
  if (missing.length > 0) throw failure(404, "index_template_missing_exception", `index_template [${missing.join(",")}] missing`);
  checkRemoval(names, state);
  for (const name of names) state.indexTemplates.delete(name);
  return acknowledged();
};

const show: Action = ["indices:admin/index_template/get", templateRead];

/** The routes of index templates. */
export const indexTemplateApi: Api = [
  endpoint(
    "PUT|POST /_index_template/{name}?create&cause&master_timeout",
    ["indices:admin/index_template/put", templateWrite],
    put,
    readTemplate,
  ),
  endpoint("GET|HEAD /_index_template/{name}?local&master_timeout&flat_settings:text&include_defaults", show, get),
  endpoint("GET /_index_template?local&master_timeout&flat_settings:text&include_defaults", show, get),
  endpoint("DELETE /_index_template/{name}?master_timeout", ["indices:admin/index_template/delete", templateWrite], remove),
];
