// Snapshot repositories as the server returns them. See docs/modules/search-access.md#snapshot-repositories. Pure.
import type { Json } from "../../../../core/json/exact-json";
import { isObject } from "../../../../core/json/json";
import type { Search } from "../../../../core/gen/types";
import { objectOf, omitUndefined, textOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import { wholeCollection } from "../../collections";
import { unexpectedResponse, type SearchResponse } from "../../response";
import { dottedValues } from "../template/settings";
import { divideSettings, isTyped } from "./settings";

/** All repositories. */
export const repositories = wholeCollection(["_snapshot"], (entry) => typeof objectOf(entry)["type"] === "string");

/** The registration of a repository. */
interface Repository extends Pick<Search.GetSearchSnapshotRepositoryOutputs, "fs" | "url" | "s3" | "gcs" | "azure" | "source"> {
  name: string;
  type: string;
  uuid?: string;
  otherSettings: Record<string, string>;
}

/** Returns the repository of that name. Fails for a response without it, and for a setting whose value has another form than its property. */
export function repositoryIn(response: SearchResponse, name: string): Repository {
  const { type, uuid } = objectOf(objectOf(response.json)[name]);
  if (typeof type !== "string") throw unexpectedResponse(response, `the snapshot repository "${name}"`);
  const { typed, others } = divideSettings(type, settingsIn(response, name));
  return {
    name,
    type,
    ...omitUndefined({ uuid: textOf(uuid) }),
    ...(isTyped(type) && { [type]: typed }),
    otherSettings: others,
  };
}

/** Returns the settings of a repository by dotted name. */
export function settingsIn(response: SearchResponse, name: string): ReadonlyMap<string, Json> {
  const { settings } = objectOf(objectOf(response.json)[name]);
  if (!isObject(settings)) throw unexpectedResponse(response, `settings of the snapshot repository "${name}"`);
  return new Map([...dottedValues(settings)].filter(([, value]) => isValue(value)));
}

/** A setting without a value is null, and an object without settings is empty. */
function isValue(value: Json): value is Exclude<Plain, null> {
  return value !== null && !(isObject(value) && Object.keys(value).length === 0);
}
