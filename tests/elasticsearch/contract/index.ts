/** All groups of the contract that run without security. */
import * as aliases from "./aliases";
import { clusterSettings } from "./cluster-settings";
import * as indices from "./indices";
import * as pipelines from "./pipelines";
import { combinations } from "./processors";
import { scripts } from "./scripts";
import * as settings from "./settings";
import * as snapshots from "./snapshots";
import type { Group } from "./step";
import { indexSimulations, simulations } from "./template-simulations";
import * as templates from "./templates";
import * as wire from "./wire";

export { processorGroups } from "./processors";

/** The groups, in the order of the files. */
export const groups: Group[] = [
  ...Object.values(wire),
  ...Object.values(templates),
  simulations,
  indexSimulations,
  ...Object.values(settings),
  ...Object.values(pipelines),
  combinations,
  ...Object.values(indices),
  ...Object.values(aliases),
  scripts,
  clusterSettings,
  ...Object.values(snapshots),
];
