// The lookup of a connector. See docs/modules/search.md#getsearchconnector.
import { getSearchConnector } from "../../../../../provider/modules/search/functions/getSearchConnector";
import { clientOver, json, recorded, root, uuid } from "../support";
import { inContext } from "../../../../support/contexts";

const off = { enabled: false, interval: "0 0 0 * * ?" };
const example = {
  id: "music-catalog",
  api_key_id: null,
  api_key_secret_id: null,
  name: "music catalog",
  description: null,
  index_name: "search-music",
  is_native: false,
  language: "english",
  service_type: "postgresql",
  status: "connected",
  error: null,
  sync_now: false,
  configuration: { host: { label: "Host", type: "str", required: true, sensitive: false, value: "db.internal", order: 1 } },
  custom_scheduling: {},
  features: { sync_rules: { basic: { enabled: true }, advanced: { enabled: false } } },
  filtering: [{ domain: "DEFAULT", active: { rules: [] }, draft: { rules: [] } }],
  pipeline: { name: "search-default-ingestion", extract_binary_content: true, reduce_whitespace: true, run_ml_inference: false },
  scheduling: { full: { enabled: true, interval: "0 0 * * * ?" }, incremental: off, access_control: off },
  last_seen: "2025-05-06T09:30:00.123456+00:00",
  last_synced: null,
  last_sync_status: "completed",
  last_indexed_document_count: 12,
  last_deleted_document_count: 0,
  sync_cursor: null,
};

async function read(connector: unknown, inputs: object = {}) {
  const { send, sent } = recorded(({ line }) => (line === "GET /" ? root() : json(connector)));
  const outputs = await getSearchConnector.read({ connectorId: "music-catalog", ...inputs }, inContext(clientOver(send)));
  return { outputs, lines: sent.map(({ line }) => line) };
}

test("the example of the specification", async () => {
  expect(await read(example)).toEqual({
    outputs: {
      id: `${uuid}/music-catalog`,
      connectorId: "music-catalog",
      name: "music catalog",
      indexName: "search-music",
      language: "english",
      serviceType: "postgresql",
      status: "connected",
      isNative: false,
      syncNow: false,
      configuration: '{"host":{"label":"Host","type":"str","required":true,"sensitive":false,"value":"db.internal","order":1}}',
      customScheduling: "{}",
      features: { syncRules: { basic: { enabled: true }, advanced: { enabled: false } } },
      filtering: '[{"domain":"DEFAULT","active":{"rules":[]},"draft":{"rules":[]}}]',
      pipeline: { name: "search-default-ingestion", extractBinaryContent: true, reduceWhitespace: true, runMlInference: false },
      scheduling: { full: { enabled: true, interval: "0 0 * * * ?" }, incremental: off, accessControl: off },
      lastSeen: "2025-05-06T09:30:00.123Z",
      lastSyncStatus: "completed",
      lastIndexedDocumentCount: 12,
      lastDeletedDocumentCount: 0,
    },
    lines: ["GET /", "GET /_connector/music-catalog"],
  });
});

test("if everything is null only the required outputs are returned", async () => {
  const nothing = Object.fromEntries(Object.keys(example).map((key) => [key, null]));
  const ids = { id: `${uuid}/music-catalog`, connectorId: "music-catalog" };
  const minimal = { ...ids, status: "", isNative: false, syncNow: false, scheduling: {} };
  for (const connector of [nothing, {}]) expect((await read(connector)).outputs).toEqual(minimal);
  const { outputs } = await read({ ...nothing, scheduling: { full: null, incremental: off } });
  expect(outputs).toEqual({ ...minimal, scheduling: { incremental: off } });
});

test("texts, dates, flags and errors of any form", async () => {
  const connector = {
    name: "",
    description: "",
    status: "paused",
    is_native: true,
    sync_now: true,
    last_sync_status: "half",
    last_seen: 0,
    last_synced: 1746523800123,
    last_sync_scheduled_at: "2025-05-06T11:30:00+02:00",
    last_access_control_sync_scheduled_at: 1,
    last_incremental_sync_scheduled_at: "2025-05-06T09:30:00Z",
    filtering: [],
    features: { document_level_security: { enabled: true }, incremental_sync: null },
    pipeline: { name: "p" },
    error: "e",
    last_sync_error: "s",
    last_access_control_sync_error: "a",
    last_access_control_sync_status: "error",
    api_key_id: "k",
    api_key_secret_id: "x",
  };
  const { outputs } = await read(connector);
  expect(outputs).not.toHaveProperty("lastSeen");
  expect(outputs).toMatchObject({
    name: "",
    description: "",
    status: "paused",
    isNative: true,
    syncNow: true,
    lastSyncStatus: "half",
    lastSynced: "2025-05-06T09:30:00.123Z",
    lastSyncScheduledAt: "2025-05-06T09:30:00.000Z",
    lastAccessControlSyncScheduledAt: "1970-01-01T00:00:00.001Z",
    lastIncrementalSyncScheduledAt: "2025-05-06T09:30:00.000Z",
    filtering: "[]",
    features: { documentLevelSecurity: { enabled: true } },
    pipeline: { name: "p", extractBinaryContent: false, reduceWhitespace: false, runMlInference: false },
    error: "e",
    lastSyncError: "s",
    lastAccessControlSyncError: "a",
    lastAccessControlSyncStatus: "error",
    apiKeyId: "k",
    apiKeySecretId: "x",
  });
});

test("JSON is passed on as received; the ID is one segment of the path, and the connection is returned", async () => {
  const text =
    '{ "configuration": {"b": {"new": [1, 2]}, "10": 1, "9": 2}, "features": {}, "sync_cursor": {"ts": 1746523800123456789.50} }';
  const searchConnections = [{ endpoints: ["http://search.test:9200"] }];
  const { outputs, lines } = await read(text, { connectorId: "a/b ü", searchConnections });
  expect(outputs).toMatchObject({
    id: `${uuid}/a/b ü`,
    connectorId: "a/b ü",
    searchConnections,
    features: {},
    configuration: '{"b":{"new":[1,2]},"10":1,"9":2}',
    syncCursor: '{"ts":1746523800123456789.50}',
  });
  expect(lines[1]).toBe("GET /_connector/a%2Fb%20%C3%BC");
});
