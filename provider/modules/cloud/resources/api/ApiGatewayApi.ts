// APIs of a service. The ID is the bare ID of the API; the service comes from the inputs, on import from the ID. See docs/modules/cloud.md#api-definition.
import type { PriorState, Resource } from "../../../../contract/resource";
import type { Cloud } from "../../../../core/gen/types";
import { sameTraits, mergeTraits } from "../../../../core/compare/traits";
import type { PlainMap } from "../../../../core/values/value";
import type { CloudClient } from "../../client";
import { isEmpty, equalNonEmptyMembers, equalSets, equalWords } from "../../equality";
import { unlessGone } from "../../gone";
import { memberName, paramsOf } from "../../mapping";
import { createObject, writeWhenVisible } from "../creation";
import { deleteOrRestore } from "../deletion";
import { type Parts, verifyPlace } from "../../ids";
import { clearLimits, isLimit, limitTraits, readLimits, withoutLimits, writeLimits } from "../limits";
import { contentsOf, listWithin } from "../listing";
import { apis, services } from "../../collections";
import { resultOf } from "../state";
import { undeclaredMembers } from "../undeclared";
import { createParams, modifyParams, unsentInputs, websocketKeys } from "./definition";
import { trimApi } from "./response";
import { apiTests, apiTraits } from "./rules";

type Inputs = Cloud.ApiGatewayApiInputs;
type State = Cloud.ApiGatewayApiState;

const { ids, gone } = apis;

const wordInputs = [
  "apiType",
  "authType",
  "protocol",
  "requestConfigMethod",
  "apiBusinessType",
  "responseType",
  "serviceConfigType",
  "serviceConfigProduct",
  "serviceConfigScfFunctionType",
];
const setInputs = ["constantParameters", "requestParameters", "microServices", "responseErrorCodes"] as const;
const objectInputs = [
  "serviceTsfLoadBalanceConf",
  "serviceTsfHealthCheckConf",
  "oauthConfig",
  "serviceConfigCosConfig",
  "targetServicesHealthCheckConf",
] as const;
/** Sent, and never returned. */
const unreturnedInputs = [
  "targetServices",
  "targetServicesLoadBalanceConf",
  "targetServicesHealthCheckConf",
  "serviceConfigScfFunctionType",
  "isDeleteResponseErrorCodes",
  "targetNamespaceId",
  "userType",
  "eventBusId",
  "owner",
  "tokenTimeout",
  "eiamAppType",
  "eiamAuthType",
  "eiamAppId",
  "serviceParameters[*].relevantRequestParameterType",
];
const textInputs = [
  "apiDesc",
  "serviceConfigUrl",
  "serviceConfigPath",
  "serviceConfigMethod",
  "serviceConfigVpcId",
  "serviceConfigUpstreamId",
  "serviceConfigScfFunctionName",
  "serviceConfigScfFunctionNamespace",
  "serviceConfigScfFunctionQualifier",
  ...websocketKeys,
  "serviceConfigMockReturnMessage",
  "authRelationApiId",
  "responseSuccessExample",
  "responseFailExample",
  "targetNamespaceId",
  "userType",
  "eventBusId",
  "eiamAppType",
  "eiamAuthType",
  "eiamAppId",
  "owner",
];
const computedInputs = [
  "apiBusinessType",
  "isDebugAfterCharge",
  "isDeleteResponseErrorCodes",
  "responseType",
  "responseSuccessExample",
  "responseFailExample",
  "authRelationApiId",
  "isBase64Encoded",
];
/** Values that the service fills in, and means where it returns null. */
const serverValues = { apiBusinessType: "NORMAL", isDebugAfterCharge: false, isBase64Encoded: false };
const serverKeys = ["apiBusinessType", "isDebugAfterCharge", "isBase64Encoded"] as const;

/** An API. */
export const ApiGatewayApi: Resource<CloudClient, Inputs, State> = {
  properties: mergeTraits(
    apiTraits,
    limitTraits,
    sameTraits(wordInputs, { equals: equalWords, validate: { emptyIsAbsent: true } }),
    sameTraits(setInputs, { equals: equalSets, default: [] }),
    sameTraits(objectInputs, { equals: equalNonEmptyMembers, default: {} }),
    sameTraits(["serviceParameters", "targetServices"], { equals: equalNonEmptyMembers, default: [] }),
    sameTraits(textInputs, { default: "" }),
    sameTraits(computedInputs, { computed: true }),
    sameTraits(unreturnedInputs, { writeOnly: true }),
    sameTraits(serverKeys, { omitOnImport: (value) => Object.values<unknown>(serverValues).includes(value) }),
    sameTraits(["apiGatewayApiId", "createTime"], { stable: true }),
    { serviceConfigScfIsIntegratedResponse: { default: false } },
  ),
  validate: apiTests,
  // The elements of a list with an unknown part are known in the update only, with their defaults.
  normalize: (known, { isUnknown }) => ({
    inputs: withNestedDefaults(known),
    unsettled: ["requestParameters", "responseErrorCodes"].filter(isUnknown),
  }),
  // A service cannot have two APIs of the same path and method.
  deleteBeforeReplace: true,
  // The state names the service of a bare ID; without a state, `read` requires both parts.
  importId: { validate: (id) => (/^[^#\s]+$/.test(id) ? undefined : ids.validate(id)) },
  verifyPlace,

  async create({ inputs, created }, { client, log }) {
    const { serviceId, requestConfigMethod: method = "GET", requestConfigPath: path } = inputs;
    await client.object("DescribeService", { ServiceId: serviceId });
    if (equalWords(inputs.apiBusinessType, "OAUTH") && !equalWords(inputs.authType, "OAUTH"))
      log("warning", "apiBusinessType is not sent: it has an effect for authType OAUTH only. Remove it, or set authType to OAUTH.");
    const lookupHint = `Look for the API ${method} ${path} in service ${serviceId} with getApiGatewayApis. Import it by <serviceId>#<apiId>, or delete it.`;
    const params = { ServiceId: serviceId, ...createParams(inputs) };
    const { id } = await createObject(client, { action: "CreateApi", params, id: "ApiId", lookupHint });
    created(id, { ...withoutLimits(inputs), apiGatewayApiId: id });
    await writeWhenVisible(client, id, gone, () => writeLimits(client, { serviceId, apiId: id }, inputs));
    created(id, { ...inputs, apiGatewayApiId: id });
  },

  async update({ id, inputs, changed, remote, merged }, { client }) {
    const { serviceId } = inputs;
    if (changed.names.some((name) => !isLimit(name))) {
      const written = inputNames(inputs).filter((name) => !isLimit(name));
      const definition = modifyParams(withAuthType(await merged(...written), inputs, changed.has("authType")), await remote());
      const key = { ServiceId: serviceId, ApiId: id };
      // Their effect is limited to functions.
      const undeclared = equalWords(inputs.serviceConfigType, "SCF")
        ? undeclaredMembers("api", await client.object("DescribeApi", key))
        : {};
      await client.write("ModifyApi", { ...key, ...undeclared, ...withoutServerValues(definition, inputs) });
    }
    await writeLimits(client, { serviceId, apiId: id }, inputs, changed);
  },

  async read({ id, prior }, { client, load }) {
    const place = placeOf(id, prior);
    return unlessGone("api", async () => {
      const api = await client.object("DescribeApi", paramsOf(place, ids.names));
      const own = { ...(await readLimits({ client, load }, place)), serviceId: place.serviceId };
      const object = { kind: "ApiGatewayApi", id: place.apiId };
      const { state } = resultOf<State>(client, object, trimApi(api), { own, priorInputs: prior?.inputs });
      return { id: place.apiId, state: { ...serverValues, ...state, ...keepUnsent(state, prior?.state ?? {}) } };
    });
  },

  async delete({ id, prior }, { client, load }) {
    const place = placeOf(id, prior);
    const limits = await unlessGone("api", () => clearLimits({ client, load }, place));
    const remove = async (): Promise<void> => client.remove("DeleteApi", paramsOf(place, ids.names), gone);
    if (limits) await deleteOrRestore(remove, () => writeLimits(client, place, limits));
  },

  list: listWithin(services, contentsOf(apis, "ApiName")),
};

/** Returns the lists with the defaults of their elements, which the schema does not state. */
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

/** Removes what belongs to another authentication type, unless the program declares it. */
function withAuthType(merged: Inputs, { apiBusinessType, authRelationApiId }: Inputs, isOther: boolean): Inputs {
  const { apiBusinessType: _type, authRelationApiId: _api, ...rest } = merged;
  if (!isOther) return merged;
  return { ...rest, ...(apiBusinessType && { apiBusinessType }), ...(authRelationApiId && { authRelationApiId }) };
}

/** Returns service and API. Fails with `invalid_argument` when the service is unknown. */
function placeOf(id: string, prior: PriorState<Inputs, State> | undefined): Parts<"serviceId" | "apiId"> {
  const serviceId = prior?.state.serviceId ?? prior?.inputs.serviceId;
  return id.includes("#") || serviceId === undefined ? ids.split(id) : { serviceId, apiId: id };
}

/** Removes undeclared values that the service fills in. */
function withoutServerValues(definition: PlainMap, inputs: Inputs): PlainMap {
  const own = serverKeys.filter((key) => inputs[key] === undefined && definition[memberName(key)] === serverValues[key]).map(memberName);
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !own.includes(name)));
}

/** Returns the declared inputs that are not sent for this back end or authentication type: the state keeps them. */
function keepUnsent(state: State, prior: Partial<State>): Partial<State> {
  const idle = unsentInputs(prior).filter((key) => isEmpty(state[key]));
  const isIdle = !equalWords(state.authType, "OAUTH") && prior.apiBusinessType !== undefined;
  return {
    ...Object.fromEntries(idle.map((key) => [key, prior[key]])),
    ...(isIdle && { apiBusinessType: prior.apiBusinessType! }),
  };
}

function inputNames(inputs: Inputs): (keyof Inputs & string)[] {
  return Object.keys(inputs) as (keyof Inputs & string)[];
}
