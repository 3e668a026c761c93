// Fixtures for the tests of resources that belong to a service: a service with two APIs, published in `release`, and injected failures.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { TransportError } from "../../../../../provider/http/transport-error";
import { callerOf } from "../../../../emulators/cloud/caller";
import { apiParams } from "../../../../emulators/cloud/gateway/setup";
import type { Stack } from "../../../../support/stack";
import { cloudStack, type SentCall, type EmulatorFixture } from "../support";

export { errorMessageOf } from "../support";

/** A stack of one resource with a service. */
export interface Setup extends EmulatorFixture {
  stack: Stack;
  serviceId: string;
  /** Two APIs, `GET /one` and `GET /two`. */
  apiIds: [string, string];
  /** Sends a request to the emulator as another writer and returns `Result`. Fails on an error. */
  callAction(action: string, params: PlainMap): PlainMap;
  /** Rejects an action with this code from now on. */
  rejectAction(action: string, code: string): void;
  /** Drops the response of an action this number of times (default: always), after or before its execution. */
  loseResponse(action: string, carriedOut: boolean, times?: number): void;
  /** Ends all injected failures. */
  recover(): void;
  /** Returns the parameters of the last call of an action. */
  sent(action: string): PlainMap | undefined;
}

/** A stack of one resource over an emulator with a service. */
export function setupOf(kind: string): Setup {
  const fixture = cloudStack(kind);
  const content = callerOf(fixture.emulator);
  const callAction = (action: string, params: PlainMap): PlainMap => {
    const { Error: rejection, Result = {}, ...direct } = content(`apigateway/${action}`, params);
    if (rejection) throw new Error(`${action} was rejected: ${JSON.stringify(rejection)}`);
    return { ...direct, ...(Result as PlainMap) };
  };
  const { ServiceId } = callAction("CreateService", { ServiceName: "orders", Protocol: "http&https", NetTypes: ["OUTER", "INNER"] });
  const serviceId = String(ServiceId);
  const apiIds = ["one", "two"].map((name) => String(callAction("CreateApi", apiParams(serviceId, name))["ApiId"])) as [string, string];
  callAction("ReleaseService", { ServiceId: serviceId, EnvironmentName: "release", ReleaseDesc: "first" });
  const on = (action: string, response: (call: SentCall) => PlainMap | Error | undefined): void => {
    fixture.override = (call) => (call.action === action ? response(call) : undefined);
  };
  return Object.assign(fixture, {
    serviceId,
    apiIds,
    callAction,
    rejectAction: (action: string, code: string) => on(action, () => ({ Error: { Code: code, Message: "rejected by hand" } })),
    loseResponse: (action: string, carriedOut: boolean, times = Infinity) =>
      on(action, ({ params }) => {
        if (times-- <= 0) return undefined;
        if (carriedOut) callAction(action, params);
        return new TransportError("sent", "ECONNRESET", "the connection was closed. It may have been carried out.", { ambiguous: true });
      }),
    recover: () => void (fixture.override = () => undefined),
    sent: (action: string) => fixture.calls.findLast((call) => call.action === action)?.params,
  });
}
