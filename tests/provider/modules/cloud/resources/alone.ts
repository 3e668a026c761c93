/** A stack of one resource that can reject calls and records them. */
import type { PlainMap } from "../../../../../provider/core/value";
import type { Stack } from "../../../../support/stack";
import { bench, clientOver, cloudStack, type SentCall, type Bench } from "../support";

/** Returns the `Response` of an error with the code. */
export const refusal = (code: string): PlainMap => ({ Error: { Code: code, Message: "no" } });

/** A stack of one resource over an emulator. */
export interface Alone extends Bench {
  stack: Stack;
  /** Returns the calls since the last call of this function. */
  taken(): SentCall[];
  /** Rejects the matching calls from now on. */
  refuse(meant: (call: SentCall) => boolean, code: string): void;
  /** Ends the rejections. */
  heal(): void;
  /** Creates the resource and clears the recorded calls. */
  with(program: object): Promise<Alone & { id: string }>;
}

/** A stack over an emulator. */
export function alone(kind: string, over: Bench = bench()): Alone {
  const made = cloudStack(kind, over);
  let seen = made.calls.length;
  const all: Alone = Object.assign(made, {
    taken: (): SentCall[] => made.calls.slice(seen, (seen = made.calls.length)),
    refuse: (meant: (call: SentCall) => boolean, code: string): void => {
      made.instead = (call) => (meant(call) ? refusal(code) : undefined);
    },
    heal: (): void => {
      made.instead = () => undefined;
    },
    async with(program: object): Promise<Alone & { id: string }> {
      await made.stack.up(program);
      made.actions();
      seen = made.calls.length;
      return Object.assign(all, { id: made.stack.kept!.id });
    },
  });
  return all;
}

/** Creates an emulator with a service. */
export async function withService(): Promise<{ over: Bench; serviceId: string }> {
  const over = bench();
  const client = clientOver(over.send);
  const made = (await client.write("CreateService", { ServiceName: "orders", Protocol: "http&https" })) as PlainMap;
  over.actions();
  return { over, serviceId: String(made["ServiceId"]) };
}
