// The inputs that every resource has. See docs/modules/search.md#resources. Pure.
import { oneBlock } from "../connection/rules";

/** The traits of these inputs: they concern the requests, not the object. */
export const requestTraits = {
  searchConnections: { validate: oneBlock, local: true },
  timeouts: { local: true },
} as const;
