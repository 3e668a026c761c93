// Limits V8's young generation in long runs. See docs/decisions/code-cache.md#memory-of-long-runs.

/** Requests after which a run is long: the modules that it uses are loaded by then. */
const longRun = 200;

const limitedGrowth = "--semi-space-growth-factor=1";
const defaultGrowth = "--semi-space-growth-factor=2";

/** What changes a flag of V8, and what runs at the exit of the process. */
export interface ProcessHooks {
  setFlags(flags: string): void;
  onExit(action: () => void): void;
}

/**
 * Returns a function to be called with each request. The young generation stops growing in a long run. The flag has its default again at the exit, because V8
 * rejects compiled code that was stored with other flags.
 */
export function createGrowthLimit({ setFlags, onExit }: ProcessHooks): () => void {
  let requests = 0;
  return () => {
    requests += 1;
    if (requests !== longRun) return;
    setFlags(limitedGrowth);
    onExit(() => setFlags(defaultGrowth));
  };
}
