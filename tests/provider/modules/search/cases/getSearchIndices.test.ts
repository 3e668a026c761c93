// The lookup of indices. See docs/modules/search.md#getsearchindices.
import { getSearchIndices } from "../../../../../provider/modules/search/functions/getSearchIndices";
import { inContext } from "../../../../support/contexts";
import { rejects } from "../support";
import { caseServer, clientOf, type CaseServer } from "./server";

async function server() {
  const all = caseServer();
  const { call } = all;
  await call("PUT /logs-2", {
    settings: { priority: 3 },
    mappings: { dynamic: false },
    aliases: { logs: { filter: { term: { a: 1 } } }, all: {} },
  });
  await call("PUT /logs-1");
  await call("PUT /hidden", { settings: { hidden: true } });
  for (let i = 0; i < 3; i++) await call("POST /logs-1/_doc", {});
  await call("POST /logs-1/_refresh");
  return all;
}

const read = async (inputs: object, alone?: CaseServer) =>
  getSearchIndices.read(inputs, inContext(clientOf(alone ?? (await server())).client));
const names = async (inputs: object) => (await read(inputs)).indexStates.map(({ name }) => name);

test("indices are sorted by name, with settings by dotted key and aliases by name", async () => {
  const alone = await server();
  const { id, target, indexStates } = await read({}, alone);
  expect([id, target]).toEqual([`${await alone.uuid()}/*`, "*"]);
  expect(indexStates.map(({ name }) => name)).toEqual(["logs-1", "logs-2"]);
  expect(indexStates[1]).toMatchObject({
    mappings: '{"dynamic":"false"}',
    aliases: [{ name: "all" }, { name: "logs", filter: '{"term":{"a":1}}' }],
  });
  expect(JSON.parse(indexStates[1]!.settings)).toMatchObject({ "index.priority": "3" });
});

test.each([
  ["data 117: a pattern without a match", { target: "none*" }, []],
  ["hidden indices", { expandWildcards: ["open", "hidden"] }, ["hidden", "logs-1", "logs-2"]],
  ["data 134: a missing name that is ignored", { target: "logs-1,missing", ignoreUnavailable: true }, ["logs-1"]],
])("%s", async (_name, inputs, expected) => {
  expect(await names(inputs)).toEqual(expected);
});

test("data 117: a missing name fails", async () => rejects(read({ target: "logs-1,missing" }), /^not_found: .*logs-1,missing/));

test("data 118: statistics count the documents", async () => {
  const { indexStates } = await read({ target: "logs-*", includeStatistics: true });
  expect(indexStates).toMatchObject([{ documentCount: 3, deletedDocumentCount: 0, storeBytes: expect.any(Number) }, { documentCount: 0 }]);
});
