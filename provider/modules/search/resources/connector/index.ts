// Connectors (search spec 12). Create makes the bare connector; every part has a call of its own, on create and update alike.
import type { Resource } from "../../../../core/contract";
import { ProviderError } from "../../../../core/errors";
import type { Search } from "../../../../core/gen/types";
import { equal, equalText, isObject } from "../../../../core/json";
import { join } from "../../../../core/path";
import { each, mergeTraits } from "../../../../core/traits";
import type { SearchClient } from "../../client";
import { bornWith, birthBody, partsToWrite } from "./parts";
import { abandoned, misplaced, valuesBody } from "./values";
import { connectorState, registeredIn, unscheduled } from "./state";
import { sameCron } from "../../equality";
import { canonicalId, objectName } from "../ids";
import { existsAlready, failedCreate } from "../existing";
import { oneBlock } from "../../type-rules";

type Inputs = Search.SearchConnectorInputs;
type State = Search.SearchConnectorState;

const token = "quartet:search:SearchConnector";
const collection = ["_connector"];
const pageSize = 100;

/** What the server fills in, at each level that it does. */
const computed = [
  ...(["connectorId", "name", "indexName", "language", "isNative", "apiKeyId", "apiKeySecretId", "pipeline"] as const),
  ...(["scheduling", "scheduling.full", "scheduling.incremental", "scheduling.accessControl"] as const),
  ...(["features", "features.documentLevelSecurity", "features.incrementalSync", "features.nativeConnectorApiKeys"] as const),
  ...(["features.syncRules", "features.syncRules.basic", "features.syncRules.advanced"] as const),
];

/** A connector. */
export const SearchConnector: Resource<SearchClient, Inputs, State> = {
  properties: mergeTraits(
    each(computed, { computed: true }),
    each(["scheduling.full.interval", "scheduling.incremental.interval", "scheduling.accessControl.interval"], { equals: sameCron }),
    {
      connectorId: {
        validate: { pattern: { matches: /\S/, says: "must not be blank; leave it out to let the server make one" } },
        stable: true,
      },
      language: { stable: true },
      isNative: { default: false },
      scheduling: { omitOnImport: (value) => equal(value, unscheduled) },
      "configurationValues.*.json": { equals: equalText },
      searchConnections: { validate: oneBlock, local: true },
      timeouts: { local: true },
    },
  ),
  // The same id cannot stand twice, and the server refuses an index name that another connector has.
  deleteBeforeReplace: (old, next) => sameGiven(old.connectorId, next.connectorId) || sameGiven(old.indexName, next.indexName),
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },
  importId: {
    validate: (id) =>
      objectName(trimmed(id)).trim() === ""
        ? `Invalid import ID "${id}": expected <connector_id> or <cluster_uuid>/<connector_id>, for example music-catalog`
        : undefined,
  },

  async create({ inputs, created }, { client }) {
    const id = `${await begun(client)}/${await made(inputs, client)}`;
    created(id, bornWith(inputs));
    const path = pathOf(objectName(id));
    for (const { endpoint, body } of partsToWrite(inputs)) await client.put([...path, endpoint], body);
    if (Object.keys(inputs.configurationValues ?? {}).length > 0) await configure(path, inputs, client);
  },

  async find(inputs, { client }) {
    const { connectorId } = inputs;
    const answer = connectorId === undefined ? undefined : await client.answer(pathOf(connectorId));
    if (!answer) return undefined;
    const written = bornWith(inputs);
    const state = { connectorId, ...connectorState(answer, { inputs: written, state: {} }) } as unknown as State;
    return { id: `${(await client.cluster()).uuid}/${connectorId}`, state, written };
  },

  async update({ id, inputs, changed, prior }, { client, log }) {
    await begun(client);
    const path = pathOf(objectName(id));
    const { configurationValues: values = {} } = inputs;
    for (const { endpoint, body } of partsToWrite(inputs, changed)) await client.put([...path, endpoint], body);
    for (const key of abandoned(values, prior.inputs.configurationValues))
      log("info", `configurationValues.${key} is managed no longer; its value on the server stays`);
    if (Object.keys(values).some((key) => changed.has(valuePath(key)))) await configure(path, inputs, client);
  },

  async read({ id, prior }, { client }) {
    await begun(client);
    const asked = prior ? id : trimmed(id);
    const answer = await client.answer(pathOf(objectName(asked)));
    if (!answer) return undefined;
    const connectorId = objectName(asked);
    warn(misplaced(prior?.inputs.configurationValues ?? {}, registeredIn(answer)), client);
    const state = { connectorId, ...connectorState(answer, prior) };
    return { id: await canonicalId(asked, connectorId, client), state: state as unknown as State };
  },

  async delete({ id }, { client }) {
    await begun(client);
    await client.delete(pathOf(objectName(id)));
  },

  async *list(_query, { client }) {
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

/** Makes the bare connector and answers its id. */
async function made(inputs: Inputs, client: SearchClient): Promise<string> {
  const { connectorId } = inputs;
  if (connectorId === undefined) return newConnector(inputs, client);
  const id = `${(await client.cluster()).uuid}/${connectorId}`;
  // For the server the PUT of a known id is an ordinary write: it would overwrite the connector that has it.
  if (await client.get(pathOf(connectorId))) throw existsAlready(token, "connector", id, []);
  await client.put(pathOf(connectorId), birthBody(inputs)).catch((error: unknown) => Promise.reject(failedCreate(error, token, id)));
  return connectorId;
}

/** Lets the server make a connector and answers its id. */
async function newConnector(inputs: Inputs, client: SearchClient): Promise<string> {
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
    "The connector may have been created; its ID is unknown.",
    `Look for it with GET /_connector?${query.toString()}.`,
    `If it exists, run \`pulumi import ${token} <name> <connector_id>\`, or delete it. Otherwise run \`pulumi up\` again.`,
  ];
  return new ProviderError(error.code, `${error.message}\n${advice.join(" ")}`, { cause: error, ambiguous: true });
}

/** Writes the configuration values, all of them. */
async function configure(path: string[], { serviceType, configurationValues = {} }: Inputs, client: SearchClient): Promise<void> {
  const answer = await client.answer(path);
  if (!answer) throw new ProviderError("not_found", `the connector "${path.at(-1)}" does not exist any more`);
  if (Object.keys(registeredIn(answer).entries).length === 0) throw unregistered(serviceType);
  await client.put([...path, "_configuration"], valuesBody(configurationValues));
}

const valuePath = (key: string) => join("configurationValues", key) as `configurationValues.${string}`;

function unregistered(serviceType: string): ProviderError {
  const reason = `the connector service has to start first and register the fields of the service type "${serviceType}"`;
  return new ProviderError(
    "failed_precondition",
    `Connector configuration schema not yet registered: ${reason}. Start it, then update again: the configurationValues are written then.`,
  );
}

function warn(keys: readonly string[], client: SearchClient): void {
  for (const key of keys)
    client.warnOnce(`configurationValues.${key}: the field is sensitive; give it as secretValue, so that it is kept as a secret`);
}
