// Connectors. The first request of a create contains no parts; every part has an endpoint of its own, on create and update alike. See docs/modules/search.md#connectors.
import type { Resource } from "../../../../contract/resource";
import { ProviderError, withHint } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { equal, equalText } from "../../../../core/json/json";
import { offsetOf } from "../../../../kit/listing";
import { objectOf, scalarText } from "../../../../core/values/records";
import { sameTraits, mergeTraits } from "../../../../core/compare/traits";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { fetchFrom } from "../../collections";
import { objectName, objectNameFormat, resolveId } from "../../ids";
import { changedValues, warnOfExposedKeys, writeValues } from "./configuration";
import { connectorPages, connectors } from "./list";
import { changedParts, createBody, inputsOfCreate, partsOfCreate, partsWithMembers } from "./parts";
import { connectorState, defaultScheduling } from "./state";
import { unmanagedKeys } from "./values";
import { clusterObject } from "../cluster-object";

type Inputs = Search.SearchConnectorInputs;
type State = Search.SearchConnectorState;

/** A connector. */
export const SearchConnector: Resource<SearchClient, Inputs, State> = {
  ...clusterObject,
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
    { name: { autoname: objectNameFormat } },
    {
      connectorId: {
        validate: { pattern: { matches: /\S/, reason: "must not be blank; omit it to let Elasticsearch assign an ID" } },
        stable: true,
      },
      language: { stable: true },
      isNative: { default: false },
      scheduling: { omitOnImport: (value) => equal(value, defaultScheduling) },
      "configurationValues.*.json": { equals: equalText },
    },
  ),
  // The server rejects an index name that another connector has.
  deleteBeforeReplace: (prior, next) => next.indexName !== undefined && next.indexName === prior.indexName,
  importId: { validate: connectorIdViolation, resolve: (id, client) => resolveId(trimId(id), client) },

  identity: {
    inputs: ["connectorId"],
    id: async ({ connectorId }, client) => `${await clusterUuid(client)}/${connectorId!}`,
    written: inputsOfCreate,
  },

  async create({ inputs, created }, { client }) {
    const uuid = await clusterUuid(client);
    const connectorId = inputs.connectorId ?? (await createWithoutId(inputs, client));
    // The server treats a PUT of an existing ID as an update: core has looked for one.
    if (inputs.connectorId !== undefined) await client.put(pathOf(connectorId), createBody(inputs));
    created(`${uuid}/${connectorId}`, inputsOfCreate(inputs));
    for (const { endpoint, body } of partsOfCreate(inputs)) await client.put([...pathOf(connectorId), endpoint], body);
    await writeValues(pathOf(connectorId), inputs.configurationValues ?? {}, inputs, client);
  },

  async update(request, { client, log }) {
    await clusterUuid(client);
    const { id, inputs, prior, changed } = request;
    const path = pathOf(objectName(id));
    const remote = changed.has(...partsWithMembers) ? await request.remote() : {};
    for (const { endpoint, body } of changedParts({ inputs, changed, remote })) await client.put([...path, endpoint], body);
    for (const key of unmanagedKeys(inputs.configurationValues, prior.inputs.configurationValues))
      log("info", `configurationValues.${key} is no longer managed; its value on the server is kept.`);
    await writeValues(path, changedValues(request), inputs, client);
  },

  async read({ id, prior }, context) {
    const { client } = context;
    await clusterUuid(client);
    const connectorId = objectName(id);
    const response = await fetchFrom(connectors, connectorId, context);
    if (!response) return undefined;
    warnOfExposedKeys(prior?.inputs.configurationValues, response, client);
    return { id, state: connectorState(connectorId, response, prior) };
  },

  async delete({ id }, { client }) {
    await clusterUuid(client);
    await client.delete(pathOf(objectName(id)));
  },

  async *list(_query, { client }, start) {
    const uuid = await clusterUuid(client);
    for await (const { at, found } of connectorPages(client, offsetOf(start)))
      for (const [id, { json }] of found) yield { id: `${uuid}/${id}`, name: scalarText(objectOf(json)["name"]) || id, page: String(at) };
  },
};

function pathOf(connectorId: string): string[] {
  return [...connectors.path, connectorId];
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

/** Returns the ID without the white space and slashes around it, which a user may enter. */
function trimId(id: string): string {
  return id.replace(/^[\s/]+|[\s/]+$/g, "");
}

function connectorIdViolation(id: string): string | undefined {
  if (!/(^|\/)\s*$/.test(trimId(id))) return undefined;
  return "the connector ID is blank. Use <connector_id> or <cluster_uuid>/<connector_id>, for example music-catalog.";
}

/** Creates a connector whose ID the server assigns, and returns that ID. */
async function createWithoutId(inputs: Inputs, client: SearchClient): Promise<string> {
  try {
    const response = await client.post(connectors.path, createBody(inputs), { repeat: "unsent" });
    const { id } = objectOf(response);
    if (typeof id === "string" && id !== "") return id;
    throw new ProviderError("unavailable", "POST /_connector: no ID in the response.", { ambiguous: true });
  } catch (error) {
    throw withSearchHint(error, inputs);
  }
}

/** Adds how to find the connector: the service has no request token that identifies the one of this create. */
function withSearchHint(error: unknown, { serviceType, indexName }: Inputs): unknown {
  if (!(error instanceof ProviderError) || !error.ambiguous) return error;
  const query = new URLSearchParams({ service_type: serviceType, ...(indexName !== undefined && { index_name: indexName }) });
  const advice = [
    "The connector may have been created; its ID is unknown.",
    `Look for it with GET /_connector?${query.toString()}.`,
    `If it exists, import it by its ID, or delete it. Otherwise run \`pulumi up\` again.`,
  ];
  return withHint(error, advice.join(" "));
}
