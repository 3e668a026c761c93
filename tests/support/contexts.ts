// Contexts for tests that call the code of a module directly.
import type { Context, ModuleConfiguration, RequestContext } from "../../provider/contract/context";
import { loadAlone } from "../../provider/core/concurrency/load-alone";
import { schema } from "./in-process";

/** A request context, and what it logged: status messages, and other messages behind their severity. */
export function requestContext(
  signal: AbortSignal = new AbortController().signal,
  lines: string[] = [],
): RequestContext & { lines: string[] } {
  return {
    signal,
    lines,
    status: (message) => void lines.push(message),
    log: (severity, message) => void lines.push(`${severity}: ${message}`),
    redact: (text) => text,
  };
}

/** The context of a function that calls this client. */
export function inContext<Client>(client: Client, context: RequestContext = requestContext()): Context<Client> {
  return {
    client,
    signal: context.signal,
    status: (message) => context.status(message),
    log: (severity, message) => context.log(severity, message),
    redact: (text) => context.redact(text),
    load: loadAlone,
  };
}

/** A configuration without settings. */
export const configurationOf = (given: Partial<ModuleConfiguration> = {}): ModuleConfiguration => ({
  settings: {},
  schema,
  env: {},
  send: () => Promise.reject(new Error("no request was expected")),
  version: "1.2.3",
  redact: (text) => text,
  ...given,
});
