// Work on one subject goes one after the other, on different ones at the same time. Knows no service.
import { createSlots, type Slots } from "./limit";

/** Runs the work when no other work on the subject runs; fails with the reason of the signal when that is aborted before. */
export type InTurn = <T>(subject: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Makes the order of turns; it holds nothing of a subject that nobody works on. */
export function createTurns(): InTurn {
  const turns = new Map<string, { slot: Slots; users: number }>();
  return async (subject, signal, work) => {
    const turn = turns.get(subject) ?? { slot: createSlots(1), users: 0 };
    turns.set(subject, turn);
    turn.users += 1;
    try {
      await turn.slot.take(signal);
      try {
        return await work();
      } finally {
        turn.slot.release();
      }
    } finally {
      turn.users -= 1;
      if (turn.users === 0) turns.delete(subject);
    }
  };
}
