/**
 * Which index template fits a name, what a new index gets from it and from its components, and the conflicts between templates. `_index_template/_simulate` has the
 * checks of a PUT, and nothing is stored: it does not compose the template, but returns its own part; `_index_template/_simulate_index/{name}` composes. See
 * docs/modules/search.md#preview-checks.
 */
import { randomBytes } from "node:crypto";
import type { EmulatorReply, JsonObject } from "../exchange";
import { matches, Store } from "../store";
import type { Alias } from "./aliases";
import { type Api, type Call, endpoint, flag, nameOf, type Run, type State } from "./api";
import { illegal, notFound, rejectProblems, reply } from "./errors";
import { indexMappings, overlay } from "./index-mappings";
import { parseJson } from "./json";
import { overlap } from "./names";
import { templateWrite } from "./privileges";
import { nestSettings, readSettings, type Settings } from "./settings";
import { checkTemplate, readTemplate, type ReadTemplate, type StoredIndexTemplate } from "./templates";

/** The server makes up a name of 22 letters, digits, `_` and `-`. */
const madeUpName = (kind = "") => `simulate_${kind}template_${randomBytes(16).toString("base64url").toLowerCase()}`;

const read = (call: Call) => (call.body === "" ? undefined : readTemplate(call));

const simulate: Run<ReadTemplate | undefined> = (call, state, sent) => {
  const { name } = call.parts;
  if (sent) {
    const { template = {} } = checkTemplate(name ?? madeUpName(), sent, flag(call, "create"), state);
    return reply(200, { template, overlapping: [] });
  }
  if (name === undefined) rejectProblems(["either index name or index template body must be specified for simulation"]);
  if (!state.indexTemplates.has(name!)) throw illegal(`unable to simulate template [${name}] that does not exist`);
  throw illegal("the emulator does not simulate stored templates");
};

/**
 * What a new index or data stream of that name would get, with a template as if it existed; nothing where no template fits. Facts: 10_basic.yml of the vendor's
 * rest-api-spec/test/indices.simulate_index_template. A data stream that exists adds its overrides. Defaults are not added.
 */
const simulateIndex: Run<ReadTemplate | undefined> = (call, state, sent) => {
  const index = nameOf(call);
  const indexTemplates = new Store<StoredIndexTemplate>();
  for (const [name, stored] of state.indexTemplates.entries()) indexTemplates.set(name, stored);
  const added = madeUpName("index_");
  if (sent) indexTemplates.set(added, checkTemplate(added, sent, false, state));
  const found = composeFor(index, { ...state, indexTemplates });
  if (!found) return reply(200, {});
  const { aliases, others, template } = found;
  const { settings = {}, mappings = {} } = state.dataStreams.get(index) ?? {};
  const overridden = { ...found, settings: new Map([...found.settings, ...Object.entries(settings)]) };
  overridden.mappings = overlay(found.mappings, mappings) as JsonObject;
  const patterns = indexTemplates.get(template)!.index_patterns;
  const fits = (one: string) => patterns.some((pattern) => overlap(one, pattern));
  const overlapping = indexTemplates
    .entries()
    .filter(([name, stored]) => name !== template && stored.index_patterns.some(fits))
    .map(([name, stored]) => ({ name, index_patterns: stored.index_patterns }));
  return reply(200, { template: { ...partsOf(overridden), aliases, ...others }, overlapping });
};

const TIMESTAMP: JsonObject = { _data_stream_timestamp: { enabled: true }, properties: { "@timestamp": { type: "date" } } };
const TIER = "index.routing.allocation.include._tier_preference";

/** Settings and mappings as those of an index: the server adds the tier, and the timestamp of data streams. Without mappings there is no member for them. */
const partsOf = ({ settings, mappings, isForDataStreams }: Composition): JsonObject => {
  const all = new Map(settings);
  if (!all.has(TIER)) all.set(TIER, isForDataStreams ? "data_hot" : "data_content");
  const shown = indexMappings(isForDataStreams ? (overlay(TIMESTAMP, mappings) as JsonObject) : mappings);
  return { settings: nestSettings(all), ...(Object.keys(shown).length > 0 && { mappings: shown }) };
};

/** The routes of simulations of index templates. */
export const simulateTemplateApi: Api = [
  endpoint(
    "POST /_index_template/_simulate[/{name}]?create&cause&master_timeout&include_defaults",
    ["indices:admin/index_template/simulate", templateWrite],
    simulate,
    read,
  ),
  endpoint(
    "POST /_index_template/_simulate_index/{name}?master_timeout&include_defaults",
    ["indices:admin/index_template/simulate_index", templateWrite],
    simulateIndex,
    read,
  ),
];

/** The parts of a template together, and its name. */
interface Composition {
  template: string;
  isForDataStreams: boolean;
  settings: Settings;
  mappings: JsonObject;
  aliases: Record<string, Alias>;
  /** Lifecycle and options of data streams. */
  others: JsonObject;
}

type Templates = readonly [string, StoredIndexTemplate][];

const priorityOf = ({ priority }: StoredIndexTemplate) => (priority as number | undefined) ?? 0;

/** The template of highest priority that fits an index name. */
const winner = (index: string, templates: Templates) =>
  templates
    .filter(([, { index_patterns: patterns }]) => patterns.some((pattern) => matches(pattern, index)))
    .sort(([, a], [, b]) => priorityOf(b) - priorityOf(a))[0];

/** Components in their order, then the template itself: later parts win. Undefined where no template fits. */
export const composeFor = (
  name: string,
  { indexTemplates, componentTemplates }: Pick<State, "indexTemplates" | "componentTemplates">,
): Composition | undefined => {
  const found = winner(name, indexTemplates.entries());
  if (!found) return undefined;
  const [template, stored] = found;
  const components = stored.composed_of.map((component) => componentTemplates.get(component)?.template);
  const isForDataStreams = stored.data_stream !== undefined;
  const composition: Composition = { template, isForDataStreams, settings: new Map(), mappings: {}, aliases: {}, others: {} };
  for (const part of [...components, stored.template as JsonObject | undefined]) {
    const { settings = {}, mappings = {}, aliases = {}, ...others } = part ?? {};
    for (const [key, value] of readSettings(parseJson(JSON.stringify(settings)))) composition.settings.set(key, value);
    composition.mappings = overlay(composition.mappings, mappings) as JsonObject;
    Object.assign(composition.aliases, aliases);
    Object.assign(composition.others, others);
  }
  return composition;
};

/** The names that an expression means, and those that do not exist. A comma separates names; a pattern counts only when it is alone. */
export const select = <T>(expression: string, store: Store<T>): { names: string[]; missing: string[] } => {
  const expected = expression.split(",").filter((part) => part !== "");
  if (expected.length > 1) return { names: expected, missing: expected.filter((name) => !store.has(name)) };
  const names = store.matching(expected[0] ?? "");
  return { names, missing: names.length > 0 || expression === "*" ? [] : expected };
};

/** The response to a request for templates. */
export const shownTemplates = (name: string | undefined, kind: "index" | "component", store: Store<object>): EmulatorReply => {
  const names = store.matching(name ?? "*").sort();
  if (names.length === 0 && name?.includes("*") === false) throw notFound(`${kind} template matching [${name}] not found`);
  const found = names.map((each) => ({ name: each, [`${kind}_template`]: store.get(each) }));
  return reply(found.length > 0 || name === undefined ? 200 : 404, { [`${kind}_templates`]: found });
};

/** Two templates of equal priority must not fit the same index. */
export const checkOverlap = (name: string, next: StoredIndexTemplate, { indexTemplates }: State): void => {
  const patterns = next.index_patterns;
  const clashing = indexTemplates
    .entries()
    .filter(([other, stored]) => other !== name && priorityOf(stored) === priorityOf(next))
    .filter(([, stored]) => stored.index_patterns.some((existing) => patterns.some((requested) => overlap(requested, existing))));
  if (clashing.length === 0) return;
  const names = clashing.map(([other]) => other).join(",");
  const shown = clashing.map(([other, stored]) => `${other} => [${stored.index_patterns.join(", ")}]`).join(",");
  throw illegal(
    `index template [${name}] has index patterns [${patterns.join(", ")}] matching patterns from existing templates [${names}] with patterns (${shown}) that have the same priority [${priorityOf(next)}], multiple index templates may not match during index creation, please use a different priority`,
  );
};

const isServed = (stream: string, templates: Templates) => winner(stream, templates)?.[1].data_stream !== undefined;

/** A change must leave every data stream under a template for data streams. */
export const checkDataStreams = (name: string, next: StoredIndexTemplate, { indexTemplates, dataStreams }: State): void => {
  const before = indexTemplates.entries();
  const after: Templates = [...before.filter(([other]) => other !== name), [name, next]];
  const orphans = dataStreams.names().filter((stream) => isServed(stream, before) && !isServed(stream, after));
  if (orphans.length === 0) return;
  const kind = next.data_stream === undefined ? " and no data stream configuration" : "";
  throw illegal(
    `composable template [${name}] with index patterns [${next.index_patterns.join(", ")}], priority [${(next.priority as number | undefined) ?? "null"}]${kind} would cause data streams [${orphans.join(", ")}] to no longer match a data stream template`,
  );
};

/** Templates that a data stream needs stay, unless another one for data streams would take their place. */
export const checkRemoval = (names: readonly string[], { indexTemplates, dataStreams }: State): void => {
  const all = indexTemplates.entries();
  const left = all.filter(([name]) => !names.includes(name));
  const dependents = dataStreams.names().filter((stream) => names.includes(winner(stream, all)?.[0] ?? "") && !isServed(stream, left));
  if (dependents.length > 0)
    throw illegal(
      `unable to remove composable templates [${names.join(", ")}] as they are in use by a data streams [${dependents.join(", ")}]`,
    );
};
