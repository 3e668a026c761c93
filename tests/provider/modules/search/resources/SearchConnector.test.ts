// Connectors: create, also one that is interrupted, update, list. See docs/modules/search.md#connectors and docs/protocol.md#partial-failures.
import { TransportError } from "../../../../../provider/http/transport-error";
import { SearchConnector } from "../../../../../provider/modules/search/resources/connector/SearchConnector";
import { inContext } from "../../../../support/contexts";
import { scenarios } from "../cases/scenario";
import { clientOver, collected, json, recorded, rejects, root, uuid } from "../support";
import { rejection, stackFixture } from "./stack-fixture";

const kind = "SearchConnector";
const path = "/_connector/music-catalog";
const daily = { enabled: true, interval: "0 0 12 * * ?" };
const off = { ...daily, enabled: false };
const pipeline = { name: "music", extractBinaryContent: true, reduceWhitespace: false, runMlInference: true };
const small = { connectorId: "music-catalog", serviceType: "postgresql" };
const named = {
  ...small,
  name: "music catalog",
  description: "all of it",
  indexName: "search-music",
  language: "english",
  isNative: false,
};
const whole = {
  ...named,
  pipeline,
  scheduling: { full: daily, accessControl: daily },
  features: { syncRules: { basic: { enabled: true } }, documentLevelSecurity: { enabled: false } },
  apiKeyId: "key-1",
};
const without = (...keys: string[]) => Object.fromEntries(Object.entries(whole).filter(([key]) => !keys.includes(key)));
const puts = (...parts: string[]) => parts.map((part) => `PUT ${path}/${part}`);

scenarios(
  kind,
  [
    {
      "is created with all parts: the calls in order, and their bodies": {
        writes: [`PUT ${path}`, ...puts("_pipeline", "_scheduling", "_features", "_api_key_id")],
        outputs: whole,
      },
      "an earlier version is rejected before any other call": {
        emulator: { version: "8.15.4" },
        refusal: /^failed_precondition: .*SearchConnector.*8\.16\.0/,
      },
      "an empty part sends no request": {
        program: { ...small, scheduling: {}, features: {}, configurationValues: {} },
        writes: [`PUT ${path}`],
      },
    },
    ...(
      [
        [{ ...whole, name: "other" }, ["_name"], { name: "other" }],
        [without("description"), ["_name"], { description: "" }],
        [{ ...whole, scheduling: { full: off } }, ["_scheduling"], { scheduling: { full: off } }],
        [
          { ...whole, features: { incrementalSync: { enabled: true } } },
          ["_features"],
          { features: { incremental_sync: { enabled: true } } },
        ],
      ] as [object, string[], ...object[]][]
    ).map(([next, parts, ...bodies]) => ({
      [`only ${JSON.stringify(bodies)} is sent`]: {
        next,
        writes: puts(...parts),
        bodies,
      },
    })),
    ...["name", "indexName", "isNative", "language", "apiKeyId", "pipeline", "scheduling", "features", "connectorId"].map((key) => ({
      [`${key} removed: nothing changes, and no request is sent`]: {
        next: without(key),
        done: "same" as const,
        writes: [],
        outputs: { [key]: expect.anything() },
      },
    })),
    {
      "a removed schedule and a removed flag keep their values": {
        change: { scheduling: { full: daily }, features: { syncRules: {} } },
        done: "same",
      },
      "all at once, in the order of the specification": {
        program: small,
        next: { ...without("language"), serviceType: "mysql", isNative: true, indexName: "content-x", apiKeySecretId: "s" },
        writes: puts("_name", "_index_name", "_service_type", "_native", "_pipeline", "_scheduling", "_features", "_api_key_id"),
      },
    },
    {
      "another language of one with an ID and a generated name": {
        program: named,
        next: { ...small, language: "german" },
        done: "delete first",
        outputs: { language: "german" },
      },
    },
    ...(
      [
        ["another language of one with an ID", named, { language: "german" }, "delete first"],
        ["another language of one without", { serviceType: "x", language: "english" }, { language: "german" }, "replace"],
        ["another ID", { ...small, language: "english" }, { connectorId: "b" }, "replace"],
        ["another ID and index", named, { connectorId: "b", indexName: "search-b" }, "replace"],
        // The server rejects the index name of another connector.
        ["another ID of the same index", named, { connectorId: "b" }, "delete first"],
      ] as const
    ).map(([title, program, change, done]) => ({ [title]: { program, change, done, outputs: change } })),
  ],
  { emulator: {}, program: whole },
);

const found = /may have been created[^]*GET \/_connector\?service_type=my\+sql&index_name=i[^]*import it by its ID/;
const none = /^(?![^]*may have been created)/;

scenarios(
  kind,
  (
    [
      ["a lost response", new TransportError("sent", "ECONNRESET", "the connection was cut.", { ambiguous: true }), found],
      ["HTTP 429", rejection("busy", 429), none],
      ["HTTP 503", rejection("busy", 503), found],
      ["a response without an ID", json({ result: "created" }), found],
    ] as const
  ).map(([title, response, error]) => ({
    [`after ${title}, a create without an ID is not repeated, and the error describes how to find a possible connector: ${error === found}`]:
      {
        override: { "POST /_connector": response },
        error,
        writes: ["POST /_connector"],
      },
  })),
  { emulator: {}, program: { serviceType: "my sql", indexName: "i" } },
);

test("a create of which a step fails keeps what was written, and the next run does the rest", async () => {
  const { stack, override, writes } = stackFixture(kind);
  const program = without("isNative");
  const schedule = `PUT ${path}/_scheduling`;
  override.set(schedule, () => {
    override.set(`GET ${path}`, rejection("gone mad", 500));
    return rejection("not today");
  });
  await rejects(stack.up(program), /not today/);
  expect(stack.stored).toMatchObject({ id: `${uuid}/music-catalog`, unfinished: [expect.stringContaining("not today")] });
  expect(stack.outputs).toEqual(named);
  expect(writes()).toEqual([`PUT ${path}`, ...puts("_pipeline", "_scheduling")]);
  override.clear();
  expect(await stack.up(program)).toBe("update");
  expect(writes()).toEqual(puts("_scheduling", "_features", "_api_key_id"));
  expect(await stack.up(program)).toBe("same");
});

/** Lists the connectors of a server from a page on; returns the requests as well. */
async function listed(resultsFrom: (from: number) => object[], page?: string) {
  const { send, sent } = recorded(({ line }) =>
    line === "GET /" ? root() : json({ count: 1130, results: resultsFrom(Number(/from=(\d+)/.exec(line)![1])) }),
  );
  const found = await collected(SearchConnector.list!({}, inContext(clientOver(send)), page));
  return { found, lines: sent.slice(1).map(({ line }) => line) };
}

const many = (from: number) =>
  Array.from({ length: Math.min(500, 1130 - from) }, (_, i) => ({ id: `c${from + i}`, name: i === 0 ? "" : `n${from + i}` }));

test("list reads all pages, or those from one on", async () => {
  const { found, lines } = await listed(many);
  expect(found).toHaveLength(1130);
  expect([found[0], found[1129]]).toEqual([
    { id: `${uuid}/c0`, name: "c0", page: "0" },
    { id: `${uuid}/c1129`, name: "n1129", page: "1000" },
  ]);
  expect(lines).toEqual([0, 500, 1000].map((from) => `GET /_connector?from=${from}&size=500`));
  const rest = await listed(many, "1000");
  expect([rest.found.length, rest.lines]).toEqual([130, lines.slice(2)]);
  await rejects(listed(many, "x"), /^invalid_argument/);
});
