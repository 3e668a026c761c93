/**
 * `/_index_template` and `/_component_template`: put, get, delete, with the checks of the real server, and the inner `template` that both have: settings, mappings,
 * aliases, lifecycle, options. See docs/modules/search.md#getsearchindextemplate and docs/modules/search.md#index-templates.
 */
import type { Json, JsonObject } from "../exchange";
import { type Alias, checkAliases, checkFilters, readAliases } from "./aliases";
import { type Api, bodyOf, type Call, endpoint, flag, nameOf, type Run, stamps, type State } from "./api";
import { checkDataStreams, checkOverlap, checkRemoval, select, shownTemplates } from "./composition";
import {
  acknowledged,
  bad,
  type Cause,
  failure,
  illegal,
  illegalCause,
  notFound,
  numbered,
  problemsOf,
  rejectProblems,
  SearchFailure,
  wrapping,
} from "./errors";
import { plain } from "./json";
import { mappingProblem, readMappings, timestampProblem } from "./mappings";
import { nameProblems, patternProblems } from "./names";
import { anything, bool, type Field, freeObject, long, nullable, object, readObject, readShape, texts, type Values } from "./object-parser";
import { type Action, templateRead, templateWrite } from "./privileges";
import { nestSettings, readSettings, settingProblems, type Settings } from "./settings";
import { timeValue } from "./units";

/** A template as read: parts that were not given are absent. */
export interface Template {
  settings?: Settings;
  mappings?: JsonObject;
  aliases?: Record<string, Alias>;
  lifecycle?: JsonObject;
  data_stream_options?: JsonObject | null;
}

const retention = nullable({ kinds: ["string"], read: (node) => timeValue("data_retention", plain(node) as string) } as Field<string>);
const rounds: Field<Json> = { kinds: ["array", "null"], read: plain };

/** A lifecycle; the server adds `enabled: true`. */
const lifecycle = (rejection: (downsampling: Json) => string | undefined) =>
  object((node) => {
    const values = readObject("lifecycle_template", { enabled: bool, data_retention: retention, downsampling: rounds }, node, (read) => {
      const reason = read.downsampling === undefined ? undefined : rejection(read.downsampling);
      if (reason !== undefined) throw illegal(reason);
    });
    return { enabled: true, ...values } as JsonObject;
  });

const noRounds = () => "Failure store lifecycle does not support downsampling, please remove the downsampling configuration.";
const failureStore = object((node) => {
  const fields = { enabled: nullable(bool), lifecycle: nullable(lifecycle(noRounds)) };
  return readObject("failure_store_template", fields, node, (values) => {
    if (Object.keys(values).length === 0)
      throw illegal("Failure store configuration should have at least one non-null configuration value.");
  }) as JsonObject;
});

const innerFields = {
  settings: object(readSettings),
  mappings: { ...anything, read: readMappings } as Field<JsonObject | undefined>,
  aliases: object(readAliases),
  lifecycle: lifecycle((downsampling) =>
    Array.isArray(downsampling) && downsampling.length === 0
      ? "Downsampling configuration should have at least one round configured."
      : undefined,
  ),
  data_stream_options: nullable(
    object((node) => readObject("data_stream_options_template", { failure_store: nullable(failureStore) }, node) as JsonObject),
  ),
};

/** A declared field `template`. */
export const template: Field<Template> = object((node) => readObject("template", innerFields, node));

/** The template as the server gives it back: settings nested, empty mappings left out. */
const renderTemplate = ({ settings, mappings, ...rest }: Template): JsonObject => {
  const shown: JsonObject = { ...(settings ? { settings: nestSettings(settings) } : {}), ...(mappings ? { mappings } : {}) };
  for (const [part, value] of Object.entries(rest)) if (value !== undefined) shown[part] = value as Json;
  return shown;
};

/** Rejects what shows only when the parts are put together, in the server's wrapping: mappings, timestamp, filters. */
const checkComposition = (name: string, { mappings, aliases = {} }: Template, dataStream: boolean) => {
  const outer = (cause: Cause) =>
    new SearchFailure(400, illegalCause(`composable template [${name}] template after composition is invalid`, cause));
  const cause = mappingProblem(mappings) ?? (dataStream ? timestampProblem(mappings) : undefined);
  if (cause) throw outer(illegalCause(`invalid composite mappings for [${name}]`, cause));
  wrapping(
    () => checkFilters(aliases),
    ({ cause_ }) => outer(cause_),
  );
};

/** A component template as the server gives it back. */
export interface StoredComponentTemplate extends JsonObject {
  template: JsonObject;
}

const componentFields = { template, version: long, _meta: freeObject, deprecated: bool };

const putComponent: Run<Values<typeof componentFields>> = (call, state, sent) => {
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

const getComponent: Run = ({ parts }, { componentTemplates }) => shownTemplates(parts.name, "component", componentTemplates);

/** The components that a template needs: without those that it allows to be missing. */
const required = ({ composed_of: parts, ignore_missing_component_templates: optional }: StoredIndexTemplate) =>
  parts.filter((part) => !(Array.isArray(optional) && optional.includes(part)));

const readComponent = (call: Call) =>
  readShape({ name: "component_template", fields: componentFields, required: ["template"] }, bodyOf(call));
const showComponent: Action = ["cluster:admin/component_template/get", templateRead];

/** The routes of component templates. */
export const componentTemplateApi: Api = [
  endpoint(
    "PUT|POST /_component_template/{name}?create&cause&master_timeout",
    ["cluster:admin/component_template/put", templateWrite],
    putComponent,
    readComponent,
  ),
  endpoint("GET|HEAD /_component_template/{name}?local&master_timeout&flat_settings:text&include_defaults", showComponent, getComponent),
  endpoint("GET /_component_template?local&master_timeout&flat_settings:text&include_defaults", showComponent, getComponent),
  endpoint(
    "DELETE /_component_template/{name}?master_timeout&timeout",
    ["cluster:admin/component_template/delete", templateWrite],
    (call, { componentTemplates, indexTemplates }) => {
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
    },
  ),
];

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
  endpoint("DELETE /_index_template/{name}?master_timeout", ["indices:admin/index_template/delete", templateWrite], (call, state) => {
    const { names, missing } = select(nameOf(call), state.indexTemplates);
    if (missing.length > 0) throw failure(404, "index_template_missing_exception", `index_template [${missing.join(",")}] missing`);
    checkRemoval(names, state);
    for (const name of names) state.indexTemplates.delete(name);
    return acknowledged();
  }),
];
