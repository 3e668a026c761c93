/** The parameters of CreateApi and ModifyApi, what depends on several of them, and what is left of the old definition when ModifyApi brings a new one. Uses no stores. */
import type { Json, JsonObject } from "../../exchange";
import { booleans, integers, oneOf, reject, Rule, strings, upTo, type Shapes } from "../api";

/** The actions that take a definition; each declares codes of its own for some faults. */
type DefiningAction = "CreateApi" | "ModifyApi";
const spelled: Readonly<Record<DefiningAction, { method: string; apiType: string; mock: string }>> = {
  CreateApi: { method: "InvalidApiRequestConfig", apiType: "InvalidApiType", mock: "InvalidServiceMockReturnMessage" },
  ModifyApi: { method: "InvalidMethod", apiType: "NotInOptions", mock: "ParameterNotMatch" },
};
const value = (code: string) => `InvalidParameterValue.${code}`;

/** Name, namespace and qualifier of the functions that a WebSocket API calls. */
export const socketFunctions = ["Register", "Cleanup", "Transport"].flatMap((use) =>
  ["Name", "Namespace", "Qualifier"].map((member) => `ServiceWebsocket${use}Function${member}`),
);
const cloudFunction = ["Name", "Namespace", "Qualifier", "Type"].map((member) => `ServiceScfFunction${member}`);

const methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "ANY", "OPTIONS", "PATCH", "TRACE", "BEGIN"];
const backEnds = ["HTTP", "WEBSOCKET", "MOCK", "SCF", "COS", "TSF", "TARGET", "EB", "VPC", "UPSTREAM", "GRPC"];
const objectActions = ["", "GetObject", "PutObject", "PostObject", "AppendObject", "HeadObject", "DeleteObject"];

/** `=` before the path requests an exact match, `^~` a match of its beginning. */
const path = new Rule(
  strings("Path", "Method"),
  (front) => /^(=|\^~)?\//.test(String((front as JsonObject).Path ?? "")),
  value("InvalidRequestParameters"),
  "needs a `Path` that begins with a slash",
);
const front = (action: DefiningAction) =>
  new Rule(
    path,
    (given) => methods.includes(String((given as JsonObject).Method)),
    value(spelled[action].method),
    `needs a \`Method\` of ${methods.join(", ")}`,
  );
const errorCode = new Rule(
  { ...integers("Code", "ConvertedCode"), ...strings("Msg", "Desc"), ...booleans("NeedConvert") },
  (code) => (code as JsonObject).NeedConvert !== true || (code as JsonObject).ConvertedCode !== undefined,
  value("ParameterNotMatch"),
  "needs a `ConvertedCode` where `NeedConvert` is true",
);
const timeout = upTo(Infinity, 1);

const healthCheck: Shapes = {
  ...booleans("IsHealthCheck"),
  ...integers("RequestVolumeThreshold", "SleepWindowInMilliseconds", "ErrorThresholdPercentage"),
};
const loadBalance: Shapes = {
  ...booleans("IsLoadBalance", "SessionStickRequired"),
  ...strings("Method"),
  ...integers("SessionStickTimeout"),
};
const serviceConfig: Shapes = {
  ...strings("Product", "UniqVpcId", "Url", "Path", "Method", "UpstreamId"),
  CosConfig: { ...strings("Action!", "BucketName!", "PathMatchMode"), ...booleans("Authorization") },
};
const relevant = ["Position", "Name", "Desc", "Type"].map((member) => `RelevantRequestParameter${member}`);

/** What both take. `[]` empties the lists of parameters; error codes are emptied by a flag of their own. */
const both = (action: DefiningAction): Shapes => ({
  "ServiceId!": "string",
  "ServiceType!": oneOf(backEnds, value("InvalidServiceType")),
  "RequestConfig!": front(action),
  ApiType: oneOf(["", "NORMAL", "TSF"], value(spelled[action].apiType)),
  AuthType: oneOf(["", "SECRET", "NONE", "OAUTH", "APP"]),
  ApiBusinessType: oneOf(["", "NORMAL", "OAUTH"], value("InvalidApiBusinessType")),
  ResponseType: oneOf(["", "HTML", "JSON", "TEXT", "BINARY", "XML"]),
  ResponseErrorCodes: [errorCode],
  "ConstantParameters[]": [strings("Name", "Desc", "Position", "DefaultValue")],
  "ServiceParameters[]": [strings("Name", "Position", "DefaultValue", ...relevant)],
  "MicroServices[]": [strings("ClusterId!", "NamespaceId!", "MicroServiceName!")],
  OauthConfig: strings("PublicKey!", "TokenLocation!", "LoginRedirectUrl"),
  ServiceTsfLoadBalanceConf: loadBalance,
  ServiceTsfHealthCheckConf: healthCheck,
  TargetServicesHealthCheckConf: healthCheck,
  ServiceConfig: serviceConfig,
  ...strings("ApiName", "ApiDesc", "AuthRelationApiId", "ServiceMockReturnMessage", "EventBusId"),
  ...strings("ResponseSuccessExample", "ResponseFailExample", "EIAMAppType", "EIAMAuthType", "EIAMAppId"),
  ...strings(...cloudFunction, ...socketFunctions),
  ...booleans("EnableCORS", "IsDebugAfterCharge", "IsBase64Encoded", "IsDeleteResponseErrorCodes"),
  ...booleans("ServiceScfIsIntegratedResponse", "ServiceScfEventIsAsyncCall"),
  ...integers("TargetServicesLoadBalanceConf", "TokenTimeout"),
});

/** Of CreateApi, which takes a parameter of the front end in part. */
export const creation: Shapes = {
  ...both("CreateApi"),
  "RequestParameters[]": [{ ...strings("Name", "Desc", "Position", "Type", "DefaultValue"), ...booleans("Required") }],
  "Protocol!": oneOf(["HTTP", "WEBSOCKET"]),
  "ServiceTimeout!": timeout,
  TargetServices: [{ ...strings("VmIp!", "VpcId!", "HostIp!", "DockerIp"), ...integers("VmPort!") }],
  ...strings("TargetNamespaceId", "UserType", "Owner"),
};

/** Of ModifyApi, which takes it as a whole, and has no target machines and no owner. */
export const modification: Shapes = {
  ...both("ModifyApi"),
  "RequestParameters[]": [{ ...strings("Name!", "Desc!", "Position!", "Type!", "DefaultValue!"), ...booleans("Required!") }],
  ...strings("ApiId!", "Protocol"),
  ServiceTimeout: timeout,
  ...booleans("AuthRequired", "IsBase64Trigger"),
  TagSpecifications: strings("Key!", "Value!"),
  Base64EncodedTriggerRules: [{ "Name!": "string", "Value!": ["string"] }],
};

const part = (definition: JsonObject, name: string) => (definition[name] ?? {}) as JsonObject;
const text = (value: Json | undefined) => String(value ?? "");
const lacks = (holder: JsonObject, ...names: string[]) => names.some((name) => text(holder[name]) === "");

/** What is wrong in a definition whose members are right by themselves: the first of these rows. */
const faults = (definition: JsonObject, action: DefiningAction): [isWrong: boolean, code: string, message: string][] => {
  const { Protocol, ServiceType, ApiType, ApiBusinessType, AuthType } = definition;
  const config = part(definition, "ServiceConfig");
  const bucket = part(config, "CosConfig");
  const hasAddress = ServiceType === "HTTP" || ServiceType === "WEBSOCKET";
  const isFunction = ServiceType === "SCF";
  const isBucket = ServiceType === "COS";
  const isOauth = ApiBusinessType === "OAUTH";
  return [
    [Protocol === "WEBSOCKET" && part(definition, "RequestConfig").Method !== "GET", "InvalidWSMethod", "WEBSOCKET needs the method GET."],
    [ApiType === "TSF" && ServiceType !== "TSF", spelled[action].apiType, "The type TSF needs the back end TSF."],
    [ServiceType === "WEBSOCKET" && Protocol !== ServiceType, "InvalidServiceType", "This back end needs the protocol WEBSOCKET."],
    [hasAddress && lacks(config, "Url", "Path", "Method"), "InvalidServiceConfig", "This back end needs `Url`, `Path` and `Method`."],
    [hasAddress && !/^(https?|wss?):\/\/[^/\s]/.test(text(config.Url)), "InvalidUrl", "`Url` of the back end is no address."],
    [hasAddress && !text(config.Path).startsWith("/"), "InvalidBackendPath", "`Path` of the back end must begin with a slash."],
    [hasAddress && !["", "clb", "cvm", "upstream"].includes(text(config.Product)), "NotInOptions", "`Product` is not known."],
    [hasAddress && !lacks(config, "Product") && lacks(config, "UniqVpcId"), "InvalidVpcConfig", "`Product` needs `UniqVpcId`."],
    [ServiceType === "MOCK" && lacks(definition, "ServiceMockReturnMessage"), spelled[action].mock, "This back end needs a message."],
    [isFunction && lacks(definition, ...cloudFunction), "InvalidScfConfig", `This back end needs ${cloudFunction.join(", ")}.`],
    [isFunction && !["EVENT", "HTTP"].includes(text(definition[cloudFunction[3]!])), "InvalidScfConfig", "The type must be EVENT or HTTP."],
    [isBucket && config.CosConfig === undefined, "InvalidServiceConfig", "`CosConfig` must be given for this back end."],
    [isBucket && !objectActions.includes(text(bucket.Action)), "NotInOptions", "`Action` is not known."],
    [isBucket && !["", "BackEndPath", "FullPath"].includes(text(bucket.PathMatchMode)), "NotInOptions", "`PathMatchMode` is not known."],
    [isOauth && AuthType !== "OAUTH", "InvalidApiBusinessType", "An authorization API needs the authentication OAUTH."],
    [isOauth && lacks(part(definition, "OauthConfig"), "PublicKey"), "InvalidPublicKey", "An authorization API needs a public key."],
  ];
};

/** Rejects a definition that the action would not take. */
export function checkDefinition(definition: JsonObject, action: DefiningAction): void {
  for (const [isWrong, code, message] of faults(definition, action)) if (isWrong) reject(value(code), message);
}

/**
 * Texts and lists that stay when ModifyApi does not bring them: they are emptied by "" and `[]` only. Everything else is replaced.
 * Error codes go by `IsDeleteResponseErrorCodes`.
 */
const retained = ["ApiName", "ApiDesc", "AuthType", "ApiType", "Protocol", "ServiceTimeout", "ApiBusinessType", "AuthRelationApiId"].concat(
  ["ResponseType", "ResponseSuccessExample", "ResponseFailExample", "ResponseErrorCodes"],
  ["RequestParameters", "ConstantParameters", "ServiceParameters", "MicroServices"],
  ["TargetServices", "TargetNamespaceId", "UserType", "Owner"],
);

/** A definition as CreateApi gets it. */
export const definitionOf = (params: JsonObject): JsonObject => {
  const { ServiceId: _, ApiId: __, IsDeleteResponseErrorCodes: ___, ...definition } = params;
  return definition;
};

/** The definition after ModifyApi. */
export function modified(old: JsonObject, params: JsonObject): JsonObject {
  const unchanged = Object.entries(old).filter(
    ([name]) => retained.includes(name) && !(name === "ResponseErrorCodes" && params.IsDeleteResponseErrorCodes === true),
  );
  return { ...Object.fromEntries(unchanged), ...definitionOf(params) };
}
