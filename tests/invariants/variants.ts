/** All programs of all resources. */
import type { ModuleName } from "../upgrade/recording";
import { cloudVariants } from "../upgrade/variants/cloud";
import { eventVariants } from "../upgrade/variants/eventrouting";
import { searchVariants } from "../upgrade/variants/search";
import type { Variant } from "../upgrade/variants/variant";

/** A variant and its module. */
export type ModuleVariant = Variant & { module: ModuleName };

const of = (module: ModuleName, all: readonly Variant[]): ModuleVariant[] => all.map((variant) => ({ ...variant, module }));

/** One or more for each resource of the schema. */
export const variants: readonly ModuleVariant[] = [
  ...of("search", searchVariants),
  ...of("cloud", cloudVariants),
  ...of("eventrouting", eventVariants),
];
