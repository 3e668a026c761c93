// The connections of a pool that wait for the next request.
import type { Socket } from "node:net";
import type { Lease } from "./pool";

/** How long an idle connection is kept, in ms; less when the remote requests it. */
const idleLimitMs = 30_000;

/** One connection. */
interface Entry {
  uses: number;
  /** In ms. */
  keepFor: number;
  isLeased: boolean;
}

/** The connections of a pool, leased and idle. */
interface IdleConnections {
  /** Tracks a new connection. */
  add(socket: Socket): void;
  /** Leases a tracked connection. */
  lease(socket: Socket): Lease;
  /** Returns the connection that became idle last: the remote is least likely to have closed it. */
  newest(): Socket | undefined;
  dropIdle(): void;
  dropAll(): void;
}

/** Creates an empty set; `onRelease` is called once for each lease, when its connection is idle again or closed. */
export function createIdleConnections(onRelease: () => void): IdleConnections {
  const all = new Map<Socket, Entry>();
  const idle = new Set<Socket>();
  const release = (entry: Entry): void => {
    if (!entry.isLeased) return;
    entry.isLeased = false;
    onRelease();
  };
  const keep = (socket: Socket, entry: Entry): void => {
    if (socket.destroyed || !socket.writable || entry.keepFor <= 0) return void socket.destroy();
    idle.add(socket);
    socket.setTimeout(entry.keepFor);
    socket.unref();
    release(entry);
  };
  return {
    // These listeners stay as long as the connection: an idle one that receives data, ends or times out is dropped.
    add(socket) {
      const entry: Entry = { uses: 0, keepFor: idleLimitMs, isLeased: false };
      const drop = (): unknown => idle.has(socket) && socket.destroy();
      all.set(socket, entry);
      socket.on("error", () => {}).on("free", () => keep(socket, entry));
      for (const event of ["timeout", "data", "end"]) socket.on(event, drop);
      socket.once("close", () => {
        all.delete(socket);
        idle.delete(socket);
        release(entry);
      });
    },
    lease(socket) {
      const entry = all.get(socket)!;
      idle.delete(socket);
      socket.setTimeout(0);
      socket.ref();
      entry.isLeased = true;
      entry.uses += 1;
      return { socket, isReused: entry.uses > 1, keepFor: (milliseconds) => (entry.keepFor = Math.min(idleLimitMs, milliseconds)) };
    },
    newest: () => [...idle].filter((socket) => !socket.destroyed).at(-1),
    dropIdle: () => idle.forEach((socket) => socket.destroy()),
    dropAll: () => [...all.keys()].forEach((socket) => socket.destroy()),
  };
}
