// Reads one connector. See docs/modules/search.md#getsearchconnector.
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { snakeCase } from "../../../core/schema/snake-case";
import { objectOf, omitUndefined, recordBy } from "../../../core/values/records";
import { mapMembers } from "../../../core/values/value";
import { jsonParts } from "../json/parts";
import { fromRemote, textsFromRemote } from "../mapping";
import { connectorParts } from "../resources/connector/response";
import type { SearchResponse } from "../response";
import { utcTime } from "../times";
import { clusterFunction } from "./cluster-function";

type Outputs = Search.GetSearchConnectorOutputs;

const textMembers = [
  "apiKeyId",
  "apiKeySecretId",
  "description",
  "error",
  "indexName",
  "language",
  "name",
  "serviceType",
  "lastSyncError",
  "lastAccessControlSyncError",
  "lastSyncStatus",
  "lastAccessControlSyncStatus",
];
const numbers = ["lastDeletedDocumentCount", "lastIndexedDocumentCount"];
const times = [
  "lastSeen",
  "lastSynced",
  "lastSyncScheduledAt",
  "lastAccessControlSyncScheduledAt",
  "lastIncrementalSyncScheduledAt",
] as const;
const jsonTexts = ["configuration", "customScheduling", "filtering", "syncCursor"];

/** Reads one connector. Fails if there is none, and on servers older than 8.16. */
export const getSearchConnector = clusterFunction<"getSearchConnector">({
  rules: { properties: { connectorId: { minLength: 1 } } },
  async read({ connectorId }, { client }) {
    await client.requireVersion("getSearchConnector", "8.16.0");
    const response = await client.fetch(["_connector", connectorId]);
    if (!response)
      throw new ProviderError("not_found", `Connector not found: there is no connector with the ID "${connectorId}". Check connectorId.`);
    const found = connectorOutputs(response, connectorId);
    return { ...found, id: found.connectorId };
  },
});

/** Returns the outputs. Members that are null on the server are absent, except flags, schedules and the status. */
function connectorOutputs({ json, text }: SearchResponse, requested: string): Omit<Outputs, "id"> {
  const remote = objectOf(json);
  const { id, is_native: isNative, sync_now: syncNow } = remote;
  const partAt = jsonParts(text);
  return {
    connectorId: typeof id === "string" ? id : requested,
    status: "",
    ...textsFromRemote(remote, ["status", ...textMembers], partAt),
    ...fromRemote(remote, numbers),
    ...omitUndefined(recordBy(times, (name) => utcTime(remote[snakeCase(name)]))),
    ...mapMembers(fromRemote(remote, jsonTexts), (_value, name) => partAt([snakeCase(name)])),
    isNative: isNative === true,
    syncNow: syncNow === true,
    scheduling: {},
    ...connectorParts(remote, partAt),
  };
}
