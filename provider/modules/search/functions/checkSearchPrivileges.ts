// Checks which privileges the credentials of the connection have. See docs/modules/search-access.md#checksearchprivileges.
import type { Search } from "../../../core/gen/types";
import { isObject } from "../../../core/json/json";
import { objectOf } from "../../../core/values/records";
import type { Plain } from "../../../core/values/value";
import { jsonOf, listText, objectText } from "../json/fields";
import { byCodePoint } from "../json/writer";
import { toRemote } from "../mapping";
import { unexpectedResponse } from "../response";
import { clusterFunction } from "./cluster-function";

type Inputs = Search.CheckSearchPrivilegesInputs;

/** Whether each privilege is granted: by its name, below the objects that it concerns. */
interface Results {
  [name: string]: boolean | Results;
}

/** Checks privileges. Nothing is stored, so that previews check them as well. */
export const checkSearchPrivileges = clusterFunction<"checkSearchPrivileges">({
  rules: { atLeastOne: [["clusters", "indices", "applications"]] },
  async read(wanted, { client }) {
    const response = await client.simulate(["_security", "user", "_has_privileges"], bodyOf(wanted));
    const { username, has_all_requested: hasAll, cluster, index, application } = objectOf(response.json);
    const isValid = areResults(cluster, 1) && areResults(index, 2) && areResults(application, 3);
    if (typeof username !== "string" || typeof hasAll !== "boolean" || !isValid)
      throw unexpectedResponse(response, "results of a check of privileges");
    const results = { cluster, index, application } as Results;
    return {
      id: username,
      username,
      hasAllRequested: hasAll,
      clusterPrivileges: cluster as Record<string, boolean>,
      indexPrivileges: index as Record<string, Record<string, boolean>>,
      applicationPrivileges: application as Record<string, Record<string, Record<string, boolean>>>,
      missing: missingIn(results, []).sort(byCodePoint),
    };
  },
});

function bodyOf({ clusters = [], indices = [], applications = [] }: Omit<Inputs, "searchConnections">): string {
  const groups = (list: readonly object[], names: readonly string[]): string =>
    listText(list.map((each) => objectText(toRemote(each, names))));
  return objectText({
    cluster: jsonOf(clusters),
    index: groups(indices, ["names", "privileges", "allowRestrictedIndices"]),
    application: groups(applications, ["application", "privileges", "resources"]),
  });
}

function areResults(value: Plain | undefined, depth: number): boolean {
  if (depth === 0) return typeof value === "boolean";
  return isObject(value) && Object.values(value).every((member) => areResults(member, depth - 1));
}

function missingIn(results: Results, path: readonly string[]): string[] {
  return Object.entries(results).flatMap(([name, result]) => {
    const at = [...path, name];
    if (typeof result !== "boolean") return missingIn(result, at);
    return result ? [] : [at.join(" ")];
  });
}
