// The lookup of an ingest pipeline. See docs/modules/search.md#getsearchingestpipeline.
import { getSearchIngestPipeline } from "../../../../../provider/modules/search/functions/getSearchIngestPipeline";
import { checked, clientOver, failure, json, recorded, root, uuid } from "../support";
import { inContext } from "../../../../support/contexts";

const token = "quartet:search:getSearchIngestPipeline";
const responding = (response: object) => recorded(({ line }) => (line === "GET /" ? root() : response));
const read = async ({ send }: ReturnType<typeof responding>, name = "web"): Promise<object> =>
  getSearchIngestPipeline.read({ name }, inContext(clientOver(send)));

test("every part; processors as they were received", async () => {
  const text =
    '{"web":{"description":"d","version":3,"deprecated":true,"field_access_pattern":"flexible","_meta":{"b":1,"10":2},' +
    '"processors":[{"set": {"field":"a","value":12345678901234567890}}],"on_failure":[{"drop":{}}],"created_date_millis":1}}';
  const server = responding(json(text));
  expect(await read(server)).toEqual({
    id: `${uuid}/web`,
    name: "web",
    description: "d",
    version: 3,
    deprecated: true,
    fieldAccessPattern: "flexible",
    processors: ['{"set":{"field":"a","value":12345678901234567890}}'],
    onFailures: ['{"drop":{}}'],
    metadata: '{"b":1,"10":2}',
  });
  expect(server.sent.map(({ line }) => line)).toEqual(["GET /", "GET /_ingest/pipeline/web"]);
});

test("members that the server does not return are absent; lists are always returned", async () => {
  expect(await read(responding(json({ web: {} })))).toEqual({ id: `${uuid}/web`, name: "web", processors: [], onFailures: [] });
});

test.each([
  ["404 with an empty object", json({}, 404)],
  ["another pipeline", json({ other: { processors: [] } })],
])("%s: there is no such pipeline", async (_title, response) => {
  expect(await failure(read(responding(response)))).toMatchObject({
    code: "not_found",
    message: 'Ingest pipeline not found: "web". Check the name and the endpoint.',
  });
});

test("a 404 of a proxy is a failure", async () => {
  expect((await failure(read(responding(json("<html>", 404))))).code).toBe("failed_precondition");
});

test.each(["", " ", "a*", "a,b"])("the name %j fails in Check", (name) => {
  expect(checked(token, getSearchIngestPipeline, { name }).failures).toEqual([
    { property: "name", reason: expect.stringContaining("must not be blank") },
  ]);
});
