// The definition of an API as CreateApi and ModifyApi take it (cloud-resources.md 4.2): what is sent depends on the back end. Pure.
import type { Cloud } from "../../../core/gen/types";
import type { Plain, PlainMap } from "../../../core/value";
import { isEmpty } from "../equal-forms";
import { pascal, type Names } from "../naming";
import { sentOf } from "./values";

type Inputs = Cloud.ApiGatewayApiInputs;
type Key = keyof Inputs;

/** Members of the remote `ServiceConfig`, which are inputs of their own here. */
export const configNames = {
  serviceConfigProduct: "Product",
  serviceConfigVpcId: "UniqVpcId",
  serviceConfigUrl: "Url",
  serviceConfigPath: "Path",
  serviceConfigMethod: "Method",
  serviceConfigUpstreamId: "UpstreamId",
  serviceConfigCosConfig: "CosConfig",
} as const satisfies Partial<Record<Key, string>>;

const { serviceConfigProduct: _product, serviceConfigUpstreamId: _upstream, ...cosNames } = configNames;
const { serviceConfigCosConfig: _cos, ...addressNames } = configNames;

/** The inputs that say which function is called. */
export const functionKeys = [
  ...(["serviceConfigScfFunctionName", "serviceConfigScfFunctionNamespace"] as const),
  ...(["serviceConfigScfFunctionQualifier", "serviceConfigScfFunctionType"] as const),
] satisfies Key[];

const websocketKeys = [
  ...(["serviceConfigWebsocketRegisterFunctionName", "serviceConfigWebsocketRegisterFunctionNamespace"] as const),
  ...(["serviceConfigWebsocketRegisterFunctionQualifier", "serviceConfigWebsocketCleanupFunctionName"] as const),
  ...(["serviceConfigWebsocketCleanupFunctionNamespace", "serviceConfigWebsocketCleanupFunctionQualifier"] as const),
  ...(["serviceConfigWebsocketTransportFunctionName", "serviceConfigWebsocketTransportFunctionNamespace"] as const),
  "serviceConfigWebsocketTransportFunctionQualifier",
] as const satisfies Key[];

/** Inputs that some back ends take and others do not. */
const backEndKeys: readonly Key[] = [
  ...(Object.keys(configNames) as Key[]),
  ...functionKeys,
  ...websocketKeys,
  ...(["serviceConfigScfIsIntegratedResponse", "serviceConfigMockReturnMessage"] as const),
];

/** Sent whatever the back end, when they are given. */
const commonKeys = [
  ...(["apiName", "apiDesc", "apiType", "authType", "protocol", "enableCors", "serviceConfigType", "serviceConfigTimeout"] as const),
  ...(["constantParameters", "microServices", "serviceTsfLoadBalanceConf", "serviceTsfHealthCheckConf"] as const),
  ...(["targetServicesLoadBalanceConf", "targetServicesHealthCheckConf", "isDebugAfterCharge", "isDeleteResponseErrorCodes"] as const),
  ...(["responseType", "responseSuccessExample", "responseFailExample", "responseErrorCodes", "authRelationApiId"] as const),
  ...(["serviceParameters", "oauthConfig", "isBase64Encoded", "eventBusId"] as const),
  ...(["eiamAppType", "eiamAuthType", "eiamAppId", "tokenTimeout"] as const),
] as const satisfies Key[];

/** ModifyApi does not know them. */
const birthKeys = ["targetServices", "targetNamespaceId", "userType", "owner"] as const satisfies Key[];

/** Remote names of inputs that are members of the definition itself. */
export const definitionNames: Names = {
  ...Object.fromEntries(
    [...functionKeys, ...websocketKeys, "serviceConfigScfIsIntegratedResponse", "serviceConfigMockReturnMessage"].map((key) => [
      key,
      key.replace("serviceConfig", "Service"),
    ]),
  ),
  ...{ serviceConfigType: "ServiceType", serviceConfigTimeout: "ServiceTimeout", enableCors: "EnableCORS" },
  ...{ eiamAppType: "EIAMAppType", eiamAuthType: "EIAMAuthType", eiamAppId: "EIAMAppId" },
};

/** What CreateApi takes, but for the service. */
export function creation(inputs: Inputs): PlainMap {
  return { ...definition(inputs), ...sentOf(inputs, birthKeys, definitionNames) };
}

/**
 * What ModifyApi takes, but for the ids: the whole definition, and empty values for what no longer stands in it. What the service filled in by itself is sent
 * as it stands, for the action replaces everything.
 */
export function modification(inputs: Inputs, previous: Partial<Inputs>): PlainMap {
  const sent = definition({ ...filledIn(inputs, previous), ...inputs });
  const told = Object.keys(previous).filter((key) => !isEmpty((previous as PlainMap)[key]) && !(remoteName(key) in sent));
  const names = told.filter((key) => !(birthKeys as readonly string[]).includes(key));
  const emptied = names.map((key): [string, Plain] | undefined => {
    if (key === "responseErrorCodes") return ["IsDeleteResponseErrorCodes", true];
    const value = (previous as PlainMap)[key];
    if (typeof value === "string" && isText(key)) return [remoteName(key), ""];
    return Array.isArray(value) ? [remoteName(key), []] : undefined;
  });
  return { ...sent, ...Object.fromEntries(emptied.filter((entry) => entry !== undefined)) };
}

/** Whether a text is emptied by sending an empty one; members of `ServiceConfig` are emptied by leaving them out. */
function isText(key: string): boolean {
  return (commonKeys as readonly string[]).includes(key) || (backEndKeys.includes(key as Key) && !(key in configNames));
}

const remoteName = (key: string): string => definitionNames[key] ?? pascal(key);

/** Inputs that the service fills in, as they stand, where the program does not give them. What belongs to an authentication goes with it. */
function filledIn(inputs: Inputs, previous: Partial<Inputs>): Partial<Inputs> {
  const { isDebugAfterCharge, isBase64Encoded, responseType, responseSuccessExample, responseFailExample } = previous;
  const same = inputs.authType === previous.authType;
  const related = same ? { apiBusinessType: previous.apiBusinessType, authRelationApiId: previous.authRelationApiId } : {};
  const all = { isDebugAfterCharge, isBase64Encoded, responseType, responseSuccessExample, responseFailExample, ...related };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function definition(inputs: Inputs): PlainMap {
  const { requestConfigPath: Path, requestConfigMethod: Method = "GET", requestParameters = [], authType } = inputs;
  const common = sentOf(inputs, authType === "OAUTH" ? [...commonKeys, "apiBusinessType"] : commonKeys, definitionNames);
  const parameters = requestParameters.map(({ name, position, type, desc = "", defaultValue = "", required = false }) => ({
    ...{ Name: name, Position: position, Type: type, Desc: desc, DefaultValue: defaultValue, Required: required },
  }));
  return {
    ...Object.fromEntries(Object.entries(common).filter(([, value]) => !isBare(value))),
    RequestConfig: { Path, Method },
    ...(parameters.length > 0 && { RequestParameters: parameters }),
    ...backEnd(inputs),
  };
}

/** An object without members says nothing. */
const isBare = (value: Plain): boolean => typeof value === "object" && value !== null && Object.keys(value).length === 0;

function backEnd(inputs: Inputs): PlainMap {
  const keys = keysOfBackEnd(inputs);
  const ServiceConfig = sentOf(
    inputs,
    keys.filter((key) => key in configNames),
    configNames,
  );
  const rest = sentOf(
    inputs,
    keys.filter((key) => !(key in configNames)),
    definitionNames,
  );
  const integrated = inputs.serviceConfigType === "SCF" && { ServiceScfIsIntegratedResponse: false };
  return { ...(!isBare(ServiceConfig) && { ServiceConfig }), ...integrated, ...rest };
}

/** The inputs that this back end takes. */
function keysOfBackEnd({ serviceConfigType: type = "HTTP", protocol }: Partial<Inputs>): readonly Key[] {
  if (type === "HTTP" || type === "WEBSOCKET") return Object.keys(addressNames) as Key[];
  if (type === "COS") return Object.keys(cosNames) as Key[];
  if (type === "MOCK") return ["serviceConfigMockReturnMessage"];
  if (type === "TSF") return [];
  if (type !== "SCF") return Object.keys(configNames) as Key[];
  return [...functionKeys, "serviceConfigScfIsIntegratedResponse", ...(protocol === "WEBSOCKET" ? websocketKeys : [])];
}

/** The inputs that are given although this back end takes them not: they are not sent, so that no answer tells them. */
export function idleInputs(inputs: Partial<Inputs>): readonly Key[] {
  const keys = keysOfBackEnd(inputs);
  return backEndKeys.filter((key) => inputs[key] !== undefined && !keys.includes(key));
}

/** Whether something stands at the service that the back end takes not and the program does not give: an update takes it away. */
export function hasLeftovers(inputs: Partial<Inputs>, previous: Partial<Inputs>): boolean {
  const { serviceConfigType = "HTTP", protocol = "HTTP" } = inputs;
  const idle = idleInputs({ ...previous, serviceConfigType, protocol });
  return idle.some((key) => isEmpty((inputs as PlainMap)[key]) && !isEmpty((previous as PlainMap)[key]));
}
