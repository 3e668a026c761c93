// What a request provides: cancellation, logs, redaction, configuration. Types only.
import type { Send } from "./http";
import type { ReadContext } from "./shared-reads";
import type { ProviderError } from "../core/errors/errors";
import type { Settings } from "../core/gen/types";
import type { Environment } from "../core/schema/environment";
import type { Schema } from "../core/schema/schema";
import type { PlainMap } from "../core/values/value";

/** The severity of a log line; `debug` is shown with `--debug` only. */
export type Severity = "debug" | "info" | "warning";

/** Provides the abort signal, the log functions and the redaction of one request. */
export interface RequestContext {
  /** Aborted on Cancel, at the time limit, and when the engine drops the request; `signal.reason` is the ProviderError to fail with. */
  readonly signal: AbortSignal;
  /** Shows a line while the resource is being processed; it disappears afterwards. */
  status(message: string): void;
  /** Logs a line for the user. */
  log(severity: Severity, message: string): void;
  /** Hides the secrets of the configuration and of this request. Required before a text of another program is shortened; see `excerpt`. */
  redact(text: string): string;
  /** Whether the request serves several reads, which limits its response. See docs/protocol.md#limits-of-responses. */
  readonly isShared?: true;
  /** Records that a write was sent, whatever became of it. The transport calls it; reads need none. */
  recordWrite?(): void;
  /** Seconds until the limit; Infinity without one. A request that serves several reads has none. */
  secondsLeft?(): number;
}

/** The context of a function call, and of a resource's operation: the request, and the client of the module. */
export interface Context<Client> extends RequestContext, ReadContext<Client> {}

/** The context of one RPC, for the verbs. */
export interface RpcContext extends RequestContext {
  /** Hides the secrets in what the request reports; the verbs set it once they know the secrets of the request. */
  redact: RequestContext["redact"];
  /** Aborts the request once the time has passed, with the error that the function creates then. */
  limit(seconds: number, error: () => ProviderError): void;
  secondsLeft(): number;
  /** Whether a write was sent: before that, a failure leaves everything as it was. */
  readonly hasWritten: boolean;
  /** Returns a context that outlives this one by this many seconds: an aborted write uses it to read the object that it may have created. */
  detached(seconds: number): RequestContext;
}

/** The configuration of the provider, for a module. `env` is the environment at the start of the process. See docs/protocol.md#configuration. */
export interface ModuleConfiguration {
  settings: Settings;
  schema: Schema;
  env: Environment;
  /** Sends one HTTP request. */
  send: Send;
  version: string;
  /** Hides the secrets of the configuration, for work that belongs to no single request. */
  redact(text: string): string;
}

/** The configuration and the unknown inputs, for `normalize`. */
export interface NormalizeOptions {
  /** The configuration; absent before Configure, and while a setting is unknown. */
  configuration: ModuleConfiguration | undefined;
  /** Whether the input is given and unknown. */
  isUnknown(key: string): boolean;
  /** Whether the input is given, known or not. The name is given only in a Check whose program contains it: other verbs receive that of Check. */
  isGiven(key: string): boolean;
  /** The known old inputs; empty for a new object, and for the Check of the object that replaces another one. */
  olds: PlainMap;
  /** The time of the request, in ms since 1970. */
  now: number;
}
