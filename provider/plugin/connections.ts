// Tracks the open connections of clients.
import type { Socket } from "node:net";

/** How often each connection is checked for a peer that has gone. */
const checkMs = 2_000;
/** The size of the two GOAWAY frames that Node writes to an idle connection at its end; more than that includes a part of a response. */
const goawayBytes = 2 * 17;
/** How long an idle connection that its peer leaves open delays the exit after its half-close. */
const idleMs = 5;
/** How long a connection delays the exit after the last byte of a response was passed to the kernel. */
const unreadMs = 1_000;

/** The open connections of the server. */
export class Connections {
  private readonly open = new Set<Socket>();

  /** Calls `onClosed` after each connection that has closed. */
  constructor(private readonly onClosed: () => void) {
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
      this.onClosed();
    });
  }

  /**
   * Resolves once every peer has closed its connection or has had the time to read what was written. Call it when the sockets are about to be half-closed: the
   * kernel resets a connection whose process is gone as soon as the peer sends one more frame, and the peer may lose what it has not read.
   */
  async waitUntilDrained(): Promise<void> {
    await Promise.all([...this.open].map(waitUntilDrained));
  }
}

/** Waits until the socket is closed, or half-closed and left open by its peer: {@link idleMs} without data from the peer, {@link unreadMs} after a response. */
function waitUntilDrained(socket: Socket): Promise<void> {
  const { bytesWritten } = socket;
  return new Promise((resolve) => {
    const onFinished = (): void => {
      if (socket.bytesWritten - bytesWritten > goawayBytes) return void setTimeout(resolve, unreadMs);
      waitForSilence(socket, resolve);
    };
    socket.once("close", () => resolve());
    if (socket.writableFinished) onFinished();
    else socket.once("finish", onFinished);
  });
}

/** Calls back when the peer has sent nothing for {@link idleMs}, at the latest after {@link unreadMs}. */
function waitForSilence(socket: Socket, done: () => void, waited = 0): void {
  const { bytesRead } = socket;
  setTimeout(() => {
    if (socket.bytesRead === bytesRead || waited >= unreadMs) done();
    else waitForSilence(socket, done, waited + idleMs);
  }, idleMs);
}

/**
 * Makes Node read from the socket. After a frame that violates HTTP/2, it stops reading from the socket, so that the end of the connection goes unnoticed and
 * the file descriptor stays open. Reading on has no effect on a connection without such a frame.
 */
function resumeReading(socket: Socket): void {
  const { _handle: handle } = socket as unknown as { _handle?: { readStart?(): number } | null };
  handle?.readStart?.();
}
