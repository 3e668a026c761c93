// The limits of services and of their APIs by environment (cloud-lookups.md 8.25, 8.26): of one service, or of all.
import type { ProviderFunction } from "../../../core/contract";
import type { Plain, PlainMap } from "../../../core/value";
import { fanOut, type CloudClient } from "../client";
import { hasVendorCode } from "../errors";
import { concluded, elements, given, hash, kept, type InputsOf, type OutputsOf } from "./results";

type Name = "getApiGatewayThrottlingApis" | "getApiGatewayThrottlingServices";

interface Kind {
  action: string;
  /** The list in the answer, and the member of our element that it becomes (remote spelling of our name). */
  rows: string;
  member: string;
}

function throttling<N extends Name>(name: N, { action, rows, member }: Kind): ProviderFunction<CloudClient, InputsOf<N>, OutputsOf<N>> {
  const limits = async (client: CloudClient, ServiceId: Plain, inputs: PlainMap): Promise<PlainMap> => {
    try {
      const found = await client.readPages(action, { ServiceId, ...environments(inputs) }, rows);
      return { ServiceId, [member]: found };
    } catch (error) {
      if (!hasVendorCode(error, ["ResourceNotFound.InvalidService"])) throw error;
      return { ServiceId, [member]: [] };
    }
  };
  return {
    cacheable: kept,
    async read(typed, { client }) {
      const inputs = typed as PlainMap;
      const services = given(inputs["serviceId"]) ? [inputs["serviceId"]] : await allServices(client);
      const found = await fanOut(services, (service) => limits(client, service, inputs));
      const content = elements(client, name, "lists", found);
      return concluded(client, inputs, { id: hash(services), lists: content }, { content });
    },
  };
}

/** The names are no set: they go as they are given (cloud-lookups.md 7). */
function environments({ environmentNames }: PlainMap): PlainMap {
  return given(environmentNames) ? { EnvironmentNames: environmentNames } : {};
}

async function allServices(client: CloudClient): Promise<Plain[]> {
  const rows = await client.readPages("DescribeServicesStatus", {}, "ServiceSet");
  return rows.map(({ ServiceId = null }) => ServiceId);
}

/** Limits of the APIs of a service. */
export const getApiGatewayThrottlingApis = throttling("getApiGatewayThrottlingApis", {
  action: "DescribeApiEnvironmentStrategy",
  rows: "ApiEnvironmentStrategySet",
  member: "ApiEnvironmentStrategies",
});

/** Limits of services. */
export const getApiGatewayThrottlingServices = throttling("getApiGatewayThrottlingServices", {
  action: "DescribeServiceEnvironmentStrategy",
  rows: "EnvironmentList",
  member: "Environments",
});
