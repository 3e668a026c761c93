/**
 * `_index_template/_simulate` and `_index_template/_simulate/{name}` with a template as body: the checks of a PUT, and nothing is stored. The emulator does not
 * compose the template: of a valid one it returns the template's own part; `_index_template/_simulate_index/{name}` composes. See docs/modules/search.md#preview-checks.
 */
import { randomBytes } from "node:crypto";
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import { Store } from "../store";
import type { Api, Endpoint, State } from "./api";
import { flag } from "./api";
import type { Composition } from "./composition";
import { composeFor } from "./composition";
import { bad, illegal, numbered, reply } from "./errors";
import { indexMappings, overlay } from "./index-mappings";
import { checkTemplate, readTemplate, type ReadTemplate, type StoredIndexTemplate } from "./index-templates";
import { overlap } from "./names";
import { action, templateWrite } from "./privileges";
import type { Setting } from "./settings";
import { nestSettings } from "./settings";

/** The server makes up a name of 22 letters, digits, `_` and `-`. */
const madeUpName = (): string => `simulate_template_${randomBytes(16).toString("base64url").toLowerCase()}`;

const simulate = (name: string, sent: ReadTemplate, create: boolean, state: State): EmulatorReply => {
  const { template = {} } = checkTemplate(name, sent, create, state);
  return reply(200, { template, overlapping: [] });
};

const simulateStored = (name: string | undefined, { indexTemplates }: State): never => {
  if (name === undefined)
    throw bad(
      "action_request_validation_exception",
      numbered(["either index name or index template body must be specified for simulation"]),
    );
  if (!indexTemplates.has(name)) throw illegal(`unable to simulate template [${name}] that does not exist`);
  throw illegal("the emulator does not simulate stored templates");
};

const textOf = (value: Setting): Setting => (Array.isArray(value) || value === null ? value : String(value));

/**
 * What a new index or data stream of that name would get, with a template as if it existed; nothing where no template fits. Facts: 10_basic.yml of the vendor's
 * rest-api-spec/test/indices.simulate_index_template. A data stream that exists adds its overrides. Defaults are not added.
 */
const simulateIndex = (index: string, sent: ReadTemplate | undefined, state: State): EmulatorReply => {
  const indexTemplates = new Store<StoredIndexTemplate>();
  for (const [name, stored] of state.indexTemplates.entries()) indexTemplates.set(name, stored);
  const added = `simulate_index_template_${randomBytes(16).toString("base64url").toLowerCase()}`;
  if (sent) indexTemplates.set(added, checkTemplate(added, sent, false, state));
  const found = composeFor(index, { ...state, indexTemplates });
  if (!found) return reply(200, {});
  const { aliases, others, template } = found;
  const { settings = {}, mappings = {} } = state.dataStreams.get(index) ?? {};
  const overridden = {
    ...found,
    settings: new Map([...found.settings, ...Object.entries(settings)]),
    mappings: overlay(found.mappings, mappings) as JsonObject,
  };
  const patterns = indexTemplates.get(template)!.index_patterns;
  const fits = (one: string): boolean => patterns.some((pattern) => overlap(one, pattern));
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
  const texts = new Map([...settings].map(([key, value]) => [key, textOf(value)]));
  if (!texts.has(TIER)) texts.set(TIER, isForDataStreams ? "data_hot" : "data_content");
  const all = indexMappings(isForDataStreams ? (overlay(TIMESTAMP, mappings) as JsonObject) : mappings);
  return { settings: nestSettings(texts), ...(Object.keys(all).length > 0 && { mappings: all }) };
};

const simulation = action("indices:admin/index_template/simulate", templateWrite);

/** The routes of simulations of index templates. */
export const simulateTemplateApi: Api = (state) => {
  const handler: Endpoint = {
    query: { create: "bool", cause: "text", master_timeout: "time", include_defaults: "bool" },
    takesBody: true,
    prepare: (call) => {
      const { name } = call.parts;
      if (call.body === "") return { action: simulation, run: () => simulateStored(name, state) };
      const sent = readTemplate(call.body);
      const create = flag(call, "create");
      return { action: simulation, run: () => simulate(name ?? madeUpName(), sent, create, state) };
    },
  };
  const byName: Endpoint = {
    query: { master_timeout: "time", include_defaults: "bool" },
    takesBody: true,
    prepare: (call) => {
      const sent = call.body === "" ? undefined : readTemplate(call.body);
      const run = (): EmulatorReply => simulateIndex(call.parts.name ?? "", sent, state);
      return { action: action("indices:admin/index_template/simulate_index", templateWrite), run };
    },
  };
  const paths = ["/_index_template/_simulate", "/_index_template/_simulate/{name}"];
  return [
    ...paths.map((path): Route<Endpoint> => ({ method: "POST", path, handler })),
    { method: "POST", path: "/_index_template/_simulate_index/{name}", handler: byName },
  ];
};
