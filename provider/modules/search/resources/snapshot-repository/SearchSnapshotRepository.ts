// Snapshot repositories: their registration in a cluster. See docs/modules/search-access.md#snapshot-repositories.
import type { Named } from "../../../../contract/properties";
import type { PriorState, Resource } from "../../../../contract/resource";
import { hasCode, withHint } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { exactText } from "../../../../core/json/exact-json";
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { readerOf } from "../../collections";
import { jsonOf, objectText } from "../../json/fields";
import type { SearchResponse } from "../../response";
import { equalSettingValues } from "../declared-settings";
import { objectName, objectNameTraits } from "../../ids";
import { isSystemObject, listedNames, referrers } from "../listing";
import { namedObject } from "../named";
import { repositories, repositoryIn, settingsIn } from "./response";
import { nameViolation, otherSettingsTest, typeTest } from "./rules";
import { isTyped, settingName, settingTexts, settingTraits, storagePaths, typedRepositories } from "./settings";

type Inputs = Named<Search.SearchSnapshotRepositoryInputs, "name">;
/** `__unverified`: the server has kept a registration that not all nodes can use. */
type State = Search.SearchSnapshotRepositoryState & { __unverified?: true };

const { path } = repositories;

const operations = namedObject<Inputs, State>({
  key: "name",
  path,
  put: ({ name, inputs }, client) => register(name, inputs, client),
  read: readerOf(repositories, stateOf),
  names: (client) => listedNames(path, (_entry, name) => !isSystemObject(name) && !name.startsWith("found-snapshots"), client),
  inUse: {
    code: "aborted",
    hint: () => "Wait until its snapshots and restores have ended, and delete the indices that are mounted from it.",
  },
});

/** The registration of a snapshot repository. */
export const SearchSnapshotRepository: Resource<SearchClient, Inputs, State> = {
  ...operations,
  properties: {
    ...settingTraits,
    name: objectNameTraits({ test: nameViolation }),
    "otherSettings.*": { equals: (declared, other) => equalSettingValues(String(declared), String(other)) },
    verify: { local: true },
    uuid: { stable: { unlessChanged: [...typedRepositories, "type", "otherSettings"] } },
  },
  exactlyOne: [[...typedRepositories, "type"]],
  validate: [typeTest, otherSettingsTest],
  deleteBeforeReplace: true,

  async create({ inputs, created }, { client }) {
    const id = await operations.identity.id(inputs, client);
    try {
      await register(inputs.name, inputs, client);
    } catch (error) {
      if (!hasCode(error, "failed_precondition")) throw error;
      // The server keeps a repository that the master node can use and others cannot.
      if (await client.fetch([...path, inputs.name])) created(id, { ...inputs, __unverified: true });
      throw withHint(error, "", { ambiguous: false });
    }
    created(id);
  },

  async read(request, context) {
    const found = await operations.read(request, context);
    if (!found || !request.prior?.state.__unverified) return found;
    return { ...found, state: { ...found.state, __unverified: true }, incomplete: "Not all nodes can use the repository." };
  },

  async update({ id, inputs, changed, prior, merged, remote }, context) {
    const { client, log } = context;
    const name = objectName(id);
    await remote();
    const current = await client.fetch([...path, name]);
    const isSameType = typeOf(inputs) === typeOf(prior.inputs);
    const written = isSameType ? await merged() : inputs;
    const known = { ...prior.state.otherSettings, ...written.otherSettings };
    const foreign = current && isSameType ? foreignSettings(current, name, known) : {};
    const leaves = !isSameType || changed.has(...storagePaths);
    const left = leaves ? await snapshotsLeft(name, client) : "";
    await register(name, written, client, foreign);
    if (leaves) log("warning", `The repository "${name}" now uses other storage.${left}`);
    // Not from the prior state, whose `__unverified` no longer holds.
    return operations.read({ id, prior: { inputs, state: {} } }, context);
  },

  async delete(request, context) {
    const users = await policiesOf(objectName(request.id), context.client);
    await operations.delete(request, context);
    if (users.length > 0)
      context.log("warning", `Snapshot lifecycle policies use the deleted repository, and their next snapshot fails: ${users.join(", ")}.`);
  },
};

/** Sends the registration. `foreign`: settings of other writers, as JSON texts by name. */
async function register(name: string, inputs: Inputs, client: SearchClient, foreign: Readonly<Record<string, string>> = {}): Promise<void> {
  const type = typeOf(inputs);
  const typed = isTyped(type) ? settingTexts(type, inputs[type]!) : {};
  const others = Object.entries(inputs.otherSettings ?? {}).map(([setting, value]) => [setting, jsonOf(value)]);
  const settings = objectText({ ...foreign, ...Object.fromEntries(others), ...typed });
  const query = { verify: String(inputs.verify ?? true) };
  await client.put([...path, name], objectText({ type: jsonOf(type), settings }), { query });
}

function typeOf(inputs: Partial<Inputs>): string {
  return typedRepositories.find((type) => inputs[type] !== undefined) ?? inputs.type ?? "";
}

/** Returns the state. Settings without a property belong to it if they are declared, are being written, or were: others are those of other writers. */
function stateOf(response: SearchResponse, name: string, prior?: PriorState<Inputs, State>): State {
  const { type, otherSettings, ...repository } = repositoryIn(response, name);
  const ownsOthers = !prior || [prior.inputs, prior.planned, prior.state].some((own) => own?.otherSettings !== undefined);
  return {
    ...repository,
    ...(!isTyped(type) && { type }),
    ...(ownsOthers && Object.keys(otherSettings).length > 0 && { otherSettings }),
    verify: prior?.inputs.verify ?? true,
  };
}

/** Returns the settings of other writers: those without a property that the program neither has declared nor declares. */
function foreignSettings(response: SearchResponse, name: string, known: object): Record<string, string> {
  const { type } = repositoryIn(response, name);
  const foreign = [...settingsIn(response, name)].filter(
    ([setting]) => !Object.hasOwn(known, setting) && settingName(type, setting) === undefined,
  );
  return Object.fromEntries(foreign.map(([setting, value]) => [setting, exactText(value)]));
}

/** Returns how many snapshots stay in the storage of the repository; nothing if they cannot be counted. */
async function snapshotsLeft(name: string, client: SearchClient): Promise<string> {
  const all = await client.get([...path, name, "_all"], { query: { verbose: "false" }, expects: "list" }).catch(() => undefined);
  const { snapshots } = objectOf(all);
  if (!Array.isArray(snapshots)) return "";
  return ` ${snapshots.length} ${snapshots.length === 1 ? "snapshot stays" : "snapshots stay"} in the former one.`;
}

/** Returns the snapshot lifecycle policies that use the repository; none if they cannot be read. */
async function policiesOf(repository: string, client: SearchClient): Promise<string[]> {
  return referrers(["_slm", "policy"], (entry) => objectOf(objectOf(entry)["policy"])["repository"] === repository, client);
}
