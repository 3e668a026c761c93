/** A sample of a resource of module cloud: its inputs, its changes, and the object at the service. */
import type { GatewayState } from "../../emulators/cloud/gateway/gateway-state";
import type { Properties } from "../../support/structs";
import type { Prerequisites } from "./prerequisites";

/** A resource in enough parts that each of its remote calls is made. */
export interface CloudSample {
  title: string;
  type: string;
  inputs(prerequisites: Prerequisites): Properties;
  /** A change in place; absent where every input replaces. */
  news?(prerequisites: Prerequisites): Properties;
  /** A change that replaces; absent where none does. */
  replacing?(prerequisites: Prerequisites): Properties;
  /** The ids of the objects that the resource has made, as the provider writes them. */
  existing(gateway: GatewayState, prerequisites: Prerequisites): string[];
  /** The service generates the ID, so that an object whose create has no response cannot be identified. */
  nameless?: true;
  /** Two of them cannot exist at the same time: a second create is rejected. */
  sole?: true;
  /** An operation that is done once; it leaves no object, and its delete sends no request. */
  operation?: true;
  /** The id for import where it is not that of the resource. */
  importId?(prerequisites: Prerequisites, id: string): string;
  /** It cannot be imported. */
  noImport?: true;
  /** Paths of inputs whose value at the service depends on other inputs, and the paths of these. */
  dependent?: Readonly<Record<string, readonly string[]>>;
}

/** The token of a resource. */
export const tokenOf = (kind: string): string => `quartet:cloud:${kind}`;
