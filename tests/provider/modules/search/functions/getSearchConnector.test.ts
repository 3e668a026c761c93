// The lookup of a connector. See docs/modules/search.md#getsearchconnector.
import { callFunction, clientOver, json, recorded, root, uuid } from "../support";

const off = { enabled: false, interval: "0 0 0 * * ?" };
const full = { enabled: true, interval: "0 0 * * * ?" };
const ids = { id: `${uuid}/music-catalog`, connectorId: "music-catalog" };
const minimal = { ...ids, status: "", isNative: false, syncNow: false, scheduling: {} };

async function read(connector: unknown, inputs: object = {}) {
  const { send, sent } = recorded(({ line }) => (line === "GET /" ? root() : json(connector)));
  const given = { connectorId: "music-catalog", ...inputs };
  const outputs = await callFunction("getSearchConnector", given, clientOver(send));
  return { outputs, lines: sent.map(({ line }) => line) };
}

/** Texts that are passed on. */
const texts =
  "name description status language error index_name service_type api_key_id api_key_secret_id last_sync_status last_sync_error last_access_control_sync_error last_access_control_sync_status";

/** Members of the server, those that they become, and those that have no value. */
const members: [remote: string, value: unknown, output: string, expected?: unknown][] = [
  ...texts
    .split(" ")
    .map((remote): [string, string, string] => [remote, "x", remote.replace(/_./g, ([, letter]) => letter!.toUpperCase())]),
  ["is_native", true, "isNative"],
  ["sync_now", true, "syncNow"],
  ["custom_scheduling", {}, "customScheduling", "{}"],
  ["configuration", { host: { label: "Host", order: 1 } }, "configuration", '{"host":{"label":"Host","order":1}}'],
  ["filtering", [{ domain: "DEFAULT" }], "filtering", '[{"domain":"DEFAULT"}]'],
  ["filtering", [], "filtering", "[]"],
  [
    "features",
    { sync_rules: { basic: { enabled: true } }, document_level_security: { enabled: true }, incremental_sync: null },
    "features",
    { syncRules: { basic: { enabled: true } }, documentLevelSecurity: { enabled: true } },
  ],
  ["features", {}, "features"],
  [
    "pipeline",
    { name: "p", extract_binary_content: true },
    "pipeline",
    { name: "p", extractBinaryContent: true, reduceWhitespace: false, runMlInference: false },
  ],
  ["scheduling", { full, incremental: null, access_control: off }, "scheduling", { full, accessControl: off }],
  ["last_seen", "2025-05-06T09:30:00.123456+00:00", "lastSeen", "2025-05-06T09:30:00.123Z"],
  ["last_synced", 1746523800123, "lastSynced", "2025-05-06T09:30:00.123Z"],
  ["last_sync_scheduled_at", "2025-05-06T11:30:00+02:00", "lastSyncScheduledAt", "2025-05-06T09:30:00.000Z"],
  ["last_access_control_sync_scheduled_at", 1, "lastAccessControlSyncScheduledAt", "1970-01-01T00:00:00.001Z"],
  ["last_incremental_sync_scheduled_at", "2025-05-06T09:30:00Z", "lastIncrementalSyncScheduledAt", "2025-05-06T09:30:00.000Z"],
  ["last_indexed_document_count", 12, "lastIndexedDocumentCount"],
  ["last_deleted_document_count", 0, "lastDeletedDocumentCount"],
];

test.each(members)("the member %s: %j is the output %s", async (remote, value, output, expected = value) => {
  expect((await read({ [remote]: value })).outputs).toEqual({ ...minimal, [output]: expected });
});

test("without members, or if all are null or no time, only the required outputs are returned", async () => {
  for (const connector of [Object.fromEntries(members.map(([remote]) => [remote, null])), {}, { last_seen: 0 }])
    expect(await read(connector)).toEqual({ outputs: minimal, lines: ["GET /", "GET /_connector/music-catalog"] });
});

test("JSON is passed on as received; the ID is one segment of the path, and the connection is returned", async () => {
  const text = '{ "configuration": {"b": {"new": [1, 2]}, "10": 1, "9": 2}, "sync_cursor": {"ts": 1746523800123456789.50} }';
  const searchConnections = [{ endpoints: ["http://search.test:9200"] }];
  const { outputs, lines } = await read(text, { connectorId: "a/b ü", searchConnections });
  expect(outputs).toMatchObject({
    id: `${uuid}/a/b ü`,
    searchConnections,
    configuration: '{"b":{"new":[1,2]},"10":1,"9":2}',
    syncCursor: '{"ts":1746523800123456789.50}',
  });
  expect(lines[1]).toBe("GET /_connector/a%2Fb%20%C3%BC");
});
