/** Fixtures for the tests of APIs: inputs of back ends, and a stack of one API with a service. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { stackFixture, withService, type StackFixture } from "./stack-fixture";

/** An HTTP back end. */
export const address = { serviceConfigUrl: "http://backend.example.com", serviceConfigPath: "/user", serviceConfigMethod: "GET" };
/** A cloud function. */
export const functions = {
  serviceConfigScfFunctionName: "f",
  serviceConfigScfFunctionNamespace: "default",
  serviceConfigScfFunctionQualifier: "$LATEST",
  serviceConfigScfFunctionType: "EVENT",
};
/** Parameters that are sent for every API. */
const always = {
  ApiName: "get-user",
  ApiType: "NORMAL",
  AuthType: "NONE",
  Protocol: "HTTP",
  EnableCORS: true,
  RequestConfig: { Path: "/user/info", Method: "GET" },
  ServiceTimeout: 5,
};

/** A stack of one API. */
export interface ApiSetup {
  at: StackFixture;
  /** Minimal inputs for any back end. */
  program: { serviceId: string; apiName: string; requestConfigPath: string };
  /** Returns the parameters of the last call of an action since the last use of this function. */
  sent(action: string): PlainMap;
  /** Parameters that are sent for any back end. */
  front: PlainMap;
}

/** An emulator with a service, and no API yet. */
export async function setup(): Promise<ApiSetup> {
  const { over, serviceId } = await withService();
  const at = stackFixture("ApiGatewayApi", over);
  const program = { serviceId, apiName: "get-user", requestConfigPath: "/user/info" };
  const sent = (action: string): PlainMap => at.newCalls().findLast((call) => call.action === action)?.params ?? {};
  return { at, program, sent, front: { ServiceId: serviceId, ...always } };
}
