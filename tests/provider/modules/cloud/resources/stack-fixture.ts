/** A stack of one resource that can reject calls and records them. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import type { Stack } from "../../../../support/stack";
import { emulatorFixture, clientOver, cloudStack, type SentCall, type EmulatorFixture } from "../support";

/** Returns the `Response` of an error with the code. */
export const rejection = (code: string): PlainMap => ({ Error: { Code: code, Message: "no" } });

/** A stack of one resource over an emulator. */
export interface StackFixture extends EmulatorFixture {
  stack: Stack;
  /** Returns the calls since the last call of this function. */
  newCalls(): SentCall[];
  /** Rejects the matching calls from now on. */
  rejectAction(meant: (call: SentCall) => boolean, code: string): void;
  /** Ends the rejections. */
  recover(): void;
  /** Creates the resource and clears the recorded calls. */
  with(program: object): Promise<StackFixture & { id: string }>;
}

/** A stack over an emulator. */
export function stackFixture(kind: string, over: EmulatorFixture = emulatorFixture()): StackFixture {
  const fixture = cloudStack(kind, over);
  let seen = fixture.calls.length;
  const all: StackFixture = Object.assign(fixture, {
    newCalls: (): SentCall[] => fixture.calls.slice(seen, (seen = fixture.calls.length)),
    rejectAction: (meant: (call: SentCall) => boolean, code: string): void => {
      fixture.override = (call) => (meant(call) ? rejection(code) : undefined);
    },
    recover: (): void => {
      fixture.override = () => undefined;
    },
    async with(program: object): Promise<StackFixture & { id: string }> {
      await fixture.stack.up(program);
      fixture.actions();
      seen = fixture.calls.length;
      return Object.assign(all, { id: fixture.stack.stored!.id });
    },
  });
  return all;
}

/** Creates an emulator with a service. */
export async function withService(): Promise<{ over: EmulatorFixture; serviceId: string }> {
  const over = emulatorFixture();
  const client = clientOver(over.send);
  const created = (await client.write("CreateService", { ServiceName: "orders", Protocol: "http&https" })) as PlainMap;
  over.actions();
  return { over, serviceId: String(created["ServiceId"]) };
}
