/** Puts the actions of the emulated API gateway together: one state, one table of actions. */
import type { JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { apis } from "./apis";
import { apps } from "./apps";
import type { Tags } from "../tags";
import { Call, type Table } from "./call";
import { documents } from "./documents";
import { domains } from "./domains";
import { createGatewayState, type GatewayState } from "./gateway-state";
import { imports } from "./imports";
import { keys } from "./keys";
import { limits, publication } from "./publication";
import { plans } from "./plans";
import { plugins } from "./plugins";
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
  ...apps,
  ...documents,
  ...domains,
  ...plugins,
  ...strategies,
  ...upstreams,
};

/** An API gateway with nothing in it. */
export const createGateway = (tags: Tags): { gateway: GatewayState; actions: Actions } => {
  const gateway = createGatewayState(tags);
  const rows = Object.entries(table).map(([name, [params, run]]) => [
    name,
    {
      params,
      run: (given: JsonObject, { region, now }: CallContext) => run(new Call(gateway, given, region, now)),
    },
  ]);
  return { gateway, actions: Object.fromEntries(rows) as Actions };
};
