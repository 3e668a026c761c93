/** Short words for the tests of the gateway's actions: call one as the wire does, and name the code of a rejection. */
import type { JsonObject } from "../../exchange";
import { CloudFailure } from "../api";
import { readParameters } from "../parameters";
import { createGateway } from "./index";
import type { GatewayState } from "./gateway-state";

/** Creates a gateway with a clock that only the test moves. */
export interface Calls {
  gateway: GatewayState;
  /** Calls an action and returns the content of `Response`, as JSON would carry it. */
  call(action: string, params?: JsonObject, region?: string): JsonObject;
  /** The same, and the content of `Result`. */
  result(action: string, params?: JsonObject): JsonObject;
  /** The code with which a call is rejected; empty when it is not. */
  code(action: string, params?: JsonObject): string;
  /** Lets milliseconds pass. */
  pass(millis: number): void;
  /** A service; its id. */
  service(params?: JsonObject): string;
  /** An API with a mocked back end; its id. */
  api(serviceId: string, params?: JsonObject): string;
}

/** The definition of an API with a mocked back end. */
export const mocked = (path: string): JsonObject => ({
  ApiName: "hello",
  Protocol: "HTTP",
  RequestConfig: { Path: path, Method: "GET" },
  ServiceType: "MOCK",
  ServiceTimeout: 5,
  ServiceMockReturnMessage: "hello",
});

/** An empty gateway to call. */
export function createCalls(): Calls {
  const { gateway, actions } = createGateway();
  let millis = Date.UTC(2026, 2, 2, 8, 15, 30);
  const call: Calls["call"] = (name, params = {}, region = "ap-guangzhou") => {
    const action = actions[name];
    if (action === undefined) throw new Error(`There is no action ${name}.`);
    const context = { region, account: "100000000001", secretId: "AKIDEXAMPLE", now: new Date(millis) };
    return JSON.parse(JSON.stringify(action.run(readParameters(JSON.stringify(params), action.params), context))) as JsonObject;
  };
  const result: Calls["result"] = (name, params) => call(name, params).Result as JsonObject;
  return {
    gateway,
    call,
    result,
    code(name, params) {
      try {
        call(name, params);
        return "";
      } catch (cause) {
        if (cause instanceof CloudFailure) return cause.code;
        throw cause;
      }
    },
    pass: (more) => void (millis += more),
    service: (params) => String(call("CreateService", { ServiceName: "orders", Protocol: "http&https", ...params }).ServiceId),
    api: (ServiceId, params) => String(result("CreateApi", { ServiceId, ...mocked("/hello"), ...params }).ApiId),
  };
}
