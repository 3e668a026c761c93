// The lookup of aliases. See docs/modules/search.md#getsearchindexaliases.
import { getSearchIndexAliases } from "../../../../../provider/modules/search/functions/getSearchIndexAliases";
import { createSearchEmulator } from "../../../../emulators/search";
import { inContext } from "../../../../support/contexts";
import { clientOver, emulated, failure, json, recorded, root, uuid } from "../support";

/** A server with two indices, and the aliases of each. */
function server() {
  const emulator = createSearchEmulator();
  for (const index of ["logs-1", "logs-2"]) emulator.putIndex(index);
  emulator.indices.get("logs-1")!.aliases = {
    logs: { filter: { term: { a: 1 } }, index_routing: "1", is_write_index: true },
    hidden: { is_hidden: true },
  };
  emulator.indices.get("logs-2")!.aliases = { logs: {} };
  return emulated(emulator.handle);
}

const read = async (inputs: object, { send } = server()) => getSearchIndexAliases.read(inputs, inContext(clientOver(send)));
const first = { alias: "logs", index: "logs-1", filter: '{"term":{"a":1}}', indexRouting: "1", isHidden: false, isWriteIndex: true };
const second = { alias: "logs", index: "logs-2", isHidden: false };
const hidden = { alias: "hidden", index: "logs-1", isHidden: true };

test.each([
  [{}, "/_alias", `${uuid}/*/*`, [hidden, first, second]],
  [{ alias: "logs" }, "/_alias/logs", `${uuid}/logs/*`, [first, second]],
  [{ index: "logs-1" }, "/logs-1/_alias", `${uuid}/*/logs-1`, [hidden, first]],
  [{ alias: "l*", index: "logs-2" }, "/logs-2/_alias/l*", `${uuid}/l*/logs-2`, [second]],
  [{ alias: "none*" }, "/_alias/none*", `${uuid}/none*/*`, []],
])("%j is read from %s", async (inputs, path, id, memberships) => {
  const alone = server();
  expect(await read(inputs, alone)).toEqual({ id, ...inputs, memberships });
  expect(alone.sent.map(({ line }) => line)).toEqual(["GET /", `GET ${path}`]);
});

test.each([
  ["logs,missing", '"missing"'],
  ["missing,gone,logs*", '"missing", "gone"'],
])("data 119: %s fails and names what is missing", async (alias, names) => {
  expect(await failure(read({ alias }))).toMatchObject({
    code: "not_found",
    message: `Alias not found: ${names}. Check the name and the endpoint.`,
  });
});

test("an index that does not exist is an error", async () => {
  expect(await failure(read({ index: "missing" }))).toMatchObject({ code: "not_found", message: expect.stringContaining('"missing"') });
});

test.each([["[]"], ['{"a":1}'], ['{"a":{"aliases":1}}']])("data 122: the response %s is an error", async (body) => {
  const response = recorded(({ line }) => (line === "GET /" ? root() : json(body)));
  expect(await failure(read({}, response))).toMatchObject({ code: "unavailable" });
});
