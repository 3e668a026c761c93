// Snapshot lifecycle policies as they are written and read. See docs/modules/search-access.md#snapshot-lifecycle-policies. Pure.
import type { Named } from "../../../../contract/properties";
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import { memberCollection } from "../../collections";
import { objectText } from "../../json/fields";
import {
  nothing,
  object,
  readMembers,
  receivedIn,
  receivedMember,
  rest,
  text,
  textUnlessBlank,
  wholeNumber,
  writeMembers,
  type Members,
} from "../../json/typed";
import { unexpectedResponse, type SearchResponse } from "../../response";
import { snapshotMembers } from "../snapshot/members";

/** The inputs, with the name that Check adds. */
export type PolicyInputs = Named<Search.SearchSnapshotLifecyclePolicyInputs, "name">;

/** The state. */
export type PolicyState = Search.SearchSnapshotLifecyclePolicyState;

/** All policies. */
export const snapshotPolicies = memberCollection(["_slm", "policy"], (entry) => isObject(objectOf(entry)["policy"]));

/** The members of the configuration. */
export const configMembers: Members = { ...snapshotMembers, otherMembers: rest() };

const policyMembers: Members = {
  snapshotName: text("name"),
  schedule: text(),
  repository: text(),
  config: object(configMembers),
  retention: object({ expireAfter: textUnlessBlank(), minCount: wholeNumber(), maxCount: wholeNumber() }),
  unhealthyIfNoSnapshotWithin: textUnlessBlank(),
};

/** Returns the body of the PUT. */
export function snapshotPolicyText(inputs: PolicyInputs): string {
  return objectText(writeMembers(objectOf(inputs), policyMembers, nothing));
}

/** Returns the policy of this name in a response. Fails for a response without it, and for a member of another type. */
export function snapshotPolicyState(response: SearchResponse, name: string): PolicyState {
  const entry = receivedIn(response, name);
  const { version } = objectOf(entry.value);
  const { snapshotName, schedule, repository, ...members } = readMembers(receivedMember(entry, "policy"), policyMembers);
  if (typeof version !== "number" || snapshotName === undefined || schedule === undefined || repository === undefined)
    throw unexpectedResponse(response, `the snapshot lifecycle policy "${name}"`);
  return { name, version, snapshotName: String(snapshotName), schedule: String(schedule), repository: String(repository), ...members };
}
