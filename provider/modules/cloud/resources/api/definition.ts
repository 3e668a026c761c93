// The definition of an API for CreateApi and ModifyApi: the parameters depend on the back end. Pure. See docs/modules/cloud.md#api-definition.
import type { Cloud } from "../../../../core/gen/types";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { equalWords, isEmpty } from "../../equality";
import { paramsOf, memberName } from "../../mapping";

type Inputs = Cloud.ApiGatewayApiInputs;
type Key = keyof Inputs;
/** Inputs, or the outputs of the same names. */
type GivenInputs = { readonly [Name in Key]?: unknown };

const addressKeys = [
  "serviceConfigProduct",
  "serviceConfigVpcId",
  "serviceConfigUrl",
  "serviceConfigPath",
  "serviceConfigMethod",
  "serviceConfigUpstreamId",
] as const satisfies Key[];
const cosKeys = [
  "serviceConfigVpcId",
  "serviceConfigUrl",
  "serviceConfigPath",
  "serviceConfigMethod",
  "serviceConfigCosConfig",
] as const satisfies Key[];
/** Members of the remote `ServiceConfig`, which are inputs of their own here. */
const configKeys = [...addressKeys, "serviceConfigCosConfig"] as const satisfies Key[];

/** The inputs that define which function is called. */
export const functionKeys = [
  "serviceConfigScfFunctionName",
  "serviceConfigScfFunctionNamespace",
  "serviceConfigScfFunctionQualifier",
  "serviceConfigScfFunctionType",
] satisfies Key[];

/** The inputs of the three functions of a WebSocket API. */
export const websocketKeys = [
  "serviceConfigWebsocketRegisterFunctionName",
  "serviceConfigWebsocketRegisterFunctionNamespace",
  "serviceConfigWebsocketRegisterFunctionQualifier",
  "serviceConfigWebsocketCleanupFunctionName",
  "serviceConfigWebsocketCleanupFunctionNamespace",
  "serviceConfigWebsocketCleanupFunctionQualifier",
  "serviceConfigWebsocketTransportFunctionName",
  "serviceConfigWebsocketTransportFunctionNamespace",
  "serviceConfigWebsocketTransportFunctionQualifier",
] as const satisfies Key[];

/** Inputs that some back ends accept and others do not. */
const backEndKeys: readonly Key[] = [
  ...configKeys,
  ...functionKeys,
  ...websocketKeys,
  "serviceConfigScfIsIntegratedResponse",
  "serviceConfigMockReturnMessage",
];

/** Sent for every back end. */
const commonKeys = [
  "apiName",
  "apiDesc",
  "apiType",
  "authType",
  "protocol",
  "enableCors",
  "serviceConfigType",
  "serviceConfigTimeout",
  "constantParameters",
  "microServices",
  "serviceTsfLoadBalanceConf",
  "serviceTsfHealthCheckConf",
  "targetServicesLoadBalanceConf",
  "targetServicesHealthCheckConf",
  "isDebugAfterCharge",
  "isDeleteResponseErrorCodes",
  "responseType",
  "responseSuccessExample",
  "responseFailExample",
  "responseErrorCodes",
  "authRelationApiId",
  "serviceParameters",
  "oauthConfig",
  "isBase64Encoded",
  "eventBusId",
  "eiamAppType",
  "eiamAuthType",
  "eiamAppId",
  "tokenTimeout",
] as const satisfies Key[];

/** ModifyApi has no such parameters. */
const createKeys = ["targetServices", "targetNamespaceId", "userType", "owner"] as const satisfies Key[];

/** Returns the parameters of CreateApi, without the service. */
export function createParams(inputs: Inputs): PlainMap {
  return { ...definitionParams(inputs), ...paramsOf(inputs, createKeys) };
}

/**
 * Returns the parameters of ModifyApi, without the IDs: the whole definition, because the action replaces it, and empty values for what the service has and
 * the definition does not.
 */
export function modifyParams(inputs: Inputs, current: object): PlainMap {
  const remote: Readonly<Record<string, Plain | undefined>> = { ...current };
  const sent = definitionParams(inputs);
  const leftover = Object.keys(remote).filter((key) => !isEmpty(remote[key]) && !(memberName(key) in sent) && !contains(createKeys, key));
  const cleared = leftover.map((key): [string, Plain] | undefined => {
    if (key === "responseErrorCodes") return ["IsDeleteResponseErrorCodes", true];
    if (typeof remote[key] === "string" && isClearedByEmptyText(key)) return [memberName(key), ""];
    return Array.isArray(remote[key]) && contains([...commonKeys, "requestParameters"], key) ? [memberName(key), []] : undefined;
  });
  return { ...sent, ...Object.fromEntries(cleared.filter((entry) => entry !== undefined)) };
}

/** Returns whether an empty text clears the value; members of `ServiceConfig` are cleared by leaving them out. */
function isClearedByEmptyText(key: string): boolean {
  return contains(commonKeys, key) || (contains(backEndKeys, key) && !contains(configKeys, key));
}

const contains = (keys: readonly string[], key: string): boolean => keys.includes(key);

function definitionParams(inputs: Inputs): PlainMap {
  const { requestConfigPath: Path, requestConfigMethod: Method = "GET", requestParameters = [], authType, serviceConfigType } = inputs;
  const keys = [...commonKeys, ...(equalWords(authType, "OAUTH") ? ["apiBusinessType"] : []), ...keysOfBackEnd(inputs)];
  const RequestParameters = requestParameters.map(({ name, position, type, desc = "", defaultValue = "", required = false }) => ({
    Name: name,
    Position: position,
    Type: type,
    Desc: desc,
    DefaultValue: defaultValue,
    Required: required,
  }));
  return {
    ...(equalWords(serviceConfigType, "SCF") && { ServiceScfIsIntegratedResponse: false }),
    ...Object.fromEntries(Object.entries(paramsOf(inputs, keys)).filter(([, value]) => !isEmptyObject(value))),
    RequestConfig: { Path, Method },
    ...(RequestParameters.length > 0 && { RequestParameters }),
  };
}

const isEmptyObject = (value: Plain): boolean => typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Returns the inputs that this back end accepts. */
function keysOfBackEnd({ serviceConfigType: type = "HTTP", protocol }: GivenInputs): readonly Key[] {
  const isType = (...names: readonly string[]): boolean => names.some((name) => equalWords(type, name));
  if (isType("HTTP", "WEBSOCKET")) return addressKeys;
  if (isType("COS")) return cosKeys;
  if (isType("MOCK")) return ["serviceConfigMockReturnMessage"];
  if (isType("TSF")) return [];
  if (!isType("SCF")) return configKeys;
  return [...functionKeys, "serviceConfigScfIsIntegratedResponse", ...(equalWords(protocol, "WEBSOCKET") ? websocketKeys : [])];
}

/** Returns the declared inputs that this back end does not accept: they are not sent, so no response contains them. */
export function unsentInputs(inputs: GivenInputs): readonly Key[] {
  const keys = keysOfBackEnd(inputs);
  return backEndKeys.filter((key) => inputs[key] !== undefined && !keys.includes(key));
}
