// The end of the API gateway: the responses of a retired service, the hint beside them, and the error with the setting `apiGatewayRetired`. Pure.
// See docs/modules/cloud.md#retirement.
import { configCommand } from "../../core/errors/config-command";
import { ProviderError } from "../../core/errors/errors";
import { serviceOf } from "./actions";
import { variables } from "./env";

const announcement = "announcement 2475 of Tencent Cloud, https://cloud.tencent.com/announce/detail/2475";

const [retiredVariable] = variables.apiGatewayRetired;

/** Common codes of Tencent Cloud with which a service that is offline, or partly offline, can respond. Other faults have these codes, too. */
const retiredCodes: ReadonlySet<string> = new Set(["ActionOffline", "InvalidAction", "NoSuchProduct", "NoSuchVersion"]);

/** The code of the system for a host that does not exist. */
const unknownHost = "ENOTFOUND";

// Without `--run-program`, refresh and destroy use the settings in the state, not those of `pulumi config`.
const hint =
  `The API gateway goes offline in batches from 2026-10-30 (${announcement}). If yours is offline, run ${configCommand("apiGatewayRetired", { value: "true" })}, ` +
  `then \`pulumi refresh --run-program\` or \`pulumi destroy --run-program\`. Without the program, set ${retiredVariable}=true instead.`;

/** Returns the hint for a failed action: undefined unless the API gateway responded, or failed to, as a retired service does. Changes nothing else. */
export function retirementHint(action: string, code: string | undefined): string | undefined {
  const isPossible = code !== undefined && (retiredCodes.has(code) || code === unknownHost);
  return isPossible && serviceOf(action) === "apigateway" ? hint : undefined;
}

/** Returns the error of everything but Read and Delete while the setting `apiGatewayRetired` is true. `what` names the operation. */
export function retiredError(what: string): ProviderError {
  const reason = "the setting apiGatewayRetired is true, and Tencent Cloud has accepted no new resources since 2024-07-01";
  const advice =
    "Remove the resources and functions of the API gateway from the program and use a successor product. If your gateway is still online, " +
    `unset quartet:apiGatewayRetired and ${retiredVariable}.`;
  return new ProviderError("failed_precondition", `${what} failed: API gateway: ${reason} (${announcement}). ${advice}`);
}
