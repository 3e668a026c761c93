/** A stack of one resource that can reject calls and records them. */
import type { PlainMap } from "../../../../../provider/core/value";
import type { Stack } from "../../../../support/stack";
import { emulatorFixture, clientOver, cloudStack, type SentCall, type EmulatorFixture } from "../support";

/** Returns the `Response` of an error with the code. */
export const refusal = (code: string): PlainMap => ({ Error: { Code: code, Message: "no" } });

/** A stack of one resource over an emulator. */
export interface StackFixture extends EmulatorFixture {
  stack: Stack;
  /** Returns the calls since the last call of this function. */
  newCalls(): SentCall[];
  /** Rejects the matching calls from now on. */
  refuse(meant: (call: SentCall) => boolean, code: string): void;
  /** Ends the rejections. */
  recover(): void;
  /** Creates the resource and clears the recorded calls. */
  with(program: object): Promise<StackFixture & { id: string }>;
}

/** A stack over an emulator. */
export function stackFixture(kind: string, over: EmulatorFixture = emulatorFixture()): StackFixture {
  const made = cloudStack(kind, over);
  let seen = made.calls.length;
  const all: StackFixture = Object.assign(made, {
    newCalls: (): SentCall[] => made.calls.slice(seen, (seen = made.calls.length)),
    refuse: (meant: (call: SentCall) => boolean, code: string): void => {
      made.override = (call) => (meant(call) ? refusal(code) : undefined);
    },
    recover: (): void => {
      made.override = () => undefined;
    },
    async with(program: object): Promise<StackFixture & { id: string }> {
      await made.stack.up(program);
      made.actions();
      seen = made.calls.length;
      return Object.assign(all, { id: made.stack.kept!.id });
    },
  });
  return all;
}

/** Creates an emulator with a service. */
export async function withService(): Promise<{ over: EmulatorFixture; serviceId: string }> {
  const over = emulatorFixture();
  const client = clientOver(over.send);
  const made = (await client.write("CreateService", { ServiceName: "orders", Protocol: "http&https" })) as PlainMap;
  over.actions();
  return { over, serviceId: String(made["ServiceId"]) };
}
