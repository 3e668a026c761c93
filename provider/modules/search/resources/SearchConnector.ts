// Connectors (search spec 12). Create makes the bare connector; every part has a call of its own, on create and update alike.
import type { Resource } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Search } from "../../../core/gen/types";
import { equalText, isObject } from "../../../core/json";
import type { SearchClient } from "../client";
import { bornWith, birthBody, pendingWrites } from "../connector-parts";
import { abandoned, anyDiffers, misplaced, valuesBody } from "../connector-values";
import { connectorState, registeredIn } from "../connector-state";
import { sameCron } from "../equal-forms";
import { canonicalId, objectName } from "../ids";
import { existsAlready, failedCreate } from "../meaning";
import { oneBlock } from "../rules";

type Inputs = Search.SearchConnectorInputs;
type State = Search.SearchConnectorState;

const token = "quartet:search:SearchConnector";
const collection = ["_connector"];
const pageSize = 100;

/** A connector. */
export const SearchConnector: Resource<SearchClient, Inputs, State> = {
  rules: {
    properties: {
      connectorId: { pattern: { matches: /\S/, says: "must not be blank; leave it out to let the server make one" } },
      searchConnections: oneBlock,
    },
  },
  same: {
    "configurationValues.*.json": equalText,
    "scheduling.full.interval": sameCron,
    "scheduling.incremental.interval": sameCron,
    "scheduling.accessControl.interval": sameCron,
  },
  serverDefaults: { isNative: false },
  local: ["searchConnections", "timeouts"],
  filled: [
    ...(["connectorId", "name", "indexName", "language", "isNative", "apiKeyId", "apiKeySecretId", "pipeline"] as const),
    ...(["scheduling", "scheduling.full", "scheduling.incremental", "scheduling.accessControl"] as const),
    ...(["features", "features.documentLevelSecurity", "features.incrementalSync", "features.nativeConnectorApiKeys"] as const),
    ...(["features.syncRules", "features.syncRules.basic", "features.syncRules.advanced"] as const),
  ],
  stables: ["connectorId", "language"],
  // The same id cannot stand twice, and the server refuses an index name that another connector has.
  deleteBeforeReplace: (old, next) => sameGiven(old.connectorId, next.connectorId) || sameGiven(old.indexName, next.indexName),
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },
  checkId: (id) =>
    objectName(trimmed(id)).trim() === ""
      ? `Invalid import ID "${id}": expected <connector_id> or <cluster_uuid>/<connector_id>, for example music-catalog`
      : undefined,
  birth: bornWith,

  async create(inputs, client) {
    const uuid = await begun(client);
    const { connectorId } = inputs;
    if (connectorId === undefined) return `${uuid}/${await made(inputs, client)}`;
    const id = `${uuid}/${connectorId}`;
    // For the server the PUT of a known id is an ordinary write: it would overwrite the connector that has it.
    if (await client.get(pathOf(connectorId))) throw existsAlready(token, "connector", id, []);
    await client.put(pathOf(connectorId), birthBody(inputs)).catch((error: unknown) => Promise.reject(failedCreate(error, token, id)));
    return id;
  },

  async recover({ connectorId }, client) {
    if (connectorId === undefined || !(await client.get(pathOf(connectorId)))) return undefined;
    return `${(await client.cluster()).uuid}/${connectorId}`;
  },

  async apply(id, inputs, previous, client) {
    await begun(client);
    const path = pathOf(objectName(id));
    for (const { endpoint, body } of pendingWrites(inputs, previous)) await client.put([...path, endpoint], body);
    await configure(path, inputs, previous, client);
  },

  async read(id, client, known) {
    await begun(client);
    const asked = known ? id : trimmed(id);
    const answer = await client.answer(pathOf(objectName(asked)));
    if (!answer) return undefined;
    const connectorId = objectName(asked);
    warn(misplaced(known?.inputs.configurationValues ?? {}, registeredIn(answer)), client);
    const state = { connectorId, ...connectorState(answer, known) };
    return { id: await canonicalId(asked, connectorId, client), state: state as unknown as State };
  },

  async delete(id, client) {
    await begun(client);
    await client.delete(pathOf(objectName(id)));
  },

  async *list(client) {
    const uuid = await begun(client);
    for (let from = 0; ; from += pageSize) {
      const page = await client.get(collection, { from: String(from), size: String(pageSize) });
      const results = isObject(page) && Array.isArray(page["results"]) ? page["results"] : [];
      for (const { id, name } of results.filter(isObject)) yield { id: `${uuid}/${String(id)}`, name: String(name || id) };
      if (results.length < pageSize) return;
    }
  },
};

const pathOf = (connectorId: string): string[] => [...collection, connectorId];

/** Begins an operation: the uuid of the cluster, which is new enough. */
async function begun(client: SearchClient): Promise<string> {
  await client.demand("SearchConnector", "8.16.0");
  return (await client.cluster()).uuid;
}

/** Blanks and slashes around an id that a user gives say nothing. */
function trimmed(id: string): string {
  return id.replace(/^[\s/]+|[\s/]+$/g, "");
}

function sameGiven(old: string | undefined, next: string | undefined): boolean {
  return next !== undefined && next === old;
}

/** Lets the server make a connector and answers its id. */
async function made(inputs: Inputs, client: SearchClient): Promise<string> {
  try {
    const answer = await client.post(collection, birthBody(inputs), { repeat: "unsent" });
    const id = isObject(answer) ? answer["id"] : undefined;
    if (typeof id === "string" && id !== "") return id;
    throw new ProviderError("unavailable", "POST /_connector: the answer names no id", { ambiguous: true });
  } catch (error) {
    throw perhapsMade(error, inputs);
  }
}

/** The service takes no token that would tell our connector from others: only the user can. */
function perhapsMade(error: unknown, { serviceType, indexName }: Inputs): unknown {
  if (!(error instanceof ProviderError) || !error.ambiguous) return error;
  const query = new URLSearchParams({ service_type: serviceType, ...(indexName !== undefined && { index_name: indexName }) });
  const advice = [
    "A connector may have been made all the same; its id is not known.",
    `Look for it with GET /_connector?${query.toString()};`,
    `if it is there, take it over with: pulumi import ${token} <name> <connector_id>, or delete it. Else the next update makes one.`,
  ];
  return new ProviderError(error.kind, `${error.message}\n${advice.join(" ")}`, { cause: error, ambiguous: true });
}

/** Writes the configuration values, all of them, when one has changed. */
async function configure(
  path: string[],
  inputs: Inputs,
  { configurationValues: standing }: Partial<Inputs>,
  client: SearchClient,
): Promise<void> {
  const { serviceType, configurationValues: values = {} } = inputs;
  for (const key of abandoned(values, standing))
    client.operation.log("info", `configurationValues.${key} is managed no longer; its value on the server stays`);
  if (!anyDiffers(values, standing)) return;
  const answer = await client.answer(path);
  if (!answer) throw new ProviderError("missing", `the connector "${path.at(-1)}" does not exist any more`);
  if (Object.keys(registeredIn(answer).entries).length === 0) throw unregistered(serviceType);
  await client.put([...path, "_configuration"], valuesBody(values));
}

function unregistered(serviceType: string): ProviderError {
  const reason = `the connector service has to start first and register the fields of the service type "${serviceType}"`;
  return new ProviderError(
    "precondition",
    `Connector configuration schema not yet registered: ${reason}. Start it, then update again: the configurationValues are written then.`,
  );
}

function warn(keys: readonly string[], client: SearchClient): void {
  for (const key of keys)
    client.warnOnce(`configurationValues.${key}: the field is sensitive; give it as secretValue, so that it is kept as a secret`);
}
