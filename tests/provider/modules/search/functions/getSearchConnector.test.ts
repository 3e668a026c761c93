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

const responding = (connector: unknown, cluster = root()) =>
  recorded(({ line }) => (line === "GET /" ? cluster : json(connector as object)));
const read = (connector: unknown) =>
  getSearchConnector.read({ connectorId: "music-catalog" }, inContext(clientOver(responding(connector).send)));

test("the example of the specification", async () => {
  const { send, sent } = responding(example);
  expect(await getSearchConnector.read({ connectorId: "music-catalog" }, inContext(clientOver(send)))).toEqual({
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
  });
  expect(sent.map(({ line }) => line)).toEqual(["GET /", "GET /_connector/music-catalog"]);
});

test("if everything is null only the required outputs are returned", async () => {
  const nothing = Object.fromEntries(Object.keys(example).map((key) => [key, null]));
  const minimal = {
    id: `${uuid}/music-catalog`,
    connectorId: "music-catalog",
    status: "",
    isNative: false,
    syncNow: false,
    scheduling: {},
  };
  expect(await read(nothing)).toEqual(minimal);
  expect(await read({})).toEqual(minimal);
  expect(await read({ ...nothing, scheduling: { full: null, incremental: off } })).toEqual({
    ...minimal,
    scheduling: { incremental: off },
  });
});

test.each<[string, object, object]>([
  ["empty texts stay", { name: "", description: "" }, { name: "", description: "" }],
  ["words of newer servers pass", { status: "paused", last_sync_status: "half" }, { status: "paused", lastSyncStatus: "half" }],
  ["epoch milliseconds", { last_synced: 1746523800123 }, { lastSynced: "2025-05-06T09:30:00.123Z" }],
  ["a date with offset", { last_sync_scheduled_at: "2025-05-06T11:30:00+02:00" }, { lastSyncScheduledAt: "2025-05-06T09:30:00.000Z" }],
  [
    "further dates",
    { last_access_control_sync_scheduled_at: 1, last_incremental_sync_scheduled_at: "2025-05-06T09:30:00Z", last_seen: 0 },
    { lastAccessControlSyncScheduledAt: "1970-01-01T00:00:00.001Z", lastIncrementalSyncScheduledAt: "2025-05-06T09:30:00.000Z" },
  ],
  [
    "empty JSON stays text",
    { configuration: {}, filtering: [], custom_scheduling: {} },
    { configuration: "{}", filtering: "[]", customScheduling: "{}" },
  ],
  [
    "flags",
    { features: { document_level_security: { enabled: true }, incremental_sync: null } },
    { features: { documentLevelSecurity: { enabled: true } } },
  ],
  ["no flag", { features: {} }, { features: {} }],
  [
    "all four members of the pipeline",
    { pipeline: { name: "p" } },
    { pipeline: { name: "p", extractBinaryContent: false, reduceWhitespace: false, runMlInference: false } },
  ],
  [
    "errors and keys",
    {
      error: "e",
      last_sync_error: "s",
      last_access_control_sync_error: "a",
      last_access_control_sync_status: "error",
      api_key_id: "k",
      api_key_secret_id: "x",
    },
    {
      error: "e",
      lastSyncError: "s",
      lastAccessControlSyncError: "a",
      lastAccessControlSyncStatus: "error",
      apiKeyId: "k",
      apiKeySecretId: "x",
    },
  ],
  ["flags that are on", { is_native: true, sync_now: true }, { isNative: true, syncNow: true }],
])("%s", async (_name, connector, expected) => expect(await read(connector)).toMatchObject(expected));

test("JSON is passed on as received: unknown keys, order of keys, every digit", async () => {
  const text = '{ "id":"c", "configuration": {"b": {"new": [1, 2]}, "10": 1, "9": 2}, "sync_cursor": {"ts": 1746523800123456789.50} }';
  const { send } = recorded(({ line }) => (line === "GET /" ? root() : json(text)));
  expect(await getSearchConnector.read({ connectorId: "c" }, inContext(clientOver(send)))).toMatchObject({
    configuration: '{"b":{"new":[1,2]},"10":1,"9":2}',
    syncCursor: '{"ts":1746523800123456789.50}',
  });
});

test("the ID is one segment of the path; the connection is returned", async () => {
  const { send, sent } = responding({ ...example, id: null });
  const searchConnections = [{ endpoints: ["http://search.test:9200"] }];
  expect(await getSearchConnector.read({ connectorId: "a/b ü", searchConnections }, inContext(clientOver(send)))).toMatchObject({
    id: `${uuid}/a/b ü`,
    connectorId: "a/b ü",
    searchConnections,
  });
  expect(sent[1]!.line).toBe("GET /_connector/a%2Fb%20%C3%BC");
});
