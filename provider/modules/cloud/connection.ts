// What all calls of one configuration share, put together at the first call: settings, credentials, the remote.
import type { ModuleContext, RequestContext } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import type { Send } from "../../http/message";
import type { Connection } from "./client";
import { createCredentials } from "./credentials";
import { Transport } from "./transport";
import { effectiveSettings } from "./settings";

/** Makes what is shared. Asks nobody; fails with `failed_precondition` for a variable of the environment that cannot be used. */
export function createConnection({ settings, env, send, version }: ModuleContext<Send>): Connection {
  const effective = effectiveSettings(settings, env);
  const { protocol, domain, budgets } = effective;
  const remote = new Transport({ send, protocol: protocol.toLowerCase(), domain, requestClient: requestClient(env, version), budgets });
  const identity = createCredentials({
    settings: effective,
    env,
    sts: (action, params, keys, region) => {
      // A code is good for one call: a second one would meet a used code.
      const manner = params["TokenCode"] === undefined ? "read" : "creation";
      return remote.call({ action, params, mode: manner, attempts: stsTries, keys, region, secrets: confided(params) }, nobodys());
    },
    get: async (url, signal) => send({ method: "GET", url, headers: {}, signal, note: () => undefined, template: "/" }),
  });
  return { transport: remote, credentials: identity };
}

/** Attempts while STS has internal errors: the vendor's own tools make one, lookups beside them three (cloud-lookups.md 3.2, 4.5). */
const stsTries = 3;

/** Fetching keys is the work of no single caller, so no caller can end it, and nobody hears of its pauses. */
function nobodys(): RequestContext {
  return { signal: new AbortController().signal, status: () => undefined, log: () => undefined, redact: (text) => text };
}

const confidential = ["SAMLAssertion", "WebIdentityToken", "TokenCode"];

function confided(params: Readonly<Record<string, unknown>>): string[] {
  return confidential.map((name) => params[name]).filter((value) => typeof value === "string");
}

/** The text of X-TC-RequestClient, by which the vendor tells products apart (cloud-lookups.md 1). */
function requestClient(env: ModuleContext["env"], version: string): string {
  const own = env["TENCENTCLOUD_API_REQUEST_CLIENT"];
  if (!own) return `Pulumi-quartet-${version}`;
  if (/^[A-Za-z0-9 \-_,;.]{1,128}$/.test(own)) return own;
  const says = "takes up to 128 letters, digits, blanks and the signs - _ , ; .";
  throw new ProviderError("failed_precondition", `The environment variable TENCENTCLOUD_API_REQUEST_CLIENT ${says}`);
}
