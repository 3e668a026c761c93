/** What holds for every kind of the life of data that the server has. See docs/modules/search.md. */
import type { Json, JsonObject } from "../../../../emulators/exchange";
import type { Send } from "../../../../../provider/contract/http";
import { kinds as allKinds } from "../../../../samples/search/resources";
import { recordedStack } from "../resources/stack-fixture";
import { caseServer, hasModules } from "./server";

const ofIndices = [
  "alias",
  "alias member",
  "template customization",
  "cluster settings",
  "stored script",
  "index",
  "index settings",
  "index mappings",
];
const ofModules = ["lifecycle policy", "data stream", "data stream lifecycle", "data stream options"];
const kinds = allKinds.filter(({ title }) => ofIndices.includes(title) || (hasModules && ofModules.includes(title)));

type Kind = (typeof kinds)[number];

/** A stack of the kind, on a server with what it refers to. */
async function fixture({ type }: Kind) {
  const server = caseServer();
  const { call } = server;
  await call("PUT /users");
  if (hasModules) {
    await call("PUT /_index_template/.streams", { index_patterns: ["orphan-stream*"], data_stream: {} });
    await call("PUT /_data_stream/orphan-stream-held");
  }
  const alteration: { alter?: (body: string) => string } = {};
  const send: Send = async (request) => {
    const response = await server.send(request);
    const isOfObjects = request.method === "GET" && new URL(request.url).pathname !== "/";
    return isOfObjects && alteration.alter ? { ...response, status: 200, body: alteration.alter(response.body) } : response;
  };
  return { ...recordedStack(type, send, { ELASTICSEARCH_ENDPOINTS: server.url }), alteration };
}

test.each(kinds)("data 123: $title lives without a difference, and is destroyed twice", async (kind) => {
  const { stack } = await fixture(kind);
  for (const program of [kind.inputs, kind.news]) {
    await stack.up(program);
    expect(await stack.preview(program)).toEqual([]);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.preview(program)).toEqual([]);
  }
  const { stored } = stack;
  await stack.destroy();
  stack.stored = stored;
  await expect(stack.destroy()).resolves.toBeUndefined();
});

/** Replaces the members of a body, or those of its objects. */
const replaced =
  (depth: number, value: Json) =>
  (body: Json): Json => {
    if (depth === 0) return value;
    if (Array.isArray(body)) return body.map(replaced(depth, value));
    if (body === null || typeof body !== "object") return body;
    return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, replaced(depth - 1, value)(member)])) as JsonObject;
  };

const withMembers =
  (depth: number) =>
  (value: Json): [string, (body: Json) => Json] => [`members at depth ${depth} that are ${JSON.stringify(value)}`, replaced(depth, value)];

/** Bodies that are no object of the server. Texts and empty lists are values of some members. */
const wrongBodies: [title: string, body: string | ((body: Json) => Json)][] = [
  ["a page", "<html><body>Welcome</body></html>"],
  ["nothing", ""],
  ["half a body", '{"users":{'],
  ["a text", '"text"'],
  ["a number", "1"],
  ["null", "null"],
  ["a list", "[]"],
  ["a list of objects", "[{}]"],
  ["an acknowledgment", '{"acknowledged":true}'],
  ["an error", '{"error":{"type":"exception","reason":"out of order"},"status":500}'],
  ...([1, "text", null, true, [1]] as Json[]).map(withMembers(1)),
  ...([1, null, true, [1], 1.5] as Json[]).map(withMembers(2)),
];

test.each(kinds)("data 122: no response of another form becomes a state of $title", async (kind) => {
  const { stack, alteration } = await fixture(kind);
  await stack.up(kind.inputs);
  const { stored } = stack;
  const accepted: [string, unknown][] = [];
  for (const [title, body] of wrongBodies) {
    alteration.alter = (text) => (typeof body === "string" ? body : JSON.stringify(body(JSON.parse(text) as Json)));
    const outcome = await stack.refresh().catch((error: unknown) => (error as { code?: string }).code);
    if (outcome !== "unavailable" && outcome !== "failed_precondition") accepted.push([title, outcome]);
    stack.stored = stored;
  }
  expect(accepted).toEqual([]);
});
