// Connectors. The first request of a create contains no parts; every part has an endpoint of its own, on create and update alike. See docs/modules/search.md#connectors.
import type { Resource } from "../../../../core/contract";
import { ProviderError, withHint } from "../../../../core/errors";
import type { Search } from "../../../../core/gen/types";
import { equal, equalText } from "../../../../core/json";
import { offsetOf } from "../../../../core/listing";
import { objectOf, rowsOf, scalarText } from "../../../../core/records";
import { sameTraits, mergeTraits } from "../../../../core/traits";
import type { Plain } from "../../../../core/value";
import type { SearchClient } from "../../client";
import type { RemoteConnector, RemoteConnectors } from "../../remote";
import { oneBlock } from "../../settings";
import { alreadyExists, withImportHint, type NewObject } from "../existing";
import { canonicalId, objectName, objectNameFormat } from "../ids";
import { changedValues, warnOfExposedKeys, writeValues } from "./configuration";
import { changedParts, createBody, inputsOfCreate, partsOfCreate } from "./parts";
import { connectorState, defaultScheduling } from "./state";
import { unmanagedKeys } from "./values";

type Inputs = Search.SearchConnectorInputs;
type State = Search.SearchConnectorState;

const collection = ["_connector"];
const pageSize = 100;

/** A connector. */
export const SearchConnector: Resource<SearchClient, Inputs, State> = {
  properties: mergeTraits(
    sameTraits(["connectorId", "name", "indexName", "language", "isNative", "apiKeyId", "apiKeySecretId", "pipeline"], { computed: true }),
    sameTraits(["scheduling", "scheduling.full", "scheduling.incremental", "scheduling.accessControl"], { computed: true }),
    sameTraits(["features", "features.documentLevelSecurity", "features.incrementalSync", "features.nativeConnectorApiKeys"], {
      computed: true,
    }),
    sameTraits(["features.syncRules", "features.syncRules.basic", "features.syncRules.advanced"], { computed: true }),
    sameTraits(["scheduling", "features", "features.syncRules"], { default: {} }),
    sameTraits(["scheduling.full.interval", "scheduling.incremental.interval", "scheduling.accessControl.interval"], { equals: equalCron }),
    sameTraits(["name", "description"], { default: "" }),
    { name: { autoname: { ...objectNameFormat, optional: true } } },
    {
      connectorId: {
        validate: { pattern: { matches: /\S/, reason: "must not be blank; omit it to let the server assign an ID" } },
        stable: true,
      },
      language: { stable: true },
      isNative: { default: false },
      scheduling: { omitOnImport: (value) => equal(value, defaultScheduling) },
      "configurationValues.*.json": { equals: equalText },
      searchConnections: { validate: oneBlock, local: true },
      timeouts: { local: true },
    },
  ),
  // The server rejects an ID or an index name that another connector has.
  deleteBeforeReplace: (prior, next) => isSame(prior.connectorId, next.connectorId) || isSame(prior.indexName, next.indexName),
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },
  importId: { validate: connectorIdViolation },

  async create({ inputs, created, importCommand }, { client }) {
    const uuid = await clusterUuid(client);
    const connectorId = inputs.connectorId ?? (await createWithoutId(inputs, importCommand, client));
    const id = `${uuid}/${connectorId}`;
    if (inputs.connectorId !== undefined) await createWithId({ kind: "Connector", id, importCommand }, connectorId, inputs, client);
    created(id, inputsOfCreate(inputs));
    for (const { endpoint, body } of partsOfCreate(inputs)) await client.put([...pathOf(connectorId), endpoint], body);
    await writeValues(pathOf(connectorId), inputs.configurationValues ?? {}, inputs, client);
  },

  async find(inputs, { client }) {
    const { connectorId } = inputs;
    const response = connectorId === undefined ? undefined : await client.fetch(pathOf(connectorId));
    if (!response || connectorId === undefined) return undefined;
    const written = inputsOfCreate(inputs);
    const state = connectorState(connectorId, response, { inputs: written, state: {} });
    return { id: `${(await client.cluster()).uuid}/${connectorId}`, state, written };
  },

  async update(request, { client, log }) {
    await clusterUuid(client);
    const { id, inputs, prior } = request;
    const path = pathOf(objectName(id));
    for (const { endpoint, body } of changedParts(request)) await client.put([...path, endpoint], body);
    for (const key of unmanagedKeys(inputs.configurationValues, prior.inputs.configurationValues))
      log("info", `configurationValues.${key} is no longer managed; its value on the server is kept.`);
    await writeValues(path, changedValues(request), inputs, client);
  },

  async read({ id, prior }, { client }) {
    await clusterUuid(client);
    const requested = prior ? id : trimId(id);
    const connectorId = objectName(requested);
    const response = await client.fetch(pathOf(connectorId));
    if (!response) return undefined;
    warnOfExposedKeys(prior?.inputs.configurationValues, response, client);
    return { id: await canonicalId(requested, connectorId, client), state: connectorState(connectorId, response, prior) };
  },

  async delete({ id }, { client }) {
    await clusterUuid(client);
    await client.delete(pathOf(objectName(id)));
  },

  async *list(_query, { client }, start) {
    const uuid = await clusterUuid(client);
    const listed = new Set<string>();
    for (let from = offsetOf(start); ; from += pageSize) {
      const { results }: RemoteConnectors = objectOf(await client.get(collection, { from: String(from), size: String(pageSize) }));
      const before = listed.size;
      for (const row of rowsOf(results)) {
        const id = scalarText(row.id);
        if (id !== "") yield { id: `${uuid}/${id}`, name: scalarText(row.name) || id, page: String(from) };
        listed.add(id);
      }
      if (!Array.isArray(results) || results.length < pageSize) return;
      if (listed.size === before) throw repeatedPage(from);
    }
  },
};

function pathOf(connectorId: string): string[] {
  return [...collection, connectorId];
}

/** Creates the error for a server, or a cache before it, that ignores the position of a page: the list would not end. */
function repeatedPage(from: number): ProviderError {
  const failure = `GET /_connector: the page from position ${from} repeats earlier ones.`;
  return new ProviderError("unavailable", `${failure} Check the endpoint and the proxies before it.`);
}

/** Returns the UUID of the cluster. Fails if the server has no connector API. */
async function clusterUuid(client: SearchClient): Promise<string> {
  await client.requireVersion("SearchConnector", "8.16.0");
  return (await client.cluster()).uuid;
}

/** Returns whether two cron expressions are equal: the server returns them in capitals (`mon-fri` as `MON-FRI`). */
function equalCron(left: Plain, right: Plain): boolean {
  return typeof left === "string" && typeof right === "string" ? left.toUpperCase() === right.toUpperCase() : equal(left, right);
}

function isSame(prior: string | undefined, next: string | undefined): boolean {
  return next !== undefined && next === prior;
}

/** Returns the ID without the white space and slashes around it, which a user may enter. */
function trimId(id: string): string {
  return id.replace(/^[\s/]+|[\s/]+$/g, "");
}

function connectorIdViolation(id: string): string | undefined {
  if (objectName(trimId(id)).trim() !== "") return undefined;
  return `Invalid import ID "${id}": the connector ID is blank. Use <connector_id> or <cluster_uuid>/<connector_id>, for example music-catalog.`;
}

/** Creates the connector unless the ID exists. The server treats a PUT of an existing ID as an update, which would overwrite another connector. */
async function createWithId(object: NewObject, connectorId: string, inputs: Inputs, client: SearchClient): Promise<void> {
  if (await client.get(pathOf(connectorId))) throw alreadyExists(object, []);
  await withImportHint(object, () => client.put(pathOf(connectorId), createBody(inputs)));
}

/** Creates a connector whose ID the server assigns, and returns that ID. */
async function createWithoutId(inputs: Inputs, importCommand: NewObject["importCommand"], client: SearchClient): Promise<string> {
  try {
    const response = await client.post(collection, createBody(inputs), { repeat: "unsent" });
    const { id }: RemoteConnector = objectOf(response);
    if (typeof id === "string" && id !== "") return id;
    throw new ProviderError("unavailable", "POST /_connector: no ID in the response.", { ambiguous: true });
  } catch (error) {
    throw withSearchHint(error, inputs, importCommand("CONNECTOR_ID"));
  }
}

/** Adds how to find the connector: the service has no request token that identifies the one of this create. */
function withSearchHint(error: unknown, { serviceType, indexName }: Inputs, command: string): unknown {
  if (!(error instanceof ProviderError) || !error.ambiguous) return error;
  const query = new URLSearchParams({ service_type: serviceType, ...(indexName !== undefined && { index_name: indexName }) });
  const advice = [
    "The connector may have been created; its ID is unknown.",
    `Look for it with GET /_connector?${query.toString()}.`,
    `If it exists, run \`${command}\`, or delete it. Otherwise run \`pulumi up\` again.`,
  ];
  return withHint(error, advice.join(" "));
}
