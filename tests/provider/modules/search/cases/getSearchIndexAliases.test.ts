// The lookup of aliases. See docs/modules/search.md#getsearchindexaliases.
import type { SearchClient } from "../../../../../provider/modules/search/client";
import { callFunction, rejects } from "../support";
import { caseServer, clientOf } from "./server";

/** A server with two indices, and the aliases of each. */
async function server() {
  const all = caseServer();
  await all.call("PUT /logs-1", {
    aliases: { logs: { filter: { term: { a: 1 } }, index_routing: "1", is_write_index: true }, hidden: { is_hidden: true } },
  });
  await all.call("PUT /logs-2", { aliases: { logs: {} } });
  return all;
}

const read = async (inputs: object, client?: SearchClient) =>
  callFunction("getSearchIndexAliases", inputs, client ?? clientOf(await server()).client);
const first = { alias: "logs", index: "logs-1", filter: '{"term":{"a":1}}', indexRouting: "1", isHidden: false, isWriteIndex: true };
const second = { alias: "logs", index: "logs-2", isHidden: false };
const hidden = { alias: "hidden", index: "logs-1", isHidden: true };

test.each([
  [{}, "/_alias", "<uuid>/*/*", [hidden, first, second]],
  [{ alias: "logs" }, "/_alias/logs", "<uuid>/logs/*", [first, second]],
  [{ alias: "l*", index: "logs-2" }, "/logs-2/_alias/l*", "<uuid>/l*/logs-2", [second]],
  [{ alias: "none*" }, "/_alias/none*", "<uuid>/none*/*", []],
])("%j is read from %s", async (inputs, path, id, memberships) => {
  const alone = await server();
  const { client, sent } = clientOf(alone);
  const found = await read(inputs, client);
  expect(found).toEqual({ id: id.replace("<uuid>", await alone.uuid()), ...inputs, memberships });
  expect(sent.map(({ line }) => line)).toEqual(["GET /", `GET ${path}`]);
});

test.each([
  [{ alias: "logs,missing" }, /^not_found: Alias not found: "missing"\. Check the name and the endpoint\.$/],
  [{ alias: "missing,no-such,logs*,-logs" }, /^not_found: Alias not found: "missing", "no-such"\. /],
  [{ index: "missing" }, /^not_found: .*"missing"/],
])("data 119: %j fails and names what is missing", async (inputs, failure) => rejects(read(inputs), failure));
