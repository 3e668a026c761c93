// Sends attacks to a port, several at a time, and returns those without a response that HTTP/2 demands.
import { createConnection } from "node:net";
import { frame, types } from "../support/frames";
import type { Attack } from "./malformed";
import { attack } from "./malformed";
import { guardMs } from "../support/waiting";
import { chanceOf } from "./random";

/** How many attacks, from which seed on, on which methods. */
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
  let next = seed;
  const worker = async (): Promise<void> => {
    while (next < seed + count) {
      const own = next++;
      const generated = attack(chanceOf(own), methods);
      if (!(await isEnded(port, generated))) wrong.push(`seed ${own}, ${generated.title}: no response, and the connection stays open`);
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
  return wrong;
}

const headSize = 9;
const endsStream = 1;

/** Sends one attack on a connection of its own. Returns whether the first stream ended or was rejected, or the server closed the connection. */
function isEnded(port: number, { bytes, then }: Attack): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1");
    const end = (ended: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(ended);
    };
    const timer = setTimeout(() => end(false), guardMs);
    let rest: Buffer = Buffer.alloc(0);
    socket
      .on("error", () => {})
      .on("close", () => end(true))
      .on("data", (chunk) => {
        rest = Buffer.concat([rest, chunk]);
        for (let size; rest.length >= headSize && rest.length >= (size = headSize + rest.readUIntBE(0, 3)); rest = rest.subarray(size)) {
          const type = rest[3];
          const flag = rest[4]!;
          if (type === types.settings && flag === 0) socket.write(frame(types.settings, 1, 0));
          if (then !== "waits") continue;
          if (type === types.goAway || type === types.reset) end(true);
          if ((type === types.data || type === types.headers) && (flag & endsStream) !== 0) end(true);
        }
      });
    socket.write(bytes, () => {
      if (then === "closes") socket.destroy();
      if (then === "resets") socket.resetAndDestroy();
      if (then === "half-closes") socket.end();
    });
  });
}
