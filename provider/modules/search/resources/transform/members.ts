// The members of transforms in the API. See docs/modules/search-access.md#transforms. Pure.
import { canonical, equal } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import { flag, json, number, object, objects, rest, serverMade, text, texts, wholeNumber, type Members } from "../../json/typed";

/** The members of `pivot`. */
export const pivotMembers: Members = { groupBy: json(), aggregations: json(), otherMembers: rest() };

/** The members of `settings`. */
export const settingsMembers: Members = {
  alignCheckpoints: flag(),
  datesAsEpochMillis: flag(),
  deduceMappings: flag(),
  docsPerSecond: number(),
  maxPageSearchSize: wholeNumber(),
  numFailureRetries: wholeNumber(),
  unattended: flag(),
  usePointInTime: flag(),
  otherMembers: rest(),
};

const destinationAliasMembers: Members = { alias: text(), moveOnCreation: flag() };

/** The members of a definition. */
export const transformMembers: Members = {
  source: object({ indices: texts("index"), query: json(), runtimeMappings: json() }),
  dest: object({ index: text(), pipeline: text(), aliases: objects(destinationAliasMembers, isSameAlias) }),
  pivot: object(pivotMembers),
  latest: object({ uniqueKeys: texts("unique_key"), sort: text() }),
  description: text(),
  frequency: text(),
  sync: object({ time: object({ field: text(), delay: text() }) }),
  retentionPolicy: object({ time: object({ field: text(), maxAge: text() }) }),
  settings: object(settingsMembers),
  metadata: json("_meta"),
  id: serverMade(),
  version: serverMade(),
  createTime: serverMade(),
  authorization: serverMade(),
  otherMembers: rest(),
};

function isSameAlias(declared: Plain, other: Plain): boolean {
  return objectOf(declared)["alias"] === objectOf(other)["alias"];
}

/** Returns whether two lists of aliases are equal; their order does not matter. */
export function equalDestinationAliases(left: Plain, right: Plain): boolean {
  const sorted = (list: Plain): string[] =>
    (Array.isArray(list) ? list : []).map((alias) => canonical({ moveOnCreation: false, ...objectOf(alias) })).sort();
  return equal(sorted(left), sorted(right));
}
