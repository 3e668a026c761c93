// What parts of data streams have to satisfy. See docs/modules/search.md#data-stream-lifecycles. Pure.
import type { ObjectTest, Rules } from "../../../../contract/rules";
import { rowsOf } from "../../../../core/values/records";
import { durationRule, nanosecondsOf } from "../../units";

const shortestInterval = 5 * 60e9;

/** The rules of the types of data streams, by token. */
export const dataStreamTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:DataStreamDownsamplingRound": { properties: { after: durationRule, fixedInterval: durationRule } },
};

/** Rounds come one after the other, and each aggregates whole intervals of the one before. */
export function roundsTest({ downsamplings }: Parameters<ObjectTest>[0]): ReturnType<ObjectTest> {
  const rounds = rowsOf(downsamplings);
  return rounds.flatMap(({ after, fixedInterval }, i) => {
    const former = rounds[i - 1];
    const start = nanosecondsOf(after);
    const length = nanosecondsOf(fixedInterval);
    const startBefore = nanosecondsOf(former?.["after"]);
    const lengthBefore = nanosecondsOf(former?.["fixedInterval"]);
    const failures: ReturnType<ObjectTest> = [];
    const at = `downsamplings[${i}]`;
    if (length !== undefined && length < shortestInterval)
      failures.push({ property: `${at}.fixedInterval`, reason: `must be at least 5m; got ${String(fixedInterval)}.` });
    if (start !== undefined && startBefore !== undefined && start <= startBefore)
      failures.push({ property: `${at}.after`, reason: `must be longer than that of the previous round, ${String(former!["after"])}.` });
    if (length && lengthBefore && (length <= lengthBefore || length % lengthBefore !== 0))
      failures.push({
        property: `${at}.fixedInterval`,
        reason: `must be larger than and a multiple of that of the previous round, ${String(former!["fixedInterval"])}.`,
      });
    return failures;
  });
}
