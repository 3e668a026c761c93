// What a snapshot lifecycle policy has to satisfy. See docs/modules/search-access.md#snapshot-lifecycle-policies. Pure.
import type { ObjectTest, Rules, ValueRule } from "../../../../contract/rules";
import { objectOf } from "../../../../core/values/records";
import { contentOf } from "../../json/fields";
import { nameRule } from "../../ids";
import { durationRule, orBlank } from "../../units";
import { otherMembersTest } from "../other-members";
import { snapshotMetadataRule } from "../snapshot/rules";
import { configMembers } from "./policy";

/** The rule for an optional duration. */
export const optionalDuration = orBlank(durationRule);
const count: ValueRule = { whole: true, minimum: 1 };

/** The rules of the types of a policy, by token. */
export const snapshotPolicyTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:SnapshotPolicyConfig": {
    properties: { metadata: { ...snapshotMetadataRule, test: metadataViolation }, otherMembers: { json: "object" } },
    test: otherMembersTest(configMembers),
  },
  "quartet:search:SnapshotPolicyRetention": {
    properties: { expireAfter: optionalDuration, minCount: count, maxCount: count },
    atLeastOne: [["expireAfter", "minCount", "maxCount"]],
    test: countTest,
  },
};

/** The rule for the name of a policy. */
export const policyNameRule = nameRule(
  /^[^_\s,"*\\<>|?/][^\s,"*\\<>|?/]*$/,
  'must not begin with _ or contain whitespace, comma, " * \\ < > | ? or /',
);

/** Returns why a text cannot be the name of the snapshots: date math is in angle brackets. */
export function snapshotNameViolation(value: unknown): string | undefined {
  const isPlain = !String(value).includes("{");
  return isPlain || /^<.*>$/s.test(String(value)) ? undefined : "date math must be in angle brackets, for example <snap-{now/d}>";
}

function metadataViolation(value: unknown): string | undefined {
  if ("policy" in objectOf(contentOf(String(value))))
    return 'the key "policy" is reserved: Elasticsearch adds the name of the policy. Rename the key.';
  return snapshotMetadataRule.test(value);
}

function countTest({ minCount, maxCount }: Parameters<ObjectTest>[0]): ReturnType<ObjectTest> {
  const isContrary = typeof minCount === "number" && typeof maxCount === "number" && minCount > maxCount;
  return isContrary ? [{ property: "maxCount", reason: `must be at least minCount, ${minCount}; got ${maxCount}.` }] : [];
}
