/** Counts calls by action within a sliding second, as the frequency limits of the API do. See docs/modules/cloud.md#rate-limit. */

/** What a limit has counted; tests read it. */
export interface Frequency {
  /** Whether a call may go through; one that may not is not counted within the second. */
  admit: (service: string, action: string) => boolean;
  /** How many calls were rejected, by `<service>/<action>`. */
  throttled: Map<string, number>;
}

/** Without a number everything goes through. */
export const createFrequency = (perSecond: number | undefined, now: () => Date): Frequency => {
  const recent = new Map<string, number[]>();
  const throttled = new Map<string, number>();
  const admit = (service: string, action: string): boolean => {
    if (perSecond === undefined) return true;
    const name = `${service}/${action}`;
    const time = now().getTime();
    const within = (recent.get(name) ?? []).filter((at) => at > time - 1000);
    const free = within.length < perSecond;
    if (free) within.push(time);
    else throttled.set(name, (throttled.get(name) ?? 0) + 1);
    recent.set(name, within);
    return free;
  };
  return { admit, throttled };
};
