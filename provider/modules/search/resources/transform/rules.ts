// What transforms and their parts have to satisfy. See docs/modules/search-access.md#transforms. Pure.
import type { Rules, ValueRule } from "../../../../contract/rules";
import type { Plain } from "../../../../core/values/value";
import { durationRule, nanosecondsOf } from "../../units";
import { otherMembersTest } from "../other-members";
import { pivotMembers, settingsMembers } from "./members";

/** The rule for the name of a transform. */
export const transformNameRule = {
  pattern: {
    matches: /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/,
    reason: "must have 1 to 64 lower-case letters, digits, - and _, with a letter or digit at both ends",
  },
};

/** The format of generated names. */
export const transformNameFormat = {
  maxLength: 64,
  adapt: (name: string): string =>
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9_-]+/g, "-")
      .replaceAll(/^[_-]+|[_-]+$/g, ""),
};

/** The rule for the interval between checks. */
export const frequencyRule: ValueRule = { ...durationRule, test: (value) => rangeViolation(value, "1s", "1h") };

const jsonObject: ValueRule = { json: "object" };
const notEmpty: ValueRule = { minLength: 1 };

/** The rules of the types of transforms, by token. */
export const transformTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:TransformSource": {
    properties: { indices: { minItems: 1, minLength: 1 }, query: jsonObject, runtimeMappings: jsonObject },
  },
  "quartet:search:TransformDestination": { properties: { index: notEmpty } },
  "quartet:search:TransformPivot": {
    properties: { groupBy: jsonObject, aggregations: jsonObject, otherMembers: jsonObject },
    test: otherMembersTest(pivotMembers),
  },
  "quartet:search:TransformLatest": { properties: { uniqueKeys: { minItems: 1, minLength: 1, test: repeatedKey }, sort: notEmpty } },
  "quartet:search:TransformTimeSync": { properties: { field: notEmpty, delay: durationRule } },
  "quartet:search:TransformTimeRetention": {
    properties: { field: notEmpty, maxAge: { ...durationRule, test: (value) => rangeViolation(value, "60s") } },
  },
  "quartet:search:TransformSettings": {
    properties: {
      docsPerSecond: { test: (value) => (Number(value) > 0 ? undefined : "must be greater than 0") },
      maxPageSearchSize: { whole: true, minimum: 10, maximum: 65_536 },
      numFailureRetries: { whole: true, minimum: -1, maximum: 100 },
      otherMembers: jsonObject,
    },
    test: [retriesTest, otherMembersTest(settingsMembers)],
  },
};

function rangeViolation(value: unknown, minimum: string, maximum?: string): string | undefined {
  const duration = nanosecondsOf(value as Plain);
  if (duration === undefined) return undefined;
  const isBelow = duration < nanosecondsOf(minimum)!;
  if (!isBelow && (maximum === undefined || duration <= nanosecondsOf(maximum)!)) return undefined;
  return `must be at least ${minimum}${maximum === undefined ? "" : ` and at most ${maximum}`}; got ${String(value)}`;
}

function repeatedKey(value: unknown): string | undefined {
  const keys = Array.isArray(value) ? value : [];
  const twice = keys.find((key, i) => keys.indexOf(key) !== i) as unknown;
  return twice === undefined ? undefined : `contains "${String(twice)}" twice. Use each field once.`;
}

function retriesTest({ unattended, numFailureRetries }: Readonly<Record<string, unknown>>) {
  if (unattended !== true || !(Number(numFailureRetries) > 0)) return [];
  return [
    { property: "numFailureRetries", reason: "cannot be combined with unattended, which retries without limit. Remove one of them." },
  ];
}
