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
  const [intact, cut] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  intact.write(Buffer.concat([preface, frame(types.settings, 0, 0)]));
  cut.write(broken());
  await until("refusal of the broken frame", () => cut.bytesRead > 9);
  cut.destroy();
  await until("end of the broken connection", () => closed === 1);
  expect(connections.size).toBe(1);
  let isEmpty = false;
  const empty = connections.empty().then(() => (isEmpty = true));
  await new Promise(setImmediate);
  expect(isEmpty).toBe(false);
  intact.destroy();
  await until("end of the intact connection", () => connections.size === 0);
  await empty;
  await connections.empty();
  expect(closed).toBe(2);
});
