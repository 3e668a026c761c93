// Sends attacks to a port, several at a time, and returns those without a response that HTTP/2 demands.
import { createConnection } from "node:net";
import fc from "fast-check";
import { flags, takeFrames, types } from "../support/frames";
import { guardMs } from "../support/waiting";
import { attackOnOne, type Attack } from "./malformed";

/** How many attacks, from which seed, on which methods. */
interface Flood {
  port: number;
  seed: number;
  count: number;
  methods: readonly string[];
}

const together = 16;

/** Every attack that got no response, with the seed that repeats it. */
export async function floodOf({ port, seed, count, methods }: Flood): Promise<string[]> {
  const wrong: string[] = [];
  const attacks = fc.sample(fc.noBias(attackOnOne(methods)), { seed, numRuns: count }).entries();
  const worker = async () => {
    for (const [i, attack] of attacks)
      if (!(await isEnded(port, attack))) wrong.push(`seed ${seed}, ${i}: ${attack.title}: no response, and the connection stays open`);
  };
  await Promise.all(Array.from({ length: together }, worker));
  return wrong;
}

/** Sends one attack on a connection of its own. Returns whether the first stream ended or was rejected, or the server closed the connection. */
function isEnded(port: number, { bytes, then }: Attack): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1");
    const end = (ended: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(ended);
    };
    const timer = setTimeout(() => end(false), guardMs);
    socket.on("error", () => {}).on("close", () => end(true));
    takeFrames(socket, (type, flag) => {
      if (then !== "waits") return;
      if (type === types.goAway || type === types.reset) end(true);
      if ((type === types.data || type === types.headers) && (flag & flags.endStream) !== 0) end(true);
    });
    socket.write(bytes, () => {
      if (then === "closes") socket.destroy();
      if (then === "resets") socket.resetAndDestroy();
      if (then === "half-closes") socket.end();
    });
  });
}
