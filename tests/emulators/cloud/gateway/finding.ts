/** How actions of the API gateway find what a call names: in its region, once it is visible, and free for a write; and the words of a rejection. */
import type { Json, JsonObject } from "../../exchange";
import type { CallContext } from "../api";
import { CloudFailure } from "../api";
import type { Api, Guard, Service, GatewayState } from "./gateway-state";

/** The time as the gateway writes it. */
export const stamp = (now: Date): string => now.toISOString().replace(/\.\d+Z$/, "Z");

/** Rejects. */
export function rejectWith(code: string, message: string): never {
  throw new CloudFailure(code, message);
}

/** Whether a call sees a thing: every action is regional, and some things take a moment to appear. */
export const seen = (object: { region: string; visible?: number }, { region, now }: CallContext): boolean =>
  object.region === region && (object.visible ?? 0) <= now.getTime();

/** The service of that id; rejects with the code that the action declares for an unknown one. */
export function findService(
  gateway: GatewayState,
  context: CallContext,
  id: Json | undefined,
  code = "ResourceNotFound.InvalidService",
): Service {
  const service = gateway.services.get(String(id));
  return service !== undefined && seen(service, context) ? service : rejectWith(code, "The service does not exist.");
}

/** The API of that id in that service. */
export function findApi(gateway: GatewayState, service: Service, id: Json | undefined): Api {
  const api = gateway.apis.get(String(id));
  return api?.serviceId === service.id ? api : rejectWith("ResourceNotFound.InvalidApi", "The API does not exist.");
}

/** The APIs of a service, oldest first. */
export const apisOf = (gateway: GatewayState, serviceId: string): Api[] =>
  gateway.apis
    .entries()
    .map(([, api]) => api)
    .filter((api) => api.serviceId === serviceId);

/** Does a write of a service: one at a time, so that the next one is rejected for the time of `delays.busy`. */
export function write<T>(gateway: GatewayState, context: CallContext, id: Json | undefined, change: (service: Service) => T): T {
  const service = findService(gateway, context, id);
  const now = context.now.getTime();
  if (service.busy > now) rejectWith("FailedOperation.ServiceInOperation", "The service is in operation. Please try again later.");
  const outcome = change(service);
  service.busy = now + gateway.delays.busy;
  return outcome;
}

/** Rejects when one of the guards does. */
export function runGuards(guards: readonly Guard[], id: string, now: Date): void {
  for (const guard of guards) {
    const rejection = guard(id, now);
    if (rejection !== undefined) rejectWith(rejection.code, rejection.message);
  }
}

/** Rejects a value that is given (not absent, not empty) and not among the options. */
export function optional(params: JsonObject, name: string, options: readonly string[], code = "InvalidParameterValue.NotInOptions"): void {
  const value = params[name] ?? "";
  if (value !== "" && !options.includes(String(value))) rejectWith(code, `\`${name}\` must be one of ${options.join(", ")}.`);
}
