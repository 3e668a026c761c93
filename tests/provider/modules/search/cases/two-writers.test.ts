/** A program and another writer at the same object: the next operation of the program keeps what the other one wrote. See docs/protocol.md#update. */
import type { Send } from "../../../../../provider/contract/http";
import { recordedStack } from "../resources/stack-fixture";
import { caseServer, hasModules } from "./server";
import { aliases } from "./two-writers/aliases";
import { indices, mappings } from "./two-writers/indices";
import { customizations, operators } from "./two-writers/shared";
import { streams } from "./two-writers/streams";

const scenarios = [...aliases, ...customizations, ...operators, ...indices, ...mappings, ...(hasModules ? streams : [])];

test.each(scenarios)("$title: $kind loses nothing of it", async ({ kind, before, program, other, after, next, kept }) => {
  const server = caseServer();
  const { call, find } = server;
  const writeAll = async (requests: typeof other): Promise<void> => {
    for (const [request, body] of requests) await call(request, body);
  };
  let isPending = false;
  const send: Send = async (request) => {
    const response = await server.send(request);
    if (isPending && after === `${request.method} ${decodeURIComponent(new URL(request.url).pathname)}`) {
      isPending = false;
      await writeAll(other);
    }
    return response;
  };
  const { stack } = recordedStack(`quartet:search:${kind}`, send, { ELASTICSEARCH_ENDPOINTS: server.url });
  await writeAll(before);
  await stack.up(program);
  isPending = after !== undefined;
  if (!isPending) await writeAll(other);
  await (next === "destroy" ? stack.destroy() : stack.up(next));
  expect(isPending).toBe(false);
  for (const [path, members] of Object.entries(kept)) expect(await find(path)).toMatchObject(members as object);
  if (next !== "destroy") expect(await stack.preview(next)).toEqual([]);
});
