// What all calls of one configuration share, put together at the first call: settings, credentials, addresses.
import type { Host } from "../../core/contract";
import type { Send } from "../../http/message";
import type { Shared } from "./client";
import { createCredentials } from "./credentials";
import { effectiveSettings } from "./settings";

/** Makes what is shared. Asks nobody; fails with kind "precondition" for a variable of the environment that cannot be used. */
export function createShared({ settings, env, send, version }: Host<Send>, warn: (message: string) => void): Shared {
  const effective = effectiveSettings(settings, env);
  const { eventApiUrl, googleProject, googleAppendUserAgent } = effective;
  return {
    identity: createCredentials({ settings: effective, env, send, warn }),
    project: googleProject,
    send,
    url: eventApiUrl,
    userAgent: `pulumi-quartet/${version}${googleAppendUserAgent === undefined ? "" : ` ${googleAppendUserAgent}`}`,
  };
}
