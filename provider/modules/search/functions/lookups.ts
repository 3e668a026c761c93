// The lookups of objects by name, one row each. See docs/modules/search.md#names-and-types.
import type { ValueRule } from "../../../contract/rules";
import type { ReadContext } from "../../../contract/shared-reads";
import { ProviderError } from "../../../core/errors/errors";
import type { PlainMap } from "../../../core/values/value";
import type { SearchClient } from "../client";
import { fetchAll, readerOf, type SearchCollection } from "../collections";
import { jsonParts } from "../json/parts";
import { byCodePoint } from "../json/writer";
import { componentState } from "../resources/component-template/response";
import { notFound, objectNameRule } from "../ids";
import { lifecyclePolicies, lifecyclePolicyIn, usageOf } from "../resources/index-lifecycle-policy/response";
import { readPipeline } from "../resources/ingest-pipeline/response";
import { mappingNameRule, principalNameRule } from "../resources/security/names";
import { describeRole, roles } from "../resources/security/role";
import { describeMapping, roleMappings } from "../resources/security/role-mapping";
import { describeUser, users } from "../resources/security/user";
import { repositories, repositoryIn } from "../resources/snapshot-repository/response";
import { nameViolation } from "../resources/snapshot-repository/rules";
import { readSynonymSet } from "../resources/synonym-set/response";
import { templates, templatesIn } from "../resources/template/response";
import type { SearchResponse } from "../response";
import { clusterFunction, type OwnOutputs } from "./cluster-function";
import type { FunctionName, InputsOf, ModuleFunction } from "./types";

/** A kind of objects. */
interface LookupDefinition<Name extends FunctionName> {
  /** What messages call an object. */
  noun: string;
  /** The input that is the name. Defaults to `name`. */
  key?: keyof InputsOf<Name> & string;
  rule?: ValueRule;
  /** Returns the object of exactly that name. */
  find(name: string, reading: ReadContext<SearchClient>): Promise<OwnOutputs<Name> | undefined>;
}

/** Creates a function that reads one object. It fails if there is none. */
function lookup<Name extends FunctionName>({ noun, key, rule = objectNameRule, find }: LookupDefinition<Name>): ModuleFunction<Name> {
  const property = key ?? "name";
  return clusterFunction<Name>({
    rules: { properties: { [property]: rule } },
    async read(inputs, context) {
      const name = String((inputs as PlainMap)[property]);
      const found = await find(name, context);
      if (!found) throw notFound(noun, name);
      return { ...found, id: name };
    },
  });
}

/** Returns all objects or those of these names, sorted by name. Names without an object are left out. */
async function findAll<Description>(
  collection: SearchCollection,
  describe: (response: SearchResponse, name: string) => Description,
  names: readonly string[] | undefined,
  client: SearchClient,
): Promise<Description[]> {
  const found = [...(await fetchAll(collection, names, client))].sort(([left], [right]) => byCodePoint(left, right));
  return found.map(([name, response]) => describe(response, name));
}

/** The functions by name. */
export const lookups = {
  getSearchComponentTemplate: lookup<"getSearchComponentTemplate">({
    noun: "Component template",
    find: readerOf(templates.component_template, (response, name) => {
      const found = templatesIn("component_template", response).find((template) => template.name === name);
      return found && componentState(found);
    }),
  }),
  getSearchIndexLifecyclePolicy: lookup<"getSearchIndexLifecyclePolicy">({
    noun: "Lifecycle policy",
    find: readerOf(lifecyclePolicies, (response, name) => ({
      ...lifecyclePolicyIn(response, name),
      policyJson: jsonParts(response.text)([name, "policy"])!,
      inUseBy: usageOf(response, name),
    })),
  }),
  getSearchIngestPipeline: lookup<"getSearchIngestPipeline">({
    noun: "Ingest pipeline",
    async find(name, reading) {
      const found = await readPipeline(name, reading);
      return found && { onFailures: [], ...found };
    },
  }),
  getSearchRole: lookup<"getSearchRole">({ noun: "Role", rule: principalNameRule, find: readerOf(roles, describeRole) }),
  getSearchRoleMapping: lookup<"getSearchRoleMapping">({
    noun: "Role mapping",
    rule: mappingNameRule,
    find: readerOf(roleMappings, describeMapping),
  }),
  getSearchRoleMappings: clusterFunction<"getSearchRoleMappings">({
    rules: { properties: { names: mappingNameRule } },
    async read({ names }, { client }) {
      return { roleMappings: await findAll(roleMappings, describeMapping, names, client) };
    },
  }),
  getSearchRoles: clusterFunction<"getSearchRoles">({
    rules: { properties: { names: principalNameRule } },
    async read({ names, includeReserved }, { client }) {
      const found = await findAll(roles, describeRole, names, client);
      return { roles: found.filter(({ reserved }) => includeReserved || !reserved) };
    },
  }),
  getSearchSnapshotRepository: lookup<"getSearchSnapshotRepository">({
    noun: "Snapshot repository",
    rule: { test: nameViolation },
    find: readerOf(repositories, repositoryIn),
  }),
  getSearchSynonymSet: lookup<"getSearchSynonymSet">({
    noun: "Synonym set",
    async find(name, { client }) {
      const found = await readSynonymSet(name, client);
      if (!found) return undefined;
      const { rules, count } = found;
      if (rules.length < count) {
        const reason = `Read failed: synonym set "${name}": Elasticsearch returns only ${rules.length} of ${count} rules.`;
        throw new ProviderError("failed_precondition", `${reason} Use Elasticsearch 9.5.0 or later, or divide the set.`);
      }
      return { name, synonymRules: rules, count };
    },
  }),
  getSearchUser: lookup<"getSearchUser">({ noun: "User", key: "username", rule: principalNameRule, find: readerOf(users, describeUser) }),
};
