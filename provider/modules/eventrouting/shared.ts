// What all calls of one configuration share, put together at the first call: settings, credentials, addresses.
import type { ModuleContext } from "../../core/contract";
import type { Shared } from "./client";
import { createCredentials } from "./credentials";
import { effectiveSettings } from "./settings";

/** Creates the shared state without a request. Fails with `failed_precondition` for an environment variable that cannot be used. */
export function createShared({ settings, env, send, version, redact }: ModuleContext, warn: (message: string) => void): Shared {
  const effective = effectiveSettings(settings, env);
  const { eventApiUrl, googleProject, googleLocation, googleAppendUserAgent } = effective;
  return {
    identity: createCredentials({ settings: effective, env, send, warn, redact }),
    project: googleProject,
    location: googleLocation,
    send,
    url: eventApiUrl,
    userAgent: `pulumi-quartet/${version}${googleAppendUserAgent === undefined ? "" : ` ${googleAppendUserAgent}`}`,
  };
}
