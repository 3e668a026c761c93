// Lifecycle policies of indices (ILM). See docs/modules/search.md#index-lifecycle-policies.
import type { Named, PropertyTraits } from "../../../../contract/properties";
import type { Resource } from "../../../../contract/resource";
import { mergeTraits, sameTraits } from "../../../../core/compare/traits";
import { ProviderError, withHint } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { readerOf } from "../../collections";
import { equalJsonOrBlank } from "../../equality";
import type { SearchResponse } from "../../response";
import { equalDurations, equalSizes } from "../../units";
import { nameRule, nameToDelete, objectName, objectNameTraits } from "../../ids";
import { lacksApi } from "../../gone";
import { isSystemObject, listedNames, shortList } from "../listing";
import { namedObject } from "../named";
import { actionDefaults, actionMembers, durationMembers, flagActions, phaseActions, phaseNames, sizeMembers } from "./actions";
import { policyText, requiredVersions } from "./body";
import { lifecyclePolicies, lifecyclePolicyIn, usageOf } from "./response";
import { policyTests } from "./rules";

type Inputs = Named<Search.SearchIndexLifecyclePolicyInputs, "name">;
type State = Search.SearchIndexLifecyclePolicyState;

const { path } = lifecyclePolicies;
const lifecycleNameRule = nameRule(/^[^_*,\s][^*,\s]*$/, "must not begin with _ and must not contain *, comma or whitespace");

const operations = namedObject<Inputs, State>({
  key: "name",
  path,
  requireSupport,
  put: ({ inputs }, client) => put(inputs, undefined, client),
  read: readerOf(lifecyclePolicies, lifecyclePolicyIn),
  names: (client) => listedNames(path, (entry, name) => !isSystemObject(name, objectOf(entry)["policy"]), client, lacksApi),
});

/** A lifecycle policy of indices. */
export const SearchIndexLifecyclePolicy: Resource<SearchClient, Inputs, State> = {
  ...operations,
  properties: {
    ...policyTraits(),
    name: objectNameTraits(lifecycleNameRule),
    metadata: { validate: { json: "objectOrBlank" }, equals: equalJsonOrBlank, default: "" },
  },
  validate: policyTests,

  async update({ id, inputs, merged, remote, differences }, { client }) {
    await requireSupport(inputs, client);
    const written = await merged();
    if (differences(written, await remote()).length === 0) return;
    await put(written, await client.fetch([...path, objectName(id)]), client);
  },

  async delete({ id }, { client, log }) {
    const name = nameToDelete(id);
    const response = await client.fetch([...path, name]);
    if (!response) return;
    const { indices, dataStreams, composableTemplates } = usageOf(response, name);
    if (indices.length > 0) throw inUse(name, indices);
    await client.delete([...path, name]);
    const others = [...composableTemplates, ...dataStreams];
    if (others.length > 0)
      log(
        "warning",
        `Templates and data streams name the deleted lifecycle policy "${name}": ${others.join(", ")}. New indices stop in the step ERROR.`,
      );
  },

  async previewCheck({ inputs: { name } }, { client }) {
    const response = name === undefined ? undefined : await client.fetch([...path, name]);
    const { indices, dataStreams } = response ? usageOf(response, name!) : { indices: [], dataStreams: [] };
    const users = [...dataStreams, ...indices];
    if (users.length > 0) client.warnOnce(`The lifecycle policy "${name}" is in use: ${shortList(users)}.`);
    return [];
  },
};

function policyTraits(): { [path: string]: PropertyTraits | undefined } {
  const phases = phaseNames.map((phase) => `phases.${phase}`);
  const actions = phaseNames.flatMap((phase) =>
    phaseActions[phase].map((action) => [`phases.${phase}.actions.${action}`, action] as const),
  );
  const members = actions.flatMap(([at, action]) =>
    (actionMembers[action] ?? []).map((member) => [`${at}.${member}`, action, member] as const),
  );
  const ofMembers = (names: readonly string[]): string[] => members.filter(([, , member]) => names.includes(member)).map(([at]) => at);
  return mergeTraits(
    sameTraits(
      phases.map((at) => `${at}.minAge`),
      { default: "0ms", equals: equalDurations },
    ),
    sameTraits(
      phases.map((at) => `${at}.actions`),
      { default: {} },
    ),
    sameTraits(
      phases.map((at) => `${at}.actions.otherActions`),
      { equals: equalJsonOrBlank, default: "" },
    ),
    sameTraits(
      actions.filter(([, action]) => flagActions.includes(action)).map(([at]) => at),
      { default: false },
    ),
    sameTraits(ofMembers(durationMembers), { equals: equalDurations }),
    sameTraits(ofMembers(sizeMembers), { equals: equalSizes }),
    Object.fromEntries(
      members.flatMap(([at, action, member]) => {
        const value = actionDefaults[action]?.[member];
        return value === undefined ? [] : [[at, { default: value }]];
      }),
    ),
  );
}

async function requireSupport({ phases }: Inputs, client: SearchClient): Promise<void> {
  const { flavor } = await client.cluster();
  if (flavor === "serverless")
    throw new ProviderError("failed_precondition", "ILM is not available on Elastic Cloud Serverless. Use SearchDataStreamLifecycle.");
  for (const { feature, version } of requiredVersions(phases)) await client.requireVersion(feature, version);
}

/** Writes a policy over the current one. Adds the license of the cluster to an error that it causes. */
async function put(inputs: Inputs, current: SearchResponse | undefined, client: SearchClient): Promise<void> {
  try {
    await client.put([...path, inputs.name], policyText(inputs, current));
  } catch (error) {
    if (error instanceof ProviderError && error.message.includes("license is non-compliant"))
      throw withHint(error, `The license of the cluster is "${await licenseOf(client)}"; searchable snapshots need Enterprise.`);
    throw error;
  }
}

async function licenseOf(client: SearchClient): Promise<string> {
  const response = await client.get(["_license"]).catch(() => undefined);
  const { license } = objectOf(response);
  return String(objectOf(license)["type"] ?? "unknown");
}

function inUse(name: string, indices: readonly string[]): ProviderError {
  const count = indices.length === 1 ? "1 index" : `${indices.length} indices`;
  const reason = `Delete failed: lifecycle policy "${name}": it manages ${count} (${shortList(indices)}).`;
  const advice = "Delete them, or detach them with POST /<index>/_ilm/remove, then run pulumi destroy again.";
  return new ProviderError("aborted", `${reason} ${advice}`);
}
