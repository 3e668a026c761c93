// Maps tokens to schema and implementation, and loads modules when they are first used. Contains no vendor-specific code.
import type { Environment } from "../core/schema/environment";
import type { ProviderFunction } from "../contract/function";
import type { Module, ModuleEntry } from "../contract/module";
import type { Resource } from "../contract/resource";
import { internalError, ProviderError } from "../core/errors/errors";
import type { Send } from "../contract/http";
import type { FunctionSpec, PropertySpec, ResourceSpec, Schema } from "../core/schema/schema";
import { sectionOf } from "../core/schema/schema";
import { suggest } from "../core/validate/suggest";
import { compileTraits, type Traits } from "../core/compare/traits";
import type { RulesOf } from "../core/validate/validate";
import { ownMember } from "../core/values/records";
import type { PlainMap, Value } from "../core/values/value";

/** What the provider consists of. */
export interface ProviderOptions {
  schema: Schema;
  modules: Readonly<Record<string, ModuleEntry>>;
  /** Sends HTTP requests; only modules call it. */
  send: Send;
  env: Environment;
  /** Returns the time in ms since 1970. Defaults to the clock of the machine. */
  clock?: () => number;
  /** Decodes a JSON value whose parts may be secrets or unknowns. */
  fromJson(value: unknown): Value;
}

/** A function of the package or a method of the provider resource: schema and implementation. */
export interface RegisteredFunction {
  token: string;
  spec: FunctionSpec;
  implementation: ProviderFunction<unknown, PlainMap, PlainMap>;
  module: Module;
  /** The rules of the types in its inputs. */
  rulesOf: RulesOf;
}

/** A resource type of the package: schema, implementation and compiled traits. */
export interface RegisteredResource {
  token: string;
  spec: ResourceSpec;
  implementation: Resource<unknown, PlainMap, PlainMap>;
  traits: Traits;
  module: Module;
  /** The members of inputs and state; one that is both has the type of the input. */
  members: Readonly<Record<string, PropertySpec>>;
}

/** The functions, resources and methods of the package by token. */
export class Registry {
  private readonly modules = new Map<string, Promise<Module>>();
  private readonly functions = new Map<string, RegisteredFunction>();
  private readonly resources = new Map<string, RegisteredResource>();

  constructor(readonly options: ProviderOptions) {}

  get schema(): Schema {
    return this.options.schema;
  }

  /** Returns the module of that name; its code is loaded on first use. */
  module(name: string): Promise<Module> {
    let module = this.modules.get(name);
    if (!module) {
      const entry = ownMember(this.options.modules, name);
      module = entry ? entry.load() : Promise.reject(missingModule(name));
      this.modules.set(name, module);
    }
    return module;
  }

  /** Returns the function of that token. Fails with `invalid_argument` when the package has none. */
  async function(token: string): Promise<RegisteredFunction> {
    const known = this.functions.get(token);
    if (known) return known;
    const spec = this.schema.function(token);
    if (!spec) throw unknownToken("function", token, this.schema.functionTokens());
    const module = await this.module(sectionOf(token));
    const implementation = module.functions[shortName(token)];
    if (!implementation) throw missingImplementation(`function ${token}`);
    const registered = { token, spec, implementation, module, rulesOf: rulesByType(module) };
    this.functions.set(token, registered);
    return registered;
  }

  /** Returns the resource type of that token. Fails with `invalid_argument` when the package has none. */
  async resource(token: string): Promise<RegisteredResource> {
    const known = this.resources.get(token);
    if (known) return known;
    const spec = this.schema.resource(token);
    if (!spec) throw unknownToken("resource type", token, this.schema.resourceTokens(), functionHint(token, this.schema));
    const module = await this.module(sectionOf(token));
    const resource = module.resources[shortName(token)];
    if (!resource) throw missingImplementation(`resource type ${token}`);
    const registered = registerResource({ token, spec, implementation: resource, module }, this.schema);
    this.resources.set(token, registered);
    return registered;
  }

  /** Returns the method of that token. Fails with `invalid_argument` when the provider has none. */
  async method(token: string): Promise<RegisteredFunction> {
    const spec = this.schema.method(token);
    if (!spec) throw unknownToken("method", token, this.schema.methodTokens());
    const name = token.slice(token.lastIndexOf("/") + 1);
    const owner = Object.entries(this.options.modules).find(([, entry]) => entry.methods?.includes(name));
    const module = owner && (await this.module(owner[0]));
    const implementation = module?.functions[name];
    if (!implementation) throw missingImplementation(`method ${token}`);
    return { token, spec, implementation, module, rulesOf: rulesByType(module) };
  }
}

/** Returns the resource with its traits compiled. */
function registerResource(registration: Omit<RegisteredResource, "traits" | "members">, schema: Schema): RegisteredResource {
  const { implementation, spec } = registration;
  const members = { ...spec.properties, ...spec.inputProperties };
  return { ...registration, traits: compileTraits(implementation, spec, schema), members };
}

/** Returns the rules of a module's types by type token. */
export function rulesByType(module: Module): RulesOf {
  return (token) => module.rules?.[token];
}

function shortName(token: string): string {
  return token.slice(token.lastIndexOf(":") + 1);
}

function missingModule(name: string): ProviderError {
  return new ProviderError("failed_precondition", `Module not found: this version of quartet has no module ${name}. Update the plugin.`);
}

function missingImplementation(what: string): ProviderError {
  return internalError(`the ${what} has no implementation in this version of quartet`);
}

/** Returns the nearest function of a module without resource types: `Group` is a near name of `getGroup`. */
function functionHint(token: string, schema: Schema): string | undefined {
  const module = sectionOf(token);
  const isOfModule = (other: string): boolean => sectionOf(other) === module;
  const functions = schema.functionTokens().filter(isOfModule);
  if (functions.length === 0 || schema.resourceTokens().some(isOfModule)) return undefined;
  const functionToken = token.replace(/:(?:get)?(\w+)$/, ":get$1");
  return `. The module ${module} has functions only${suggest(functionToken, functions)}`;
}

function unknownToken(kind: string, token: string, known: string[], hint?: string): ProviderError {
  if (hint !== undefined) return new ProviderError("invalid_argument", `unknown ${kind} "${token}"${hint}`);
  const module = sectionOf(token);
  const isModule = module === "" || known.some((other) => sectionOf(other) === module);
  const reason = isModule ? "" : ` There is no module "${module}".`;
  return new ProviderError("invalid_argument", `unknown ${kind} "${token}"${suggest(token, known) || "."}${reason}`);
}
