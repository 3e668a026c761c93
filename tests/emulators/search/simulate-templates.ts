/**
 * `_index_template/_simulate` and `_index_template/_simulate/{name}` with a template as body: the checks of a PUT, and nothing is stored. The emulator does not
 * compose the template: of a valid one it returns the template's own part; `_index_template/_simulate_index/{name}` composes. See docs/modules/search.md#preview-checks.
 */
import { randomBytes } from "node:crypto";
import type { JsonObject } from "../exchange";
import { Store } from "../store";
import { type Api, type Call, endpoint, flag, nameOf, type Run } from "./api";
import { composeFor, type Composition } from "./composition";
import { illegal, rejectProblems, reply } from "./errors";
import { indexMappings, overlay } from "./index-mappings";
import { checkTemplate, readTemplate, type ReadTemplate, type StoredIndexTemplate } from "./templates";
import { overlap } from "./names";
import { templateWrite } from "./privileges";
import { nestSettings } from "./settings";

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
