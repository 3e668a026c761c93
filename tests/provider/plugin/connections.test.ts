// Connections that are left by their peer after a frame that breaks the protocol of HTTP/2.
import { createServer } from "node:http2";
import type { Socket } from "node:net";
import { connect, createServer as createDoor } from "node:net";
import { Connections } from "../../../provider/plugin/connections";
import { frame, preface, types } from "../../support/frames";
import { listening, stopServers } from "../../support/servers";
import { until } from "../../support/waiting";

afterEach(stopServers);

/** A frame that says it is longer than any may be. */
const broken = (): Buffer => {
  const head = frame(types.data, 0, 1);
  head.writeUIntBE(0xffffff, 0, 3);
  return Buffer.concat([preface, frame(types.settings, 0, 0), head]);
};

test("are noticed, told and given up", async () => {
  const http2 = createServer();
  let told = 0;
  const connections = new Connections(() => told++);
  const port = await listening(
    createDoor((socket: Socket) => {
      connections.add(socket);
      http2.emit("connection", socket);
    }),
  );
  const [sound, cut] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  sound.write(Buffer.concat([preface, frame(types.settings, 0, 0)]));
  cut.write(broken());
  await until("refusal of the broken frame", () => cut.bytesRead > 9);
  cut.destroy();
  await until("end of the broken connection", () => told === 1);
  expect(connections.size).toBe(1);
  sound.destroy();
  await until("end of the sound one", () => connections.size === 0);
  expect(told).toBe(2);
});
