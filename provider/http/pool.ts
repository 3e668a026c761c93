// The connections to one remote: never more than a fixed number, idle ones kept for reuse. Node's own agent cannot be stopped while it connects, and counts late.
import type { Socket } from "node:net";
import { createSlots } from "./limit";

/** How many connections one remote gets at once. */
export const socketsPerRemote = 16;
/** How long an idle connection is kept, in ms; less when the remote says so. */
const idleLimit = 30_000;

/** A connection lent for one request. It comes back by itself when Node's client emits `free`, or is gone when it closes. */
export interface Lease {
  socket: Socket;
  /** It has served before: the remote may have closed it meanwhile. */
  reused: boolean;
  /** What Keep-Alive of an answer said: how long the connection may be idle. */
  keepFor(milliseconds: number): void;
}

/** The connections to one remote. */
export interface Pool {
  /**
   * Waits for a permit, then for `ready`, then takes an idle connection or opens one; `fresh` drops the idle ones first. Fails as `open` does, or with the
   * reason of the signal.
   */
  lease(order: { signal: AbortSignal; fresh: boolean; ready(): Promise<void>; open(): Promise<Socket> }): Promise<Lease>;
  /** Destroys all connections, those in use too. */
  close(): void;
}

/** Makes a pool; `opened` hears of each new connection, and by its close event when it is gone. */
export function createPool(opened: (socket: Socket) => void): Pool {
  const slots = createSlots(socketsPerRemote);
  const stock = createStock(() => slots.release());
  return {
    async lease({ signal, fresh, ready, open }) {
      await slots.take(signal);
      try {
        await ready();
        signal.throwIfAborted();
        if (fresh) stock.dropIdle();
        const waiting = stock.newestIdle();
        if (waiting) return stock.lend(waiting);
        const socket = await open();
        stock.adopt(socket);
        opened(socket);
        return stock.lend(socket);
      } catch (error) {
        slots.release();
        throw error;
      }
    },
    close: () => stock.dropAll(),
  };
}

/** One connection of the stock. */
interface Kept {
  uses: number;
  /** In ms. */
  keepFor: number;
  lent: boolean;
}

interface Stock {
  adopt(socket: Socket): void;
  lend(socket: Socket): Lease;
  newestIdle(): Socket | undefined;
  dropIdle(): void;
  dropAll(): void;
}

/** The connections of a pool, lent and idle; `returned` is called once for each one lent, when it is idle again or gone. */
function createStock(returned: () => void): Stock {
  const all = new Map<Socket, Kept>();
  const idle = new Set<Socket>();
  const back = (kept: Kept): void => {
    if (!kept.lent) return;
    kept.lent = false;
    returned();
  };
  const rest = (socket: Socket, kept: Kept): void => {
    if (socket.destroyed || !socket.writable || kept.keepFor <= 0) return void socket.destroy();
    idle.add(socket);
    socket.setTimeout(kept.keepFor);
    socket.unref();
    back(kept);
  };
  return {
    // The listeners stay for the life of the connection: an idle one that speaks, ends or grows old is dropped.
    adopt(socket) {
      const kept: Kept = { uses: 0, keepFor: idleLimit, lent: false };
      const drop = (): unknown => idle.has(socket) && socket.destroy();
      all.set(socket, kept);
      socket.on("error", () => {}).on("free", () => rest(socket, kept));
      for (const event of ["timeout", "data", "end"]) socket.on(event, drop);
      socket.once("close", () => {
        all.delete(socket);
        idle.delete(socket);
        back(kept);
      });
    },
    lend(socket) {
      const kept = all.get(socket)!;
      idle.delete(socket);
      socket.setTimeout(0);
      socket.ref();
      kept.lent = true;
      kept.uses += 1;
      return { socket, reused: kept.uses > 1, keepFor: (milliseconds) => (kept.keepFor = Math.min(idleLimit, milliseconds)) };
    },
    // The newest is the one least likely to have been given up by the remote.
    newestIdle: () => [...idle].filter((socket) => !socket.destroyed).at(-1),
    dropIdle: () => idle.forEach((socket) => socket.destroy()),
    dropAll: () => [...all.keys()].forEach((socket) => socket.destroy()),
  };
}
