// Counts the connections to a port of this machine while some work runs (Linux).
import { readFileSync } from "node:fs";

const established = "01";
const intervalMs = 20;

/** Returns the result of the work and the maximum number of connections that were open to the port at a time. */
export async function countConnections<T>(port: number, work: () => Promise<T>): Promise<{ result: T; most: number }> {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, connectionsTo(port))), intervalMs);
  try {
    return { result: await work(), most };
  } finally {
    clearInterval(timer);
  }
}

function connectionsTo(port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
  return rows.map((row) => row.trim().split(/\s+/)).filter(([, , remote, state]) => state === established && remote!.endsWith(suffix))
    .length;
}
