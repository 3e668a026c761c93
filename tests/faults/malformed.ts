// What no engine sends: HTTP/2 frames, gRPC messages and protobuf messages that are broken in every layer, made by chance from a seed.
import { field, flags, frame, preface, types } from "../support/frames";
import { helperToken, pipeline } from "../support/fixture";
import { lengthDelimited, structBytes } from "../support/protobuf";
import type { Chance } from "./random";

/** What is sent on one connection, and how the connection is left. */
export interface Attack {
  title: string;
  bytes: Buffer;
  /** `waits`: the request is whole as HTTP/2 goes, so that the server has to respond or to close the connection. */
  then: "waits" | "closes" | "half-closes" | "resets";
}

/** Methods that change nothing for others, whatever they are sent. */
export const harmlessMethods = [
  "Invoke",
  "Check",
  "Diff",
  "CheckConfig",
  "DiffConfig",
  "Create",
  "Update",
  "Delete",
  "Read",
  "List",
  "Call",
  "GetMapping",
];
/** Methods that settle how the whole process works. */
export const drasticMethods = ["Configure", "Handshake", "Attach", "Cancel", "Parameterize", "Construct"];

const service = "/pulumirpc.ResourceProvider/";
const settings = frame(types.settings, 0, 0);

/** A message that the methods understand, at least in part. */
function message(chance: Chance): Buffer {
  const type = chance.pick([pipeline.type, helperToken, "none"]);
  const urn = `urn:pulumi:dev::demo::${type}::broken`;
  const struct = structBytes({ name: "a", field: "b", processors: ['{"drop":{}}'], nested: { list: [1, null, true, { deep: "x" }] } });
  return Buffer.concat([
    lengthDelimited(1, chance.oneIn(2) ? type : urn),
    lengthDelimited(2, chance.oneIn(2) ? struct : urn),
    lengthDelimited(3, struct),
    lengthDelimited(4, struct),
    // Previews only: no remote is called.
    Buffer.from([chance.pick([0x20, 0x38]), 1]),
    lengthDelimited(6, type),
    lengthDelimited(10, type),
  ]);
}

/** The bytes with some of them replaced, taken out, added or cut off. */
function damaged(bytes: Buffer, chance: Chance): Buffer {
  let result = Buffer.from(bytes);
  for (let i = 0; i <= chance.below(8); i++) {
    const at = chance.below(Math.max(1, result.length));
    const added = chance.pick([chance.bytes(1), chance.bytes(20), Buffer.alloc(0)]);
    const rest = chance.oneIn(8) ? Buffer.alloc(0) : result.subarray(at + chance.below(9));
    result = Buffer.concat([result.subarray(0, Math.max(1, at)), added, rest]);
  }
  return result;
}

/** The members of a Struct that holds a Struct that holds a Struct, as many levels deep. */
export function deep(levels: number): Buffer {
  // Every level is four prefixes with lengths; written from the inside, each grows by the one before.
  const heads: Buffer[] = [];
  let size = 0;
  const wrap = (tag: number): void => {
    const length: number[] = [];
    let rest = size;
    for (; rest >= 0x80; rest = Math.floor(rest / 128)) length.push((rest % 128) | 0x80);
    const head = Buffer.from([tag, ...length, rest]);
    heads.push(head);
    size += head.length;
  };
  for (let i = 0; i < levels; i++) for (const tag of [0x2a, 0x12, 0x0a]) wrap(tag);
  return Buffer.concat(heads.reverse());
}

const anyMessage = (chance: Chance): Buffer => {
  const how = chance.below(3);
  if (how === 0) return chance.bytes(chance.below(300));
  if (how === 1) return Buffer.concat([lengthDelimited(1, helperToken), lengthDelimited(2, deep(10 ** (1 + chance.below(3))))]);
  return damaged(message(chance), chance);
};

/** Returns a message with its prefix of five bytes, which is correct by default. */
function framed(content: Buffer, { flag = 0, length = content.length }: { flag?: number; length?: number | undefined } = {}): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, content]);
}

const usual = {
  ":method": "POST",
  ":scheme": "http",
  ":path": `${service}GetPluginInfo`,
  ":authority": "127.0.0.1",
  "content-type": "application/grpc",
  te: "trailers",
};

/** One whole request; headers that are undefined are left out. */
function request(headers: Record<string, string | undefined>, body: Buffer, last = true): Buffer {
  const fields = Object.entries({ ...usual, ...headers }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const block = Buffer.concat(fields.map(([name, value]) => field(name, value)));
  const pieces = [];
  for (let at = 0; at === 0 || at < body.length; at += 16_384) pieces.push(body.subarray(at, at + 16_384));
  const data = pieces.map((piece, i) => frame(types.data, last && i === pieces.length - 1 ? flags.endStream : 0, 1, piece));
  return Buffer.concat([preface, settings, frame(types.headers, flags.endHeaders, 1, block), ...data]);
}

type Maker = (chance: Chance, path: string) => Omit<Attack, "title">;

const leaves = (chance: Chance): Attack["then"] => chance.pick(["closes", "half-closes", "resets"]);

/** Headers that are no call of gRPC, one at a time. */
const oddHeaders: readonly (readonly [name: string, values: readonly (string | undefined)[]])[] = [
  [":path", [`${service}Nothing`, "/", "", "*", `${service}`, "/grpc.health.v1.Health/Watch"]],
  ["content-type", [undefined, "text/html", "application/grpc+json", "x".repeat(100)]],
  ["grpc-encoding", ["gzip", "deflate", "brotli", "identity", ""]],
  ["grpc-timeout", ["soon", "0n", "-1S", "99999999H", "1", ""]],
];

const makers: Record<string, Maker> = {
  "bytes that are no HTTP/2": (chance) => ({ bytes: chance.bytes(1 + chance.below(400)), then: leaves(chance) }),
  "frames by chance, the last one longer than it may be": (chance) => {
    const frames = Array.from({ length: 1 + chance.below(10) }, () =>
      frame(chance.below(12), chance.below(256), chance.below(5), chance.bytes(chance.below(60))),
    );
    const last = frame(chance.below(10), chance.below(256), 1);
    last.writeUIntBE(0xffffff - chance.below(1000), 0, 3);
    return { bytes: Buffer.concat([preface, ...(chance.oneIn(2) ? [settings] : []), ...frames, last]), then: leaves(chance) };
  },
  "a request that is damaged or cut off, or never ends": (chance, path) => {
    const whole = request({ ":path": path }, framed(message(chance), { length: chance.pick([undefined, 100_000]) }), chance.oneIn(2));
    return { bytes: chance.oneIn(2) ? damaged(whole, chance) : whole, then: leaves(chance) };
  },
  "broken messages, several or none": (chance, path) => ({
    bytes: request({ ":path": path }, Buffer.concat(Array.from({ length: chance.below(4) }, () => framed(anyMessage(chance))))),
    then: "waits",
  }),
  "a message with a bad compression flag, or of another length than it says": (chance, path) => {
    const lengths = [undefined, 2 ** 32 - 1, 400 * 1024 * 1024, 5000, chance.below(20)];
    const content = framed(message(chance), { flag: chance.pick([0, 1, chance.below(256)]), length: chance.pick(lengths) });
    return { bytes: request({ ":path": path }, content), then: "waits" };
  },
  "a request with an odd header": (chance, path) => {
    const [name, values] = chance.pick(oddHeaders);
    const content = framed(message(chance), { flag: chance.below(2) });
    return { bytes: request({ ":path": path, [name]: chance.pick(values) }, content), then: "waits" };
  },
  "another HTTP method": (chance, path) => ({
    bytes: request({ ":path": path, ":method": chance.pick(["GET", "PUT", "CONNECT", "QUARTET"]) }, framed(message(chance))),
    then: leaves(chance),
  }),
};

const titles = Object.keys(makers);

/** The attack that chance makes out of these methods. */
export function attack(chance: Chance, methods: readonly string[]): Attack {
  const title = chance.pick(titles);
  const method = chance.pick(methods);
  return { title: `${title} (${method})`, ...makers[title]!(chance, `${service}${method}`) };
}
