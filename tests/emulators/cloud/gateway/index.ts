/** Puts the actions of the emulated API gateway together: one state, one table of actions. */
import type { Actions } from "../api";
import { apis } from "./apis";
import { apps, guardApplied } from "./apps";
import type { Table } from "./call";
import { documents } from "./documents";
import { domains } from "./domains";
import { createGatewayState, type GatewayState } from "./gateway-state";
import { imports } from "./imports";
import { keys } from "./keys";
import { limits } from "./limits";
import { guardPlanned, planBindings } from "./plan-bindings";
import { plans } from "./plans";
import { plugins } from "./plugins";
import { publication } from "./publication";
import { services } from "./services";
import { strategies } from "./strategies";
import { upstreams } from "./upstreams";

/** All actions. */
export const table: Table = {
  ...services,
  ...publication,
  ...limits,
  ...apis,
  ...imports,
  ...keys,
  ...plans,
  ...planBindings,
  ...apps,
  ...documents,
  ...domains,
  ...plugins,
  ...strategies,
  ...upstreams,
};

/** An API gateway with nothing in it. */
export const createGateway = (): { gateway: GatewayState; actions: Actions } => {
  const gateway = createGatewayState();
  guardPlanned(gateway);
  guardApplied(gateway);
  const rows = Object.entries(table).map(([name, [params, run]]) => [
    name,
    {
      params,
      run: (given: object, { region, now }: { region: string; now: Date }) => run({ gateway, params: given as never, region, now }),
    },
  ]);
  return { gateway, actions: Object.fromEntries(rows) as Actions };
};
