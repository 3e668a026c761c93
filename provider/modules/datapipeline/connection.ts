// What all clients of one configuration share: the address and the key of the service.
import type { ModuleConfiguration } from "../../contract/context";
import type { Send } from "../../contract/http";
import type { RetryTools } from "../../http/retry";
import { effectiveSettings, type EffectiveSettings } from "./settings";

/** What all clients of one configuration share. `tools` replaces clock, randomness and waiting in tests. */
export interface Connection {
  access: EffectiveSettings;
  send: Send;
  tools?: RetryTools;
}

/** Creates the connection. Sends nothing; fails with `unauthenticated` without a key, with `failed_precondition` for an invalid address. */
export function createConnection({ settings, env, send }: ModuleConfiguration): Connection {
  return { access: effectiveSettings(settings, env), send };
}
