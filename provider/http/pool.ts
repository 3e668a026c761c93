// The connections to one remote: at most a fixed number, idle ones are kept for reuse. Node's agent cannot abort a connection attempt, and counts connections late.
import type { Socket } from "node:net";
import { createSemaphore } from "../core/concurrency/semaphore";
import { createIdleConnections } from "./idle-connections";

/** The maximum number of connections to one remote. */
const socketsPerRemote = 16;

/** A connection leased for one request. It is released when Node's client emits `free`, or when it closes. */
export interface Lease {
  socket: Socket;
  /** Whether it has served a request before: the remote may have closed it since. */
  isReused: boolean;
  /** Limits how long the connection is kept idle, as Keep-Alive of a response requests. */
  keepFor(milliseconds: number): void;
}

/** The connections to one remote. */
export interface Pool {
  /**
   * Waits for a permit, then for `ready`, then takes an idle connection or opens one; `fresh` drops the idle ones first. Fails as `open` does, or with the
   * reason of the signal.
   */
  lease(order: { signal: AbortSignal; fresh: boolean; ready(): Promise<void>; open(): Promise<Socket> }): Promise<Lease>;
  /** Destroys all connections, including those in use. */
  close(): void;
}

/** Creates a pool; `onOpen` is called with each new connection. */
export function createPool(onOpen: (socket: Socket) => void): Pool {
  const permits = createSemaphore(socketsPerRemote);
  const connections = createIdleConnections(() => permits.release());
  return {
    async lease({ signal, fresh, ready, open }) {
      await permits.acquire(signal);
      try {
        await ready();
        signal.throwIfAborted();
        if (fresh) connections.dropIdle();
        const idle = connections.newest();
        if (idle) return connections.lease(idle);
        const socket = await open();
        connections.add(socket);
        onOpen(socket);
        return connections.lease(socket);
      } catch (error) {
        permits.release();
        throw error;
      }
    },
    close: () => connections.dropAll(),
  };
}
