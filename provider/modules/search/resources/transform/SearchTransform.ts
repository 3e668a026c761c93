// Transforms, which write summaries or the latest documents of indices to another index. See docs/modules/search-access.md#transforms.
import type { Context } from "../../../../contract/context";
import type { Resource } from "../../../../contract/resource";
import { mergeTraits, sameTraits, traitsBelow } from "../../../../core/compare/traits";
import { ProviderError } from "../../../../core/errors/errors";
import { equalText } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { contentsOfIndex } from "../../data-loss";
import { equalJsonOrBlank, equalSets } from "../../equality";
import { equalDurations } from "../../units";
import { idIn, nameToDelete, objectNameTraits, objectName } from "../../ids";
import { shortList } from "../listing";
import { namedObject } from "../named";
import { otherMembersTest, otherMembersTraits } from "../other-members";
import { definitionText, updateText } from "./body";
import { setRunning, stopTransform } from "./life";
import { equalDestinationAliases, transformMembers } from "./members";
import { definitionFailures } from "./preview";
import {
  otherWriters,
  transformPath,
  readDefinition,
  readProgress,
  readTransform,
  transformNames,
  type TransformInputs,
  type TransformState,
} from "./response";
import { frequencyRule, transformNameFormat, transformNameRule } from "./rules";

const operations = namedObject<TransformInputs, TransformState>({
  key: "name",
  path: transformPath,
  put: ({ name, inputs }, client) => client.put([...transformPath, name], definitionText(inputs), { query: validation(inputs) }),
  read: readTransform,
  names: transformNames,
});

/** A transform. */
export const SearchTransform: Resource<SearchClient, TransformInputs, TransformState> = {
  ...operations,
  properties: mergeTraits(
    sameTraits(["otherMembers", "pivot.otherMembers", "settings.otherMembers"], otherMembersTraits),
    sameTraits(["source.runtimeMappings", "metadata"], { equals: equalJsonOrBlank, default: "{}" }),
    sameTraits(["pivot.groupBy", "pivot.aggregations", "source.query"], { equals: equalText }),
    sameTraits(["source.indices", "latest.uniqueKeys"], { equals: equalSets }),
    sameTraits(["frequency", "sync.time.delay", "retentionPolicy.time.maxAge"], { equals: equalDurations }),
    sameTraits(["transformVersion", "createTime"], { stable: true }),
    sameTraits(["metadata", "otherMembers"], { validate: { json: "object" } }),
    traitsBelow("settings", sameTraits(["alignCheckpoints", "deduceMappings", "usePointInTime"], { default: true })),
    traitsBelow("settings", sameTraits(["datesAsEpochMillis", "unattended"], { default: false })),
    {
      name: objectNameTraits(transformNameRule, transformNameFormat),
      "source.query": { default: '{"match_all":{}}' },
      "dest.aliases": { equals: equalDestinationAliases, default: [] },
      "dest.aliases[*].moveOnCreation": { default: false },
      running: { computed: true },
      description: { validate: { maxLength: 1000 }, default: "" },
      frequency: { validate: frequencyRule },
      sync: { requiresReplaceIf: (prior, next) => (prior === undefined) !== (next === undefined) },
      "sync.time.delay": { default: "60s" },
      settings: { default: {} },
      deferValidation: { local: true },
      deleteDestIndex: { writeOnly: true },
    },
  ),
  exactlyOne: [["pivot", "latest"]],
  validate: otherMembersTest(transformMembers),
  deleteBeforeReplace: true,
  identity: {
    ...operations.identity,
    // The transform is started by a later request.
    written: ({ running: _running, ...definition }) => definition,
    isCreatedSince: ({ createTime }, time) => Date.parse(String(createTime)) >= time,
  },

  async create(request, context) {
    const { inputs, created } = request;
    const { client } = context;
    await warnOfDocuments(inputs, context);
    await operations.create({ ...request, created: (id) => created(id, { ...inputs, running: false }) }, context);
    if (inputs.running) await setRunning(inputs.name, true, inputs.sync !== undefined, client);
    created(await idIn(client, inputs.name));
  },

  async update({ id, inputs, changed, prior, merged, remote }, { client, log }) {
    const name = objectName(id);
    const changes = updateText(changed.names, await merged(...changed.names), prior.inputs, (await remote()).__definition);
    if (changes !== undefined) await client.post([...transformPath, name, "_update"], changes, { query: validation(inputs) });
    if (inputs.running !== undefined) await setRunning(name, inputs.running, inputs.sync !== undefined, client);
    if (changed.has("source") && inputs.running && !inputs.sync) await warnOfFinished(name, client);
    if (changed.has("deleteDestIndex") && inputs.deleteDestIndex)
      log("warning", `Delete will delete the destination index ${await destinationText(inputs.dest.index, client)}.`);
  },

  async delete({ id, prior }, context) {
    const { client, log } = context;
    const name = nameToDelete(id);
    const definition = await readDefinition(name, client.alone);
    if (!definition) return;
    const { deleteDestIndex } = prior.inputs;
    const index = String(objectOf(objectOf(definition.value)["dest"])["index"]);
    if (deleteDestIndex) await requireOwnIndex(index, name, client);
    await stopTransform(name, (client.context.secondsLeft?.() ?? Infinity) * 500, client);
    if (deleteDestIndex) log("warning", `Deleting the destination index ${await destinationText(index, client)}.`);
    await client.delete([...transformPath, name], { query: { delete_dest_index: String(deleteDestIndex ?? false) } });
  },

  previewCheck: (request, { client }) => definitionFailures(request, client),
};

function validation({ deferValidation = false }: TransformInputs): Record<string, string> {
  return { defer_validation: String(deferValidation) };
}

/** A replacement, or a namesake, leaves its documents behind. */
async function warnOfDocuments({ dest: { index } }: TransformInputs, { client, log }: Context<SearchClient>): Promise<void> {
  const contents = await contentsOfIndex(index, client);
  if (contents?.documents)
    log("warning", `The destination index "${index}" already ${contents.text}. Documents of another transform are not removed.`);
}

async function warnOfFinished(name: string, client: SearchClient): Promise<void> {
  const current = await readProgress(name, client.alone);
  if (current && current.state !== "started" && current.checkpoint > 0)
    client.warnOnce(`The transform "${name}" has processed its source and does not run again. Replace it to process the changed source.`);
}

async function destinationText(index: string, client: SearchClient): Promise<string> {
  return `"${index}", which ${(await contentsOfIndex(index, client))?.text ?? "does not exist now"}`;
}

/** Fails if a deletion of the destination would affect others. */
async function requireOwnIndex(index: string, name: string, client: SearchClient): Promise<void> {
  const found = Object.keys(objectOf(await client.get([index], { query: { features: "settings" }, expects: "list" })));
  const reasons = found.some((each) => each !== index) ? [`it is an alias or data stream of ${shortList(found)}`] : [];
  const writers = await otherWriters(index, name, client);
  if (writers.length > 0) reasons.push(`other transforms write to it (${shortList(writers)})`);
  if (reasons.length === 0) return;
  const reason = `Delete failed: transform "${name}": its destination "${index}" cannot be deleted: ${reasons.join("; ")}.`;
  const advice =
    "Set deleteDestIndex to false, run `pulumi up`, and delete the documents yourself. For a replacement, set it in an update before it.";
  throw new ProviderError("failed_precondition", `${reason} ${advice}`);
}
