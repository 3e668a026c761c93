// Creates the connection of one configuration before the first request: settings, credentials, addresses. Loaded on first use.
import type { ModuleConfiguration } from "../../contract/context";
import type { Send } from "../../contract/http";
import type { RetryTools } from "../../http/retry";
import { createCredentials, type Credentials } from "./credentials";
import { effectiveSettings } from "./settings";

/** What all clients of one configuration share. `tools` replaces clock, randomness and waiting in tests. */
export interface Connection {
  credentials: Credentials;
  /** The project of requests that name none. */
  project: string | undefined;
  /** The location of lists without one. */
  location?: string | undefined;
  send: Send;
  /** The address of the service, without version and without a slash at the end. */
  url: string;
  userAgent: string;
  tools?: RetryTools;
}

/** Creates the connection. Sends nothing; fails with `failed_precondition` for an environment variable with an invalid value. */
export function createConnection(
  { settings, env, send, version, redact }: ModuleConfiguration,
  warn: (message: string) => void,
): Connection {
  const effective = effectiveSettings(settings, env);
  const { eventApiUrl, googleProject, googleLocation, googleAppendUserAgent } = effective;
  return {
    credentials: createCredentials({ settings: effective, env, send, warn, redact }),
    project: googleProject,
    location: googleLocation,
    send,
    url: eventApiUrl,
    userAgent: `pulumi-quartet/${version}${googleAppendUserAgent === undefined ? "" : ` ${googleAppendUserAgent}`}`,
  };
}
