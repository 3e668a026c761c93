// Declared settings of the cluster. See docs/modules/search.md#cluster-settings.
import type { ObjectCollection } from "../../../contract/shared-reads";
import type { PriorState, Resource } from "../../../contract/resource";
import type { Context } from "../../../contract/context";
import { hasCode, ProviderError, withHint } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { isObject } from "../../../core/json/json";
import { suggest } from "../../../core/validate/suggest";
import { objectOf, recordBy } from "../../../core/values/records";
import { mapMembers, type Plain } from "../../../core/values/value";
import type { SearchClient } from "../client";
import { jsonOf, objectText } from "../json/fields";
import { unexpectedResponse, type SearchResponse } from "../response";
import { equalSettingValues, importedList, importFilter, jsonStrings, settingChanges } from "./declared-settings";
import { idIn, objectName, resolveId } from "../ids";
import { clusterObject } from "./cluster-object";

type Inputs = Search.SearchClusterSettingsInputs;
type State = Search.SearchClusterSettingsState;

const scopes = ["persistent", "transient"] as const;
type Scope = (typeof scopes)[number];
/** Values by dotted name; a list is a text with commas, or a JSON array of strings. */
type Settings = Readonly<Record<string, string>>;
type Scopes = Record<Scope, Settings>;

const path = ["_cluster", "settings"];
const key = "cluster-settings";
const names = {
  keys: {
    pattern: {
      matches: /^(?!archived\.)[^\s*,:]+$/,
      reason: "must be the full name of a setting: without *, comma, colon and whitespace, and not archived",
    },
  },
};

/** Every resource of a cluster reads the same object. */
const collection: ObjectCollection<SearchClient, SearchResponse> = {
  async *all(_parent, client) {
    yield new Map([[key, await fetchSettings(client)]]);
  },
};

/** Declared settings of a cluster. */
export const SearchClusterSettings: Resource<SearchClient, Inputs, State> = {
  ...clusterObject,
  properties: {
    persistent: { validate: names },
    transient: { validate: names },
    "persistent.*": { equals: (declared, other) => equalSettingValues(String(declared), String(other)) },
    "transient.*": { equals: (declared, other) => equalSettingValues(String(declared), String(other)) },
    previousPersistent: { writeOnly: true },
    previousTransient: { writeOnly: true },
  },
  validate: (inputs) =>
    scopes.some((scope) => Object.keys(objectOf(inputs[scope])).length > 0)
      ? []
      : [{ property: "", reason: "at least one setting in persistent or transient is required" }],
  importId: { validate: importIdViolation, resolve: resolveId },
  // The settings always exist, and several resources may own different ones.
  identity: { inputs: [], id: async (_inputs, client) => idIn(client, key), takesOver: "parts" },

  async create({ inputs, created, attempt }, context) {
    const id = await idIn(context.client, key);
    const onWritten = (previous: Previous): void => created(id, { ...inputs, ...previous });
    return { id, state: await write(inputs, { inputs: {}, state: {} }, context, { attempt, onWritten }) };
  },

  async update({ id, inputs, prior, attempt }, context) {
    return { id, state: await write(inputs, prior, context, { attempt }) };
  },

  async read({ id, prior }, { client, load }) {
    const response = await load(collection, key, async () => fetchSettings(client));
    const state = ownedState(
      clusterSettingsIn(response!),
      prior ? declaredNames(prior.inputs, prior.planned) : importedNames(objectName(id)),
    );
    return Object.keys(state).length === 0 ? undefined : { id: `${id.slice(0, id.indexOf("/"))}/${key}`, state };
  },

  async delete({ prior }, context) {
    await write({}, prior, context);
  },

  async previewCheck({ inputs }, context) {
    await warnOfUnlikely(inputs, context);
    return [];
  },
};

type Owned = Pick<Inputs, Scope>;
type Writing = Pick<Context<SearchClient>, "client" | "log">;

type Previous = Pick<State, "previousPersistent" | "previousTransient">;

/** Writes what is declared, restores what is declared no longer, and returns the state: one request, which the server carries out as a whole. */
async function write(
  declared: Owned,
  { inputs, state }: PriorState<Inputs, State>,
  { client, log }: Writing,
  { attempt, onWritten }: Partial<Record<"attempt" | "onWritten", (previous: Previous) => void>> = {},
): Promise<State> {
  if ((await client.cluster()).flavor === "serverless")
    throw new ProviderError("failed_precondition", "Cluster settings are not available on Elastic Cloud Serverless.");
  const remote = await readSettings(client);
  const warn = (message: string): void => log("warning", message);
  const former = { persistent: state.previousPersistent, transient: state.previousTransient };
  const writes = recordBy(scopes, (scope) => {
    const values = { declared: valuesOf(declared[scope]), written: valuesOf(inputs[scope]), previous: valuesOf(former[scope]) };
    const kind = { equal: (_name: string, ...pair: [string, string]) => equalSettingValues(...pair), onTakeover: warn, onForeign: warn };
    return settingChanges({ ...values, remote: valuesOf(remote[scope]) }, kind);
  });
  const previous = {
    previousPersistent: Object.fromEntries(writes.persistent.previous),
    previousTransient: Object.fromEntries(writes.transient.previous),
  };
  const changes = recordBy(scopes, (scope) => Object.fromEntries(writes[scope].changes));
  const isNeeded = scopes.some((scope) => Object.keys(changes[scope]).length > 0);
  attempt?.({
    previousPersistent: { ...state.previousPersistent, ...previous.previousPersistent },
    previousTransient: { ...state.previousTransient, ...previous.previousTransient },
  });
  if (isNeeded) await put(changes, client);
  onWritten?.(previous);
  const reached = isNeeded ? await readSettings(client) : remote;
  warnOfTransient(declared, reached, warn);
  return { ...ownedState(reached, declaredNames(declared)), ...previous };
}

function valuesOf(values: Settings = {}): ReadonlyMap<string, string> {
  return new Map(Object.entries(values));
}

type Changes = Record<Scope, Readonly<Record<string, string | null>>>;

async function put(changes: Changes, client: SearchClient): Promise<void> {
  const body = objectText(recordBy(scopes, (scope) => bodyOf(changes[scope])));
  try {
    await client.put(path, body, { query: { flat_settings: "true" } });
  } catch (error) {
    const advice = "Correct the name or the value. Only dynamic settings can be changed.";
    throw hasCode(error, "failed_precondition") ? withHint(error, advice) : error;
  }
}

async function readSettings(client: SearchClient): Promise<Scopes> {
  return clusterSettingsIn(await fetchSettings(client));
}

function bodyOf(changes: Readonly<Record<string, string | null>>): string | undefined {
  if (Object.keys(changes).length === 0) return undefined;
  return objectText(mapMembers(changes, (value) => (value === null ? "null" : jsonOf(jsonStrings(value) ?? value))));
}

function warnOfTransient(declared: Owned, { transient }: Scopes, warn: (message: string) => void): void {
  const hidden = Object.keys(declared.persistent ?? {}).filter(
    (name) => Object.hasOwn(transient, name) && !(name in (declared.transient ?? {})),
  );
  if (hidden.length > 0) warn(`Transient settings of another writer take precedence over persistent ones: ${hidden.join(", ")}.`);
}

async function fetchSettings(client: SearchClient, query: Record<string, string> = {}): Promise<SearchResponse> {
  // The path always exists.
  return (await client.fetch(path, { expects: "list", query: { flat_settings: "true", ...query } }))!;
}

/** Returns the settings of a response, without those of earlier versions, which no request can set. Fails as {@link unexpectedResponse}. */
function clusterSettingsIn(response: SearchResponse): Scopes {
  return recordBy(scopes, (scope) => valuesIn(response, scope));
}

function valuesIn(response: SearchResponse, member: string): Settings {
  const values = objectOf(response.json)[member];
  const isValue = (value: Plain): boolean =>
    Array.isArray(value) ? value.every((entry) => typeof entry === "string") : typeof value === "string";
  if (!isObject(values) || !Object.values(values).every(isValue)) throw unexpectedResponse(response, `settings "${member}" by name`);
  const entries = Object.entries(values).filter(([name]) => !name.startsWith("archived."));
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]));
}

type Owns = (scope: Scope, name: string) => boolean;

function declaredNames(...declared: (Owned | undefined)[]): Owns {
  return (scope, name) => declared.some((inputs) => Object.hasOwn(inputs?.[scope] ?? {}, name));
}

/** Returns the settings that an import names: all, or a list of names and of prefixes. */
function importedNames(name: string): Owns {
  const isImported = importFilter(name.split(":")[1]);
  return (_scope, setting) => isImported(setting);
}

function ownedState(remote: Scopes, owns: Owns): State {
  const entries = scopes.map(
    (scope) => [scope, Object.fromEntries(Object.entries(remote[scope]).filter(([name]) => owns(scope, name)))] as const,
  );
  return Object.fromEntries(entries.filter(([, owned]) => Object.keys(owned).length > 0));
}

const importForm = new RegExp(`^(?:[A-Za-z0-9_-]{22}/)?${key}${importedList}`);

function importIdViolation(id: string): string | undefined {
  if (importForm.test(id)) return undefined;
  return "use cluster-settings, or cluster-settings:<name>,<prefix>.* for some of the settings.";
}

const allocation = "cluster.routing.allocation.enable";

/** Logs names that the server does not seem to have, and the value that stops the allocation of shards. */
async function warnOfUnlikely(inputs: Partial<Owned>, { client, log }: Writing): Promise<void> {
  const response = await fetchSettings(client, { include_defaults: "true" });
  const { persistent, transient } = clusterSettingsIn(response);
  const { defaults } = objectOf(response.json);
  if (!isObject(defaults)) throw unexpectedResponse(response, 'settings "defaults" by name');
  // The default may be null.
  const known = { ...defaults, ...persistent, ...transient };
  const all = Object.keys(known);
  const warn = (message: string): void => log("warning", message);
  for (const [name, value] of scopes.flatMap((scope) => Object.entries(inputs[scope] ?? {}))) {
    if (name === allocation && value === "none" && known[name] !== "none")
      warn(`${allocation}: the value none stops the allocation of all shards.`);
    if (Object.hasOwn(known, name)) continue;
    const hint = suggest(name, all);
    if (hint !== "" || !all.some((each) => each.startsWith(`${groupOf(name)}.`)))
      warn(`Elasticsearch does not seem to have the setting "${name}"${hint || "."}`);
  }
}

/** Settings such as `cluster.remote.<alias>.seeds` contain a name of the user in the last part but one, or in the last one; the rest of the name of a logger is free. */
function groupOf(name: string): string {
  const parts = name.split(".");
  if (parts[0] === "logger") return "logger";
  return parts.slice(0, Math.max(1, parts.length - 2)).join(".");
}
