// A client that speaks HTTP/2 by hand. Node's own rejects a trailer of more than 64 KiB; engines, which are no Node programs, take it. See docs/protocol.md#status-codes.
import { createConnection } from "node:net";

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

/** What opens a connection. */
export const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** A header field that enters no table and is not compressed; name and value have less than 127 characters. */
export function field(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);
}

function request(path: string, message: Uint8Array): Buffer {
  const fields = {
    ":method": "POST",
    ":scheme": "http",
    ":path": path,
    ":authority": "127.0.0.1",
    "content-type": "application/grpc",
    te: "trailers",
  };
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  const body = Buffer.concat([prefix, message]);
  const pieces = Array.from({ length: Math.ceil(body.length / largestFrame) }, (_, i) =>
    body.subarray(i * largestFrame, (i + 1) * largestFrame),
  );
  return Buffer.concat([
    preface,
    frame(types.settings, 0, 0),
    frame(types.headers, flags.endHeaders, 1, Buffer.concat(Object.entries(fields).map(([name, value]) => field(name, value)))),
    ...pieces.map((piece, i) => frame(types.data, i === pieces.length - 1 ? flags.endStream : 0, 1, piece)),
  ]);
}

/** The trailers of one gRPC call, by name. The message has to be shorter than 64 KiB, the window of a new stream. Fails when the stream breaks off. */
export function trailersOf(port: number, path: string, message: Uint8Array): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, "127.0.0.1", () => void socket.write(request(path, message)));
    let rest: Buffer = Buffer.alloc(0);
    let block: Buffer = Buffer.alloc(0);
    let last = false;
    const fields = new Map<string, string>();
    const take = (type: number, flag: number, payload: Buffer): void => {
      if (type === types.settings && (flag & flags.acknowledged) === 0) socket.write(frame(types.settings, flags.acknowledged, 0));
      if (type === types.goAway) socket.destroy(new Error(`the server left: ${payload.subarray(8).toString()}`));
      if (type === types.headers) last = (flag & flags.endStream) !== 0;
      if (type !== types.headers && type !== types.continuation) return;
      block = Buffer.concat([block, payload]);
      if ((flag & flags.endHeaders) === 0) return;
      for (const [name, value] of fieldsOfBlock(block)) fields.set(name, value);
      block = Buffer.alloc(0);
      if (last) resolve(fields);
      if (last) socket.destroy();
    };
    socket.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let size; rest.length >= frameHeader && rest.length >= (size = frameHeader + rest.readUIntBE(0, 3)); rest = rest.subarray(size))
        take(rest[3]!, rest[4]!, rest.subarray(frameHeader, size));
    });
    socket.on("error", reject).on("close", () => reject(new Error("the connection was closed before the trailers")));
  });
}

/** The fields of a header block that bring their own name; those that name a place in a table are passed over (RFC 7541, section 6). */
function fieldsOfBlock(block: Buffer): [string, string][] {
  const fields: [string, string][] = [];
  let at = 0;
  const integer = (bits: number): number => {
    const most = 2 ** bits - 1;
    let value = block[at++]! & most;
    if (value < most) return value;
    for (let scale = 1; ; scale *= 128) {
      const byte = block[at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const string = (): (() => string) => {
    const packed = block[at]! >= 0x80;
    const length = integer(7);
    const bytes = block.subarray(at, (at += length));
    return () => (packed ? unpacked(bytes) : bytes.toString("latin1"));
  };
  while (at < block.length) {
    const first = block[at]!;
    if (first >= 0x80) integer(7);
    else if (first >= 0x20 && first < 0x40) integer(5);
    else {
      const own = integer(first >= 0x40 ? 6 : 4) === 0;
      const [name, value] = own ? [string(), string()] : [undefined, string()];
      if (name?.() === "grpc-status-details-bin" || name?.() === "grpc-message") fields.push([name(), value()]);
    }
  }
  return fields;
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

function unpacked(bytes: Buffer): string {
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
