// The connections of clients: how many are open, and which of them have no peer any more.
import type { Socket } from "node:net";

/** How often is looked for connections whose peer has gone. */
const lookMs = 2_000;

/** The open connections of the door. */
export class Connections {
  private readonly open = new Set<Socket>();

  /** `closed` hears of each one that is gone. */
  constructor(private readonly closed: () => void) {
    setInterval(() => this.open.forEach(readOn), lookMs).unref();
  }

  get size(): number {
    return this.open.size;
  }

  add(socket: Socket): void {
    this.open.add(socket);
    socket.once("close", () => {
      this.open.delete(socket);
      this.closed();
    });
  }
}

/**
 * Node's HTTP/2 stops to read for ever when a frame breaks the protocol, so that it never hears that the peer has gone, and the file stays open until
 * the process ends. To read on changes nothing for a connection in good order.
 */
function readOn(socket: Socket): void {
  const { _handle: handle } = socket as unknown as { _handle?: { readStart?(): number } | null };
  handle?.readStart?.();
}
