// Single snapshots. See docs/modules/search-access.md#single-snapshots.
import type { Named } from "../../../../contract/properties";
import type { Resource } from "../../../../contract/resource";
import { sameTraits } from "../../../../core/compare/traits";
import { asProviderError, ProviderError, withHint } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { objectOf, textOf } from "../../../../core/values/records";
import { poll } from "../../../../kit/polling";
import type { SearchClient } from "../../client";
import { equalIndexLists, equalJsonOrBlank, equalSets } from "../../equality";
import { objectText } from "../../json/fields";
import { nothing, writeMembers } from "../../json/typed";
import { pagesOf } from "../../pages";
import { idIn, nameToDelete, objectNameTraits, objectNameRule, partsFormat, verifyCluster } from "../../ids";
import { snapshotMembers } from "./members";
import { previewRepository } from "./repository";
import { path, snapshotPlace, placeText, readSnapshot, regularIndices, type Snapshot, type SnapshotPlace } from "./response";
import { indexPatternRule, snapshotMetadataRule, snapshotNameRule } from "./rules";

type Inputs = Named<Search.SearchSnapshotInputs, "name">;
type State = Search.SearchSnapshotState;

/** A snapshot may take hours. */
const takingLimit = 6 * 3600;
const pauses = { first: 1000, factor: 2, longest: 5000 };
const pageSize = 1000;
const maximumReasons = 5;
const snapshotIdForm = partsFormat(["repository", "name"], "backups/before-upgrade");

/** A snapshot. */
export const SearchSnapshot: Resource<SearchClient, Inputs, State> = {
  properties: {
    ...sameTraits(["ignoreUnavailable", "partial", "triggers"], { writeOnly: true }),
    repository: { validate: objectNameRule, stable: true },
    name: objectNameTraits(snapshotNameRule),
    indices: { validate: indexPatternRule, default: [], equals: equalIndexLists, writeOnly: true },
    expandWildcards: { default: ["all"], equals: equalSets, writeOnly: true },
    featureStates: { default: [], equals: equalSets, writeOnly: true },
    metadata: { validate: snapshotMetadataRule, default: "{}", equals: equalJsonOrBlank },
  },
  importId: snapshotIdForm,
  timeouts: { create: takingLimit, read: 300, update: takingLimit, delete: 3600 },
  identity: {
    inputs: ["repository", "name"],
    id: async (inputs, client) => idIn(client, placeText(inputs)),
    rejectsExisting: true,
    deletedLast: true,
    isCreatedSince: ({ startTime }, time) => Date.parse(String(startTime)) >= time,
  },
  verifyPlace: verifyCluster,

  async create({ inputs, created }, context) {
    const { client } = context;
    const id = await idIn(client, placeText(inputs));
    await take(inputs, client);
    created(id);
    return { id, state: stateOf(inputs, requireUsable(inputs, await waitForCompletion(inputs, client))) };
  },

  async read({ id, prior }, context) {
    const place = snapshotPlace(id);
    const found = await readSnapshot(place, context);
    if (!found) return undefined;
    const incomplete = prior && incompleteReason(found, prior.inputs);
    // After a refresh no update repeats the work of a failed create.
    if (incomplete !== undefined) context.client.warnOnce(`Snapshot ${placeText(place)}: ${incomplete}`);
    return { id, state: stateOf(place, found, prior === undefined), incomplete };
  },

  // All inputs replace the snapshot, so that this completes one that failed, or that goes on since the time limit of its create.
  async update({ id, inputs, remote }, { client }) {
    await remote();
    const place = snapshotPlace(id);
    const current = await waitForCompletion(place, client);
    if (isUsable(current, inputs)) return { id, state: stateOf(place, current) };
    await deleteSnapshot(place, client);
    await take(inputs, client);
    return { id, state: stateOf(place, requireUsable(inputs, await waitForCompletion(place, client))) };
  },

  async delete({ id }, { client }) {
    nameToDelete(id);
    await deleteSnapshot(snapshotPlace(id), client);
  },

  async *list(_query, { client }) {
    for await (const { rows } of pagesOf(client, pages)) {
      for (const entry of rows) {
        const { repository, snapshot } = objectOf(entry);
        const name = placeText({ repository: String(repository), name: String(snapshot) });
        if (snapshotIdForm.validate(name) === undefined) yield { id: await idIn(client, name), name };
      }
    }
  },

  previewCheck: previewRepository,
};

/** All snapshots that no policy has taken. */
const pages = {
  path: [...path, "*", "_all"],
  list: "snapshots",
  key: "uuid",
  size: pageSize,
  queryAt(_from: number, _last: string | undefined, previous: { json: unknown } | undefined) {
    const next = textOf(objectOf(previous?.json)["next"]);
    if (previous && next === undefined) return undefined;
    return { slm_policy_filter: "_none", index_names: "false", ...(next !== undefined && { after: next }) };
  },
};

async function take(inputs: Inputs, client: SearchClient): Promise<void> {
  const body = objectText(writeMembers(objectOf(inputs), snapshotMembers, nothing));
  await client.put([...path, inputs.repository, inputs.name], body, {
    query: { wait_for_completion: "false" },
    isOutcome: (json) => objectOf(json)["accepted"] === true,
  });
}

async function deleteSnapshot({ repository, name }: SnapshotPlace, client: SearchClient): Promise<void> {
  await client.delete([...path, repository, name], { query: { wait_for_completion: "true" } });
}

/** Returns the snapshot once it has ended. */
async function waitForCompletion(place: SnapshotPlace, client: SearchClient): Promise<Snapshot> {
  const { context } = client;
  const read = async (): Promise<Snapshot | undefined> => {
    const found = await readSnapshot(place, client.alone);
    if (!found) throw new ProviderError("aborted", `Snapshot ${placeText(place)}: it was deleted before it was complete.`);
    return found.state === "IN_PROGRESS" ? undefined : found;
  };
  const onPause = (elapsed: number): void => context.status(`the snapshot is in progress (${Math.round(elapsed / 1000)} s)`);
  try {
    return (await poll({ read, pauses, limitMs: Infinity, onPause }, context.signal))!;
  } catch (error) {
    const hint = "The snapshot continues on the server. The next `pulumi up` or `pulumi refresh` reads its state.";
    throw context.signal.aborted ? withHint(asProviderError(error), hint) : error;
  }
}

function isUsable({ state }: Snapshot, { partial = false }: Partial<Pick<Inputs, "partial">>): boolean {
  return state === "SUCCESS" || (state === "PARTIAL" && partial);
}

/** Returns the snapshot. Fails unless it contains what it was to contain. */
function requireUsable(inputs: Inputs, found: Snapshot): Snapshot {
  if (isUsable(found, inputs)) return found;
  throw new ProviderError("failed_precondition", `Snapshot ${placeText(inputs)}: ${failureText(found)}`);
}

/** Returns why the snapshot is not what the program declares; undefined if it is. */
function incompleteReason(found: Snapshot, inputs: Partial<Inputs>): string | undefined {
  const { state } = found;
  if (state === "IN_PROGRESS") return "it is in progress.";
  const hasFailed = state === "FAILED" || state === "PARTIAL";
  return hasFailed && !isUsable(found, inputs) ? `it ended with the state ${state}. Another name or trigger takes another one.` : undefined;
}

function failureText({ state, failures }: Snapshot): string {
  const reasons = failures.slice(0, maximumReasons).map((reason) => `\n${reason}`);
  return `it ended with the state ${state}. Correct the cause; the next \`pulumi up\` deletes it and takes it again.${reasons.join("")}`;
}

/** Returns the state. An import declares what the snapshot contains. */
function stateOf({ repository, name }: SnapshotPlace, snapshot: Snapshot, isImport = false): State {
  const { features: _features, failures: _failures, ...found } = snapshot;
  const declared = {
    indices: [...regularIndices(snapshot), ...found.dataStreams],
    featureStates: [...snapshot.features.keys()],
    ignoreUnavailable: false,
    partial: found.state === "PARTIAL",
  };
  return { ...(isImport && declared), repository, name, ...found } as State;
}
