/** `/_snapshot/{repository}/{snapshot}/_restore`: restores indices and data streams at once, measured on 8.19.8. */
import type { Json } from "../exchange";
import { type Call, flag, type Run, type State } from "./api";
import { newDataStream } from "./data-streams";
import { failure, illegal, reply } from "./errors";
import { badName, type StoredIndex } from "./index-store";
import { lowerNameProblem } from "./names";
import { bodyMembers, chooseNames, flagMember, objectMember, type StoredSnapshot, textsMember } from "./snapshot-store";

const LISTS = ["indices", "feature_states", "ignore_index_settings"];
const FLAGS = ["partial", "include_global_state", "include_aliases", "ignore_unavailable", "allow_no_indices"];
const OTHERS = ["rename_pattern", "rename_replacement", "index_settings", "expand_wildcards"];

/** Reads the body; the server rejects members that it does not know. */
export const readRestore = ({ body }: Call) => {
  const members = bodyMembers(body);
  const unknown = Object.keys(members).find((name) => ![...LISTS, ...FLAGS, ...OTHERS].includes(name));
  if (unknown !== undefined) throw illegal(`Unknown parameter ${unknown}`);
  const [parts = [], , ignoredSettings = []] = LISTS.map((name) => textsMember(members, name));
  for (const name of FLAGS) flagMember(members, name, false);
  const { rename_pattern: pattern, rename_replacement: replacement } = members;
  const renames = typeof pattern === "string" && typeof replacement === "string";
  return {
    parts,
    ignoredSettings,
    ignoreUnavailable: flagMember(members, "ignore_unavailable", false),
    includeAliases: flagMember(members, "include_aliases", true),
    settings: objectMember(members, "index_settings") ?? {},
    rename: (name: string) => (renames ? name.replace(new RegExp(pattern, "g"), replacement) : name),
  };
};

type Request = ReturnType<typeof readRestore>;

const FIXED = ["index.number_of_shards", "index.version.created", "index.uuid", "index.creation_date"];

const fullKey = (key: string) => (key.startsWith("index.") ? key : `index.${key}`);

/** Settings of a restored index: without the ignored ones, with the given ones. */
const restoredSettings = (settings: StoredIndex["settings"], request: Request): StoredIndex["settings"] => {
  const kept = Object.entries(settings).filter(([key]) => !request.ignoredSettings.some((each) => key === each || key === `index.${each}`));
  const given = Object.entries(request.settings).map(([key, value]) => [fullKey(key), String(value)]);
  return { ...Object.fromEntries(kept), ...Object.fromEntries(given) };
};

/** Fails for two indices of one target, for a target that is open, and for a setting that cannot change. */
const check = (at: string, targets: ReadonlyMap<string, string>, request: Request, state: State) => {
  const failed = (reason: string) => failure(500, "snapshot_restore_exception", `[${at}] ${reason}`);
  const seen = new Map<string, string>();
  for (const [index, target] of targets) {
    const other = seen.get(target);
    if (other !== undefined) throw failed(`indices [${index}] and [${other}] are renamed into the same index [${target}]`);
    seen.set(target, index);
    const problem = lowerNameProblem(target);
    if (problem) throw badName(target, problem);
    const existing = state.indices.get(target);
    const advice =
      "Either close or delete the existing index or restore the index under a different name by providing a rename pattern and replacement name";
    if (existing && !existing.isClosed)
      throw failed(`cannot restore index [${target}] because an open index with same name already exists in the cluster. ${advice}`);
  }
  const fixed = Object.keys(request.settings)
    .map(fullKey)
    .find((key) => FIXED.includes(key));
  if (fixed !== undefined) throw failed(`cannot modify setting [${fixed}] on restore`);
};

/** The server renames what follows the prefix of a backing index. */
const renameBackingIndex = (name: string, { rename }: Request) => {
  const prefix = /^\.ds-|/.exec(name)![0];
  return prefix + rename(name.slice(prefix.length));
};

/** The chosen indices of a snapshot, and their targets; a data stream stands for its backing indices. */
const targetsOf = (snapshot: StoredSnapshot, request: Request) => {
  const regular = snapshot.indices.filter((name) => snapshot.contents.get(name)!.dataStream === undefined);
  const chosen = chooseNames([...regular, ...snapshot.dataStreams], request.parts, request.ignoreUnavailable);
  const streams = snapshot.dataStreams.filter((name) => chosen.includes(name));
  const backing = snapshot.indices.filter((name) => streams.includes(snapshot.contents.get(name)!.dataStream ?? ""));
  const names = [...regular.filter((name) => chosen.includes(name)), ...backing];
  const renamed = (name: string) => (backing.includes(name) ? renameBackingIndex(name, request) : request.rename(name));
  return { targets: new Map(names.map((name) => [name, renamed(name)])), streams };
};

/** A restored index has the settings of its original except the UUID, as RestoreService writes it: also `index.provided_name`, whatever its name. */
const restoreIndex = (stored: StoredIndex, uuid: Json, request: Request): StoredIndex => {
  const { dataStream } = stored;
  return {
    ...structuredClone(stored),
    settings: { ...restoredSettings(stored.settings, request), "index.uuid": uuid },
    documents: new Set(stored.documents),
    aliases: request.includeAliases ? structuredClone(stored.aliases) : {},
    isClosed: false,
    ...(dataStream !== undefined && { dataStream: request.rename(dataStream) }),
  };
};

/** Restores at once. */
export const restore: Run<Request> = (call, state, request) => {
  const { repository = "", snapshot: name = "" } = call.parts;
  const snapshot = state.snapshots.in(repository).get(name);
  if (!snapshot) throw failure(500, "snapshot_restore_exception", `[${repository}:${name}] snapshot does not exist`);
  const { targets, streams } = targetsOf(snapshot, request);
  check(`${repository}:${name}/${snapshot.uuid}`, targets, request, state);
  for (const [index, target] of targets) {
    const uuid = state.indices.get(target)?.settings["index.uuid"] ?? state.randomBytes(16).toString("base64url");
    state.indices.set(target, restoreIndex(snapshot.contents.get(index)!, uuid, request));
  }
  for (const stream of streams) {
    const indices = [...targets].filter(([index]) => snapshot.contents.get(index)!.dataStream === stream).map(([, target]) => target);
    state.dataStreams.set(request.rename(stream), { ...newDataStream(""), generation: indices.length, indices });
  }
  if (!flag(call, "wait_for_completion")) return reply(200, { accepted: true });
  const indices = [...targets.values()];
  const failed = Math.min(state.snapshots.takeLostShards(), indices.length);
  return reply(200, {
    snapshot: { snapshot: name, indices, shards: { total: indices.length, failed, successful: indices.length - failed } },
  });
};
