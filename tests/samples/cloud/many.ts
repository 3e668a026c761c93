/** Many objects of a kind of module cloud, for reads that share requests. */
import { apiParams } from "../../emulators/cloud/gateway/setup";
import type { Properties } from "../../support/structs";
import type { Preparation } from "../variant";
import { cloudSamples, prepare } from ".";
import { actionsOf } from "./actions";

/** The service, with what its objects refer to. */
type Remote = ReturnType<typeof remoteOf>;

/** Creates what objects refer to. Calls throw when the service rejects them. */
export const remoteOf = ({ handle }: Pick<Preparation, "handle">) => ({
  call: actionsOf({ handle }),
  prerequisites: prepare({ handle, calls: [] }),
});

const newApi = ({ call, prerequisites: { serviceId } }: Remote, n: number) =>
  String(call("CreateApi", apiParams(serviceId, `more${n}`))["ApiId"]);
const newKey = ({ call }: Remote, n: number) => String(call("CreateApiKey", { SecretName: `own${n}` })["AccessKeyId"]);

/** The inputs in which an object differs from that of the sample; one for each collection of the module. */
const changes: Readonly<Record<string, (n: number, remote: Remote) => Properties>> = {
  ApiGatewayPlugin: (n) => ({ pluginName: `plugin${n}` }),
  ApiGatewayApiApp: (n) => ({ apiAppName: `app${n}`, tags: { team: `team${n}`, stage: "test" } }),
  ApiGatewayApiKey: (n) => ({ secretName: `key${n}`, status: n % 2 === 0 ? "on" : "off" }),
  ApiGatewayUpstream: (n) => ({ upstreamName: `upstream${n}`, ...(n % 3 > 0 && { tags: {} }) }),
  ApiGatewayIpStrategy: (n) => ({ strategyName: `office${n}`, strategyData: `10.0.0.${n}` }),
  ApiGatewayApi: (n) => ({ apiName: `api${n}`, requestConfigPath: `/path${n}`, releaseLimit: 100 + n }),
  ApiGatewayCustomDomain: (n) => ({ subDomain: `API${n}.example.com`, pathMappings: [`/path${n}#test`] }),
  ApiGatewayApiAppAttachment: (n, remote) => ({ apiId: newApi(remote, n) }),
  ApiGatewayPluginAttachment: (n, remote) => ({ apiId: newApi(remote, n) }),
  ApiGatewayStrategyAttachment: (n, remote) => ({ bindApiId: newApi(remote, n) }),
  ApiGatewayApiKeyAttachment: (n, remote) => ({ apiKeyId: newKey(remote, n) }),
  ApiGatewayUsagePlanAttachment: (n, remote) => ({ apiId: newApi(remote, n), accessKeyIds: [] }),
};
/** The kinds, with the inputs of one of many objects. */
export const kinds = Object.entries(changes).map(([name, change]) => {
  const sample = cloudSamples.find(({ token }) => token === `quartet:cloud:${name}`)!;
  const inputs = (remote: Remote, n: number) => ({ ...sample.inputs(remote.prerequisites), ...change(n, remote) });
  // A service takes few domains.
  return { name, inputs, count: name === "ApiGatewayCustomDomain" ? 5 : undefined };
});
