// Ends the process: on signals, after Cancel, and when the engine is gone. See docs/protocol.md#cancel and docs/protocol.md#engine-liveness.
import type { Engine } from "./engine";
import type { Requests } from "./requests";

/** Limits how long running requests and unread responses delay the exit: a write in progress takes up to 20 s and then reports its outcome. */
const graceMs = 25_000;
/** The interval between health checks of the engine; two failures in a row mean that it is gone. */
const healthCheckMs = 30_000;
const retryCheckMs = 5_000;

/** What is shut down with the process. */
export interface Lifetime {
  requests: Requests;
  engine: Engine;
  /** Stops accepting connections and resolves once the clients have received every response; a client that leaves its connection open delays it briefly. */
  close(): Promise<void>;
}

let isStopping = false;

/** Cancels the running requests, waits until their responses are delivered, at most for the grace period, and exits with status 0. */
export function stop({ requests, engine, close }: Lifetime): void {
  if (isStopping) return;
  isStopping = true;
  const exit = (): never => process.exit(0);
  setTimeout(exit, graceMs).unref();
  requests.cancel();
  void requests
    .idle()
    .then(() => Promise.all([engine.flush(), close()]))
    .then(exit, exit);
}

/** Ends the process when two health checks of the engine in a row fail; a change of the parent process triggers a check. */
export function exitWhenEngineIsGone(lifetime: Lifetime): void {
  const parent = process.ppid;
  let last = performance.now();
  let missed = 0;
  const interval = setInterval(() => {
    const isOrphaned = process.ppid !== parent;
    if (performance.now() - last < (missed > 0 || isOrphaned ? retryCheckMs : healthCheckMs)) return;
    last = performance.now();
    void lifetime.engine.isAlive().then((isAlive) => {
      missed = isAlive ? 0 : missed + 1;
      if (missed >= 2) stop(lifetime);
    });
  }, retryCheckMs);
  interval.unref();
}
