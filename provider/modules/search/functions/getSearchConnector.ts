// The lookup of one connector (search spec 6).
import type { ProviderFunction } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Search } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import type { SearchClient } from "../client";
import { partsOf, textsOf } from "../resources/connector/response";
import { jsonParts } from "../json/parts";
import { fromRemote, snake } from "../mapping";
import { oneBlock } from "../type-rules";
import type { ReadAnswer } from "../transport";
import { utcTime } from "./times";

const texts = [
  ...["apiKeyId", "apiKeySecretId", "description", "error", "indexName", "language", "name", "serviceType"],
  ...["lastSyncError", "lastAccessControlSyncError", "lastSyncStatus", "lastAccessControlSyncStatus"],
];
const numbers = ["lastDeletedDocumentCount", "lastIndexedDocumentCount"];
const times = [
  ...["lastSeen", "lastSynced", "lastSyncScheduledAt"],
  ...["lastAccessControlSyncScheduledAt", "lastIncrementalSyncScheduledAt"],
];
const jsonTexts = ["configuration", "customScheduling", "filtering", "syncCursor"];

/** Reads one connector. Fails when there is none, and on servers older than 8.16. */
export const getSearchConnector: ProviderFunction<SearchClient, Search.GetSearchConnectorInputs, Search.GetSearchConnectorOutputs> = {
  rules: { properties: { connectorId: { minLength: 1 }, searchConnections: oneBlock } },
  async read({ connectorId, searchConnections }, { client }) {
    await client.demand("getSearchConnector", "8.16.0");
    const answer = await client.answer(["_connector", connectorId]);
    if (!answer) throw new ProviderError("not_found", `Connector not found: there is no connector with the id "${connectorId}"`);
    const found = { connectorId, ...described(answer) };
    const { uuid } = await client.cluster();
    return {
      ...found,
      id: `${uuid}/${found.connectorId}`,
      ...(searchConnections && { searchConnections }),
    } as Search.GetSearchConnectorOutputs;
  },
};

/** What is null on the server is absent, but for flags, the schedules and the status, which are always there. */
function described(answer: ReadAnswer): PlainMap {
  const remote = isObject(answer.json) ? answer.json : {};
  const partAt = jsonParts(answer.text);
  const given = fromRemote(remote, jsonTexts);
  return {
    ...(typeof remote["id"] === "string" && { connectorId: remote["id"] }),
    status: "",
    ...textsOf(remote, ["status", ...texts]),
    ...fromRemote(remote, numbers),
    ...Object.fromEntries(times.flatMap((name) => entry(name, utcTime(remote[snake(name)])))),
    ...Object.fromEntries(Object.keys(given).flatMap((name) => entry(name, partAt([snake(name)])))),
    isNative: remote["is_native"] === true,
    syncNow: remote["sync_now"] === true,
    scheduling: {},
    ...partsOf(remote),
  };
}

function entry(name: string, text: string | undefined): [string, string][] {
  return text === undefined ? [] : [[name, text]];
}
