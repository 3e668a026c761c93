// What can go wrong with one remote call: how the server behaves from that call on, and what happens to the plugin meanwhile.
import type { EmulatorReply } from "../emulators/exchange";
import type { Fault, Outcome } from "../emulators/faults";
import * as faults from "../emulators/faults";

/** What is done to the plugin while the call is held. */
export type Blow = "Cancel" | "SIGTERM" | "SIGKILL";

/** One way for a call to fail. */
export interface Disturbance {
  title: string;
  /** `released` resolves shortly after the end. */
  fault(released: Promise<void>): Fault;
  blow: Blow;
}

const applied = async (respond: () => Promise<EmulatorReply>): Promise<Outcome> => {
  await respond();
  return "hang";
};
const later =
  (released: Promise<void>): Fault =>
  async (respond) => {
    await released;
    return { reply: await respond() };
  };
const appliedThenLater =
  (released: Promise<void>): Fault =>
  async (respond) => {
    const reply = await respond();
    await released;
    return { reply };
  };

/** Ends of the operation from outside; the response comes in the end. */
export const endings: readonly Disturbance[] = (["Cancel", "SIGTERM"] as const).flatMap((blow) => [
  { title: `${blow} before the work is done`, fault: later, blow },
  { title: `${blow} after the work was done`, fault: appliedThenLater, blow },
]);

/** Ends of the operation from outside; the response never comes. */
export const silentEndings: readonly Disturbance[] = (["Cancel", "SIGTERM"] as const).flatMap((blow) => [
  { title: `${blow} while the call hangs`, fault: () => faults.hang(), blow },
  { title: `${blow} while the call hangs, though the work was done`, fault: () => applied, blow },
]);

/** The plugin is gone, and with it all that it knew. */
export const kills: readonly Disturbance[] = [
  { title: "SIGKILL before the work is done", fault: () => faults.hang(), blow: "SIGKILL" },
  { title: "SIGKILL after the work was done", fault: () => applied, blow: "SIGKILL" },
];
