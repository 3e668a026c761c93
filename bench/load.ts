// A load generator with little overhead: it writes the same HTTP/2 frames repeatedly and counts the ends of streams, so that the measurement covers the
// server, not the client. It implements only the required part of HTTP/2 (RFC 9113, RFC 7541 literals).
import { connect, type Socket } from "node:net";
import { flags, frame, framed, preface, request, types } from "../tests/support/frames";

const frameHeader = 9;
const ping = 6;
const windowUpdate = 8;
const wideWindow = 2 ** 31 - 1;

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Sends `count` requests, `width` of them concurrently; returns the seconds until the last response. Fails when a stream is reset or the connection ends. */
export async function load(
  port: number,
  path: string,
  message: Buffer,
  { count, width }: { count: number; width: number },
): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket.write(Buffer.concat([preface, frame(types.settings, 0, 0, Buffer.concat([Buffer.from([0, 4]), uint32(wideWindow)]))]));
  socket.write(frame(windowUpdate, 0, 0, uint32(wideWindow - 65_535)));
  try {
    return await new Promise((done, fail) => new Run(socket, request(path, framed(message)), { count, width }, { done, fail }).start());
  } finally {
    socket.destroy();
  }
}

class Run {
  private stream = -1;
  private sent = 0;
  private ended = 0;
  private began = 0n;
  private rest: Buffer = Buffer.alloc(0);

  constructor(
    private readonly socket: Socket,
    /** The two frames of a gRPC request; requests differ only in the number of their stream. */
    private readonly template: Buffer,
    private readonly plan: { count: number; width: number },
    private readonly end: { done(seconds: number): void; fail(error: Error): void },
  ) {}

  start(): void {
    this.began = process.hrtime.bigint();
    this.socket.on("data", (chunk) => this.read(chunk)).on("error", this.end.fail);
    this.socket.on("close", () => this.end.fail(new Error("the server closed the connection")));
    this.send(Math.min(this.plan.width, this.plan.count));
  }

  private send(calls: number): void {
    const second = frameHeader + this.template.readUIntBE(0, 3);
    const frames: Buffer[] = [];
    for (let i = 0; i < calls; i++) {
      this.stream += 2;
      const copy = Buffer.from(this.template);
      copy.writeUInt32BE(this.stream, 5);
      copy.writeUInt32BE(this.stream, second + 5);
      frames.push(copy);
    }
    this.sent += calls;
    this.socket.write(Buffer.concat(frames));
  }

  private read(chunk: Buffer): void {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    let at = 0;
    let ended = 0;
    while (bytes.length - at >= frameHeader) {
      const length = bytes.readUIntBE(at, 3);
      if (bytes.length - at < frameHeader + length) break;
      ended += this.take(bytes[at + 3]!, bytes[at + 4]!, bytes.subarray(at + frameHeader, at + frameHeader + length));
      at += frameHeader + length;
    }
    this.rest = bytes.subarray(at);
    this.ended += ended;
    if (this.ended >= this.plan.count) return this.end.done(Number(process.hrtime.bigint() - this.began) / 1e9);
    const next = Math.min(ended, this.plan.count - this.sent);
    if (next > 0) this.send(next);
  }

  /** Returns 1 for the end of a stream, else 0. */
  private take(type: number, flag: number, body: Buffer): number {
    if (type === types.settings && !(flag & flags.acknowledged))
      this.socket.write(frame(types.settings, flags.acknowledged, 0, Buffer.alloc(0)));
    if (type === ping && !(flag & flags.acknowledged)) this.socket.write(frame(ping, flags.acknowledged, 0, body));
    if (type === types.reset || type === types.goAway) this.end.fail(new Error("the server rejected a request"));
    return (type === types.headers || type === types.data) && flag & flags.endStream ? 1 : 0;
  }
}
