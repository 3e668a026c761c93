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

interface Kept {
  used: number;
  keepFor: number;
  /** Set while lent. */
  release?: () => void;
}

/** Makes a pool; `opened` hears of each new connection, and by its close event when it is gone. */
export function createPool(opened: (socket: Socket) => void): Pool {
  const slots = createSlots(socketsPerRemote);
  const all = new Map<Socket, Kept>();
  const idle = new Set<Socket>();

  /** The listeners stay for the life of the connection; an idle one that errs, speaks or grows old is dropped. */
  const adopt = (socket: Socket): void => {
    const kept: Kept = { used: 0, keepFor: idleLimit };
    const drop = (): unknown => idle.has(socket) && socket.destroy();
    all.set(socket, kept);
    opened(socket);
    socket
      .on("error", () => {})
      .on("timeout", drop)
      .on("data", drop)
      .on("end", drop);
    socket.on("free", () => rest(socket, kept));
    socket.once("close", () => {
      all.delete(socket);
      idle.delete(socket);
      kept.release?.();
    });
  };
  const rest = (socket: Socket, kept: Kept): void => {
    if (socket.destroyed || !socket.writable || kept.keepFor <= 0) return void socket.destroy();
    idle.add(socket);
    socket.setTimeout(kept.keepFor);
    socket.unref();
    kept.release?.();
  };
  const lend = (socket: Socket): Lease => {
    const kept = all.get(socket)!;
    idle.delete(socket);
    socket.setTimeout(0);
    socket.ref();
    kept.release = () => {
      kept.release = undefined;
      slots.release();
    };
    kept.used += 1;
    return { socket, reused: kept.used > 1, keepFor: (milliseconds) => (kept.keepFor = Math.min(idleLimit, milliseconds)) };
  };
  const dropIdle = (): void => idle.forEach((socket) => socket.destroy());

  return {
    async lease({ signal, fresh, ready, open }) {
      await slots.take(signal);
      try {
        await ready();
        signal.throwIfAborted();
        if (fresh) dropIdle();
        // The youngest is the one least likely to have been closed by the remote.
        const waiting = [...idle].filter((socket) => !socket.destroyed).at(-1);
        if (waiting) return lend(waiting);
        const socket = await open();
        adopt(socket);
        return lend(socket);
      } catch (error) {
        slots.release();
        throw error;
      }
    },
    close: () => [...all.keys()].forEach((socket) => socket.destroy()),
  };
}
