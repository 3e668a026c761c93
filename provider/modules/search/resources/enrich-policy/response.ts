// Enrich policies as the server answers them, in the words of the schema (search spec 7). Pure.
import { ProviderError } from "../../../../core/errors";
import { isObject } from "../../../../core/json";
import type { Plain, PlainMap } from "../../../../core/value";
import { listIn } from "../../response";
import { jsonParts } from "../../json/parts";
import type { ReadAnswer } from "../../transport";

const types = ["match", "geo_match", "range"];

/** One entry of `policies`. */
export interface RemotePolicy {
  /** Absent when the server does not tell it: then it is the one that was asked for. */
  name: string | undefined;
  type: string;
  policy: PlainMap;
  /** JSON text as it was received. */
  query: string | undefined;
}

/** The policies in the answer to `GET /_enrich/policy/...`; none when there is no answer. Fails as `listIn`. */
export function policiesIn(answer: ReadAnswer | undefined): RemotePolicy[] {
  if (!answer) return [];
  const list = listIn(answer, "policies");
  const partAt = jsonParts(answer.text);
  return list.flatMap((entry, i) => {
    const config = isObject(entry) && isObject(entry["config"]) ? entry["config"] : {};
    const type = types.find((known) => known in config) ?? Object.keys(config)[0] ?? "";
    const policy = isObject(config[type]) ? config[type] : {};
    const { name, query } = policy;
    const text = query === undefined || query === null ? undefined : partAt(["policies", i, "config", type, "query"]);
    return [{ name: typeof name === "string" ? name : undefined, type, policy, query: text }];
  });
}

/** The outputs that describe a policy. Fails when its type is none that is known. */
export function described({ name, type, policy, query }: RemotePolicy, asked: string): PlainMap & { name: string } {
  const own = name ?? asked;
  if (!types.includes(type)) {
    const got = type === "" ? "" : `; got ${type}`;
    throw new ProviderError(
      "failed_precondition",
      `the enrich policy "${own}" has no known type: expected one of ${types.join(", ")}${got}`,
    );
  }
  return {
    name: own,
    policyType: type,
    indices: listOf(policy["indices"]),
    matchField: textOf(policy["match_field"]),
    enrichFields: listOf(policy["enrich_fields"]),
    ...(query !== undefined && { query }),
  };
}

function textOf(value: Plain | undefined): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}

function listOf(value: Plain | undefined): Plain[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
