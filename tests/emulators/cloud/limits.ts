/** Counts calls by action within a sliding second, as the frequency limits of the API do. See docs/modules/cloud.md#rate-limit. */
import { createWindow, type SlidingWindow } from "../window";

/** Without a number everything goes through. */
export const createFrequency = (perSecond: number | undefined, now: () => Date) => {
  const windows = new Map<string, SlidingWindow>();
  /** How many calls were rejected, by `<service>/<action>`; tests read it. */
  const throttled = new Map<string, number>();
  /** Whether a call may go through. */
  const admit = (service: string, action: string): boolean => {
    const name = `${service}/${action}`;
    const window = windows.get(name) ?? createWindow(perSecond ?? Infinity, 1000);
    windows.set(name, window);
    const isFree = window.admit(now().getTime());
    if (!isFree) throttled.set(name, (throttled.get(name) ?? 0) + 1);
    return isFree;
  };
  return { admit, throttled };
};
