// The layers that a connection is composed of: input, settings, environment. See docs/modules/search.md#connection-precedence. Pure.
import { configCommand } from "../../../core/errors/config-command";
import type { Environment } from "../../../core/schema/environment";
import { prefersEnvironment } from "../../../core/schema/environment";
import { InvalidInputsError, ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { isBlank, omitUndefined, recordBy } from "../../../core/values/records";
import { toPlainMap, type ValueMap } from "../../../core/values/value";
import { violations } from "../../../core/validate/value-rules";
import { environmentBlock, type EnvironmentBlock } from "../env";
import { connectionRules, environmentRules, variableName } from "./rules";

/** A connection block of settings or inputs. */
export type ConnectionBlock = Search.SearchConnection;

/** Where a connection may come from. */
export interface ConnectionSources {
  /** The input `searchConnections`. */
  call?: readonly ConnectionBlock[] | undefined;
  /** The setting `searchServers`. */
  settings?: readonly ConnectionBlock[] | undefined;
  env: Environment;
}

type LayerField = keyof ConnectionBlock;
type LayerBlock = ConnectionBlock | EnvironmentBlock;

/** One of the sources, with the names that its fields have there. */
export interface Layer {
  block: LayerBlock;
  label: "call" | "settings" | "environment";
  name(field: string): string;
}

/** A field that cannot be used, under the name that it has in its layer. */
export interface Problem {
  layer: Layer;
  field: string;
  reason: string;
}

const credentials: readonly LayerField[] = ["username", "password", "apiKey", "bearerToken", "esClientAuthentication"];
/** Fields that are taken from one layer together. */
const groups: readonly (readonly LayerField[])[] = [
  ["endpoints"],
  credentials,
  ["caFile", "caData", "caFingerprint"],
  ["certFile", "keyFile", "certData", "keyData"],
  ["insecure"],
  ["headers"],
];

/** Returns the layers, each with the fields that are taken from it. Fails with {@link failOnProblems} for invalid fields. */
export function chooseLayers(sources: ConnectionSources): Layer[] {
  const layers = layersOf(sources);
  const chosen = layers.map((layer): Layer => ({ ...layer, block: {} }));
  for (const group of groups) {
    const from = strongestFirst(layers, group, sources).find(({ block }) => group.some((field) => block[field] !== undefined));
    if (from === undefined) continue;
    Object.assign(chosen[layers.indexOf(from)]!.block, omitUndefined(recordBy(group, (field) => from.block[field])));
  }
  failOnProblems(chosen.flatMap(problemsOf));
  return chosen;
}

/** Returns the layers, the strongest first. An input with endpoints is used alone: credentials for one server must not reach another. */
function layersOf({ call, settings, env }: ConnectionSources): Layer[] {
  const own: Layer = { block: soleBlock(call, "searchConnections"), label: "call", name: (field) => `searchConnections[0].${field}` };
  if (own.block.endpoints) return [own];
  return [
    own,
    { block: soleBlock(settings, "searchServers"), label: "settings", name: (field) => `searchServers[0].${field}` },
    { block: givenFields(environmentBlock(env)), label: "environment", name: variableName },
  ];
}

function soleBlock(blocks: readonly ConnectionBlock[] | undefined, property: string): LayerBlock {
  if (blocks === undefined || blocks.length < 2) return givenFields(blocks?.[0] ?? {});
  const reason = `expected at most 1 entry; got ${blocks.length}`;
  if (property === "searchConnections") throw new InvalidInputsError([{ property: `${property}[1]`, reason }]);
  throw new ProviderError("failed_precondition", `Provider setting quartet:${property}: ${reason}. Remove the other entries.`);
}

/**
 * Returns the layers in the order of their precedence for a group. With QUARTET_CREDENTIALS=environment the credentials of the environment take precedence over
 * those of the settings, which may have expired in the state. See docs/protocol.md#credentials.
 */
function strongestFirst(layers: readonly Layer[], group: readonly LayerField[], { env }: ConnectionSources): readonly Layer[] {
  if (group !== credentials || !prefersEnvironment(env)) return layers;
  const rank = { call: 0, environment: 1, settings: 2 };
  return [...layers].sort((a, b) => rank[a.label] - rank[b.label]);
}

/** Returns the fields that are set: empty texts, lists and maps count as absent, and so do empty endpoints. */
function givenFields(block: LayerBlock): LayerBlock {
  const full = { ...block, endpoints: block.endpoints?.filter((text) => text !== "") };
  return Object.fromEntries(Object.entries(full).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return isBlank(value) || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
}

function problemsOf(layer: Layer): Problem[] {
  const isEnvironment = layer.label === "environment";
  const nameHere = isEnvironment ? layer.name : (field: string): string => field;
  const block: ValueMap = toPlainMap(Object.fromEntries(Object.entries(layer.block).map(([field, value]) => [nameHere(field), value])));
  return violations(isEnvironment ? environmentRules : connectionRules, {}, block, () => false).map(({ property, reason }) => {
    const field = String(property[0]);
    return { layer, field: isEnvironment ? field : layer.name(field), reason };
  });
}

/** Throws if there is a problem: {@link InvalidInputsError} for the inputs, which Check reports, else `failed_precondition`. */
export function failOnProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const ofInputs = problems.filter(({ layer }) => layer.label === "call");
  if (ofInputs.length > 0)
    throw new InvalidInputsError(ofInputs.map(({ field, reason }) => ({ property: field, reason: `${field}: ${reason}` })));
  const lines = problems.map(({ layer, field, reason }) => `${field}: ${reason}${sourceOf(layer, field)}`);
  throw new ProviderError("failed_precondition", `The connection to Elasticsearch is invalid:\n${lines.join("\n")}`);
}

function sourceOf({ label }: Layer, field: string): string {
  if (label !== "settings") return " (environment variable)";
  return ` (provider setting quartet:searchServers; change it with ${configCommand(field)}, and --secret for credentials)`;
}
