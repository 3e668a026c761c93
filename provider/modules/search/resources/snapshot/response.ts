// Snapshots as the server returns them. See docs/modules/search-access.md#single-snapshots.
import type { ObjectCollection, ReadContext } from "../../../../contract/shared-reads";
import type { Search } from "../../../../core/gen/types";
import { objectOf, omitUndefined, rowsOf, scalarText, textOf, textsOf } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { namedListCollection } from "../../collections";
import { utcTime } from "../../times";
import {
  flag,
  json,
  nothing,
  object,
  readMembers,
  receivedIn,
  receivedMember,
  text,
  texts,
  wholeNumber,
  type Members,
} from "../../json/typed";
import { byCodePoint } from "../../json/writer";
import { listIn, unexpectedResponse, type SearchResponse } from "../../response";
import { objectName } from "../../ids";
import { repositories } from "../snapshot-repository/response";

/** Path of the snapshot API. */
export const { path } = repositories;

/** A snapshot and its repository. */
export interface SnapshotPlace {
  repository: string;
  name: string;
}

/** A snapshot as the server has it. */
export interface Snapshot extends Pick<
  Search.SearchSnapshotState,
  | "uuid"
  | "state"
  | "snapshotIndices"
  | "dataStreams"
  | "includeGlobalState"
  | "metadata"
  | "startTime"
  | "endTime"
  | "shardsTotal"
  | "shardsFailed"
> {
  /** Feature states by name, with their indices. */
  features: ReadonlyMap<string, readonly string[]>;
  /** Why shards failed. */
  failures: string[];
}

/** Returns the repository and the name in an ID. */
export function snapshotPlace(id: string): SnapshotPlace {
  return placeIn(objectName(id));
}

function placeIn(key: string): SnapshotPlace {
  const [repository = "", name = ""] = key.split("/");
  return { repository, name };
}

/** Returns `<repository>/<name>`. */
export function placeText({ repository, name }: SnapshotPlace): string {
  return `${repository}/${name}`;
}

const form = { list: "snapshots", nameOf: (entry: Plain) => objectOf(entry)["snapshot"] };

/** All snapshots by `<repository>/<name>`. A request reads those of one repository. */
const snapshots: ObjectCollection<SearchClient, SearchResponse> = {
  async several(keys, client) {
    const places = keys.map(placeIn);
    const found = new Map<string, SearchResponse>();
    for (const repository of new Set(places.map((place) => place.repository))) {
      const names = places.flatMap((place) => (place.repository === repository ? [place.name] : []));
      const inRepository = namedListCollection([...path, repository], form, { ignore_unavailable: "true" });
      for (const [name, response] of await inRepository.several(names, client)) found.set(placeText({ repository, name }), response);
    }
    return found;
  },
};

/** Returns the snapshot; undefined if it does not exist. */
export async function readSnapshot(place: SnapshotPlace, { client, load }: ReadContext<SearchClient>): Promise<Snapshot | undefined> {
  const response = await load(snapshots, placeText(place), async () => fetchAlone(place, client));
  return response && snapshotIn(response, place.name);
}

async function fetchAlone({ repository, name }: SnapshotPlace, client: SearchClient): Promise<SearchResponse | undefined> {
  const isUnregistered = ({ json: body }: SearchResponse): boolean =>
    objectOf(objectOf(body)["error"])["type"] === "repository_missing_exception";
  const response = await client.fetch([...path, repository, name], { accepts: isUnregistered });
  if (response?.status !== 404) return response;
  client.warnOnce(`The repository "${repository}" does not exist. Its storage may still contain the snapshot "${name}".`);
  return undefined;
}

const members: Members = {
  uuid: text(),
  state: text(),
  snapshotIndices: texts("indices"),
  dataStreams: texts(),
  includeGlobalState: flag(),
  metadata: json(),
  start: wholeNumber("start_time_in_millis"),
  end: wholeNumber("end_time_in_millis"),
  shards: object({ total: wholeNumber(), failed: wholeNumber() }),
};

/** Returns the snapshot of this name in a response. Fails for a response without it, and for a member of another type. */
function snapshotIn(response: SearchResponse, name: string): Snapshot {
  const position = listIn(response, form.list).findIndex((each) => form.nameOf(each) === name);
  const list = receivedIn(response, form.list);
  const entry = position < 0 ? nothing : receivedMember(list, position);
  const { uuid, state, snapshotIndices, dataStreams = [], includeGlobalState = true, metadata, ...rest } = readMembers(entry, members);
  const { total, failed } = objectOf(rest["shards"]);
  const startTime = utcTime(rest["start"]);
  if (uuid === undefined || state === undefined || snapshotIndices === undefined || startTime === undefined)
    throw unexpectedResponse(response, `the snapshot "${name}"`);
  return {
    uuid: scalarText(uuid),
    state: scalarText(state),
    // The server returns them in any order.
    snapshotIndices: textsOf(snapshotIndices).sort(byCodePoint),
    dataStreams: textsOf(dataStreams).sort(byCodePoint),
    includeGlobalState: includeGlobalState === true,
    ...omitUndefined({ metadata: textOf(metadata) }),
    startTime,
    // The end of a snapshot in progress is 0.
    ...omitUndefined({ endTime: utcTime(rest["end"]) }),
    shardsTotal: Number(total ?? 0),
    shardsFailed: Number(failed ?? 0),
    ...partsOf(objectOf(entry.value)),
  };
}

function partsOf({ feature_states: features, failures }: PlainMap & { feature_states?: Plain; failures?: Plain }) {
  return {
    features: new Map(rowsOf(features).map((each) => [scalarText(each["feature_name"]), textsOf(each["indices"])])),
    failures: rowsOf(failures).map((each) => `${scalarText(each["index"])}: ${scalarText(each["reason"])}`),
  };
}

/** Returns the indices of a snapshot that belong neither to a data stream nor to a feature. */
export function regularIndices({ snapshotIndices, dataStreams, features }: Snapshot): string[] {
  const ofFeatures = new Set([...features.values()].flat());
  return snapshotIndices.filter((index) => !ofFeatures.has(index) && !dataStreams.some((stream) => isBackingIndex(index, stream)));
}

/** Returns whether the index is one of a data stream: with documents, or with failed ones. */
export function isBackingIndex(index: string, stream: string): boolean {
  return index.startsWith(`.ds-${stream}-`) || index.startsWith(`.fs-${stream}-`);
}
