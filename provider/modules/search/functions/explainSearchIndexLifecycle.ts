// Reads where indices are in their lifecycle. See docs/modules/search.md#explainsearchindexlifecycle.
import type { Search } from "../../../core/gen/types";
import { isObject } from "../../../core/json/json";
import { numberOf, objectOf, omitUndefined } from "../../../core/values/records";
import { mapMembers, type PlainMap } from "../../../core/values/value";
import { notFound } from "../ids";
import { jsonParts, type JsonPartAt } from "../json/parts";
import { byCodePoint } from "../json/writer";
import { fromRemote } from "../mapping";
import { unexpectedResponse } from "../response";
import { timeOf } from "../times";
import { clusterFunction } from "./cluster-function";

/** Members that are returned as they are. */
const members = [
  "managed",
  "policy",
  "skip",
  "phase",
  "action",
  "step",
  "failedStep",
  "failedStepRetryCount",
  "isAutoRetryableError",
  "age",
  "timeSinceIndexCreation",
  "repositoryName",
  "snapshotName",
  "shrinkIndexName",
];

/** Outputs that are times, and the members with their milliseconds since 1970. */
const times: Readonly<Record<string, string>> = {
  phaseTime: "phaseTimeMillis",
  actionTime: "actionTimeMillis",
  stepTime: "stepTimeMillis",
  lifecycleDate: "lifecycleDateMillis",
  indexCreationDate: "indexCreationDateMillis",
};

/** Reads the state of each index. Fails if a name does not exist. */
export const explainSearchIndexLifecycle = clusterFunction<"explainSearchIndexLifecycle">({
  rules: { properties: { index: { minLength: 1 } } },
  async read({ index, onlyManaged, onlyErrors }, { client }) {
    const query = { ...(onlyManaged && { only_managed: "true" }), ...(onlyErrors && { only_errors: "true" }) };
    const response = await client.fetch([index, "_ilm", "explain"], { query, expects: "list" });
    if (!response) throw notFound("Index", index);
    const indices = objectOf(response.json)["indices"];
    if (!isObject(indices) || !Object.values(indices).every(isObject)) throw unexpectedResponse(response, "indices by name");
    const partAt = jsonParts(response.text);
    const explanations = Object.keys(indices)
      .sort(byCodePoint)
      .map((name) => explanationOf(name, objectOf(indices[name]), (path) => partAt(["indices", name, ...path])));
    return {
      id: index,
      index,
      explanations,
      failed: explanations.filter(({ step }) => step === "ERROR").length,
    };
  },
});

function explanationOf(index: string, remote: PlainMap, partAt: JsonPartAt): Search.IndexLifecycleExplanation {
  const { phase_execution: execution } = remote;
  const dates = fromRemote(remote, Object.values(times));
  return {
    index,
    managed: false,
    ...fromRemote(remote, members),
    ...mapMembers(times, (member) => timeOf(dates[member])),
    ...omitUndefined({
      stepInfo: partAt(["step_info"]),
      previousStepInfo: partAt(["previous_step_info"]),
      phaseExecution: isObject(execution) ? executionOf(execution, (path) => partAt(["phase_execution", ...path])) : undefined,
    }),
  };
}

function executionOf(remote: PlainMap, partAt: JsonPartAt): Search.IndexLifecyclePhaseExecution {
  const { policy, version, modifiedDateInMillis: modified } = fromRemote(remote, ["policy", "version", "modifiedDateInMillis"]);
  return {
    policy: String(policy ?? ""),
    ...omitUndefined({
      version: numberOf(version),
      modifiedDate: timeOf(modified),
      phaseDefinition: partAt(["phase_definition"]),
    }),
  };
}
