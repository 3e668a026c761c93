// What no engine sends: HTTP/2 frames, gRPC messages and protobuf messages that are broken in every layer.
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import fc from "fast-check";
import { helperToken, pipeline } from "../support/fixture";
import { frame, framed, opening, preface, request } from "../support/frames";
import { lengthDelimited, structBytes } from "../support/protobuf";

/** What is sent on one connection, and how the connection is left. */
export interface Attack {
  title: string;
  bytes: Uint8Array;
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

/** The members of a Struct that holds a Struct that holds a Struct, as many levels deep. */
export function deep(levels: number): Buffer {
  // Every level is three prefixes with lengths; written from the inside, each grows by the one before.
  const heads: Uint8Array[] = [];
  let size = 0;
  for (let i = 0; i < levels; i++)
    for (const number of [5, 2, 1]) {
      const head = new BinaryWriter().tag(number, WireType.LengthDelimited).uint32(size).finish();
      heads.push(head);
      size += head.length;
    }
  return Buffer.concat(heads.reverse());
}

const service = "/pulumirpc.ResourceProvider/";

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength, size: "max" });

/** A message that the methods understand, at least in part. */
const message = fc
  .record({
    type: fc.constantFrom(pipeline.type, helperToken, "none"),
    hasType: fc.boolean(),
    hasStruct: fc.boolean(),
    preview: fc.constantFrom(0x20, 0x38),
  })
  .map(({ type, hasType, hasStruct, preview }) => {
    const urn = `urn:pulumi:dev::demo::${type}::broken`;
    const struct = structBytes({ name: "a", field: "b", processors: ['{"drop":{}}'], nested: { list: [1, null, true, { deep: "x" }] } });
    return Buffer.concat([
      lengthDelimited(1, hasType ? type : urn),
      lengthDelimited(2, hasStruct ? struct : urn),
      lengthDelimited(3, struct),
      lengthDelimited(4, struct),
      // Previews only: no remote is called.
      Buffer.from([preview, 1]),
      lengthDelimited(6, type),
      lengthDelimited(10, type),
    ]);
  });

/** The bytes with some of them replaced, taken out, added or cut off. */
function damaged(whole: fc.Arbitrary<Buffer>) {
  const change = fc.record({
    position: fc.nat(),
    added: fc.oneof(bytes(1, 1), bytes(20, 20), bytes(0, 0)),
    removed: fc.oneof({ weight: 7, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.constant(Infinity) }),
  });
  return fc.tuple(whole, fc.array(change, { minLength: 1, maxLength: 8, size: "max" })).map(([intact, changes]) =>
    changes.reduce((result, { position, added, removed }) => {
      const at = position % Math.max(1, result.length);
      return Buffer.concat([result.subarray(0, Math.max(1, at)), added, result.subarray(at + removed)]);
    }, intact),
  );
}

const deepMessage = fc
  .constantFrom(10, 100, 1000)
  .map((levels) => Buffer.concat([lengthDelimited(1, helperToken), lengthDelimited(2, deep(levels))]));
const brokenMessage = fc.oneof(bytes(0, 300), deepMessage, damaged(message));

const anyFrame = fc.tuple(fc.nat(11), fc.nat(255), fc.nat(4), bytes(0, 60)).map((parts) => frame(...parts));
const tooLongFrame = fc.tuple(fc.nat(9), fc.nat(255), fc.nat(999)).map(([type, flag, below]) => {
  const head = frame(type, flag, 1);
  head.writeUIntBE(0xffffff - below, 0, 3);
  return head;
});

/** Headers that are no call of gRPC, one at a time. */
const oddHeaders: Record<string, (string | undefined)[]> = {
  ":path": [`${service}Nothing`, "/", "", "*", service, "/grpc.health.v1.Health/Watch"],
  "content-type": [undefined, "text/html", "application/grpc+json", "x".repeat(100)],
  "grpc-encoding": ["gzip", "deflate", "brotli", "identity", ""],
  "grpc-timeout": ["soon", "0n", "-1S", "99999999H", "1", ""],
};
const oddHeader = fc.oneof(
  ...Object.entries(oddHeaders).map(([name, values]) => fc.constantFrom(...values).map((value) => ({ [name]: value }))),
);

const waits = fc.constant("waits" as const);
const leaves = fc.constantFrom("closes" as const, "half-closes" as const, "resets" as const);

/** An attack on a method. */
function attackOn(method: string): fc.Arbitrary<Attack> {
  const opened = (body: Uint8Array, options: Parameters<typeof request>[2] = {}): Buffer =>
    Buffer.concat([opening, request(`${service}${method}`, body, options)]);
  const attack = (title: string, bytes: fc.Arbitrary<Uint8Array>, then: fc.Arbitrary<Attack["then"]>) =>
    fc.record({ title: fc.constant(`${title} (${method})`), bytes, then });
  const frames = fc
    .tuple(fc.constantFrom(preface, opening), fc.array(anyFrame, { minLength: 1, maxLength: 10, size: "max" }), tooLongFrame)
    .map(([start, frames, last]) => Buffer.concat([start, ...frames, last]));
  const whole = fc
    .tuple(message, fc.constantFrom(undefined, 100_000), fc.boolean())
    .map(([content, length, isWhole]) => opened(framed(content, { length }), { isWhole }));
  const messages = fc
    .array(brokenMessage, { maxLength: 3, size: "max" })
    .map((contents) => opened(Buffer.concat(contents.map((content) => framed(content)))));
  const lengths = fc.oneof(fc.constantFrom(undefined, 2 ** 32 - 1, 400 * 1024 * 1024, 5000), fc.nat(19));
  const badPrefix = fc
    .tuple(message, fc.oneof(fc.constantFrom(0, 1), fc.nat(255)), lengths)
    .map(([content, flag, length]) => opened(framed(content, { flag, length })));
  const withOddHeader = fc
    .tuple(message, fc.nat(1), oddHeader)
    .map(([content, flag, headers]) => opened(framed(content, { flag }), { headers }));
  const otherMethod = fc
    .tuple(message, fc.constantFrom("GET", "PUT", "CONNECT", "QUARTET"))
    .map(([content, name]) => opened(framed(content), { headers: { ":method": name } }));
  return fc.oneof(
    attack("bytes that are no HTTP/2", bytes(1, 400), leaves),
    attack("frames by chance, the last one longer than it may be", frames, leaves),
    attack("a request that is damaged or cut off, or never ends", fc.oneof(whole, damaged(whole)), leaves),
    attack("broken messages, several or none", messages, waits),
    attack("a message with a bad compression flag, or of another length than it says", badPrefix, waits),
    attack("a request with an odd header", withOddHeader, waits),
    attack("another HTTP method", otherMethod, leaves),
  );
}

/** An attack on one of these methods. */
export const attackOnOne = (methods: readonly string[]): fc.Arbitrary<Attack> => fc.oneof(...methods.map(attackOn));
