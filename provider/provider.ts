// The verbs of the protocol over core and modules, without gRPC.
import { redactorOf } from "./core/secrets/redact";
import { callMethod } from "./verbs/call";
import { check } from "./verbs/check";
import { checkConfig, configure, diffConfig } from "./verbs/configure";
import { create } from "./verbs/create";
import { remove } from "./verbs/delete";
import { diff } from "./verbs/diff";
import { invoke } from "./verbs/invoke";
import { list } from "./verbs/list";
import { read } from "./verbs/read";
import type { ProviderOptions } from "./verbs/registry";
import { Runtime } from "./verbs/runtime";
import { update } from "./verbs/update";

/** The provider as a struct of functions, one per RPC. Values keep their secret and unknown marks. */
export type Provider = ReturnType<typeof createProvider>;

/** Creates a provider from a schema, the modules of its tokens, and the function that sends requests. */
export function createProvider(options: ProviderOptions) {
  const runtime = new Runtime(options);
  const bind =
    <Args extends unknown[], Result>(verb: (runtime: Runtime, ...args: Args) => Result) =>
    (...args: Args): Result =>
      verb(runtime, ...args);
  return {
    checkConfig: bind(checkConfig),
    diffConfig: bind(diffConfig),
    configure: bind(configure),
    invoke: bind(invoke),
    call: bind(callMethod),
    check: bind(check),
    diff: bind(diff),
    create: bind(create),
    read: bind(read),
    update: bind(update),
    delete: bind(remove),
    list: bind(list),
    /** Hides the secrets of the configuration in a text. */
    redact: (text: string): string => redactorOf([runtime.configuration.secrets])(text),
  };
}
