/** `/_snapshot/{repository}/{snapshot}`: taking, reading and deleting snapshots, measured on 8.19.8. */
import { matches } from "../store";
import { type Api, type Call, endpoint, flag, type Run, type State } from "./api";
import { acknowledged, bad, failure, illegal, problemsOf, rejectProblems, reply } from "./errors";
import { expandOf, missingIndex, selectIndices, type StoredIndex } from "./index-store";
import { firstProblem, RULES } from "./names";
import { manage, monitor, snapshotRead, snapshotWrite } from "./privileges";
import { selectRepositories } from "./repositories";
import { readRestore, restore } from "./snapshot-restore";
import { bodyMembers, flagMember, objectMember, selectSnapshots, snapshotJson, type StoredSnapshot, textsMember } from "./snapshot-store";

export type { StoredSnapshot } from "./snapshot-store";

const placeOf = ({ parts }: Call): [repository: string, snapshot: string] => [parts.repository ?? "", parts.snapshot ?? ""];

const checkName = (repository: string, name: string) => {
  const { hash, underscore, lowercase, characters } = RULES;
  const whitespace = [/\s/, "must not contain whitespace"] as const;
  const problem = firstProblem(name, whitespace, [/,/, "must not contain ','"], hash, underscore, lowercase, characters);
  if (problem !== undefined)
    throw bad("invalid_snapshot_name_exception", `[${repository}:${name}] Invalid snapshot name [${name}], ${problem}`);
};

/** Reads the body; members that the server does not know are ignored. */
const readRequest = ({ body }: Call) => {
  const members = bodyMembers(body);
  const metadata = objectMember(members, "metadata");
  const size = Buffer.byteLength(JSON.stringify(metadata ?? {}));
  flagMember(members, "partial", false);
  textsMember(members, "feature_states");
  rejectProblems(problemsOf([size >= 1024, `metadata must be smaller than 1024 bytes, but was [${size}]`]));
  const expand = textsMember(members, "expand_wildcards");
  return {
    parts: textsMember(members, "indices"),
    expand: expandOf(expand.length === 0 ? "all" : expand.join(",")),
    ignoreUnavailable: flagMember(members, "ignore_unavailable", false),
    includeGlobalState: flagMember(members, "include_global_state", true),
    metadata,
  };
};

type Request = ReturnType<typeof readRequest>;

/** The indices of a snapshot: a part with `-` takes away from what the patterns before it have found. */
const indicesOf = ({ parts, expand, ignoreUnavailable }: Request, state: State) => {
  let chosen: string[] = [];
  let hasPattern = false;
  for (const part of parts.length === 0 ? ["_all"] : parts) {
    const isTaken = part.startsWith("-");
    if (isTaken && !hasPattern && !ignoreUnavailable) throw notExcludable(part);
    if (isTaken) chosen = chosen.filter((name) => !matches(part.slice(1), name));
    else chosen.push(...selectIndices(part, state, { expand, ignoreUnavailable }));
    hasPattern ||= part.includes("*");
  }
  return [...new Set(chosen)];
};

const notExcludable = (part: string) => {
  const { status, cause_ } = missingIndex(part);
  const advice = "and if you intended to exclude this index, ensure that you use wildcards that include it before explicitly excluding it";
  return failure(status, cause_.type, `${cause_.reason} ${advice}`, cause_.extra);
};

const copied = (index: StoredIndex): StoredIndex => ({ ...structuredClone(index), documents: new Set(index.documents) });

const take: Run<Request> = (call, state, request) => {
  const { snapshots: storages } = state;
  const [repository, name] = placeOf(call);
  const stored = storages.in(repository);
  checkName(repository, name);
  storages.checkWritable(repository, "cannot create snapshot in a readonly repository");
  const former = stored.get(name);
  if (former) {
    const why = former.state === "IN_PROGRESS" ? "is already in-progress" : "already exists";
    const reason = `[${repository}:${name}] Invalid snapshot name [${name}], snapshot with the same name ${why}`;
    throw bad("snapshot_name_already_in_use_exception", reason);
  }
  const indices = indicesOf(request, state);
  const owners = indices.map((index) => state.indices.get(index)!.dataStream).filter((owner) => owner !== undefined);
  const snapshot: StoredSnapshot = {
    uuid: state.randomBytes(16).toString("base64url"),
    state: "IN_PROGRESS",
    indices,
    dataStreams: [...new Set(owners)],
    includeGlobalState: request.includeGlobalState,
    ...(request.metadata && { metadata: request.metadata }),
    start: state.now(),
    failures: [],
    contents: new Map(indices.map((index) => [index, copied(state.indices.get(index)!)])),
  };
  stored.set(name, snapshot);
  storages.repository(repository).uuid ??= state.randomBytes(16).toString("base64url");
  const end = storages.takeEnd();
  if (end !== "IN_PROGRESS") storages.end(repository, name, end);
  return reply(200, flag(call, "wait_for_completion") ? { snapshot: snapshotJson(repository, name, snapshot) } : { accepted: true });
};

/** How a list of snapshots is asked for. */
const listingOf = (call: Call) => {
  const { query } = call;
  const size = query.has("size") ? Number(query.get("size")) : undefined;
  const isVerbose = flag(call, "verbose", true);
  rejectProblems(problemsOf([size !== undefined && !isVerbose, "can't use size limit with verbose=false"]));
  return {
    ignoreMissing: flag(call, "ignore_unavailable"),
    isVerbose,
    hasIndices: flag(call, "index_names", true),
    size,
    after: query.get("after"),
    slmPolicies: query.get("slm_policy_filter"),
  };
};

/** Whether the filter lets a snapshot through: `_none` are those that no policy has taken. */
const isSelected = ({ metadata }: StoredSnapshot, filter: string | undefined) => {
  const policy = metadata?.policy;
  if (filter === undefined) return true;
  return filter.split(",").some((part) => (part === "_none" ? policy === undefined : typeof policy === "string" && matches(part, policy)));
};

interface Entry {
  repository: string;
  name: string;
  stored: StoredSnapshot;
}

const cursorOf = ({ repository, name, stored }: Entry) => Buffer.from(`${stored.start.getTime()},${repository},${name}`).toString("base64");

const show: Run<ReturnType<typeof listingOf>> = (call, { snapshots: storages }, listing) => {
  const [repositories, expression] = placeOf(call);
  const { isVerbose, hasIndices, size, after } = listing;
  const all = selectRepositories(repositories, storages.repositories.all).flatMap((repository) => {
    const stored = storages.in(repository);
    const names = selectSnapshots(repository, expression, stored, listing.ignoreMissing);
    return names.map((name): Entry => ({ repository, name, stored: stored.get(name)! }));
  });
  const entries = all
    .filter(({ stored }) => isSelected(stored, listing.slmPolicies))
    .sort((a, b) => a.stored.start.getTime() - b.stored.start.getTime() || (a.name < b.name ? -1 : 1));
  const from = after === undefined ? 0 : entries.findIndex((entry) => cursorOf(entry) === after) + 1;
  if (after !== undefined && from === 0) throw illegal(`invalid ?after parameter [${after}]`);
  const page = entries.slice(from, size === undefined ? undefined : from + size);
  const remaining = entries.length - from - page.length;
  const snapshots = page.map(({ repository, name, stored }) => {
    const whole = snapshotJson(repository, name, stored);
    const { snapshot, uuid, indices, data_streams, state } = whole;
    if (!isVerbose) return { snapshot, uuid, repository, indices, data_streams, state };
    if (!hasIndices) delete whole.indices;
    return whole;
  });
  const next = remaining > 0 && size !== undefined ? { next: cursorOf(page.at(-1)!) } : {};
  return reply(200, { snapshots, ...next, total: entries.length, remaining });
};

/** The indices of the cluster as `_cat` lists them; only the columns that the provider reads. */
export const catApi: Api = [
  endpoint("GET /_cat/indices?format&h&expand_wildcards&bytes", ["indices:monitor/stats", monitor], (call, { indices }) => {
    const { query } = call;
    if (query.get("format") !== "json" || query.get("h") !== "index,status,docs.count,store.size")
      throw illegal("the emulator lists the columns [index,status,docs.count,store.size] as [json] only");
    expandOf(query.get("expand_wildcards"));
    const size = ({ visible }: StoredIndex) => (query.get("bytes") === "b" ? String(visible * 3560) : `${visible * 3.5}kb`);
    const rows = indices.entries().map(([index, stored]) => ({
      index,
      status: stored.isClosed ? "close" : "open",
      "docs.count": stored.isClosed ? null : String(stored.visible),
      "store.size": stored.isClosed ? null : size(stored),
    }));
    return reply(200, rows);
  }),
];

/** The routes of snapshots. */
export const snapshotApi: Api = [
  endpoint(
    "PUT|POST /_snapshot/{repository}/{snapshot}?wait_for_completion&master_timeout",
    ["cluster:admin/snapshot/create", snapshotWrite],
    take,
    readRequest,
  ),
  endpoint(
    "GET /_snapshot/{repository}/{snapshot}?ignore_unavailable&verbose&index_names&size:int&after&slm_policy_filter&master_timeout",
    ["cluster:admin/snapshot/get", snapshotRead],
    show,
    listingOf,
  ),
  endpoint(
    "DELETE /_snapshot/{repository}/{snapshot}?wait_for_completion&master_timeout",
    ["cluster:admin/snapshot/delete", manage],
    (call, { snapshots }) => {
      const [repository, expression] = placeOf(call);
      const stored = snapshots.in(repository);
      snapshots.checkWritable(repository, "repository is readonly");
      for (const name of selectSnapshots(repository, expression, stored)) stored.delete(name);
      return acknowledged();
    },
  ),
  endpoint(
    "POST /_snapshot/{repository}/{snapshot}/_restore?wait_for_completion&master_timeout",
    ["cluster:admin/snapshot/restore", manage],
    restore,
    readRestore,
  ),
];
