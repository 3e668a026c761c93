// Tracks connections, including those that their peer closes after a frame that violates HTTP/2.
import { createServer } from "node:http2";
import type { Socket } from "node:net";
import { connect, createServer as createListener } from "node:net";
import { Connections } from "../../../provider/plugin/connections";
import { frame, preface, types } from "../../support/frames";
import { listening, stopServers } from "../../support/servers";
import { until } from "../../support/waiting";

afterEach(stopServers);

/** A frame header with a length above the limit of HTTP/2. */
const broken = (): Buffer => {
  const head = frame(types.data, 0, 1);
  head.writeUIntBE(0xffffff, 0, 3);
  return Buffer.concat([preface, frame(types.settings, 0, 0), head]);
};

test("closed connections are reported and removed", async () => {
  const http2 = createServer();
  let closed = 0;
  const connections = new Connections(() => closed++);
  const port = await listening(
    createListener((socket: Socket) => {
      connections.add(socket);
      http2.emit("connection", socket);
    }),
  );
  const intact = connect(port, "127.0.0.1");
  const cut = connect(port, "127.0.0.1");
  intact.write(Buffer.concat([preface, frame(types.settings, 0, 0)]));
  cut.write(broken());
  await until("rejection of the broken frame", () => cut.bytesRead > 9);
  cut.destroy();
  await until("end of the broken connection", () => closed === 1);
  expect(connections.size).toBe(1);
  intact.destroy();
  await until("end of the intact connection", () => connections.size === 0);
  await connections.waitUntilDrained();
  expect(closed).toBe(2);
});

/** A connection that its client never closes, as both sides see it. */
async function openConnection(): Promise<{ connections: Connections; server: Socket; client: Socket }> {
  const connections = new Connections(() => {});
  const accepted = new Promise<Socket>((resolve) => {
    void listening(
      createListener((socket) => {
        connections.add(socket);
        resolve(socket);
      }),
    ).then((port) => (client = connect({ port, host: "127.0.0.1", allowHalfOpen: true })));
  });
  let client: Socket | undefined;
  const server = await accepted;
  return { connections, server, client: client! };
}

test("an idle connection that its client leaves open is drained once it is half-closed", async () => {
  const { connections, server, client } = await openConnection();
  let isDrained = false;
  const drained = connections.waitUntilDrained().then(() => (isDrained = true));
  await new Promise(setImmediate);
  expect(isDrained).toBe(false);
  server.end(Buffer.alloc(17));
  await drained;
  expect(server.writableFinished).toBe(true);
  expect(client.destroyed).toBe(false);
  client.destroy();
});

test("a connection with a response on its way is drained only when its client closes it", async () => {
  const { connections, server, client } = await openConnection();
  let isDrained = false;
  const drained = connections.waitUntilDrained().then(() => (isDrained = true));
  server.resume().end(Buffer.alloc(100_000));
  let bytes = 0;
  for await (const chunk of client) bytes += (chunk as Buffer).length;
  expect(bytes).toBe(100_000);
  expect(isDrained).toBe(false);
  client.end();
  await drained;
});
