/** `/_index_template`: put, get, delete, with the checks of the genuine server (spec: search.md sections 8 and 13). */
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import { matches } from "../store";
import { checkAliases } from "./aliases";
import type { Api, Call, Endpoint, State } from "./api";
import { flag } from "./api";
import { bad, illegal, notFound, numbered, reply, SearchFailure } from "./errors";
import { parseJson } from "./json";
import { nameProblems, overlap, patternProblems } from "./names";
import { bool, freeObject, long, object, readObject, texts } from "./objectParser";
import { settingProblems } from "./settings";
import { stamps } from "./stamps";
import { checkComposition, renderTemplate, template } from "./template";
import type { Template } from "./template";

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

const read = (body: string): Sent & { index_patterns: string[] } => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const sent: Sent = readObject("index_template", fields, parseJson(body));
  if (!sent.index_patterns) throw illegal("Required [index_patterns]");
  if (sent.index_patterns.length === 0) throw illegal("There must be at least one pattern, zero given");
  return { ...sent, index_patterns: sent.index_patterns };
};

const render = ({ template: inner, ...sent }: Sent & { index_patterns: string[] }): StoredIndexTemplate =>
  ({ composed_of: [], ...sent, ...(inner ? { template: renderTemplate(inner) } : {}) }) as unknown as StoredIndexTemplate;

/** Components must exist, but for those that the template allows to be missing. */
const checkComponents = (name: string, sent: Sent, { componentTemplates }: State): void => {
  const missing = (sent.composed_of ?? []).filter((component) => !componentTemplates.has(component));
  const refused = missing.filter((component) => !sent.ignore_missing_component_templates?.includes(component));
  if (refused.length === 0) return;
  const cause = sent.ignore_missing_component_templates?.length
    ? `index template [${name}] specifies a missing component templates [${refused.join(", ")}] that does not exist and is not part of 'ignore_missing_component_templates'`
    : `index template [${name}] specifies component templates [${refused.join(", ")}] that do not exist`;
  throw bad("invalid_index_template_exception", `index_template [${name}] invalid, cause [${cause}]`);
};

/** Two templates of equal priority must not fit the same index. */
const checkOverlap = (name: string, { index_patterns: patterns, priority = 0 }: StoredIndexTemplate, { indexTemplates }: State): void => {
  const clashing = indexTemplates
    .entries()
    .filter(([other, stored]) => other !== name && ((stored.priority as number | undefined) ?? 0) === priority)
    .filter(([, stored]) => stored.index_patterns.some((theirs) => patterns.some((ours) => overlap(ours, theirs))));
  if (clashing.length === 0) return;
  const names = clashing.map(([other]) => other).join(",");
  const shown = clashing.map(([other, stored]) => `${other} => [${stored.index_patterns.join(", ")}]`).join(",");
  throw illegal(
    `index template [${name}] has index patterns [${patterns.join(", ")}] matching patterns from existing templates [${names}] with patterns (${shown}) that have the same priority [${priority as number}], multiple index templates may not match during index creation, please use a different priority`,
  );
};

const dataStreamOnly = (part: "lifecycle" | "data_stream_options", sent: Sent, state: State): boolean => {
  if (sent.template?.[part] !== undefined) return true;
  const components = (sent.composed_of ?? []).map(
    (component) => state.componentTemplates.get(component)?.template as JsonObject | undefined,
  );
  return components.some((component) => component?.[part] !== undefined);
};

/** The template of highest priority that fits an index name. */
const winner = (index: string, templates: readonly [string, StoredIndexTemplate][]): [string, StoredIndexTemplate] | undefined =>
  templates
    .filter(([, { index_patterns: patterns }]) => patterns.some((pattern) => matches(pattern, index)))
    .sort(([, a], [, b]) => ((b.priority as number | undefined) ?? 0) - ((a.priority as number | undefined) ?? 0))[0];

/** A change must leave every data stream under a template for data streams. */
const checkDataStreams = (name: string, next: StoredIndexTemplate, { indexTemplates, dataStreams }: State): void => {
  const after: [string, StoredIndexTemplate][] = [...indexTemplates.entries().filter(([other]) => other !== name), [name, next]];
  const orphans = dataStreams.names().filter((stream) => winner(stream, after)?.[1].data_stream === undefined);
  if (orphans.length === 0) return;
  const kind = next.data_stream === undefined ? " and no data stream configuration" : "";
  throw illegal(
    `composable template [${name}] with index patterns [${next.index_patterns.join(", ")}], priority [${(next.priority as number | undefined) ?? "null"}]${kind} would cause data streams [${orphans.join(", ")}] to no longer match a data stream template`,
  );
};

const checkParts = (name: string, sent: Sent & { index_patterns: string[] }, state: State): void => {
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

const put = (name: string, sent: Sent & { index_patterns: string[] }, create: boolean, state: State): EmulatorReply => {
  const invalid = [
    ...(name.trim() === "" ? ["name is missing"] : []),
    ...((sent.priority ?? 0) < 0 ? ["index template priority must be >= 0"] : []),
  ];
  if (invalid.length > 0) throw bad("action_request_validation_exception", numbered(invalid));
  checkComponents(name, sent, state);
  if (create && state.indexTemplates.has(name)) throw illegal(`index template [${name}] already exists`);
  const next = render(sent);
  checkOverlap(name, next, state);
  checkParts(name, sent, state);
  checkDataStreams(name, next, state);
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

/** A comma separates names here; a pattern counts only when it stands alone. */
const remove = (expression: string, { indexTemplates, dataStreams }: State): EmulatorReply => {
  const wanted = expression.split(",").filter((part) => part !== "");
  const names = wanted.length > 1 ? wanted : indexTemplates.matching(wanted[0] ?? "");
  const missing =
    wanted.length > 1 ? wanted.filter((name) => !indexTemplates.has(name)) : names.length > 0 || expression === "*" ? [] : wanted;
  if (missing.length > 0) {
    throw new SearchFailure(404, { type: "index_template_missing_exception", reason: `index_template [${missing.join(",")}] missing` });
  }
  const left = indexTemplates.entries().filter(([name]) => !names.includes(name));
  const held = dataStreams.names().filter((stream) => {
    const now = winner(stream, indexTemplates.entries());
    return now !== undefined && names.includes(now[0]) && winner(stream, left)?.[1].data_stream === undefined;
  });
  if (held.length > 0) {
    throw illegal(`unable to remove composable templates [${names.join(", ")}] as they are in use by a data streams [${held.join(", ")}]`);
  }
  for (const name of names) indexTemplates.delete(name);
  return reply(200, { acknowledged: true });
};

/** The routes of index templates. */
export const indexTemplateApi: Api = (state) => {
  const name = ({ parts }: Call): string => parts.name ?? "*";
  const write: Endpoint = {
    query: { create: "bool", cause: "text", master_timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      const sent = read(call.body);
      const create = flag(call, "create");
      return { action: "indices:admin/index_template/put", run: () => put(name(call), sent, create, state) };
    },
  };
  const show: Endpoint = {
    query: { local: "bool", master_timeout: "time", flat_settings: "text", include_defaults: "bool" },
    prepare: (call) => ({ action: "indices:admin/index_template/get", run: () => get(call.parts.name, state) }),
  };
  const erase: Endpoint = {
    query: { master_timeout: "time" },
    prepare: (call) => ({ action: "indices:admin/index_template/delete", run: () => remove(name(call), state) }),
  };
  const path = "/_index_template/{name}";
  const routes: [string, string, Endpoint][] = [
    ["GET", "/_index_template", show],
    ["GET", path, show],
    ["HEAD", path, show],
    ["PUT", path, write],
    ["POST", path, write],
    ["DELETE", path, erase],
  ];
  return routes.map(([method, at, handler]): Route<Endpoint> => ({ method, path: at, handler }));
};
