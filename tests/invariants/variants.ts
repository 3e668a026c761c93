/** All programs of all resources. */
import type { ModuleName } from "../upgrade/recording";
import { cloudVariants } from "../samples/cloud/variants";
import { eventVariants } from "../samples/eventrouting/resources";
import { searchVariants } from "../samples/search/resources";
import type { Variant } from "../samples/variant";

/** A variant and its module. */
export type ModuleVariant = Variant & { module: ModuleName };

const of = (module: ModuleName, all: readonly Variant[]): ModuleVariant[] => all.map((variant) => ({ ...variant, module }));

/** One or more for each resource of the schema. */
export const variants: readonly ModuleVariant[] = [
  ...of("search", searchVariants),
  ...of("cloud", cloudVariants),
  ...of("eventrouting", eventVariants),
];

/** All kinds, by token, without one whose result rejects a second create. */
export const tokens: readonly string[] = [...new Set(variants.map(({ token }) => token))].filter((token) => !token.endsWith("Restore"));
