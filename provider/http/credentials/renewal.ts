// Renewal of temporary credentials: fetched at the first use, shared by concurrent callers, fetched again before they expire.
import { singleFlight } from "../concurrency/single-flight";

/** Options of {@link createRenewal}. Times are Unix time in ms. */
export interface RenewalOptions<T> {
  /** Fetches credentials. `former` are those in use, undefined at the first fetch. */
  fetch(former: T | undefined): Promise<T>;
  /** Returns when the credentials expire, by the clock of this machine; undefined if they do not. Until then a failed renewal keeps them. */
  expires(credentials: T): number | undefined;
  /** Returns how long before their end the credentials are fetched again, in ms. */
  margin(credentials: T): number;
  /** Runs until it succeeds once, before a caller gets credentials. A failure is that of the caller. */
  verify?(credentials: T): Promise<void>;
  /** The clock. */
  now(): number;
}

/** Credentials of one configuration. */
export interface Renewal<T> {
  /** Returns usable credentials. Fails as `fetch` and `verify`, or with the reason of the signal. No failure is kept. */
  current(signal: AbortSignal): Promise<T>;
  /** Returns credentials other than `rejected`, which the service no longer accepts. Fails as `current`. */
  replace(rejected: T, signal: AbortSignal): Promise<T>;
}

/** Creates the renewal. Fetches nothing before the first call. */
export function createRenewal<T extends object>({ fetch, expires, margin, verify, now }: RenewalOptions<T>): Renewal<T> {
  let latest: T | undefined;
  let isVerified = false;
  const rejected = new WeakSet<T>();
  const lastsFor = (credentials: T, milliseconds: number): boolean => (expires(credentials) ?? Infinity) - now() > milliseconds;
  const needsFetch = (): boolean => latest === undefined || rejected.has(latest) || !lastsFor(latest, margin(latest));

  const fetchNext = async (): Promise<T> => {
    try {
      return await fetch(latest);
    } catch (thrown) {
      if (latest !== undefined && !rejected.has(latest) && lastsFor(latest, 0)) return latest;
      throw thrown;
    }
  };

  const renew = singleFlight(async () => {
    // Kept before it is verified: a one-time code returns credentials only once.
    if (latest === undefined || needsFetch()) latest = await fetchNext();
    if (!isVerified) await verify?.(latest);
    isVerified = true;
    return latest;
  });

  const current = async (signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    return latest === undefined || needsFetch() || !isVerified ? renew(signal) : latest;
  };

  const replace = async (former: T, signal: AbortSignal): Promise<T> => {
    rejected.add(former);
    return current(signal);
  };

  return { current, replace };
}
