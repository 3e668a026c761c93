// When the process ends: on signals, after Cancel, and when the engine is gone. No running call is cut off (protocol 1.8, 1.9).
import type { Requests } from "./requests";
import type { Engine } from "./engine";

/** How long running calls may take after the order to stop: a write that was sent is given 20 s, and a little to tell its outcome. */
const graceMs = 25_000;
/** Between two looks at the engine; two in a row without an answer mean that it is gone. */
const guardMs = 30_000;
const secondLookMs = 5_000;

/** What ends with the process. */
export interface Lifetime {
  calls: Requests;
  engine: Engine;
  /** Stops accepting and closes what is open; a promise when something is still to be sent. */
  close(): void | Promise<void>;
}

let stopping = false;

/** Cancels, waits for the running calls within the grace, and exits with status 0. */
export function stop({ calls, engine, close }: Lifetime): void {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), graceMs).unref();
  calls.cancel();
  void calls.idle().then(async () => {
    engine.close();
    await close();
    // The last answers are still on their way through the sockets.
    setTimeout(() => process.exit(0), 50);
  });
}

/** Ends the process when the engine does not answer twice in a row; a change of the parent process is a reason to look at once. */
export function exitWhenEngineIsGone(lifetime: Lifetime): void {
  const parent = process.ppid;
  let last = Date.now();
  let missed = 0;
  const look = setInterval(() => {
    const orphaned = process.ppid !== parent;
    if (Date.now() - last < (missed > 0 || orphaned ? secondLookMs : guardMs)) return;
    last = Date.now();
    void lifetime.engine.lives().then((lives) => {
      missed = lives ? 0 : missed + 1;
      if (missed >= 2) stop(lifetime);
    });
  }, secondLookMs);
  look.unref();
}
