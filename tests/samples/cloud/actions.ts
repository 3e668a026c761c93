/** Sends actions to the API gateway of an emulator, as another writer. */
import { callerOf } from "../../emulators/cloud/caller";
import type { JsonObject } from "../../emulators/exchange";

/** The domain of the emulator, and its clock. */
export interface ActionOptions {
  /** Default `localhost`. */
  domain?: string;
  now?: () => Date;
}

/** Calls an action, and returns the members of its response and of `Result`. */
export type CallAction = (action: string, params: JsonObject) => JsonObject;

/** Returns the sender of actions, which throws if one is rejected. */
export const actionsOf =
  (emulator: Parameters<typeof callerOf>[0], { domain = "localhost", now = () => new Date() }: ActionOptions = {}): CallAction =>
  (action, params) => {
    const content = callerOf(emulator, { host: `apigateway.${domain}`, now: now() })(`apigateway/${action}`, params);
    const { Error: rejection, Result, ...direct } = content;
    if (rejection) throw new Error(`${action} was rejected: ${JSON.stringify(rejection)}`);
    return { ...direct, ...(typeof Result === "object" && !Array.isArray(Result) && Result) };
  };

/** Returns the same for actions that create an object: they return the member that is its ID. */
export const creatorOf = (call: CallAction) => (action: string, params: JsonObject, member: string) => String(call(action, params)[member]);
