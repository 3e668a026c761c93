/** Puts the actions of the emulated API gateway together: one state, one table of actions. */
import type { Actions } from "../api";
import { apis } from "./apis";
import { apps } from "./apps";
import { documents } from "./documents";
import { domains } from "./domains";
import { imports } from "./imports";
import { keys } from "./keys";
import { limits } from "./limits";
import { planBindings } from "./plan-bindings";
import { planKeys } from "./plan-keys";
import { plans } from "./plans";
import { plugins } from "./plugins";
import { publication } from "./publication";
import { services } from "./services";
import { strategies } from "./strategies";
import { upstreams } from "./upstreams";
import type { GatewayState } from "./gateway-state";
import { createGatewayState } from "./gateway-state";

/** One line for each group of actions. */
const groups: readonly ((gateway: GatewayState) => Actions)[] = [
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
export const createGateway = (): { gateway: GatewayState; actions: Actions } => {
  const gateway = createGatewayState();
  return { gateway, actions: Object.assign({}, ...groups.map((group) => group(gateway))) as Actions };
};
