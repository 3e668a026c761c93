// Snapshot lifecycle policies (SLM). See docs/modules/search-access.md#snapshot-lifecycle-policies.
import type { Resource } from "../../../../contract/resource";
import { ProviderError } from "../../../../core/errors/errors";
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { readerOf } from "../../collections";
import { equalIndexLists, equalJsonOrBlank, equalSets } from "../../equality";
import { equalDurations } from "../../units";
import { objectName, objectNameTraits } from "../../ids";
import { lacksApi } from "../../gone";
import { isSystemObject, listedNames } from "../listing";
import { namedObject } from "../named";
import { otherMembersTraits } from "../other-members";
import { previewRepository } from "../snapshot/repository";
import { snapshotPolicies, snapshotPolicyState, snapshotPolicyText, type PolicyInputs, type PolicyState } from "./policy";
import { optionalDuration, policyNameRule, snapshotNameViolation } from "./rules";

const { path } = snapshotPolicies;

const operations = namedObject<PolicyInputs, PolicyState>({
  key: "name",
  path,
  put: ({ name, inputs }, client) => client.put([...path, name], snapshotPolicyText(inputs)),
  read: readerOf(snapshotPolicies, snapshotPolicyState),
  names: (client) => listedNames(path, (entry, name) => !isManaged(name, entry), client, lacksApi),
});

/** A snapshot lifecycle policy. */
export const SearchSnapshotLifecyclePolicy: Resource<SearchClient, PolicyInputs, PolicyState> = {
  ...operations,
  properties: {
    name: objectNameTraits(policyNameRule),
    snapshotName: { validate: { test: snapshotNameViolation } },
    schedule: { equals: equalDurations },
    config: { default: {} },
    "config.indices": { default: [], equals: equalIndexLists },
    "config.expandWildcards": { equals: equalSets },
    "config.ignoreUnavailable": { default: false },
    "config.includeGlobalState": { default: true },
    "config.featureStates": { default: [], equals: equalSets },
    "config.metadata": { default: "{}", equals: equalJsonOrBlank },
    "config.partial": { default: false },
    "config.otherMembers": otherMembersTraits,
    "retention.expireAfter": { default: "", equals: equalDurations },
    unhealthyIfNoSnapshotWithin: { validate: optionalDuration, default: "", equals: equalDurations },
  },

  async create(request, context) {
    await operations.create(request, context);
    await requireStored(request.inputs, context.client);
  },

  async update(request, context) {
    await operations.update(request, context);
    await requireStored(request.inputs, context.client);
  },

  async delete(request, context) {
    await operations.delete(request, context);
    context.log("info", `The snapshots of the policy "${objectName(request.id)}" stay, and no longer expire.`);
  },

  previewCheck: previewRepository,
};

/** Fails if the server has left out a member: one that does not know it ignores it. */
async function requireStored({ name, unhealthyIfNoSnapshotWithin: declared }: PolicyInputs, client: SearchClient): Promise<void> {
  if (!declared) return;
  const response = await client.fetch([...path, name]);
  if (!response || snapshotPolicyState(response, name).unhealthyIfNoSnapshotWithin !== undefined) return;
  const { version } = await client.cluster();
  const reason = `the server ${version} does not support unhealthyIfNoSnapshotWithin. Remove it, or use Elasticsearch 9.1.0 or later.`;
  throw new ProviderError("failed_precondition", `Snapshot lifecycle policy "${name}": ${reason}`);
}

/** The deployments of Elastic Cloud have a policy of their own. */
function isManaged(name: string, entry: unknown): boolean {
  const { config } = objectOf(objectOf(entry)["policy"]);
  return isSystemObject(name, { _meta: objectOf(config)["metadata"] ?? {} }) || name === "cloud-snapshot-policy";
}
