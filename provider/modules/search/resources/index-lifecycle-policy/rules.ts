// What a lifecycle policy has to satisfy, as far as the server's rules are known: Check reports all violations at once.
// See docs/modules/search.md#index-lifecycle-policies. Pure.
import type { ObjectTest, Rules, ValueRule } from "../../../../contract/rules";
import { isObject } from "../../../../core/json/json";
import { snakeCase } from "../../../../core/schema/snake-case";
import { objectOf, recordBy } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { durationRule, nanosecondsOf, sizeRule } from "../../units";
import { durationMembers, phaseActions, phaseNames, sizeMembers, type PhaseName } from "./actions";

type Given = Parameters<ObjectTest>[0];
type Violations = ReturnType<ObjectTest>;

const type = (name: string): string => `quartet:search:IndexLifecycle${name}`;
const atLeast = (minimum: number): ValueRule => ({ whole: true, minimum });
const duration = recordBy(durationMembers, () => durationRule);
const size = recordBy(sizeMembers, () => sizeRule);

/** Actions that the hot phase performs on an index that is no longer written to. */
const afterRollover = ["readonly", "shrink", "forcemerge", "downsample", "searchableSnapshot"];
/** Actions that a mounted snapshot does not permit. */
const beforeSnapshot = ["forcemerge", "freeze", "shrink", "downsample"];

/** The rules of the types of a policy, by token. */
export const lifecycleTypeRules: Readonly<Record<string, Rules>> = {
  ...Object.fromEntries(
    phaseNames.flatMap((phase): [string, Rules][] => {
      const title = `${phase[0]!.toUpperCase()}${phase.slice(1)}`;
      return [
        [type(`${title}Phase`), { properties: { minAge: durationRule } }],
        [
          type(`${title}Actions`),
          { properties: { otherActions: { json: "object" } }, test: [otherActionsTest(phase), ...phaseTests(phase)] },
        ],
      ];
    }),
  ),
  [type("SetPriority")]: { properties: { priority: atLeast(0) } },
  [type("Rollover")]: {
    properties: {
      ...duration,
      ...size,
      ...recordBy(["maxDocs", "maxPrimaryShardDocs", "minDocs", "minPrimaryShardDocs"], () => atLeast(0)),
    },
    test: rolloverTest,
  },
  [type("Downsample")]: { properties: duration },
  [type("Shrink")]: { properties: { ...size, numberOfShards: atLeast(1) }, exactlyOne: [["numberOfShards", "maxPrimaryShardSize"]] },
  [type("Forcemerge")]: { properties: { maxNumSegments: atLeast(1) } },
  [type("SearchableSnapshot")]: {
    properties: { ...duration, totalShardsPerNode: atLeast(1) },
    test: ({ forceMergeIndex, forceMergeOnClone }) =>
      forceMergeIndex === false && forceMergeOnClone === true
        ? violation("forceMergeOnClone", "is not possible with forceMergeIndex: false. Remove one of them.")
        : [],
  },
  [type("Allocate")]: { properties: { numberOfReplicas: atLeast(0), totalShardsPerNode: atLeast(-1) }, test: allocateTest },
};

/** The rules over several phases. */
export const policyTests: readonly ObjectTest[] = [ageTest, repositoryTest, afterSnapshotTest, replicaTest, downsampleTest];

function violation(property: string, reason: string): Violations {
  return [{ property, reason }];
}

function otherActionsTest(phase: PhaseName): ObjectTest {
  return ({ otherActions }) => {
    if (typeof otherActions !== "string" || !isJson(otherActions)) return [];
    const taken = phaseActions[phase].map(snakeCase).filter((name) => name in objectOf(JSON.parse(otherActions)));
    return taken.flatMap((name) => violation("otherActions", `"${name}" has a property of its own. Use it.`));
  };
}

function isJson(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function phaseTests(phase: PhaseName): ObjectTest[] {
  if (phase === "hot") return [rolloverRequiredTest];
  if (phase === "frozen")
    return [
      ({ searchableSnapshot }) =>
        searchableSnapshot === undefined ? violation("searchableSnapshot", "the frozen phase requires searchableSnapshot. Add it.") : [],
    ];
  return [migrateTest];
}

function rolloverRequiredTest(actions: Given): Violations {
  if (actions["rollover"] !== undefined) return [];
  return afterRollover
    .filter((action) => actions[action] !== undefined && actions[action] !== false)
    .flatMap((action) => {
      const later = phaseActions.warm.includes(action) ? "warm" : "cold";
      return violation(action, `${action} requires rollover in the hot phase. Add rollover, or move the action to the ${later} phase.`);
    });
}

function rolloverTest(rollover: Given): Violations {
  return Object.keys(rollover).some((name) => name.startsWith("max"))
    ? []
    : violation("", "rollover requires a max... condition. Add one.");
}

function allocateTest({ numberOfReplicas, totalShardsPerNode, include, exclude, require }: Given): Violations {
  const hasRule = [include, exclude, require].some((rule) => Object.keys(objectOf(rule)).length > 0);
  if (hasRule || numberOfReplicas !== undefined || totalShardsPerNode !== undefined) return [];
  return violation("", "allocate is empty. Set numberOfReplicas, totalShardsPerNode, include, exclude or require.");
}

function migrateTest({ allocate, migrate }: Given): Violations {
  const { include, exclude, require } = objectOf(allocate);
  const hasRule = [include, exclude, require].some((rule) => Object.keys(objectOf(rule)).length > 0);
  if (!hasRule || migrate === undefined || objectOf(migrate)["enabled"] === false) return [];
  return violation("migrate", "allocation rules and migrate exclude each other. Set migrate.enabled to false or remove the rules.");
}

interface PhaseView {
  phase: PhaseName;
  minAge: string | undefined;
  actions: PlainMap;
}

function phasesOf(policy: Given): PhaseView[] {
  const phases = objectOf(policy["phases"]);
  return phaseNames.flatMap((phase) => {
    const given = phases[phase];
    if (!isObject(given)) return [];
    const { minAge, actions } = given;
    return [{ phase, minAge: typeof minAge === "string" ? minAge : undefined, actions: objectOf(actions) }];
  });
}

function ageTest(policy: Given): Violations {
  const found: Violations = [];
  let longest: { phase: string; minAge: string; length: number } | undefined;
  for (const { phase, minAge } of phasesOf(policy)) {
    const length = nanosecondsOf(minAge);
    if (minAge === undefined || !length) continue;
    if (longest && length < longest.length) {
      const reason = `minAge ${minAge} of the ${phase} phase is smaller than ${longest.minAge} of the ${longest.phase} phase. Use a longer one.`;
      found.push(...violation(`phases.${phase}.minAge`, reason));
    } else longest = { phase, minAge, length };
  }
  return found;
}

function repositoryTest(policy: Given): Violations {
  const [first, ...others] = snapshotsIn(policy);
  return others
    .filter(({ repository }) => repository !== first!.repository)
    .flatMap(({ phase, repository }) =>
      violation(
        `phases.${phase}.actions.searchableSnapshot.snapshotRepository`,
        `all searchable snapshots of a policy need the same repository; got "${String(first!.repository)}" and "${String(repository)}".`,
      ),
    );
}

function snapshotsIn(policy: Given): { phase: PhaseName; repository: Plain | undefined }[] {
  return phasesOf(policy).flatMap(({ phase, actions }) => {
    const snapshot = actions["searchableSnapshot"];
    return isObject(snapshot) ? [{ phase, repository: snapshot["snapshotRepository"] }] : [];
  });
}

function afterSnapshotTest(policy: Given): Violations {
  const [first] = snapshotsIn(policy);
  if (!first) return [];
  const later = phasesOf(policy).filter(({ phase }) => phaseNames.indexOf(phase) > phaseNames.indexOf(first.phase));
  return later.flatMap(({ phase, actions }) =>
    beforeSnapshot
      .filter((action) => actions[action] !== undefined && actions[action] !== false)
      .flatMap((action) =>
        violation(
          `phases.${phase}.actions.${action}`,
          `${action} is not possible after searchableSnapshot of the ${first.phase} phase. Remove it.`,
        ),
      ),
  );
}

function replicaTest(policy: Given): Violations {
  const phases = phasesOf(policy);
  const [first] = snapshotsIn(policy);
  return phases.flatMap(({ phase, minAge, actions }, i) => {
    const replicateFor = objectOf(actions["searchableSnapshot"])["replicateFor"];
    if (replicateFor === undefined) return [];
    const at = `phases.${phase}.actions.searchableSnapshot.replicateFor`;
    if (phase !== first?.phase)
      return violation(at, `is possible in the first searchable snapshot only, that of the ${first?.phase} phase. Remove it.`);
    const next = phases.slice(i + 1).find((other) => nanosecondsOf(other.minAge));
    const available = (nanosecondsOf(next?.minAge) ?? Infinity) - (nanosecondsOf(minAge) ?? 0);
    return (nanosecondsOf(replicateFor) ?? 0) > available
      ? violation(at, `must not be longer than the time until the ${next!.phase} phase, whose minAge is ${next!.minAge}.`)
      : [];
  });
}

function downsampleTest(policy: Given): Violations {
  const rounds = phasesOf(policy).filter(({ actions }) => isObject(actions["downsample"]));
  return rounds.slice(1).flatMap(({ phase, actions }, i) => {
    const at = `phases.${phase}.actions.downsample`;
    const { fixedInterval, samplingMethod = "aggregate" } = objectOf(actions["downsample"]);
    const former = objectOf(rounds[i]!.actions["downsample"]);
    const length = nanosecondsOf(fixedInterval);
    const before = nanosecondsOf(former["fixedInterval"]);
    const isMultiple = !length || !before || (length > before && length % before === 0);
    return [
      ...(isMultiple
        ? []
        : violation(
            `${at}.fixedInterval`,
            `must be larger than and a multiple of ${String(former["fixedInterval"])} of the ${rounds[i]!.phase} phase; got ${String(fixedInterval)}.`,
          )),
      ...(samplingMethod === (former["samplingMethod"] ?? "aggregate")
        ? []
        : violation(`${at}.samplingMethod`, `all downsample actions of a policy need the same samplingMethod.`)),
    ];
  });
}
