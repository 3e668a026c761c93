// Restores of snapshots. See docs/modules/search-access.md#restores.
import type { Resource } from "../../../../contract/resource";
import { mergeTraits, sameTraits } from "../../../../core/compare/traits";
import { asProviderError, hasCode, ProviderError, withHint } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { objectOf, textsOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { equalIndexLists, equalJsonOrBlank, equalSets } from "../../equality";
import { objectText } from "../../json/fields";
import { flag, json, nothing, text, texts, writeMembers, type Members } from "../../json/typed";
import { byCodePoint } from "../../json/writer";
import { idIn, objectNameRule } from "../../ids";
import { shortList } from "../listing";
import { path, placeText, readSnapshot, type Snapshot } from "../snapshot/response";
import { indexPatternRule, snapshotNameRule } from "../snapshot/rules";
import { conflictOf } from "./conflicts";
import { patternViolation, replacementViolation } from "./targets";

type Inputs = Search.SearchSnapshotRestoreInputs;
type State = Search.SearchSnapshotRestoreState;

const members: Members = {
  indices: texts(),
  featureStates: texts(),
  renamePattern: text(),
  renameReplacement: text(),
  includeAliases: flag(),
  includeGlobalState: flag(),
  ignoreUnavailable: flag(),
  ignoreIndexSettings: texts(),
  indexSettings: json(),
  partial: flag(),
};

/** A restore may take hours. */
const restoreLimit = 6 * 3600;

/** A restore, which is done once. */
export const SearchSnapshotRestore: Resource<SearchClient, Inputs, State> = {
  properties: mergeTraits(
    sameTraits(["repository", "snapshot", "triggers", "restoredIndices", "shardsTotal", "shardsFailed"], { writeOnly: true }),
    sameTraits([...Object.keys(members)] as (keyof Inputs & string)[], { writeOnly: true }),
    sameTraits(["featureStates", "ignoreIndexSettings"], { default: [], equals: equalSets }),
    sameTraits(["repository", "snapshot"], { stable: true }),
    {
      repository: { validate: objectNameRule },
      snapshot: { validate: snapshotNameRule },
      indices: { validate: indexPatternRule, default: [], equals: equalIndexLists },
      renamePattern: { validate: { needs: ["renameReplacement"], test: patternViolation } },
      renameReplacement: { validate: { needs: ["renamePattern"], test: replacementViolation } },
      indexSettings: { validate: { json: "object" }, default: "{}", equals: equalJsonOrBlank },
      overwriteClosedIndices: { local: true },
    },
  ),
  timeouts: { create: restoreLimit },

  async create({ inputs, created }, { client, log }) {
    const id = await idIn(client, `${inputs.repository}/${inputs.snapshot}/${Date.now()}`);
    const subject = `Restore of ${placeText(placeIn(inputs))}`;
    const snapshot = await readSnapshot(placeIn(inputs), client.alone);
    const reason = snapshot ? await obstacle(snapshot, inputs, client) : "the snapshot does not exist. Take it first.";
    if (reason !== undefined) throw new ProviderError("failed_precondition", `${subject}: ${reason}`);
    warnOfState(inputs, (message) => log("warning", message));
    const outputs = await restore(inputs, client);
    requireComplete(subject, outputs);
    created(id, { ...inputs, ...outputs });
    return { id, state: { ...inputs, ...outputs } as State };
  },

  // What happens to the indices belongs to their owners, so that nothing is read.
  async read({ id, prior }) {
    const { restoredIndices, shardsTotal, shardsFailed } = prior?.state ?? {};
    if (prior) return { id, state: { restoredIndices, shardsTotal, shardsFailed } as State };
    throw new ProviderError("invalid_argument", "A restore cannot be imported: Elasticsearch keeps nothing of it.");
  },

  async update() {
    // Only inputs that the service does not store can change in place.
  },

  async delete({ prior }, { log }) {
    const { restoredIndices = [] } = prior.state;
    if (restoredIndices.length > 0) log("info", `The restored indices stay: ${shortList(restoredIndices)}.`);
  },

  async previewCheck({ operation, inputs, isUnknown }, { client }) {
    const { repository, snapshot: name } = inputs;
    const isKnown = !["indices", "renamePattern", "renameReplacement"].some(isUnknown);
    if (operation !== "create" || repository === undefined || name === undefined || !isKnown) return [];
    const place = placeIn({ repository, snapshot: name });
    const snapshot = await readSnapshot(place, client.alone);
    if (!snapshot) {
      client.warnOnce(`The snapshot ${placeText(place)} does not exist yet.`);
      return [];
    }
    const reason = await obstacle(snapshot, inputs, client);
    return reason === undefined ? [] : [{ property: "", reason }];
  },
};

function placeIn({ repository, snapshot: name }: Pick<Inputs, "repository" | "snapshot">) {
  return { repository, name };
}

/** Returns why a snapshot cannot be restored with these inputs. */
async function obstacle(snapshot: Snapshot, inputs: Partial<Inputs>, client: SearchClient): Promise<string | undefined> {
  const { state } = snapshot;
  if (state === "PARTIAL" && !inputs.partial) return "the snapshot has the state PARTIAL. Set partial to restore what it contains.";
  if (state !== "SUCCESS" && state !== "PARTIAL") return `the snapshot has the state ${state}. Restore a snapshot with the state SUCCESS.`;
  return conflictOf(snapshot, inputs, client);
}

function warnOfState({ includeGlobalState, featureStates = [] }: Inputs, warn: (message: string) => void): void {
  if (includeGlobalState)
    warn(
      "The restore replaces persistent settings, index templates, ingest pipelines and lifecycle policies, also those that programs manage.",
    );
  // With the global state and no list, the server restores all features of the snapshot.
  if (featureStates.includes("security") || (includeGlobalState && featureStates.length === 0))
    warn("The restore replaces users, roles and keys: the credentials of this connection may stop working.");
}

type Outputs = Pick<State, "restoredIndices" | "shardsTotal" | "shardsFailed">;

/** Sends the restore once: one whose response is lost may be in progress. */
async function restore(inputs: Inputs, client: SearchClient): Promise<Outputs> {
  const body = objectText(writeMembers(objectOf(inputs), members, nothing));
  const options = { query: { wait_for_completion: "true" }, repeat: "unsent", isOutcome: hasRestored } as const;
  try {
    return outputsOf(await client.post([...path, inputs.repository, inputs.snapshot, "_restore"], body, options));
  } catch (error) {
    if (hasCode(error, "failed_precondition")) throw withHint(error, "", { ambiguous: false });
    const mayRun = asProviderError(error).ambiguous || client.context.signal.aborted;
    const hint =
      "The restore may be in progress: see `GET /_recovery`. Once it has ended, delete the restored indices, or remove the resource from the program.";
    throw mayRun ? withHint(asProviderError(error), hint) : error;
  }
}

const hasRestored = (body: Plain | undefined): boolean => isObject(objectOf(body)["snapshot"]);

function outputsOf(body: Plain | undefined): Outputs {
  const { indices, shards } = objectOf(objectOf(body)["snapshot"]);
  const { total, failed } = objectOf(shards);
  return { restoredIndices: textsOf(indices).sort(byCodePoint), shardsTotal: Number(total ?? 0), shardsFailed: Number(failed ?? 0) };
}

/** Fails if shards were not restored. */
function requireComplete(subject: string, { restoredIndices, shardsTotal, shardsFailed }: Outputs): void {
  if (shardsFailed === 0) return;
  const failed = `${shardsFailed} of ${shardsTotal} shards were not restored; indices: ${shortList(restoredIndices)}.`;
  throw new ProviderError("failed_precondition", `${subject}: ${failed} Delete these indices, then run \`pulumi up\` again.`);
}
