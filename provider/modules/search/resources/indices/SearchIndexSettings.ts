// Declared settings of an index that others own. See docs/modules/search.md#settings-of-an-index.
import type { Context } from "../../../../contract/context";
import type { PriorState, Resource } from "../../../../contract/resource";
import { ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { importedList, importFilter, settingChanges } from "../declared-settings";
import { idIn, objectName, indexNameRule } from "../../ids";
import { equalSetting } from "../template/settings";
import { findPart, importOfIndex, indexMutex, indexSettings, partOfIndex, previewPart, requirePart } from "./parts";
import { previewDefinition } from "./preview";
import * as settings from "./settings";
import { changeIndex } from "./write";

type Inputs = Search.SearchIndexSettingsInputs;
type State = Search.SearchIndexSettingsState;
type Writing = Pick<Context<SearchClient>, "client" | "log">;

/** Declared settings of an index. */
export const SearchIndexSettings: Resource<SearchClient, Inputs, State> = {
  ...partOfIndex,
  properties: {
    index: { validate: indexNameRule, stable: true },
    settings: { validate: { json: "object", test: settings.ownedSettingsViolation }, equals: settings.equalDeclared },
    allowReopen: { local: true },
    previousSettings: { writeOnly: true },
  },
  normalize: ({ settings: text }) => ({ warnings: settings.settingWarnings(text) }),
  importId: importOfIndex(importedList, ", with :<setting>,<prefix>.* at the end for some of the settings"),

  async create({ inputs, created, attempt }, context) {
    const { client, signal } = context;
    const id = await idIn(client, inputs.index);
    const state = await indexMutex(id, signal, async () => {
      const current = await requirePart(indexSettings, inputs.index, client);
      const onWritten = (previous: Previous): void => created(id, { ...inputs, ...previous });
      return write(inputs, { inputs: {}, state: {} }, { current, attempt, onWritten }, context);
    });
    return { id, state };
  },

  async update({ id, inputs, prior, attempt }, context) {
    const state = await indexMutex(id, context.signal, async () => {
      const current = await requirePart(indexSettings, inputs.index, context.client);
      return write(inputs, prior, { current, attempt }, context);
    });
    return { id, state };
  },

  async read({ id, prior }, context) {
    const [name = "", list] = objectName(id).split(":");
    const current = await findPart(indexSettings, name, { isImport: prior === undefined, reading: context });
    if (!current) return undefined;
    const own = prior ? ownedPart(prior, current) : importedSettings(name, current, list);
    return { id: await idIn(context.client, name), state: { index: name, settings: own, allowReopen: prior?.inputs.allowReopen ?? false } };
  },

  async delete({ id, prior }, context) {
    const { client, signal } = context;
    const name = objectName(id);
    await indexMutex(id, signal, async () => {
      const current = await findPart(indexSettings, name, { isImport: false, reading: client.alone });
      if (current) await write({ index: name, settings: "{}", allowReopen: prior.inputs.allowReopen }, prior, { current }, context);
    });
  },

  async previewCheck({ inputs: { index, settings: text, allowReopen } }, context) {
    if (index === undefined || text === undefined) return [];
    const { part, failures } = await previewPart(indexSettings, index, context);
    const fixed = part !== undefined && allowReopen !== true ? settings.staticChanges(text, part) : [];
    if (fixed.length > 0)
      failures.push({ property: "settings", reason: `only a closed index takes a change of ${fixed.join(", ")}. Set allowReopen.` });
    return [...failures, ...(await previewDefinition({ key: "index", name: index }, { settings: text }, context.client))];
  },
};

type Previous = Pick<State, "previousSettings">;

interface SettingsStep {
  /** The settings of the index. */
  current: settings.IndexSettings;
  /** Receives the values from before, before the first write. */
  attempt?(previous: Previous): void;
  /** Receives them after each write. */
  onWritten?(previous: Previous): void;
}

/** Writes what is declared, restores what is declared no longer, and returns the state. */
async function write(
  { index, settings: text, allowReopen = false }: Inputs,
  { inputs, state }: PriorState<Inputs, State>,
  { current, attempt, onWritten }: SettingsStep,
  { client, log }: Writing,
): Promise<State> {
  const declared = settings.declaredSettings(text);
  const written = settings.declaredSettings(inputs.settings);
  const remote = settings.withDetermined(current, declared, written);
  const former = settings.declaredSettings(state.previousSettings);
  const { changes, previous: before } = settingChanges(
    { declared, written, previous: former, remote },
    { equal: equalSetting, onTakeover: (message) => log("info", message), onForeign: (message) => log("warning", message) },
  );
  const kept = allowReopen ? [] : [...changes.keys()].filter((key) => settings.isStatic(key) && !declared.has(key));
  for (const key of kept) changes.delete(key);
  if (kept.length > 0)
    log("warning", `The index keeps settings that only a closed index takes: ${kept.join(", ")}. allowReopen is not set.`);
  const previous = { previousSettings: settings.settingsText(before) };
  attempt?.({ previousSettings: settings.settingsText(new Map([...former, ...before])) });
  const change = { name: index, current, declared: { before: inputs.settings, after: text }, written: changes, allowReopen };
  await changeIndex({ ...change, onWritten: () => onWritten?.(previous) }, client);
  onWritten?.(previous);
  const reached = changes.size > 0 ? await requirePart(indexSettings, index, client) : current;
  return { index, settings: ownedPart({ inputs: { settings: text } }, reached), allowReopen, ...previous };
}

/** Returns the owned settings that the index has. Without any it is one that a refresh shows, and not a resource that is gone. */
function ownedPart(...owned: Parameters<typeof settings.ownedSettingsPart>): string {
  return settings.ownedSettingsPart(...owned) ?? "{}";
}

/** Returns the settings that an import declares: those that can be changed and that the server does not set itself, or the listed ones of them. */
function importedSettings(name: string, current: settings.IndexSettings, list: string | undefined): string {
  const isImported = importFilter(list, settings.fullKey);
  const own = [...current].filter(([key]) => isImported(key) && !settings.isServerSetting(key) && !settings.isFinal(key));
  if (own.length > 0) return settings.settingsText(own);
  throw new ProviderError(
    "failed_precondition",
    `Import failed: index "${name}": settings is empty. Name settings that the index has and that can be changed.`,
  );
}
