/** Programs of synonym sets and transforms. */
import type { SearchEmulator } from "../../emulators/search/index";
import type { Autonamed, Variant } from "../variant";
import { connection, named, objectName, timeouts, variant, type Kind } from "./parts";

const synonymSets: Variant[] = [
  variant("SearchSynonymSet", "minimal", {
    inputs: { name: "products", synonymRules: [{ synonyms: "i-pod, ipod" }] },
    news: { name: "products", synonymRules: [{ synonyms: "i-pod, ipod" }, { synonyms: "tv => television" }] },
  }),
  variant(
    "SearchSynonymSet",
    "all inputs",
    {
      inputs: {
        name: "all-products",
        synonymRules: [{ ruleId: "biscuit", synonyms: "sea biscuit => seabiscuit" }, { synonyms: "i-pod, ipod" }],
        refresh: false,
        timeouts,
        searchConnections: [connection],
      },
      news: {
        name: "all-products",
        synonymRules: [{ ruleId: "biscuit", synonyms: "sea biscuit,sea biscit=>seabiscuit" }],
        refresh: true,
        timeouts,
        searchConnections: [connection],
      },
    },
    { emulator: { version: "9.1.0" } },
  ),
];

/** A rule with another content receives another ID. */
const withRuleIds = (all: readonly Variant[]): Variant[] =>
  all.map((one) => ({ ...one, dependent: { "synonymRules[*].ruleId": ["synonymRules[*].synonyms"] } }));

/** All variants. */
export const transformVariants: readonly Variant[] = withRuleIds(synonymSets);

/** The kinds that Pulumi names, by token. */
export const transformNames: Readonly<Record<string, Autonamed>> = { "quartet:search:SearchSynonymSet": named };

/** The kinds of the fault campaigns. */
export const transformKinds: readonly Kind[] = [
  {
    title: "synonym set",
    type: "quartet:search:SearchSynonymSet",
    inputs: { name: objectName, synonymRules: [{ synonyms: "a, b" }] },
    news: { name: objectName, synonymRules: [{ synonyms: "a, b" }, { synonyms: "c => d" }] },
  },
];

/** The names of the objects of these kinds. */
export const transformObjects = ({ synonyms }: SearchEmulator): string[] => synonyms.synonymSets.names();
