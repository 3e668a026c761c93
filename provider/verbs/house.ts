// What all verbs share: the schema, the modules behind their tokens, the configuration in force. Knows verbs and shapes, never vendors.
import type { RulesOf } from "../core/validate";
import type { RpcContext, ModuleContext, ProviderFunction, Method, Module, ModuleEntry, RequestContext, Resource } from "../core/contract";
import { asProviderError, InvalidInputsError, ProviderError, messageOf, ResourceInitFailedError } from "../core/errors";
import type { Settings } from "../core/gen/types";
import { fromLegacy, isLegacy, legacyTraits } from "../core/legacy";
import { suggest } from "../core/suggest";
import { proxySecrets } from "../core/proxy-secrets";
import { type Redact, redactor, redactorOf, SecretIndex } from "../core/redact";
import { unsigned } from "../core/signatures";
import type { FunctionSpec, ResourceSpec, Schema } from "../core/schema";
import { sectionOf } from "../core/schema";
import { compileTraits, type Traits } from "../core/traits";
import type { PlainMap, Value } from "../core/value";

/** What the provider is made of. */
export interface Parts {
  schema: Schema;
  modules: Readonly<Record<string, ModuleEntry>>;
  send: unknown;
  env: Readonly<Record<string, string | undefined>>;
  /** Reads a JSON value whose parts may be marks of the engine. */
  fromJson(value: unknown): Value;
}

/** A function of the package: its shape and its code. */
export interface FoundLookup {
  spec: FunctionSpec;
  lookup: ProviderFunction<unknown, PlainMap, PlainMap>;
  module: Module;
}

/** A kind of resource: its shape and its code. */
export interface FoundResource {
  token: string;
  spec: ResourceSpec;
  resource: Resource<unknown, PlainMap, PlainMap>;
  traits: Traits;
  module: Module;
}

/** A method of the provider resource: its shape and its code. */
export interface FoundMethod {
  spec: FunctionSpec;
  method: Method;
}

/** The shared state of one provider process. */
export class House {
  private readonly loaded = new Map<string, Promise<Module>>();
  private readonly lookups = new Map<string, FoundLookup>();
  private readonly resources = new Map<string, FoundResource>();
  private connects = new Map<string, ReturnType<Module["connect"]>>();
  private host: ModuleContext | undefined;
  /** The secrets of the configuration in force, hidden in every message. */
  secrets = new SecretIndex([], false);
  /** Names of the settings that were not known at Configure. */
  unknownSettings: readonly string[] = [];
  /** Rises with every configuration and every write: a lookup begun before is not shared with one begun after. */
  generation = 0;
  /** Objects that a create made and could not finish, by what it was asked: the same create, repeated, goes on with them (protocol 2.24). */
  readonly unfinished = new Map<string, { token: string; id: string; state: PlainMap }>();

  constructor(readonly parts: Parts) {}

  get schema(): Schema {
    return this.parts.schema;
  }

  /** The configuration in force, if there is one. */
  get configured(): ModuleContext | undefined {
    return this.host;
  }

  /** Puts a configuration in force; a former one is forgotten. `unknown` names the settings that it lacks because they are not known yet. */
  configure(settings: Settings, secrets: ReadonlySet<string>, unknown: readonly string[] = []): void {
    const { env, send } = this.parts;
    this.secrets = new SecretIndex([...secrets, ...proxySecrets(env)], false);
    const redact = redactorOf([this.secrets]) ?? ((text: string) => text);
    this.host = { settings, schema: this.schema, env: { ...env }, send, version: this.schema.version, redact };
    this.unknownSettings = unknown;
    this.connects = new Map();
    // Another run of the engine: what was left unfinished is in its state by now, and a create of the same URN means a replacement.
    this.unfinished.clear();
    this.generation++;
  }

  /** The module of that name; its code is loaded on first use. */
  module(name: string): Promise<Module> {
    let module = this.loaded.get(name);
    if (!module) {
      const entry = Object.hasOwn(this.parts.modules, name) ? this.parts.modules[name] : undefined;
      module = entry
        ? entry.load()
        : Promise.reject(new ProviderError("failed_precondition", `the module ${name} is not part of this version of quartet`));
      this.loaded.set(name, module);
    }
    return module;
  }

  /** The object with this id is finished or gone: a later create makes a new one. */
  forget({ token }: FoundResource, id: string): void {
    for (const [asked, unfinished] of this.unfinished)
      if (unfinished.token === token && unfinished.id === id) this.unfinished.delete(asked);
  }

  /** Runs a write. Lookups that began before its end are not shared with those that come after it. */
  async writing<T>(write: () => Promise<T>): Promise<T> {
    this.generation++;
    try {
      return await write();
    } finally {
      this.generation++;
    }
  }

  /** Rules of a module's types, by type token. */
  rulesOf(module: Module): RulesOf {
    return (token) => module.rules?.[token];
  }

  async lookup(token: string): Promise<FoundLookup> {
    const known = this.lookups.get(token);
    if (known) return known;
    const spec = this.schema.function(token);
    if (!spec) throw unknownToken("function", token, this.schema.functionTokens());
    const module = await this.module(sectionOf(token));
    const lookup = module.functions[shortName(token)];
    if (!lookup) throw new ProviderError("internal", `the function ${token} has no code in this version of quartet. Please report it.`);
    const found = { spec, lookup, module };
    this.lookups.set(token, found);
    return found;
  }

  async resource(token: string): Promise<FoundResource> {
    const known = this.resources.get(token);
    if (known) return known;
    const spec = this.schema.resource(token);
    if (!spec) throw unknownToken("resource type", token, this.schema.resourceTokens());
    const module = await this.module(sectionOf(token));
    const code = module.resources[shortName(token)];
    if (!code) throw new ProviderError("internal", `the resource ${token} has no code in this version of quartet. Please report it.`);
    const found = described(code, { token, spec, module }, this.schema);
    this.resources.set(token, found);
    return found;
  }

  async method(token: string): Promise<FoundMethod> {
    const spec = this.schema.method(token);
    if (!spec) throw unknownToken("method", token, this.schema.methodTokens());
    const name = token.slice(token.lastIndexOf("/") + 1);
    const owner = Object.entries(this.parts.modules).find(([, entry]) => entry.methods?.includes(name));
    const method = owner && (await this.module(owner[0])).methods?.[name];
    if (!method) throw new ProviderError("internal", `the method ${token} has no code in this version of quartet. Please report it.`);
    return { spec, method };
  }

  /** The configuration in force. Fails with `failed_precondition` when there is none. */
  inForce(): ModuleContext {
    if (this.host) return this.host;
    throw new ProviderError(
      "failed_precondition",
      "the provider is not configured yet: Configure comes before any call of a remote service",
    );
  }

  /** The module's client for one operation with these inputs. */
  client(module: Module, inputs: PlainMap, operation: RequestContext): unknown {
    let connect = this.connects.get(module.name);
    if (!connect) {
      connect = module.connect(this.inForce());
      this.connects.set(module.name, connect);
    }
    return connect(inputs, operation);
  }
}

/** The resource with its traits compiled. */
export function described(code: object, rest: Omit<FoundResource, "resource" | "traits">, schema: Schema): FoundResource {
  const old = code as Parameters<typeof fromLegacy>[0];
  const resource = isLegacy(code) ? fromLegacy(old, rest.spec) : (code as FoundResource["resource"]);
  const traits = compileTraits(resource, rest.spec, schema);
  return { ...rest, resource, traits: isLegacy(code) ? legacyTraits(old, traits) : traits };
}

function shortName(token: string): string {
  return token.slice(token.lastIndexOf(":") + 1);
}

function unknownToken(kind: string, token: string, known: string[]): ProviderError {
  const near = suggest(token, known);
  const module = sectionOf(token);
  const sameModule = known.some((other) => sectionOf(other) === module);
  const where = sameModule || module === "" ? "" : `; there is no module "${module}" with such tokens`;
  return new ProviderError("invalid_argument", `unknown ${kind} "${token}"${near}${where}`);
}

/** A call of one verb with the messages of the configuration's and the call's own secrets hidden. */
export async function guarded<T>(
  house: House,
  own: ReadonlySet<string>,
  call: RpcContext,
  run: (call: RpcContext) => Promise<T>,
): Promise<T> {
  const { quiet, told } = discreet(house, own, call);
  try {
    return await run(quiet);
  } catch (error) {
    throw told(error);
  }
}

/** The call, and what it throws, with the configuration's and the call's own secrets hidden. */
export function discreet(
  house: House,
  own: ReadonlySet<string>,
  call: RpcContext,
): { quiet: RpcContext; told: (thrown: unknown) => Error } {
  const hide = redactor(own, house.secrets);
  const told = (thrown: unknown): Error => {
    const error = thrown instanceof Error ? thrown : asProviderError(thrown);
    return hidden(error, (text) => unsigned(hide ? hide(text) : text));
  };
  return { quiet: hide === undefined ? call : hushed(call, hide), told };
}

/** An error that cannot be altered, or has no text, is replaced by one of the same kind, id and state. */
function hidden(error: Error, hide: Redact): Error {
  try {
    hideIn(error, hide);
    return error;
  } catch {
    return copyOf(error, hide);
  }
}

function copyOf(error: Error, hide: Redact): Error {
  if (error instanceof ResourceInitFailedError)
    return new ResourceInitFailedError(error.id, error.state, error.reasons.map(hide), { cause: error.cause });
  if (error instanceof InvalidInputsError)
    return new InvalidInputsError(error.failures.map(({ property, reason }) => ({ property, reason: hide(reason) })));
  const text = hide(messageOf(error));
  return error instanceof ProviderError ? new ProviderError(error.code, text, { ambiguous: error.ambiguous }) : asProviderError(text);
}

function hideIn(error: Error, hide: Redact): void {
  error.message = hide(error.message);
  const lists = error as { reasons?: string[]; failures?: { property: string; reason: string }[] };
  if (lists.reasons) lists.reasons.forEach((reason, i, reasons) => (reasons[i] = hide(reason)));
  for (const failure of lists.failures ?? []) failure.reason = hide(failure.reason);
}

function hushed(call: RpcContext, hide: Redact): RpcContext {
  return {
    signal: call.signal,
    status: (message) => call.status(hide(message)),
    log: (severity, message) => call.log(severity, hide(message)),
    redact: hide,
    limit: (seconds, error) => call.limit(seconds, error),
    detached: (seconds) => {
      const later = call.detached(seconds);
      return {
        signal: later.signal,
        status: (message) => later.status(hide(message)),
        log: (severity, message) => later.log(severity, hide(message)),
        redact: hide,
      };
    },
  };
}
