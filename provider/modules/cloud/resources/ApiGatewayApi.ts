// APIs of a service (cloud-resources.md 4.2). The id is the bare id of the API; the service comes from the inputs, and from the id on import.
import type { PriorState, Resource } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import { each, mergeTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { isEmpty, sameFilled, sameSet, sameWord } from "../equal-forms";
import { unlessRefused } from "../errors";
import { pascal } from "../naming";
import { apiNames, flatApi } from "./api-answer";
import { creation, idleInputs, modification, websocketKeys } from "./api-definition";
import { apiTests, apiTraits } from "./api-rules";
import { changing } from "./changing";
import { newObject } from "./creation";
import { ids, type Parts } from "./ids";
import { clearLimits, isLimit, limitTraits, readLimits, writeGivenLimits } from "./limits";
import { stateOf } from "./state";

type Inputs = Cloud.ApiGatewayApiInputs;
type State = Cloud.ApiGatewayApiState;

const form = ids(["serviceId", "apiId"], "service-k3v9x2ab#api-7fq2m0zd");

/** Codes that say that an API is not there any more. */
export const apiGone = ["ResourceNotFound.InvalidApi", "ResourceNotFound.InvalidService", "FailedOperation.ServiceNotExist"];

const words = [
  ...(["apiType", "authType", "protocol", "requestConfigMethod", "apiBusinessType", "responseType", "serviceConfigType"] as const),
  ...(["serviceConfigProduct", "serviceConfigScfFunctionType"] as const),
];
const sets = ["constantParameters", "requestParameters", "microServices", "responseErrorCodes"] as const;
const objects = [
  ...(["serviceTsfLoadBalanceConf", "serviceTsfHealthCheckConf", "oauthConfig", "serviceConfigCosConfig"] as const),
  "targetServicesHealthCheckConf",
] as const;
/** Sent, and never answered. */
const unreadable = [
  ...(["targetServices", "targetServicesLoadBalanceConf", "targetServicesHealthCheckConf", "serviceConfigScfFunctionType"] as const),
  ...(["isDeleteResponseErrorCodes", "targetNamespaceId", "userType", "eventBusId", "owner", "tokenTimeout"] as const),
  ...(["eiamAppType", "eiamAuthType", "eiamAppId", "serviceParameters[*].relevantRequestParameterType"] as const),
];
const texts = [
  ...([
    "apiDesc",
    "serviceConfigUrl",
    "serviceConfigPath",
    "serviceConfigMethod",
    "serviceConfigVpcId",
    "serviceConfigUpstreamId",
  ] as const),
  ...(["serviceConfigScfFunctionName", "serviceConfigScfFunctionNamespace", "serviceConfigScfFunctionQualifier"] as const),
  ...websocketKeys,
  ...(["serviceConfigMockReturnMessage", "authRelationApiId", "responseSuccessExample", "responseFailExample"] as const),
  ...(["targetNamespaceId", "userType", "eventBusId", "eiamAppType", "eiamAuthType", "eiamAppId", "owner"] as const),
];
const filled = [
  ...(["apiBusinessType", "isDebugAfterCharge", "isDeleteResponseErrorCodes", "responseType", "responseSuccessExample"] as const),
  ...(["responseFailExample", "authRelationApiId", "isBase64Encoded"] as const),
];
/** What the service fills in by itself, and means where it answers null. */
const told = { apiBusinessType: "NORMAL", isDebugAfterCharge: false, isBase64Encoded: false } as const;
const toldKeys = Object.keys(told) as (keyof typeof told)[];

/** An API. */
export const ApiGatewayApi: Resource<CloudClient, Inputs, State> = {
  properties: mergeTraits(
    apiTraits,
    limitTraits,
    each(words, { equals: sameWord }),
    each(sets, { equals: sameSet, default: [] }),
    each(objects, { equals: sameFilled, default: {} }),
    each(["serviceParameters", "targetServices"], { equals: sameFilled, default: [] }),
    each(texts, { default: "" }),
    each(filled, { computed: true }),
    each(unreadable, { writeOnly: true }),
    each(toldKeys, { omitOnImport: (value) => Object.values<unknown>(told).includes(value) }),
    each(["apiGatewayApiId", "createTime"], { stable: true }),
    { serviceConfigScfIsIntegratedResponse: { default: false } },
  ),
  validate: apiTests,
  normalize: (known) => ({ inputs: withNestedDefaults(known) }),
  // The same path and method cannot stand twice in a service.
  deleteBeforeReplace: true,
  // What else is known of the API says of which service a bare id is; without it `read` demands both parts.
  importId: { validate: (id) => (/^[^#\s]+$/.test(id) ? undefined : form.check(id)) },

  async create({ inputs, created }, { client, log }) {
    const { serviceId, requestConfigMethod: method = "GET", requestConfigPath: path } = inputs;
    if (!(await client.find("DescribeService", { ServiceId: serviceId }, ["ResourceNotFound.InvalidService"])))
      throw new ProviderError(
        "not_found",
        `The service ${serviceId} does not exist, so no API can be made in it; check serviceId and the region.`,
      );
    if (inputs.apiBusinessType === "OAUTH" && inputs.authType !== "OAUTH")
      log("warning", "apiBusinessType says something for authType OAUTH only, and is not sent");
    const find = `Look for the API ${method} ${path} in service ${serviceId} with getApiGatewayApis. Import it by <serviceId>#<apiId>, or delete it.`;
    const params = { ServiceId: serviceId, ...creation(inputs) };
    const { id } = await newObject(client, { action: "CreateApi", params, id: "ApiId", find });
    created(id, withoutLimits(inputs));
    await writeGivenLimits(client, { serviceId, apiId: id }, inputs);
  },

  update: changing(apiGone, async ({ id, inputs, changed, remote, merged }, { client }) => {
    const { serviceId } = inputs;
    if (changed.names.some((name) => !isLimit(name))) {
      const definition = modification(bound(merged(), inputs, changed.has("authType")), remote as unknown as PlainMap);
      await client.write("ModifyApi", { ServiceId: serviceId, ApiId: id, ...withoutOwn(definition, inputs) });
    }
    const limits = Object.fromEntries(changed.names.filter(isLimit).map((name) => [name, inputs[name]]));
    await writeGivenLimits(client, { serviceId, apiId: id }, limits);
  }),

  async read({ id, prior }, { client }) {
    const place = placeOf(id, prior);
    return unlessRefused(apiGone, async () => {
      const api = await client.find("DescribeApi", { ServiceId: place.serviceId, ApiId: place.apiId }, apiGone);
      if (!api) return undefined;
      const own = { ...(await readLimits(client, place)), serviceId: place.serviceId, apiGatewayApiId: place.apiId };
      const state = stateOf<State>(client, "ApiGatewayApi", flatApi(api), { names: apiNames, own, had: prior?.inputs });
      return { id: place.apiId, state: { ...told, ...state, ...unsent(state, prior?.state ?? {}) } };
    });
  },

  async delete({ id, prior }, { client }) {
    const place = placeOf(id, prior);
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

function withoutLimits({ preLimit: _pre, releaseLimit: _release, testLimit: _test, ...rest }: Inputs): Inputs {
  return rest;
}

/** What belongs to an authentication goes with it, unless the program declares it. */
function bound(merged: Inputs, { apiBusinessType, authRelationApiId }: Inputs, isOther: boolean): Inputs {
  const { apiBusinessType: _type, authRelationApiId: _api, ...rest } = merged;
  return isOther
    ? ({ ...rest, ...(apiBusinessType && { apiBusinessType }), ...(authRelationApiId && { authRelationApiId }) } as Inputs)
    : merged;
}

/** Service and API. Fails with `invalid_argument` when nothing says of which service the API is. */
function placeOf(id: string, prior: PriorState<Inputs, State> | undefined): Parts<"serviceId" | "apiId"> {
  const serviceId = prior?.state.serviceId ?? prior?.inputs.serviceId;
  return id.includes("#") || serviceId === undefined ? form.split(id) : { serviceId, apiId: id };
}

/** The definition without what the service puts in by itself: there as in CreateApi only what says something is sent. */
function withoutOwn(definition: PlainMap, inputs: Inputs): PlainMap {
  const own = (Object.keys(told) as (keyof typeof told)[])
    .filter((key) => inputs[key] === undefined && definition[pascal(key)] === told[key])
    .map(pascal);
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !own.includes(name)));
}

/** Inputs that are given and not sent, for this back end or authentication: they stay in the state. */
function unsent(state: State, prior: Partial<State>): Partial<State> {
  const idle = idleInputs(prior as Partial<Inputs>).filter((key) => isEmpty(state[key as keyof State] as never));
  const isIdle = state.authType !== "OAUTH" && prior.apiBusinessType !== undefined;
  return {
    ...Object.fromEntries(idle.map((key) => [key, prior[key as keyof State]])),
    ...(isIdle && { apiBusinessType: prior.apiBusinessType! }),
  };
}
