// Tracks connections, including those that their peer closes after a frame that violates HTTP/2. tests/conformance/exit covers idle ones.
import { createServer } from "node:http2";
import { connect, createServer as createListener, type Socket } from "node:net";
import { Connections } from "../../../provider/plugin/connections";
import { frame, opening, types } from "../../support/frames";
import { listening, stopServers } from "../../support/servers";
import { until } from "../../support/waiting";

afterEach(stopServers);

/** A frame header with a length above the limit of HTTP/2. */
const broken = (): Buffer => {
  const head = frame(types.data, 0, 1);
  head.writeUIntBE(0xffffff, 0, 3);
  return Buffer.concat([opening, head]);
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
  intact.write(opening);
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

test.each([
  ["with a response on its way is drained only when its client closes it", 100_000, false],
  ["without one is drained after a short silence", 0, true],
])("a connection %s", async (_title, size, expected) => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] });
  const connections = new Connections(() => {});
  let server: Socket | undefined;
  const port = await listening(createListener((socket) => connections.add((server = socket))));
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  while (server === undefined) await new Promise(setImmediate);
  let isDrained = false;
  const drained = connections.waitUntilDrained().then(() => (isDrained = true));
  const finished = new Promise<void>((resolve) => server!.resume().end(Buffer.alloc(size), resolve));
  let bytes = 0;
  for await (const chunk of client) bytes += chunk.length;
  await finished;
  await jest.advanceTimersByTimeAsync(100);
  expect([bytes, isDrained]).toEqual([size, expected]);
  client.end();
  await drained;
  jest.useRealTimers();
});
