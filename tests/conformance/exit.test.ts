// How the process ends: after every response has been received, and not held by a peer. `make bench` measures how long it takes. See docs/protocol.md#cancel.
import { once } from "node:events";
import { connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { connect } from "node:net";
import { opening } from "../support/frames";
import * as fixtures from "../support/fixture";
import { toStruct } from "../support/structs";
import { timed } from "../support/waiting";

afterEach(fixtures.closeFixtures);

test.each(["SIGINT", "SIGTERM"] as const)("15, 16: %s does not cut off a response of 4 MB whose client has not read it", async (signal) => {
  const { plugin } = await fixtures.openFixture();
  const size = 4 * 1024 * 1024;
  const request = new InvokeRequest();
  request.setTok("quartet:search:getSearchIngestProcessorSet");
  request.setArgs(toStruct({ field: "a", value: "x".repeat(size) }));
  const message = Buffer.concat([Buffer.alloc(5), Buffer.from(request.serializeBinary())]);
  message.writeUInt32BE(message.length - 5, 1);
  const session = connectHttp2(`http://127.0.0.1:${plugin.port}`);
  const headers = { ":method": "POST", ":path": "/pulumirpc.ResourceProvider/Invoke", "content-type": "application/grpc", te: "trailers" };
  const stream = session.request(headers).end(message);
  await once(stream, "response");
  const goaway = once(session, "goaway");
  plugin.kill(signal);
  await goaway;
  expect(plugin.running()).toBe(true);
  const trailers = once(stream, "trailers") as Promise<[IncomingHttpHeaders]>;
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    await new Promise(setImmediate);
  }
  expect(bytes).toBeGreaterThan(size);
  expect((await trailers)[0]["grpc-status"]).toBe("0");
  expect(await plugin.ended).toEqual({ code: 0, signal: null });
});

/** Opens a connection that ignores GOAWAY and the end of the stream of its server, and stays open. */
async function peerWithoutGoaway(port: number) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => {}).write(opening);
  await once(socket, "data");
}

test("16: SIGTERM ends an idle process before the grace period of requests though a peer ignores GOAWAY", async () => {
  const { plugin, rpc } = await fixtures.openFixture();
  await rpc.configure({ version: "0.1.0" });
  await peerWithoutGoaway(plugin.port);
  plugin.kill("SIGTERM");
  const { ms, result } = await timed(() => plugin.ended);
  expect(result).toEqual({ code: 0, signal: null });
  expect(ms).toBeLessThan(15_000);
});
