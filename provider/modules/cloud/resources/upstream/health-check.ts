// The health check of an upstream: its defaults, and its removal. Pure. See docs/modules/cloud.md#upstreams.
import type { PropertyTraits } from "../../../../contract/properties";
import type { Cloud } from "../../../../core/gen/types";
import type { Plain } from "../../../../core/values/value";
import { equalHealthChecks } from "../../equality";

/** A health check as the program declares it and the service returns it. */
type HealthCheck = Cloud.ApiGatewayUpstreamHealthCheckerSpec;

/** The value that equals an absent health check. */
const absentCheck = {
  enableActiveCheck: false,
  enablePassiveCheck: false,
  healthyHttpStatus: "",
  unhealthyHttpStatus: "",
  tcpFailureThreshold: 0,
  timeoutThreshold: 0,
  httpFailureThreshold: 0,
} satisfies HealthCheck;

/** The values that the service fills in. */
const serverDefaults = {
  activeCheckHttpPath: "/",
  activeCheckTimeout: 5,
  activeCheckInterval: 5,
  unhealthyTimeout: 30,
} satisfies HealthCheck | Readonly<Record<string, Plain>>;

/** The traits of the health check and its members. The service fills in the members with a default. */
export const healthCheckTraits = {
  healthChecker: { default: absentCheck, equals: equalHealthChecks },
  "healthChecker.activeCheckHttpPath": { default: serverDefaults.activeCheckHttpPath, computed: true },
  "healthChecker.activeCheckTimeout": { default: serverDefaults.activeCheckTimeout, computed: true },
  "healthChecker.activeCheckInterval": { default: serverDefaults.activeCheckInterval, computed: true },
  "healthChecker.unhealthyTimeout": { default: serverDefaults.unhealthyTimeout, computed: true },
} satisfies Readonly<Record<string, PropertyTraits>>;

/** Returns the health check to send in the place of a removed one. */
export function disabledCheck(check: HealthCheck): HealthCheck {
  return { ...check, enableActiveCheck: false, enablePassiveCheck: false };
}
