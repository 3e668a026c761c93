// APIs of a service (cloud-resources.md 4.2). The id is the bare id of the API; the service comes from the inputs, and from the id on import.
import type { Known, Resource } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import { equal } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { isEmpty, sameFilled, sameSet, sameWord } from "../equal-forms";
import { unlessRefused } from "../errors";
import { pascal } from "../naming";
import { apiNames, flatApi } from "./api-answer";
import { creation, hasLeftovers, idleInputs, modification } from "./api-definition";
import { apiRules } from "./api-rules";
import { changing } from "./changing";
import { newObject } from "./creation";
import { ids, type Parts } from "./ids";
import { clearLimits, limitInputs, readLimits, withoutLimit, writeLimits } from "./limits";
import { stateOf } from "./state";
import { blank } from "./values";

type Inputs = Cloud.ApiGatewayApiInputs;
type State = Cloud.ApiGatewayApiState;

const form = ids(["serviceId", "apiId"], "service-k3v9x2ab#api-7fq2m0zd");

/** Codes that say that an API is not there any more. */
export const apiGone = ["ResourceNotFound.InvalidApi", "ResourceNotFound.InvalidService", "FailedOperation.ServiceNotExist"];

const words = ["apiType", "authType", "protocol", "requestConfigMethod", "apiBusinessType", "responseType", "serviceConfigType"];
const sets = ["constantParameters", "requestParameters", "microServices", "responseErrorCodes"];
const objects = ["serviceTsfLoadBalanceConf", "serviceTsfHealthCheckConf", "oauthConfig", "serviceConfigCosConfig"];
/** Sent, and never answered: what stands in the state is kept. */
const unreadable = [
  ...(["targetServices", "targetServicesLoadBalanceConf", "targetServicesHealthCheckConf", "serviceConfigScfFunctionType"] as const),
  ...(["isDeleteResponseErrorCodes", "targetNamespaceId", "userType", "eventBusId", "owner", "tokenTimeout"] as const),
  ...(["eiamAppType", "eiamAuthType", "eiamAppId"] as const),
];
/** What the service fills in by itself, and means where it answers null. */
const told = { apiBusinessType: "NORMAL", isDebugAfterCharge: false, isBase64Encoded: false } as const;

/** An API. */
export const ApiGatewayApi: Resource<CloudClient, Inputs, State> = {
  rules: apiRules,
  complete: (known) => ({ inputs: withNestedDefaults(known) }),
  same: {
    ...limitInputs.same,
    ...Object.fromEntries([...words, "serviceConfigProduct", "serviceConfigScfFunctionType"].map((word) => [word, sameWord])),
    ...Object.fromEntries(sets.map((list) => [list, sameSet])),
    ...Object.fromEntries(
      [...objects, "targetServicesHealthCheckConf", "serviceParameters", "targetServices"].map((key) => [key, sameFilled]),
    ),
  },
  serverDefaults: {
    ...blank("apiDesc", "serviceConfigUrl", "serviceConfigPath", "serviceConfigMethod", "serviceConfigVpcId", "serviceConfigUpstreamId"),
    ...blank("serviceConfigScfFunctionName", "serviceConfigScfFunctionNamespace", "serviceConfigScfFunctionQualifier"),
    ...blank(...["Register", "Cleanup", "Transport"].flatMap((on) => ["Name", "Namespace", "Qualifier"].map((of) => websocketKey(on, of)))),
    ...blank("serviceConfigMockReturnMessage", "authRelationApiId", "responseSuccessExample", "responseFailExample"),
    ...blank("targetNamespaceId", "userType", "eventBusId", "eiamAppType", "eiamAuthType", "eiamAppId", "owner"),
    ...Object.fromEntries([...sets, "serviceParameters", "targetServices"].map((list) => [list, []])),
    ...Object.fromEntries([...objects, "targetServicesHealthCheckConf"].map((key) => [key, {}])),
    serviceConfigScfIsIntegratedResponse: false,
  },
  filled: [
    ...(["apiBusinessType", "isDebugAfterCharge", "isDeleteResponseErrorCodes", "responseType", "responseSuccessExample"] as const),
    ...(["responseFailExample", "authRelationApiId", "isBase64Encoded"] as const),
    ...limitInputs.filled,
  ],
  leaves: (state) => [...withoutLimit(state), ...(Object.keys(told) as (keyof typeof told)[]).filter((key) => state[key] === told[key])],
  stables: ["apiGatewayApiId", "createTime"],
  // The same path and method cannot stand twice in a service.
  deleteBeforeReplace: true,
  // What else is known of the API says of which service a bare id is; without it `read` demands both parts.
  checkId: (id) => (/^[^#\s]+$/.test(id) ? undefined : form.check(id)),
  birth: ({ preLimit: _pre, releaseLimit: _release, testLimit: _test, ...rest }) => rest,

  async create(inputs, client) {
    const { serviceId, requestConfigMethod: method = "GET", requestConfigPath: path } = inputs;
    if (!(await client.find("DescribeService", { ServiceId: serviceId }, ["ResourceNotFound.InvalidService"])))
      throw new ProviderError(
        "missing",
        `The service ${serviceId} does not exist, so no API can be made in it; check serviceId and the region.`,
      );
    if (inputs.apiBusinessType === "OAUTH" && inputs.authType !== "OAUTH")
      client.operation.log("warning", "apiBusinessType says something for authType OAUTH only, and is not sent");
    const find = `Look for the API ${method} ${path} in the service ${serviceId} (getApiGatewayApis), and import it by <serviceId>#<apiId> or delete it.`;
    const params = { ServiceId: serviceId, ...creation(inputs) };
    return (await newObject(client, { action: "CreateApi", params, id: "ApiId", find })).id;
  },

  apply: changing(apiGone, async (id, inputs, previous, client) => {
    const { serviceId } = inputs;
    const changed = modification(inputs, previous);
    const stands = equal(changed, modification(previous as Inputs, previous)) && !hasLeftovers(inputs, previous);
    if (!stands) await client.write("ModifyApi", { ServiceId: serviceId, ApiId: id, ...withoutOwn(changed, inputs) });
    await writeLimits(client, { serviceId, apiId: id }, inputs, previous);
  }),

  async read(id, client, known) {
    const place = placeOf(id, known);
    return unlessRefused(apiGone, async () => {
      const api = await client.find("DescribeApi", { ServiceId: place.serviceId, ApiId: place.apiId }, apiGone);
      if (!api) return undefined;
      const own = { ...(await readLimits(client, place)), serviceId: place.serviceId, apiGatewayApiId: place.apiId };
      const had = known?.inputs as PlainMap | undefined;
      const state = stateOf<State>(client, "ApiGatewayApi", flatApi(api), { names: apiNames, own, had });
      return { id: place.apiId, state: { ...told, ...state, ...untold(state, known?.standing ?? {}) } };
    });
  },

  async delete(id, client, known) {
    const place = placeOf(id, known);
    const there = await unlessRefused(apiGone, async () => {
      await clearLimits(client, place);
      return true;
    });
    if (there) await client.undo("DeleteApi", { ServiceId: place.serviceId, ApiId: place.apiId }, apiGone);
  },
};

/** The defaults inside of lists (contract, nested types), which the schema leaves to the provider. */
function withNestedDefaults({ requestParameters, responseErrorCodes }: Partial<Inputs>): Partial<Inputs> {
  return {
    ...(requestParameters && {
      requestParameters: requestParameters.map((parameter) => ({ ...parameter, required: parameter.required ?? false })),
    }),
    ...(responseErrorCodes && {
      responseErrorCodes: responseErrorCodes.map((code) => ({ ...code, needConvert: code.needConvert ?? false })),
    }),
  };
}

function websocketKey(on: string, of: string): string {
  return `serviceConfigWebsocket${on}Function${of}`;
}

/** Service and API. Fails with kind "invalid" when nothing says of which service the API is. */
function placeOf(id: string, known: Known<Inputs> | undefined): Parts<"serviceId" | "apiId"> {
  const serviceId = known?.standing.serviceId ?? known?.inputs.serviceId;
  return id.includes("#") || serviceId === undefined ? form.split(id) : { serviceId, apiId: id };
}

/** The definition without what the service puts in by itself: there as in CreateApi only what says something is sent. */
function withoutOwn(definition: PlainMap, inputs: Inputs): PlainMap {
  const own = (Object.keys(told) as (keyof typeof told)[])
    .filter((key) => inputs[key] === undefined && definition[pascal(key)] === told[key])
    .map(pascal);
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !own.includes(name)));
}

/** What stands at the service without being told, or in the state without being sent. */
function untold(state: State, standing: Partial<Inputs>): Partial<State> {
  const unread = unreadable.filter((key) => standing[key] !== undefined);
  const idle = idleInputs(standing).filter((key) => isEmpty(state[key as keyof State] as never));
  const business =
    state.authType !== "OAUTH" && standing.apiBusinessType !== undefined ? { apiBusinessType: standing.apiBusinessType } : {};
  const parameters = state.serviceParameters?.map((parameter, i) => {
    const type = standing.serviceParameters?.[i]?.relevantRequestParameterType;
    const same = standing.serviceParameters?.[i]?.name === parameter.name;
    return same && type !== undefined ? { ...parameter, relevantRequestParameterType: type } : parameter;
  });
  return {
    ...Object.fromEntries([...unread, ...idle].map((key) => [key, standing[key]])),
    ...business,
    ...(parameters && { serviceParameters: parameters }),
  };
}
