// A remote service: its client, functions and resources. Types only.
import type { RequestContext, ModuleConfiguration } from "./context";
import type { ProviderFunction } from "./function";
import type { Resource } from "./resource";
import type { Rules } from "./rules";
import type { ProviderError } from "../core/errors/errors";
import type { Settings } from "../core/gen/types";
import type { ValueMap } from "../core/values/value";

// Tables are checked against the types of the schema where they are written; here their entries are looked up by token, hence `any`.
/* eslint-disable @typescript-eslint/no-explicit-any */
/** A remote service: its client, functions and resources. */
export interface Module<Client = any> {
  name: string;
  /** Rules for the types of this module, by type token; they hold wherever the type is used, settings included. */
  rules?: Readonly<Record<string, Rules>>;
  /** Rules for the module's settings that the schema cannot state. */
  settings?: Rules;
  /** Whether the configuration turns the preview checks of the resources on. Absent: there are none. */
  previewChecks?(configuration: ModuleConfiguration): boolean;
  /** Returns the error with which Create and Update fail before any request, in previews, too; undefined where the configuration and the inputs allow them. */
  rejectsWrites?(configuration: ModuleConfiguration, inputs: ValueMap): ProviderError | undefined;
  /** Called once per configuration; returns the function that makes the client of one request. Neither sends a request nor fails for missing credentials. */
  connect(configuration: ModuleConfiguration): (inputs: any, context: RequestContext) => Client;
  /** Returns an object that the clients of one server and one identity have in common: only their reads share requests. Absent: no reads do. */
  connectionOf?(client: Client): Promise<object>;
  /** Functions by the last part of their token, and methods of the provider resource by their name. */
  functions: Readonly<Record<string, ProviderFunction<Client, any, any>>>;
  resources: Readonly<Record<string, Resource<Client, any, any>>>;
}

/** Loads a module when its first token or setting is used. */
export interface ModuleEntry {
  /** Settings of the provider that belong to the module. */
  settings: readonly (keyof Settings & string)[];
  /** Methods of the provider resource that the module implements. */
  methods?: readonly string[];
  load(): Promise<Module>;
}
