// Calls back when a signal is aborted. Each signal gets one listener, because Node warns on stderr about more than ten.

type Callback = () => void;

const subscriptions = new WeakMap<AbortSignal, { callbacks: Set<Callback>; listener: Callback }>();

/** Calls back once when the signal is aborted, never when it was aborted before; returns a function that removes the callback. */
export function onAbort(signal: AbortSignal, callback: Callback): () => void {
  const entry = subscriptions.get(signal) ?? listenTo(signal);
  entry.callbacks.add(callback);
  return () => {
    entry.callbacks.delete(callback);
    if (entry.callbacks.size > 0 || subscriptions.get(signal) !== entry) return;
    signal.removeEventListener("abort", entry.listener);
    subscriptions.delete(signal);
  };
}

function listenTo(signal: AbortSignal): { callbacks: Set<Callback>; listener: Callback } {
  const callbacks = new Set<Callback>();
  const listener = (): void => {
    subscriptions.delete(signal);
    for (const callback of callbacks) callback();
  };
  const entry = { callbacks, listener };
  subscriptions.set(signal, entry);
  signal.addEventListener("abort", listener, { once: true });
  return entry;
}
