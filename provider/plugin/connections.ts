// Tracks the open connections of clients.
import type { Socket } from "node:net";

/** How often each connection is checked for a peer that has gone. */
const checkMs = 2_000;

/** The open connections of the server. */
export class Connections {
  private readonly open = new Set<Socket>();
  private drained: (() => void)[] = [];

  /** Calls `closed` after each connection that has closed. */
  constructor(private readonly closed: () => void) {
    setInterval(() => this.open.forEach(resumeReading), checkMs).unref();
  }

  get size(): number {
    return this.open.size;
  }

  /** Tracks the socket until it closes. */
  add(socket: Socket): void {
    this.open.add(socket);
    socket.once("close", () => {
      this.open.delete(socket);
      if (this.open.size === 0) this.drained.splice(0).forEach((resolve) => resolve());
      this.closed();
    });
  }

  /**
   * Resolves once no connection is open. A peer closes its side after it has read everything, so that nothing written before is lost when the process exits:
   * the kernel resets a connection whose process is gone as soon as the peer sends one more frame.
   */
  empty(): Promise<void> {
    return this.open.size === 0 ? Promise.resolve() : new Promise((resolve) => this.drained.push(resolve));
  }
}

/**
 * After a frame that violates HTTP/2, Node stops reading from the socket, so that the end of the connection goes unnoticed and the file descriptor stays open.
 * Reading on has no effect on a connection without such a frame.
 */
function resumeReading(socket: Socket): void {
  const { _handle: handle } = socket as unknown as { _handle?: { readStart?(): number } | null };
  handle?.readStart?.();
}
