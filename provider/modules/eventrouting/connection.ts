// Creates the connection of one configuration before the first request: settings, credentials, addresses. Loaded on first use.
import type { ModuleContext } from "../../contract/context";
import { createCredentials } from "./credentials";
import { effectiveSettings } from "./settings";
import type { Connection } from "./transport";

/** Creates the connection. Sends nothing; fails with `failed_precondition` for an environment variable with an invalid value. */
export function createConnection({ settings, env, send, version, redact }: ModuleContext, warn: (message: string) => void): Connection {
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
