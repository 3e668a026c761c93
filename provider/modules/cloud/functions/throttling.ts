// The rate limits of services and of their APIs per environment: of one service, or of all. See docs/modules/cloud.md#throttling.
import type { Plain, PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { mapConcurrently } from "../../../kit/concurrency";
import { unlessGone } from "../gone";
import { cloudFunction } from "./cloud-function";
import { elementsOf, hashOf } from "./outputs";
import { isGiven } from "./requests";
import type { ModuleFunction } from "./types";

type Name = "getApiGatewayThrottlingApis" | "getApiGatewayThrottlingServices";

interface ThrottlingDefinition {
  action: string;
  /** The list in the response. */
  rows: string;
  /** The remote spelling of the member of an element that contains the rows. */
  member: string;
}

function throttling<N extends Name>(name: N, { action, rows, member }: ThrottlingDefinition): ModuleFunction<N> {
  return cloudFunction(name, {
    async read(typed, client) {
      const { serviceId, environmentNames }: PlainMap = typed;
      // The names are sent as they are given, with duplicates.
      const environments: PlainMap = isGiven(environmentNames) ? { EnvironmentNames: environmentNames } : {};
      const services = isGiven(serviceId) ? [serviceId] : await servicesOf(client);
      const found = await mapConcurrently(services, async (ServiceId) => {
        const limits = await unlessGone("service", () => client.readPages(action, { ServiceId, ...environments }, rows));
        return { ServiceId, [member]: limits ?? [] };
      });
      const lists = elementsOf(client, name, "lists", found);
      return { outputs: { id: hashOf(services), lists }, file: { content: lists } };
    },
  });
}

async function servicesOf(client: CloudClient): Promise<Plain[]> {
  const rows = await client.readPages("DescribeServicesStatus", {}, "ServiceSet");
  return rows.map(({ ServiceId = null }) => ServiceId);
}

/** The functions by name. */
export const throttlingFunctions = {
  getApiGatewayThrottlingApis: throttling("getApiGatewayThrottlingApis", {
    action: "DescribeApiEnvironmentStrategy",
    rows: "ApiEnvironmentStrategySet",
    member: "ApiEnvironmentStrategies",
  }),
  getApiGatewayThrottlingServices: throttling("getApiGatewayThrottlingServices", {
    action: "DescribeServiceEnvironmentStrategy",
    rows: "EnvironmentList",
    member: "Environments",
  }),
};
