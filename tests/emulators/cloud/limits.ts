/** Counts calls by action within a sliding second, as the frequency limits of the API do. See docs/modules/cloud.md#rate-limit. */
import { createWindow, type SlidingWindow } from "../window";

/** What a limit has counted; tests read it. */
interface Frequency {
  /** Whether a call may go through. */
  admit: (service: string, action: string) => boolean;
  /** How many calls were rejected, by `<service>/<action>`. */
  throttled: Map<string, number>;
}

/** Without a number everything goes through. */
export const createFrequency = (perSecond: number | undefined, now: () => Date): Frequency => {
  const windows = new Map<string, SlidingWindow>();
  const throttled = new Map<string, number>();
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
