// Enrich policies as the server returns them, with the names of the schema. See docs/modules/search.md#getsearchenrichpolicy. Pure.
import { ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { objectOf, omitUndefined } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { jsonParts, type JsonPartAt } from "../../json/parts";
import { asText, textListOf } from "../../mapping";
import { namedListCollection } from "../../collections";
import { addressAdvice, listIn, type SearchResponse } from "../../response";

const types = ["match", "geo_match", "range"] as const;
type PolicyType = (typeof types)[number];

/** All policies. */
export const policies = namedListCollection(["_enrich", "policy"], {
  list: "policies",
  nameOf(entry) {
    const { config } = objectOf(entry);
    return objectOf(Object.values(objectOf(config))[0])["name"];
  },
});

/** One entry of `policies`. */
export interface RemotePolicy {
  /** Absent if the server does not return it: then the policy is the one that was requested. */
  name: string | undefined;
  type: string;
  policy: PlainMap;
  /** Returns the JSON text of a member of the policy as it was received. */
  partAt: JsonPartAt;
}

/** The outputs that describe a policy. */
export type PolicyDescription = Omit<Search.SearchEnrichPolicyState, "execute">;

/** Returns the policies in a response to `GET /_enrich/policy/...`; none if there is no response. Fails as `listIn`. */
export function policiesIn(response: SearchResponse | undefined): RemotePolicy[] {
  if (!response) return [];
  const partAt = jsonParts(response.text);
  return listIn(response, "policies").map((entry, i) => {
    const { config: member } = objectOf(entry);
    const config = objectOf(member);
    const type = types.find((known) => known in config) ?? Object.keys(config)[0] ?? "";
    const policy = objectOf(config[type]);
    const { name } = policy;
    return {
      name: typeof name === "string" ? name : undefined,
      type,
      policy,
      partAt: (path) => partAt(["policies", i, "config", type, ...path]),
    };
  });
}

/** Returns the outputs of a policy. Fails if its type is unknown. */
export function describePolicy({ name, type, policy, partAt }: RemotePolicy, requested: string): PolicyDescription {
  const ownName = name ?? requested;
  const { query, match_field: matchField } = policy;
  const texts = (key: string): string[] => textListOf(policy[key], (path) => partAt([key, ...path])) ?? [];
  return {
    name: ownName,
    policyType: knownType(type, ownName),
    indices: texts("indices"),
    matchField: isAbsent(matchField) ? "" : asText(matchField, () => partAt(["match_field"])),
    enrichFields: texts("enrich_fields"),
    ...omitUndefined({ query: isAbsent(query) ? undefined : partAt(["query"]) }),
  };
}

function knownType(type: string, name: string): PolicyType {
  const known = types.find((each) => each === type);
  if (known !== undefined) return known;
  const got = type === "" ? "none" : type;
  const reason = `Read failed: enrich policy "${name}": expected a type of ${types.join(", ")}; got ${got}.`;
  throw new ProviderError("failed_precondition", `${reason} ${addressAdvice}`);
}

function isAbsent(value: Plain | undefined): value is undefined | null {
  return value === undefined || value === null;
}
