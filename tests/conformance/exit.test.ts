// How the process ends: after every response has been received, and not held by a peer. `make bench` measures how long it takes. See docs/protocol.md#cancel.
import { once } from "node:events";
import { connect as connectHttp2, type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from "node:http2";
import { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { connect } from "node:net";
import { frame, preface, types } from "../support/frames";
import type { Fixture } from "../support/fixture";
import * as fixtures from "../support/fixture";
import { lookupToken } from "../support/fixture";
import { toStruct } from "../support/structs";

afterEach(fixtures.closeSearches);
afterEach(fixtures.closeFixtures);

/** A response that the plugin has sent and its client has not read yet. */
async function unreadResponse(
  { plugin, search }: Fixture,
  size: number,
): Promise<{ stream: ClientHttp2Stream; session: ClientHttp2Session }> {
  const { faults } = await search();
  const template = { name: "logs", index_template: { index_patterns: ["*"], _meta: { text: "x".repeat(size) } } };
  const body = JSON.stringify({ index_templates: [template] });
  faults.add({
    match: "GET /_index_template/logs",
    fault: async () => ({
      reply: { status: 200, headers: { "content-type": "application/json", "x-elastic-product": "Elasticsearch" }, body },
    }),
  });
  const session = connectHttp2(`http://127.0.0.1:${plugin.port}`);
  const request = new InvokeRequest();
  request.setTok(lookupToken);
  request.setArgs(toStruct({ name: "logs" }));
  const message = Buffer.from(request.serializeBinary());
  const frame = Buffer.concat([Buffer.alloc(5), message]);
  frame.writeUInt32BE(message.length, 1);
  const headers = { ":method": "POST", ":path": "/pulumirpc.ResourceProvider/Invoke", "content-type": "application/grpc", te: "trailers" };
  const stream = session.request(headers);
  stream.end(frame);
  await once(stream, "response");
  return { stream, session };
}

/** The bytes of the stream and its gRPC status, read chunk by chunk. */
async function readToEnd(stream: ClientHttp2Stream): Promise<{ bytes: number; grpcStatus: unknown }> {
  let grpcStatus: unknown;
  stream.once("trailers", (trailers: IncomingHttpHeaders) => (grpcStatus = trailers["grpc-status"]));
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    await new Promise(setImmediate);
  }
  return { bytes, grpcStatus };
}

test.each(["SIGINT", "SIGTERM"] as const)("15, 16: %s does not cut off a response of 4 MB whose client has not read it", async (signal) => {
  const fixture = await fixtures.openFixture();
  const size = 4 * 1024 * 1024;
  const { stream, session } = await unreadResponse(fixture, size);
  const goaway = once(session, "goaway");
  fixture.plugin.kill(signal);
  await goaway;
  expect(fixture.plugin.running()).toBe(true);
  const { bytes, grpcStatus } = await readToEnd(stream);
  expect(bytes).toBeGreaterThan(size);
  expect(grpcStatus).toBe("0");
  expect(await fixture.plugin.ended).toEqual({ code: 0, signal: null });
});

/** Opens a connection that ignores GOAWAY and the end of the stream of its server, and stays open. */
async function peerWithoutGoaway(port: number): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => {}).write(Buffer.concat([preface, frame(types.settings, 0, 0)]));
  await once(socket, "data");
}

test("16: SIGTERM ends an idle process though a peer ignores GOAWAY", async () => {
  const { plugin, rpc } = await fixtures.openFixture();
  await rpc.configure({ version: "0.1.0" });
  await peerWithoutGoaway(plugin.port);
  plugin.kill("SIGTERM");
  expect(await plugin.ended).toEqual({ code: 0, signal: null });
});
