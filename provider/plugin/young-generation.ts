// Limits V8's young generation in long runs. See docs/decisions/code-cache.md#memory-of-long-runs.

/** Requests after which a run is long: the modules that it uses are loaded by then. */
const longRun = 200;

const limited = "--semi-space-growth-factor=1";
const byDefault = "--semi-space-growth-factor=2";

/** What changes a flag of V8, and what runs at the exit of the process. */
export interface Tools {
  setFlags(flags: string): void;
  onExit(action: () => void): void;
}

/**
 * Returns a function to be called with each request. The young generation stops to grow in a long run. The flag has its default again at the exit, because V8
 * rejects compiled code that was stored with other flags.
 */
export function createGrowthLimit({ setFlags, onExit }: Tools): () => void {
  let requests = 0;
  return () => {
    requests += 1;
    if (requests !== longRun) return;
    setFlags(limited);
    onExit(() => setFlags(byDefault));
  };
}
