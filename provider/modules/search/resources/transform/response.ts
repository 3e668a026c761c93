// Transforms as the server returns them: the definition, and what it reports about the progress. See docs/modules/search-access.md#transforms.
import type { ReadContext } from "../../../../contract/shared-reads";
import type { Named } from "../../../../contract/properties";
import type { PriorState } from "../../../../contract/resource";
import type { Search } from "../../../../core/gen/types";
import { numberOf, objectOf, omitUndefined, scalarText, textOf, textsOf } from "../../../../core/values/records";
import { rowsOfPages } from "../../../../kit/pages";
import type { SearchClient } from "../../client";
import { fetchFrom, pagedCollection } from "../../collections";
import { awaitBoth } from "../../../../kit/concurrency";
import { utcTime } from "../../times";
import { lacksApi } from "../../gone";
import { readMembers, receivedIn, receivedMember, textIfUnknown, type Received } from "../../json/typed";
import { pagesOf } from "../../pages";
import { listIn, type SearchResponse } from "../../response";
import { isSystemObject } from "../listing";
import { transformMembers } from "./members";

/** The inputs, with the name that Check adds. */
export type TransformInputs = Named<Search.SearchTransformInputs, "name">;

/** The state. */
export type TransformState = Search.SearchTransformState & {
  /** The definition as the server has it, if objects in it have members that no type here has. */
  __definition?: string;
};

/** The path of all transforms. */
export const transformPath = ["_transform"];
const pages = { list: "transforms", key: "id", size: 1000 };
const definitions = pagedCollection(transformPath, pages);
const progress = pagedCollection(transformPath, pages, ["_stats"]);

/** What a transform does. `failed`: why it has failed. */
interface Progress {
  state: string;
  failed?: string;
  checkpoint: number;
}

/** Returns the definition as the server has it; `undefined` if there is no such transform. */
export async function readDefinition(name: string, reading: ReadContext<SearchClient>): Promise<Received | undefined> {
  return entryOf(await fetchFrom(definitions, name, reading), name);
}

/** Returns what the transform does; `undefined` if it does not exist. */
export async function readProgress(name: string, reading: ReadContext<SearchClient>): Promise<Progress | undefined> {
  const entry = entryOf(await fetchFrom(progress, name, reading), name);
  if (!entry) return undefined;
  const { state, reason, checkpointing } = objectOf(entry.value);
  const { checkpoint } = objectOf(objectOf(checkpointing)["last"]);
  const failed = state === "failed" ? (textOf(reason) ?? "no reason given") : undefined;
  return { state: scalarText(state), checkpoint: numberOf(checkpoint) ?? 0, ...omitUndefined({ failed }) };
}

/** Returns the transform; `undefined` if there is none. */
export async function readTransform(
  name: string,
  reading: ReadContext<SearchClient>,
  prior?: PriorState<TransformInputs, TransformState>,
): Promise<TransformState | undefined> {
  const [definition, current] = await awaitBoth(readDefinition(name, reading), readProgress(name, reading));
  if (!definition || !current) return undefined;
  if (current.failed !== undefined) reading.client.warnOnce(`The transform "${name}" has failed: ${current.failed}`);
  const { deferValidation = false, deleteDestIndex = false, running } = prior?.inputs ?? {};
  const state = definitionState(definition);
  return { name, deferValidation, deleteDestIndex, ...state, running: isActive(current, state.sync !== undefined, running) };
}

/** Returns whether the transform runs. One that processes its source once and has done so is what the program declares. */
export function isActive({ state, checkpoint }: Progress, isContinuous: boolean, declared: boolean | undefined): boolean {
  if (["started", "indexing", "waiting"].includes(state)) return true;
  return state !== "failed" && !isContinuous && checkpoint > 0 && (declared ?? true);
}

/** Returns the names of all transforms, but for those of the server and its products. */
export async function transformNames(client: SearchClient): Promise<string[]> {
  const all = await allDefinitions(client);
  return all
    .map((entry) => [scalarText(entry["id"]), entry] as const)
    .flatMap(([name, entry]) => (isSystemObject(name, entry) ? [] : [name]));
}

/** Returns the names of the other transforms that write to the index. */
export async function otherWriters(index: string, name: string, client: SearchClient): Promise<string[]> {
  const all = await allDefinitions(client);
  const writers = all.filter(({ dest }) => objectOf(dest)["index"] === index);
  return writers.map((entry) => scalarText(entry["id"])).filter((writer) => writer !== name);
}

async function allDefinitions(client: SearchClient) {
  return (await rowsOfPages(pagesOf(client, { path: transformPath, ...pages, accepts: lacksApi }))).map(objectOf);
}

function entryOf(response: SearchResponse | undefined, name: string): Received | undefined {
  if (!response) return undefined;
  const at = listIn(response, pages.list).findIndex((entry) => objectOf(entry)["id"] === name);
  return at < 0 ? undefined : receivedMember(receivedIn(response, pages.list), at);
}

function definitionState(definition: Received): Omit<TransformState, "name" | "running" | "deferValidation" | "deleteDestIndex"> {
  const { version, create_time: created, authorization } = objectOf(definition.value);
  const state = readMembers(definition, transformMembers) as Pick<TransformState, "source" | "dest" | "frequency" | "sync">;
  const roles = objectOf(authorization)["roles"];
  return {
    ...state,
    frequency: state.frequency ?? "1m",
    ...omitUndefined({
      transformVersion: textOf(version),
      createTime: utcTime(created),
      authorizationRoles: Array.isArray(roles) ? textsOf(roles) : undefined,
      __definition: textIfUnknown(definition, state, transformMembers),
    }),
  };
}
