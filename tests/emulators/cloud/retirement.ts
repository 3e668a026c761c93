/** A retired service: every call is rejected with one of the API's common codes, at the point of the checks where the API has it. */
import { CloudFailure } from "./api";

/** The codes of a service that is offline, in the order in which a call meets them. */
export const retiredCodes = ["NoSuchProduct", "NoSuchVersion", "InvalidAction", "ActionOffline"] as const;
/** How a retired service rejects each call. */
export type Retirement = (typeof retiredCodes)[number];

const messages: Readonly<Record<Retirement, string>> = {
  NoSuchProduct: "The product does not exist.",
  NoSuchVersion: "The version does not exist.",
  InvalidAction: "The action does not exist.",
  ActionOffline: "This API has been taken offline.",
};

/** Fails when the service is retired in this way. */
export function checkRetirement(retired: Retirement | undefined, point: Retirement): void {
  if (retired === point) throw new CloudFailure(point, messages[point]);
}
