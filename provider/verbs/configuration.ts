// The configuration in force: settings, their secrets, and the modules' clients for it.
import type { ModuleConfiguration, RequestContext } from "../contract/context";
import type { Module } from "../contract/module";
import { ProviderError } from "../core/errors/errors";
import type { Settings } from "../core/gen/types";
import { proxySecrets } from "../core/secrets/proxy-secrets";
import { redactorOf, SecretIndex } from "../core/secrets/redact";
import type { PlainMap } from "../core/values/value";
import type { ProviderOptions } from "./registry";

/** What Configure sets. */
export interface ConfiguredSettings {
  settings: Settings;
  /** Secret texts of the settings; hidden in every message. */
  secrets: ReadonlySet<string>;
  /** Names of the settings that are unknown during this preview. */
  unknown?: readonly string[];
}

/** The configuration of the provider. Before the first Configure there is none. */
export class Configuration {
  private context: ModuleConfiguration | undefined;
  private connections = new Map<string, ReturnType<Module["connect"]>>();
  private unknown: readonly string[] = [];
  /** The secrets of the settings in force and of the proxies; hidden in every message. */
  secrets = new SecretIndex([], false);

  constructor(private readonly options: ProviderOptions) {}

  /** Replaces the configuration in force. */
  apply({ settings, secrets, unknown = [] }: ConfiguredSettings): void {
    const { schema, env, send } = this.options;
    this.secrets = new SecretIndex([...secrets, ...proxySecrets(env)], false);
    this.unknown = unknown;
    const redact = redactorOf([this.secrets]);
    this.context = { settings, schema, env: { ...env }, send, version: schema.version, redact };
    this.connections = new Map();
  }

  /** Names of the settings that are unknown. */
  get unknownSettings(): readonly string[] {
    return this.unknown;
  }

  /** The configuration in force; undefined before Configure, and while a setting is unknown, because an input may default to it. */
  get complete(): ModuleConfiguration | undefined {
    return this.unknownSettings.length > 0 ? undefined : this.context;
  }

  /** Returns the configuration in force. Fails with `failed_precondition` before Configure. */
  required(): ModuleConfiguration {
    if (this.context) return this.context;
    throw new ProviderError(
      "failed_precondition",
      "The provider is not configured: Configure must precede every call of a remote service.",
    );
  }

  /** Returns the module's client for one request with these inputs. */
  client(module: Module, inputs: PlainMap, context: RequestContext): unknown {
    let connect = this.connections.get(module.name);
    if (!connect) {
      connect = module.connect(this.required());
      this.connections.set(module.name, connect);
    }
    return connect(inputs, context);
  }
}
