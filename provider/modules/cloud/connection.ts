// Creates the connection of one configuration with the first remote call: settings, credentials, transport.
import type { ModuleConfiguration, RequestContext } from "../../contract/context";
import { variableError, type Environment } from "../../core/schema/environment";
import type { RetryTools } from "../../http/retry";
import { createCredentials, type Credentials } from "./credentials";
import { secretParams } from "./credentials/sts-calls";
import { firstVariable } from "../../kit/variables";
import { variables } from "./env";
import { effectiveSettings } from "./settings";
import { Transport } from "./transport";

/** The state that all clients of one configuration share. */
export interface Connection {
  transport: Transport;
  credentials: Credentials;
  /** Replaced in tests: the clock, and waiting between two reads. */
  tools?: RetryTools;
}

/** Creates the connection. Sends nothing; fails with `failed_precondition` for an environment variable with an invalid value. */
export function createConnection({ settings, env, send, version, redact }: ModuleConfiguration): Connection {
  const effective = effectiveSettings(settings, env);
  const { protocol, domain, budgets } = effective;
  const requestClient = requestClientOf(env, version);
  const transport = new Transport({ send, protocol: protocol.toLowerCase(), domain, requestClient, budgets });
  const credentials = createCredentials({
    settings: effective,
    env,
    sts: (action, params, keys, region) => {
      // A code is valid for one call: a repeated call would fail.
      const mode = params.TokenCode === undefined ? "read" : "creation";
      return transport.call(
        { action, params, mode, attempts: stsAttempts, keys, region, secrets: secretParams(params) },
        backgroundContext(),
      );
    },
    get: async (url, signal) => send({ method: "GET", url, headers: {}, signal, redact, note: () => undefined, template: "/" }),
  });
  return { transport, credentials };
}

/** The maximum number of attempts that end in an internal error of STS. See docs/modules/cloud.md#sts. */
const stsAttempts = 3;

/** Returns the context of calls that fetch keys: all requests share them, so no single request can abort them or log for them. */
function backgroundContext(): RequestContext {
  return { signal: new AbortController().signal, status: () => undefined, log: () => undefined, redact: (text) => text };
}

/** Returns the value of X-TC-RequestClient, which identifies the product. See docs/modules/cloud.md#requests. */
function requestClientOf(env: Environment, version: string): string {
  const custom = firstVariable(variables.requestClient, env);
  if (!custom) return `Pulumi-quartet-${version}`;
  if (/^[A-Za-z0-9 \-_,;.]{1,128}$/.test(custom.text)) return custom.text;
  throw variableError(custom.name, "expected up to 128 letters, digits, blanks and the characters -_,; and dots");
}
