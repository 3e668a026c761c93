// Synonym sets of search analyzers. See docs/modules/search-access.md#synonym-sets.
import type { Named } from "../../../../contract/properties";
import type { Resource } from "../../../../contract/resource";
import type { Search } from "../../../../core/gen/types";
import { objectOf, rowsOf, textOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { listText, objectText } from "../../json/fields";
import { toRemote } from "../../mapping";
import { objectNameTraits, objectNameRule } from "../../ids";
import { namedObject } from "../named";
import { readSynonymSet, synonymSetNames, synonymsPath } from "./response";
import { equalSynonymRules, equalSynonyms, inDeclaredOrder, uniqueRuleTest, withServerIds } from "./rules";

type Inputs = Named<Search.SearchSynonymSetInputs, "name">;
type State = Search.SearchSynonymSetState;

const inUse = "Remove the synonym filter from the indices that use the set, which needs new indices, or delete them first.";

/** A synonym set. */
export const SearchSynonymSet: Resource<SearchClient, Inputs, State> = {
  ...namedObject<Inputs, State>({
    key: "name",
    path: synonymsPath,
    names: synonymSetNames,
    keeps: true,
    inUse: { code: "failed_precondition", hint: () => inUse },

    async requireSupport({ refresh }, client) {
      if (refresh === false) await client.requireVersion("refresh: false", "9.1.0");
    },

    async put({ name, inputs: { synonymRules, refresh }, current }, client) {
      const rules = current ? withServerIds(synonymRules, current.synonymRules) : synonymRules;
      const options = refresh === false ? { query: { refresh: "false" } } : {};
      warnOfReload(name, await client.put([...synonymsPath, name], bodyOf(rules), options), client);
    },

    async read(name, { client }, prior) {
      const found = await readSynonymSet(name, client);
      if (!found) return undefined;
      const { rules, count } = found;
      if (rules.length < count)
        client.warnOnce(`The synonym set "${name}" has ${count} rules, of which Elasticsearch returns only the first ${rules.length}.`);
      return {
        name,
        synonymRules: inDeclaredOrder(rules, prior?.inputs.synonymRules ?? []),
        count,
        refresh: prior?.inputs.refresh ?? true,
      };
    },
  }),
  properties: {
    name: objectNameTraits(objectNameRule),
    synonymRules: { equals: equalSynonymRules, reported: true },
    "synonymRules[*].ruleId": { computed: true },
    "synonymRules[*].synonyms": { equals: equalSynonyms },
    refresh: { local: true },
  },
  validate: uniqueRuleTest,
};

function bodyOf(rules: readonly Search.SynonymRule[]): string {
  const texts = rules.map(({ ruleId, synonyms }) => objectText(toRemote({ id: ruleId, synonyms }, ["id", "synonyms"])));
  return objectText({ synonyms_set: listText(texts) });
}

/** Warns of indices that keep the former rules. */
function warnOfReload(name: string, response: Plain | undefined, { context }: SearchClient): void {
  const { reload_analyzers_details: details } = objectOf(response);
  const { failed, failures } = objectOf(objectOf(details)["_shards"]);
  if (typeof failed !== "number" || failed === 0) return;
  const indices = [...new Set(rowsOf(failures).flatMap(({ index }) => textOf(index) ?? []))];
  const where = indices.length === 0 ? `${failed} shards` : indices.join(", ");
  context.log(
    "warning",
    `Elasticsearch could not reload the analyzers with the synonym set "${name}" in ${where}: searches there use the former rules.`,
  );
}
