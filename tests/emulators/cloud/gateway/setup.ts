/** An emulator with one service, two APIs and a clock, for tests of objects that belong to services and APIs. */
import type { JsonObject } from "../../exchange";
import { callerOf } from "../caller";
import type { CloudEmulator } from "../index";
import { createCloudEmulator } from "../index";
import type { GatewayState } from "./gateway-state";

/** Sends a request to an action of the gateway; returns the content of `Response` without the request id. */
export type Call = (action: string, params?: JsonObject, region?: string) => JsonObject;

/** What a test finds. */
export interface Setup {
  emulator: CloudEmulator;
  gateway: GatewayState;
  call: Call;
  /** As `call`, and returns `Result`. Fails when the call is rejected. */
  result: (action: string, params?: JsonObject) => JsonObject;
  /** Lets time pass, in milliseconds. */
  pass: (milliseconds: number) => void;
  serviceId: string;
  /** Two APIs, `GET /one` and `GET /two`. */
  apiIds: [string, string];
}

/** An API as a test needs one. */
export const apiParams = (serviceId: string, name: string): JsonObject => ({
  ServiceId: serviceId,
  ApiName: name,
  ApiType: "NORMAL",
  AuthType: "NONE",
  Protocol: "HTTP",
  EnableCORS: true,
  RequestConfig: { Path: `/${name}`, Method: "GET" },
  ServiceType: "MOCK",
  ServiceTimeout: 5,
  ServiceMockReturnMessage: "hello",
});

/** Where the clock begins. */
export const beginning = "2026-03-02T08:15:30Z";

/** Creates the emulator and its objects; the service is published in `release` only. */
export const createSetup = (): Setup => {
  let time = Date.parse(beginning);
  const now = (): Date => new Date(time);
  const emulator = createCloudEmulator({ now });
  const callAction = callerOf(emulator);
  const call: Call = (action, params = {}, region = "ap-guangzhou") => callAction(`apigateway/${action}`, params, { now: now(), region });
  const result = (action: string, params: JsonObject = {}): JsonObject => {
    const response = call(action, params);
    if (response.Error) throw new Error(`${action} was rejected: ${JSON.stringify(response.Error)}`);
    return response.Result as JsonObject;
  };
  const { ServiceId } = call("CreateService", {
    ServiceName: "orders",
    ServiceDesc: "all orders",
    Protocol: "http&https",
    NetTypes: ["OUTER"],
  });
  const serviceId = ServiceId as string;
  const apiIds = ["one", "two"].map((name) => result("CreateApi", apiParams(serviceId, name)).ApiId) as [string, string];
  result("ReleaseService", { ServiceId: serviceId, EnvironmentName: "release", ReleaseDesc: "first" });
  return { emulator, gateway: emulator.gateway, call, result, pass: (milliseconds) => void (time += milliseconds), serviceId, apiIds };
};
