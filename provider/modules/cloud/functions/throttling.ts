// The rate limits of services and of their APIs per environment: of one service, or of all. See docs/modules/cloud.md#throttling.
import type { Plain, PlainMap } from "../../../core/values/value";
import { mapConcurrently } from "../../../kit/concurrency";
import { unlessGone } from "../gone";
import { isGiven } from "../mapping";
import { functionsOf, type FunctionDefinition } from "./cloud-function";
import { elementsOf, hashOf } from "./outputs";

interface ThrottlingDefinition extends FunctionDefinition {
  action: string;
  /** The list in the response. */
  rows: string;
  /** The remote spelling of the member of an element that contains the rows. */
  member: string;
}

const table = {
  getApiGatewayThrottlingApis: {
    action: "DescribeApiEnvironmentStrategy",
    rows: "ApiEnvironmentStrategySet",
    member: "ApiEnvironmentStrategies",
  },
  getApiGatewayThrottlingServices: { action: "DescribeServiceEnvironmentStrategy", rows: "EnvironmentList", member: "Environments" },
} satisfies Record<string, ThrottlingDefinition>;

/** The functions by name. */
export const throttlingFunctions = functionsOf<keyof typeof table, ThrottlingDefinition>(
  table,
  async ({ action, rows, member }, { name, inputs: { serviceId, environmentNames }, client }) => {
    // The names are sent as they are given, with duplicates.
    const environments: PlainMap = isGiven(environmentNames) ? { EnvironmentNames: environmentNames } : {};
    const listed = isGiven(serviceId) ? [] : await client.readPages("DescribeServicesStatus", {}, "ServiceSet");
    const services: Plain[] = isGiven(serviceId) ? [serviceId] : listed.map(({ ServiceId = null }) => ServiceId);
    const found = await mapConcurrently(services, async (ServiceId) => {
      const limits = await unlessGone("service", () => client.readPages(action, { ServiceId, ...environments }, rows));
      return { ServiceId, [member]: limits ?? [] };
    });
    const lists = elementsOf(client, name, "lists", found);
    return { outputs: { id: hashOf(services), lists }, content: lists };
  },
);
