// Limits of the parts of an upstream. Pure. See docs/modules/cloud.md#upstreams.
import type { Rules, ValueRule } from "../../../../contract/rules";

const upTo = (maximum: number): ValueRule => ({ whole: true, minimum: 0, maximum });
const threshold = upTo(254);

/** Rules by type token. */
export const upstreamTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:cloud:ApiGatewayUpstreamNodeSpec": {
    properties: { host: { minLength: 1 }, port: upTo(65_535), weight: upTo(100) },
  },
  "quartet:cloud:ApiGatewayUpstreamHealthCheckerSpec": {
    properties: { tcpFailureThreshold: threshold, timeoutThreshold: threshold, httpFailureThreshold: threshold },
    test: ({ enableActiveCheck, enablePassiveCheck, unhealthyTimeout }) =>
      enablePassiveCheck === true && enableActiveCheck === false && typeof unhealthyTimeout === "number" && unhealthyTimeout <= 0
        ? [{ property: "unhealthyTimeout", reason: "must be above 0 where only the passive check is enabled" }]
        : [],
  },
};
