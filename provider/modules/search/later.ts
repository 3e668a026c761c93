// Stands in the tables for functions and resources that this version does not offer yet, so that the compiler keeps the lists whole.
import type { Lookup, Resource } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import type { Rules } from "../../core/rules";
import type { SearchClient } from "./client";

/** A function that fails, saying so. */
export function laterLookup<Inputs, Outputs>(token: string, rules: Rules): Lookup<SearchClient, Inputs, Outputs> {
  return { rules, read: (_inputs, client) => refuse(token, client) };
}

/** A resource that every verb refuses, saying so. */
export function laterResource<Inputs, State>(token: string, rules: Rules): Resource<SearchClient, Inputs, State> {
  return {
    rules,
    create: async (_inputs, client) => refuse(token, client),
    read: async (_id, client) => refuse(token, client),
    delete: async (_id, client) => refuse(token, client),
  };
}

function refuse(token: string, client: SearchClient): never {
  throw new ProviderError("precondition", `${token} is not available yet in version ${client.version} of quartet`);
}
