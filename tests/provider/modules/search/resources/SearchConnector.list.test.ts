// The list of connectors of a server that ignores the position of a page. See docs/modules/search.md#connectors.
import type { SearchClient } from "../../../../../provider/modules/search/client";
import { SearchConnector as code } from "../../../../../provider/modules/search/resources/connector";
import { driveResource } from "../../../../support/resource-driver";
import { clientOver, json, recorded, root, schema } from "../support";
import { collected } from "./lifecycle";

const SearchConnector = driveResource<SearchClient>("quartet:search:SearchConnector", code, schema);

test("list ends when the server, or a cache before it, returns the same page again", async () => {
  const results = Array.from({ length: 500 }, (_, i) => ({ id: `c${i}` }));
  const { send, sent } = recorded(({ line }) => (line === "GET /" ? root() : json({ results })));
  await expect(collected(SearchConnector.list(clientOver(send)))).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("the page from position 500 repeats earlier ones"),
  });
  expect(sent).toHaveLength(3);
});
