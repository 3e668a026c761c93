// Indices. See docs/modules/search.md#indices.
import type { Named } from "../../../../contract/properties";
import type { Context } from "../../../../contract/context";
import type { PriorState, Resource, UpdateRequest } from "../../../../contract/resource";
import { mergeTraits, sameTraits } from "../../../../core/compare/traits";
import { ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { parseDuration } from "../../../../core/values/duration";
import { objectOf, omitUndefined, textOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { deleteAfterSnapshot, previewDestruction, requireDestroyable, type Container } from "../../data-loss";
import { equalAliases, equalAliasLists } from "../../equality";
import { uniqueAliases } from "../alias/rules";
import { missingObject, nameRule, nameToDelete, objectName, objectNameTraits } from "../../ids";
import { namedObject } from "../named";
import { templatePartText } from "../template/body";
import { equalSettings } from "../template/settings";
import { sendActions } from "../alias/actions";
import { aliasActions, followsRollover } from "./aliases";
import * as mappings from "./mappings";
import { mappingsChange } from "./mappings-change";
import { indexMutex } from "./parts";
import { previewDefinition } from "./preview";
import { creationDateOf, isResolvedFrom, readIndex, readIndexAlone, settingText, type RemoteIndex } from "./response";
import * as settings from "./settings";
import { changeIndex, liftBlocks } from "./write";

type Inputs = Named<Search.SearchIndexInputs, "name">;
type State = Search.SearchIndexResourceState;
type Prior = PriorState<Inputs, State>;

const newIndexNameRule = nameRule(
  /^(?:<[^<>]+>|(?!\.{1,2}$)[^-_+A-Z\\/*?"<>|,#:\s][^A-Z\\/*?"<>|,#:\s]*)$/,
  'must be lower case, must not begin with -, _ or +, must not contain \\ / * ? " < > | , # : or whitespace, and must not be . or ..',
);

const { importId, timeouts, identity, verifyPlace, list } = namedObject<Inputs, State>({
  key: "name",
  path: [],
  put: async () => undefined,
  read: async () => undefined,
  rejectsExisting: true,
  names: listedIndices,
});

/** An index. */
export const SearchIndex: Resource<SearchClient, Inputs, State> = {
  importId,
  timeouts,
  identity: { ...identity, isCreatedSince: ({ creationDate }, time) => Date.parse(String(creationDate)) >= time },
  verifyPlace,
  list,
  properties: mergeTraits(
    sameTraits(["concreteName", "indexUuid", "creationDate"], { stable: true }),
    sameTraits(["aliases[*].isHidden", "aliases[*].isWriteIndex"], { default: false }),
    sameTraits(["aliases[*].indexRouting", "aliases[*].routing", "aliases[*].searchRouting"], { default: "" }),
    sameTraits(["allowReopen", "forceDestroy"], { local: true }),
    {
      name: objectNameTraits(newIndexNameRule),
      settings: {
        validate: { json: "objectOrBlank" },
        default: "{}",
        equals: { diff: settings.changesNoSetting, refresh: equalSettings },
        requiresReplaceIf: (prior, next, { inputs, state }) =>
          settings.needsNewIndex(prior, next, inputs["allowReopen"] === true, state["allSettings"]),
      },
      mappings: {
        validate: { json: "objectOrBlank" },
        default: "{}",
        equals: { diff: mappings.changesNoMapping, refresh: mappings.hasMappings },
        requiresReplaceIf: mappings.changesType,
      },
      aliases: { validate: uniqueAliases, default: [], equals: equalAliasLists },
      "aliases[*]": { equals: equalAliases },
      waitForActiveShards: {
        validate: { pattern: { matches: /^(?:all|\d+)$/, reason: "expected a number of shard copies, or all" } },
        local: true,
      },
    },
  ),
  normalize: ({ settings: text }) => ({ warnings: settings.settingWarnings(text) }),

  async create({ inputs, created }, { client, log }) {
    const { waitForActiveShards: shards } = inputs;
    const { uuid } = await client.cluster();
    const limits = omitUndefined({ wait_for_active_shards: shards, timeout: shards && waitTimeout(inputs) });
    const response = objectOf(await client.put([inputs.name], templatePartText(inputs), { query: limits }));
    created(`${uuid}/${textOf(response["index"]) ?? inputs.name}`);
    if (response["shards_acknowledged"] === false)
      log("warning", `The index "${inputs.name}" exists, but the shards that it waited for were not active in time.`);
  },

  async read({ id, prior }, context) {
    const index = await readIndex(objectName(id), context);
    if (!index) return undefined;
    const { uuid } = await context.client.cluster();
    return { id: `${uuid}/${index.name}`, state: await stateOf(index, prior, context.client) };
  },

  async update(request, context) {
    await indexMutex(request.id, context.signal, async () => update(request, context));
  },

  async delete({ id, prior }, context) {
    const { client } = context;
    const name = nameToDelete(id);
    const current = await readIndexAlone(name, client);
    if (!current) return;
    const { indexUuid } = prior.state;
    if (indexUuid !== undefined && settingText(current, "index.uuid") !== indexUuid) {
      const reason = `Delete failed: index "${name}": it was recreated by another writer since the last refresh.`;
      throw new ProviderError("failed_precondition", `${reason} Run \`pulumi refresh\`.`);
    }
    await requireDestroyable(containerOf(name, prior.inputs.forceDestroy), context);
    await liftBlocks(name, { current: current.settings, declared: prior.inputs.settings }, client);
    await deleteAfterSnapshot([name], context);
  },

  async previewCheck({ operation, inputs }, context) {
    const { name, settings: ownSettings, mappings: ownMappings, aliases } = inputs;
    if (name === undefined) return [];
    const definition = omitUndefined({ settings: ownSettings, mappings: ownMappings, aliases });
    const failures = await previewDefinition({ key: "name", name, isNew: operation === "create" }, definition, context.client);
    if (operation === "update" || name.startsWith("<")) return failures;
    return [...failures, ...(await previewDestruction(containerOf(name, inputs.forceDestroy), context))];
  },
};

async function update(
  { id, inputs, changed, prior }: UpdateRequest<Inputs, State>,
  { client, log }: Pick<Context<SearchClient>, "client" | "log">,
): Promise<void> {
  const name = objectName(id);
  const current = await readIndexAlone(name, client);
  if (!current) throw missingObject(`index "${name}"`);
  const setting = settings.settingsChange(inputs.settings, prior.inputs.settings, current.settings);
  const mapping = mappingsChange(inputs.mappings, prior.inputs.mappings, current.mappings);
  const actions = changed.has("aliases") ? await aliasActions(current, inputs.aliases ?? [], prior.inputs.aliases ?? [], client) : [];
  const change = {
    name,
    current: current.settings,
    declared: { before: prior.inputs.settings, after: inputs.settings },
    written: setting.written,
    allowReopen: inputs.allowReopen ?? false,
    others: [
      ...(mapping.body === undefined ? [] : [async () => client.put([name, "_mapping"], mapping.body)]),
      ...(actions.length === 0 ? [] : [async () => sendActions(actions, client)]),
    ],
  };
  await changeIndex(change, client);
  if (setting.kept.length > 0)
    log("info", `The index keeps settings that only its creation or a closed index takes: ${setting.kept.join(", ")}.`);
  for (const message of mapping.kept) log("info", message);
}

function containerOf(name: string, forceDestroy = false): Container {
  return { kind: "index", name, targets: [name], indices: [name], forceDestroy };
}

/** An answer that comes just when our own limit ends would hide that the index was created. */
function waitTimeout({ timeouts: limits }: Inputs): string {
  const seconds = limits?.create === undefined ? undefined : parseDuration(limits.create);
  return seconds === undefined ? "30s" : `${Math.max(1, Math.floor(seconds - 5))}s`;
}

async function stateOf(index: RemoteIndex, prior: Prior | undefined, client: SearchClient): Promise<State> {
  const { name: declaredName, allowReopen = false, forceDestroy = false } = prior?.inputs ?? {};
  const declared = prior ? await declaredState(index, prior, client) : importedState(index);
  return {
    name: declaredName !== undefined && isResolvedFrom(index, declaredName) ? declaredName : index.name,
    concreteName: index.name,
    indexUuid: settingText(index, "index.uuid"),
    creationDate: creationDateOf(index),
    allSettings: settings.settingsText(index.settings),
    allowReopen,
    forceDestroy,
    ...declared,
  };
}

type Declared = Pick<State, "settings" | "mappings" | "aliases">;

/** What the program declares of the index: everything else belongs to templates and other writers. */
async function declaredState(index: RemoteIndex, prior: Prior, client: SearchClient): Promise<Declared> {
  const { inputs, planned } = prior;
  const declaredAliases = new Map([...(inputs.aliases ?? []), ...(planned?.aliases ?? [])].map((alias) => [alias.name, alias]));
  const aliases = [];
  for (const alias of declaredAliases.values()) {
    const remote = index.aliases.find(({ name }) => name === alias.name);
    if (!remote) continue;
    const follows = alias.isWriteIndex === true && remote.isWriteIndex !== true && (await followsRollover(alias.name, index.name, client));
    aliases.push(follows ? { ...remote, isWriteIndex: true } : remote);
  }
  return omitUndefined({
    settings: settings.ownedSettingsPart(prior, index.settings),
    mappings: inputs.mappings === undefined ? undefined : mappings.declaredMappingsPart(inputs.mappings, index.mappings),
    aliases: inputs.aliases || aliases.length > 0 ? aliases : undefined,
  });
}

function importedState({ settings: all, mappings: text, aliases }: RemoteIndex): Declared {
  const own = [...all].filter(([key]) => !settings.isServerSetting(key));
  return omitUndefined({
    settings: settings.settingsText(own),
    mappings: text === "{}" ? undefined : text,
    aliases: aliases.length === 0 ? undefined : aliases,
  });
}

const managedNames = /^(?:\.|partial-|restored-|shrink-|downsample-)/;

async function listedIndices(client: SearchClient): Promise<string[]> {
  const query = { features: "settings", expand_wildcards: "open,closed", flat_settings: "true" };
  const listed = objectOf(await client.get(["*"], { query, expects: "list" }));
  const isOwn = ([name, index]: [string, Plain]): boolean => {
    const { settings: found, data_stream: stream } = objectOf(index);
    return !managedNames.test(name) && stream === undefined && String(objectOf(found)["index.hidden"]) !== "true";
  };
  return Object.entries(listed)
    .filter(isOwn)
    .map(([name]) => name);
}
