// Waiting that can be ended: one listener per signal however many wait for it, since Node warns on stderr from the eleventh on.

type Callback = () => void;

const waiting = new WeakMap<AbortSignal, { callbacks: Set<Callback>; listener: Callback }>();

/** Calls back once when the signal is aborted (never when it is already); answers the function that forgets the callback. */
export function onAbort(signal: AbortSignal, callback: Callback): () => void {
  const entry = waiting.get(signal) ?? listenTo(signal);
  entry.callbacks.add(callback);
  return () => {
    entry.callbacks.delete(callback);
    if (entry.callbacks.size > 0 || waiting.get(signal) !== entry) return;
    signal.removeEventListener("abort", entry.listener);
    waiting.delete(signal);
  };
}

function listenTo(signal: AbortSignal): { callbacks: Set<Callback>; listener: Callback } {
  const callbacks = new Set<Callback>();
  const listener = (): void => {
    waiting.delete(signal);
    for (const callback of callbacks) callback();
  };
  const entry = { callbacks, listener };
  waiting.set(signal, entry);
  signal.addEventListener("abort", listener, { once: true });
  return entry;
}

/** Waits so many milliseconds; fails at once with the reason of the signal when that is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return void reject(signal.reason);
    const forget = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, milliseconds);
  });
}
