/** Puts the actions of the emulated API gateway together: one state, one table of actions. */
import type { Actions } from "../api";
import { apis } from "./apis";
import { apps } from "./apps";
import { documents } from "./documents";
import { domains } from "./domains";
import { imports } from "./imports";
import { keys } from "./keys";
import { limits } from "./limits";
import { planBindings } from "./planBindings";
import { planKeys } from "./planKeys";
import { plans } from "./plans";
import { plugins } from "./plugins";
import { publication } from "./publication";
import { services } from "./services";
import { strategies } from "./strategies";
import { upstreams } from "./upstreams";
import type { World } from "./world";
import { createWorld } from "./world";

/** One line for each group of actions. */
const groups: readonly ((world: World) => Actions)[] = [
  services,
  publication,
  limits,
  apis,
  keys,
  plans,
  planBindings,
  planKeys,
  apps,
  documents,
  domains,
  imports,
  plugins,
  strategies,
  upstreams,
];

/** An API gateway with nothing in it. */
export const createGateway = (): { world: World; actions: Actions } => {
  const world = createWorld();
  return { world, actions: Object.assign({}, ...groups.map((group) => group(world))) as Actions };
};
