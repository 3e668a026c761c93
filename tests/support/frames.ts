// A client that speaks HTTP/2 by hand. Node's own rejects a trailer of more than 64 KiB; engines, which are no Node programs, take it. See docs/protocol.md#status-codes.
import { createConnection, type Socket } from "node:net";

/** Types of frames (RFC 9113, section 6). */
export const types = { data: 0, headers: 1, reset: 3, settings: 4, goAway: 7, continuation: 9 } as const;
/** Flags of frames. */
export const flags = { endStream: 1, acknowledged: 1, endHeaders: 4 } as const;
const frameHeader = 9;
const largestFrame = 16_384;

/** One frame. */
export function frame(type: number, flag: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const header = Buffer.alloc(frameHeader);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = type;
  header[4] = flag;
  header.writeUInt32BE(stream, 5);
  return Buffer.concat([header, payload]);
}

export const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
/** What opens a connection. */
export const opening = Buffer.concat([preface, frame(types.settings, 0, 0)]);

/** A header field that enters no table and is not compressed; name and value have less than 127 characters. */
function field(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);
}

/** A message with its prefix of five bytes, which is correct by default. */
export function framed(
  content: Uint8Array,
  { flag = 0, length = content.length }: { flag?: number; length?: number | undefined } = {},
): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, content]);
}

/** The frames of one request on stream 1; headers that are undefined are left out. */
export function request(
  path: string,
  body: Uint8Array,
  { headers = {}, isWhole = true }: { headers?: Record<string, string | undefined>; isWhole?: boolean } = {},
): Buffer {
  const fields = {
    ":method": "POST",
    ":scheme": "http",
    ":path": path,
    ":authority": "127.0.0.1",
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  };
  const block = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : field(name, value)));
  const pieces = Array.from({ length: Math.max(1, Math.ceil(body.length / largestFrame)) }, (_, i) =>
    body.subarray(i * largestFrame, (i + 1) * largestFrame),
  );
  const data = pieces.map((piece, i) => frame(types.data, isWhole && i === pieces.length - 1 ? flags.endStream : 0, 1, piece));
  return Buffer.concat([frame(types.headers, flags.endHeaders, 1, Buffer.concat(block)), ...data]);
}

/** Takes every frame that the server sends, and acknowledges its settings. */
export function takeFrames(socket: Socket, take: (type: number, flag: number, payload: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let size; rest.length >= frameHeader && rest.length >= (size = frameHeader + rest.readUIntBE(0, 3)); rest = rest.subarray(size)) {
      const type = rest[3]!;
      const flag = rest[4]!;
      if (type === types.settings && (flag & flags.acknowledged) === 0) socket.write(frame(types.settings, flags.acknowledged, 0));
      take(type, flag, rest.subarray(frameHeader, size));
    }
  });
}

/** The trailer with the details of a gRPC call that fails. The message has to be shorter than 64 KiB, the window of a new stream. Fails when the stream breaks off. */
export function detailsTrailerOf(port: number, path: string, message: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, "127.0.0.1", () => void socket.write(Buffer.concat([opening, request(path, framed(message))])));
    let block: Buffer = Buffer.alloc(0);
    let last = false;
    takeFrames(socket, (type, flag, payload) => {
      if (type === types.goAway) socket.destroy(new Error(`the server left: ${payload.subarray(8).toString()}`));
      if (type === types.headers) last = (flag & flags.endStream) !== 0;
      if (type !== types.headers && type !== types.continuation) return;
      block = Buffer.concat([block, payload]);
      if ((flag & flags.endHeaders) === 0) return;
      const details = detailsIn(block);
      block = Buffer.alloc(0);
      if (details !== undefined) resolve(details);
      if (last) socket.destroy();
    });
    socket.on("error", reject).on("close", () => reject(new Error("the connection was closed before the trailers")));
  });
}

/** The field `grpc-status-details-bin` of a header block; fields that name a place in a table are passed over (RFC 7541, section 6). */
function detailsIn(block: Buffer) {
  let at = 0;
  const integer = (bits: number) => {
    const most = 2 ** bits - 1;
    let value = block[at++]! & most;
    if (value < most) return value;
    for (let scale = 1; ; scale *= 128) {
      const byte = block[at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const string = () => {
    const packed = block[at]! >= 0x80;
    const length = integer(7);
    const bytes = block.subarray(at, (at += length));
    return packed ? unpacked(bytes) : bytes.toString("latin1");
  };
  while (at < block.length) {
    const first = block[at]!;
    if (first >= 0x80) integer(7);
    else if (first >= 0x20 && first < 0x40) integer(5);
    else {
      const name = integer(first >= 0x40 ? 6 : 4) === 0 ? string() : "";
      const value = string();
      if (name === "grpc-status-details-bin") return value;
    }
  }
  return undefined;
}

/** The characters of the code by length of their codes, in order (RFC 7541, appendix B); the longer codes represent characters that are not in base64. */
const byLength: Readonly<Record<number, string>> = {
  5: "012aceiost",
  6: " %-./3456789=A_bdfghlmnpru",
  7: ":BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz",
  8: "&*,;XZ",
  10: `!"()?`,
  11: "'+|",
};

const codes = new Map<string, string>();
for (let length = 5, code = 0; length <= 11; length++, code *= 2)
  for (const character of byLength[length] ?? "") codes.set((code++).toString(2).padStart(length, "0"), character);

function unpacked(bytes: Buffer) {
  let text = "";
  let code = "";
  for (const byte of bytes) {
    for (const bit of byte.toString(2).padStart(8, "0")) {
      const character = codes.get((code += bit));
      if (character === undefined) continue;
      text += character;
      code = "";
    }
  }
  return text;
}
