/** Handlers of the gRPC server: every call ends with exactly one response. */
import { EventEmitter } from "node:events";
import { ProviderError } from "../../../provider/core/errors/errors";
import { PluginAttach, PluginInfo } from "../../../provider/plugin/gen/provider";
import { method, streamMethod, type Definition } from "../../../provider/plugin/methods";

/** The server side of a stream whose reader accepts `room` messages before it signals back pressure. */
class Reader extends EventEmitter {
  readonly request = { version: "1" };
  readonly read: unknown[] = [];
  cancelled = false;
  ended = false;
  constructor(public room: number) {
    super();
  }
  write(message: unknown) {
    this.read.push(message);
    return --this.room > 0;
  }
  end() {
    this.ended = true;
  }
}

const run = ({ handler }: Definition, reader: Reader) => (handler as (call: unknown) => void)(reader);
const settle = () => new Promise(setImmediate);

it("a request that cannot be decoded is rejected once, without an internal error", async () => {
  const { definition, handler } = method(PluginInfo, PluginAttach, () => ({ address: "" }));
  const request = definition.requestDeserialize(Buffer.from([0x0a, 200]));
  const respond = jest.fn();
  (handler as (call: unknown, callback: typeof respond) => void)(Object.assign(new EventEmitter(), { request }), respond);
  await settle();
  expect(respond.mock.calls).toEqual([[{ code: 3, details: expect.stringMatching(/^malformed request: /) }]]);
});

describe("a streaming method", () => {
  const counting = (to: number) =>
    streamMethod(PluginInfo, PluginAttach, async (_request, emit) => {
      for (let i = 0; i < to; i++) await emit({ address: String(i) });
    });

  it("waits for a slow reader, and keeps no listener", async () => {
    const reader = new Reader(1);
    run(counting(40), reader);
    for (let i = 1; i < 40; i++) {
      await settle();
      expect(reader.read).toHaveLength(i);
      expect(reader.listenerCount("cancelled")).toBeLessThanOrEqual(2);
      reader.emit("drain");
    }
    await settle();
    reader.emit("drain");
    await settle();
    expect(reader.ended).toBe(true);
  });

  it("stops when the reader disconnects, without an unhandled error", async () => {
    const reader = new Reader(1);
    const errors = jest.fn();
    reader.on("error", errors);
    run(counting(1000), reader);
    await settle();
    reader.cancelled = true;
    reader.emit("cancelled");
    await settle();
    expect([reader.read.length, errors.mock.calls, reader.ended]).toEqual([1, [], true]);
  });

  it("ends in a status when its handler fails after a part", async () => {
    const reader = new Reader(10);
    const errors = jest.fn();
    reader.on("error", errors);
    const failing = streamMethod(PluginInfo, PluginAttach, async (_request, emit) => {
      await emit({ address: "a" });
      throw new ProviderError("not_found", "gone");
    });
    run(failing, reader);
    await settle();
    expect([reader.read.length, errors.mock.calls, reader.ended]).toEqual([1, [[{ code: 5, details: "gone" }]], false]);
  });
});

it("the encoder of a response is not affected by one that could not be encoded, nor by a large one before; its bytes stay", () => {
  const { definition } = method(PluginInfo, PluginAttach, () => ({ address: "" }));
  const encode = (address: unknown) => definition.responseSerialize({ address });
  const toString = () => {
    throw new Error("no text");
  };
  const first = encode("first");
  expect(() => encode({ toString })).toThrow("no text");
  const large = encode("x".repeat(100_000));
  const later = encode("later");
  expect([first, large, later].map((bytes) => PluginAttach.decode(bytes).address.slice(0, 5))).toEqual(["first", "xxxxx", "later"]);
});
