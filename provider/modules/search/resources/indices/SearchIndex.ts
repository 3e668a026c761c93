// Indices. See docs/modules/search.md#indices.
import type { Named } from "../../../../contract/properties";
import type { Context } from "../../../../contract/context";
import type { PriorState, Resource } from "../../../../contract/resource";
import { mergeTraits, sameTraits } from "../../../../core/compare/traits";
import { ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { exactText, type Json } from "../../../../core/json/exact-json";
import { parseDuration } from "../../../../core/values/duration";
import { objectOf, omitUndefined, textOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { previewDestruction, requireDestroyable, type Container } from "../../data-loss";
import { equalAliases, equalAliasLists } from "../../equality";
import { duplicateAliasViolation, oneBlock } from "../../settings";
import { nameToDelete, objectName, objectNameFormat } from "../ids";
import { namedObject } from "../named";
import { templatePartText } from "../template/body";
import { simulateTemplate, templateFailure } from "../template/preview";
import { equalSettings } from "../template/settings";
import { sendActions } from "../alias/actions";
import { aliasActions, followsRollover } from "./aliases";
import * as mappings from "./mappings";
import { creationDateOf, readIndex, readIndexAlone, settingText, type RemoteIndex } from "./response";
import * as settings from "./settings";

type Inputs = Named<Search.SearchIndexInputs, "name">;
type State = Search.SearchIndexResourceState;
type Prior = PriorState<Inputs, State>;

const maximumNameBytes = 255;
const namePattern = /^(?:<[^<>]+>|(?!\.{1,2}$)[^-_+A-Z\\/*?"<>|,#:\s][^A-Z\\/*?"<>|,#:\s]*)$/;

const { importId, timeouts, identity, verifyPlace, list } = namedObject<Inputs, State>({
  key: "name",
  path: [],
  put: async () => undefined,
  read: async () => undefined,
  rejectsExisting: true,
  names: listedNames,
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
    sameTraits(["allowReopen", "forceDestroy", "searchConnections", "timeouts"], { local: true }),
    {
      name: { validate: { test: nameViolation }, stable: true, autoname: objectNameFormat },
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
      aliases: { validate: { test: duplicateAliasViolation }, default: [], equals: equalAliasLists },
      "aliases[*]": { equals: equalAliases },
      waitForActiveShards: {
        validate: { pattern: { matches: /^(?:all|\d+)$/, reason: "expected a number of shard copies, or all" } },
        local: true,
      },
      searchConnections: { validate: oneBlock },
    },
  ),

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

  async update({ id, inputs, changed, prior }, { client, log }) {
    const name = objectName(id);
    const current = await readIndexAlone(name, client);
    if (!current) throw missing(name);
    const setting = settings.settingsChange(inputs.settings, prior.inputs.settings, current.settings);
    const mapping = mappings.mappingsChange(inputs.mappings, prior.inputs.mappings, current.mappings);
    const actions = changed.has("aliases") ? await aliasActions(current, inputs.aliases ?? [], prior.inputs.aliases ?? [], client) : [];
    const write = async (values: ReadonlyMap<string, Json>): Promise<void> =>
      writeSettings(name, values, inputs.allowReopen ?? false, client);
    const isBlock = ([key]: readonly [string, Json]): boolean => key.startsWith("index.blocks.");
    const values = new Map([...setting.written].filter((entry) => !isBlock(entry)));
    const blocks = new Map([...setting.written].filter(isBlock));
    if (values.size > 0 || mapping.body !== undefined || actions.length > 0) {
      const lifted = declaredBlocks(prior.inputs.settings, current);
      await write(new Map([...lifted.keys()].map((key) => [key, null])));
      for (const [key, value] of declaredBlocks(inputs.settings, current)) if (!blocks.has(key)) blocks.set(key, value);
    }
    await write(values);
    if (mapping.body !== undefined) await client.put([name, "_mapping"], mapping.body);
    await sendActions(actions, client);
    await write(blocks);
    if (setting.kept.length > 0)
      log("info", `The index keeps settings that only its creation or a closed index takes: ${setting.kept.join(", ")}.`);
    if (mapping.kept.length > 0)
      log("info", `Fields cannot be removed from an index: ${mapping.kept.join(", ")} ${mapping.kept.length === 1 ? "stays" : "stay"}.`);
  },

  async delete({ id, prior }, { client, log }) {
    const name = nameToDelete(id);
    const current = await readIndexAlone(name, client);
    if (!current) return;
    const { indexUuid } = prior.state;
    if (indexUuid !== undefined && settingText(current, "index.uuid") !== indexUuid) {
      const reason = `Delete failed: index "${name}": it was recreated by another writer since the last refresh.`;
      throw new ProviderError("failed_precondition", `${reason} Run \`pulumi refresh\`.`);
    }
    await requireDestroyable(containerOf(name, prior.inputs.forceDestroy), { client, log });
    const lifted = declaredBlocks(prior.inputs.settings, current);
    await writeSettings(name, new Map([...lifted.keys()].map((key) => [key, null])), false, client);
    await client.delete([name]);
  },

  async previewCheck({ operation, inputs }, context) {
    const { name, settings: ownSettings, mappings: ownMappings, aliases } = inputs;
    if (name === undefined) return [];
    const failures = await previewDefinition(name, omitUndefined({ settings: ownSettings, mappings: ownMappings, aliases }), context);
    if (operation === "update" || name.startsWith("<")) return failures;
    return [...failures, ...(await previewDestruction(containerOf(name, inputs.forceDestroy), context))];
  },
};

function containerOf(name: string, forceDestroy = false): Container {
  return { kind: "index", name, targets: [name], indices: [name], forceDestroy };
}

/** Highest, so that no other template has the same patterns and the same priority. */
const previewPriority = 2 ** 31 - 1;

/** Lets the server validate the definition as a template for indices of this name. */
async function previewDefinition(name: string, part: Search.IndexTemplateBody, { client }: Pick<Context<SearchClient>, "client">) {
  if (Object.keys(part).length === 0) return [];
  const body = `{"index_patterns":${JSON.stringify([name.replaceAll(/[<>{}/]/g, "-")])},"priority":${previewPriority},"template":${templatePartText(part)}}`;
  const { rejections } = await simulateTemplate(undefined, body, client);
  const certain = rejections.filter(({ reason }) => !/same priority|no longer match/.test(reason));
  return certain.map(templateFailure).map(({ property, reason }) => ({
    property: property.replace(/^template\./, "").replace("indexPatterns", "name"),
    reason: reason.replace("rejects the template", "rejects the definition"),
  }));
}

/** An answer that comes just when our own limit ends would hide that the index was created. */
function waitTimeout({ timeouts: limits }: Inputs): string {
  const seconds = limits?.create === undefined ? undefined : parseDuration(limits.create);
  return seconds === undefined ? "30s" : `${Math.max(1, Math.floor(seconds - 5))}s`;
}

async function stateOf(index: RemoteIndex, prior: Prior | undefined, client: SearchClient): Promise<State> {
  const { name: declaredName, allowReopen = false, forceDestroy = false } = prior?.inputs ?? {};
  const declared = prior ? await declaredState(index, prior.inputs, client) : importedState(index);
  return {
    name: declaredName !== undefined && settingText(index, "index.provided_name") === declaredName ? declaredName : index.name,
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
async function declaredState(index: RemoteIndex, inputs: Partial<Inputs>, client: SearchClient): Promise<Declared> {
  const aliases = [];
  for (const alias of inputs.aliases ?? []) {
    const remote = index.aliases.find(({ name }) => name === alias.name);
    if (!remote) continue;
    const follows = alias.isWriteIndex === true && remote.isWriteIndex !== true && (await followsRollover(alias.name, index.name, client));
    aliases.push(follows ? { ...remote, isWriteIndex: true } : remote);
  }
  return omitUndefined({
    settings: inputs.settings === undefined ? undefined : settings.declaredSettingsPart(inputs.settings, index.settings),
    mappings: inputs.mappings === undefined ? undefined : mappings.declaredMappingsPart(inputs.mappings, index.mappings),
    aliases: inputs.aliases && aliases,
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

/** Writes settings, if there are any. */
async function writeSettings(name: string, values: ReadonlyMap<string, Json>, allowReopen: boolean, client: SearchClient): Promise<void> {
  if (values.size === 0) return;
  const reopens = allowReopen && [...values.keys()].some(settings.isStatic);
  await client.put([name, "_settings"], exactText(Object.fromEntries(values)), reopens ? { query: { reopen: "true" } } : {});
}

const changeBlocks = ["index.blocks.metadata", "index.blocks.read_only"];

/** Returns the declared blocks that are in force and forbid changes of the index. */
function declaredBlocks(text: string | undefined, { settings: current }: RemoteIndex): Map<string, Json> {
  const declared = [...settings.declaredSettings(text)].filter(([key, value]) => changeBlocks.includes(key) && String(value) === "true");
  return new Map(declared.filter(([key]) => String(current.get(key)) === "true"));
}

function missing(name: string): ProviderError {
  return new ProviderError(
    "not_found",
    `Update failed: index "${name}": object not found. Run \`pulumi refresh\`, then \`pulumi up\` to recreate it.`,
  );
}

function nameViolation(value: unknown): string | undefined {
  const name = String(value);
  const bytes = Buffer.byteLength(name);
  if (bytes > maximumNameBytes) return `must have at most ${maximumNameBytes} bytes; got ${bytes}`;
  if (namePattern.test(name)) return undefined;
  return 'must be lower case, must not begin with -, _ or +, must not contain \\ / * ? " < > | , # : or whitespace, and must not be . or ..';
}

const managedNames = /^(?:\.|partial-|restored-|shrink-|downsample-)/;

async function listedNames(client: SearchClient): Promise<string[]> {
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
