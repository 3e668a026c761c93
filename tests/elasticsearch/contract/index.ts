/** All groups of the contract. */
import { groups as aliases } from "./aliases";
import { groups as applicationPrivileges } from "./application-privileges";
import { groups as clusterSettings } from "./cluster-settings";
import { groups as indices } from "./indices";
import { groups as pipelines } from "./pipelines";
import { combinations } from "./processors";
import { groups as roleMappings } from "./role-mappings";
import { groups as roles } from "./roles";
import { groups as scripts } from "./scripts";
import { groups as settings } from "./settings";
import { groups as snapshots } from "./snapshots";
import type { Groups } from "./step";
import { groups as simulations } from "./template-simulations";
import { groups as templates } from "./templates";
import { groups as users } from "./users";
import { groups as wire } from "./wire";

export { processorGroups } from "./processors";

/** The groups that run without security. */
export const groups: Groups = {
  ...wire,
  ...templates,
  ...simulations,
  ...settings,
  ...pipelines,
  "processors: combinations": combinations,
  ...indices,
  ...aliases,
  ...scripts,
  ...clusterSettings,
  ...snapshots,
};

/** The groups that run on a node with security. */
export const securityGroups: Groups = { ...roles, ...roleMappings, ...users, ...applicationPrivileges };
