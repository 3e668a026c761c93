/** What a definition of an API must be, and what is left of the old one when ModifyApi brings a new one. Uses no stores. */
import type { Json, JsonObject } from "../../exchange";
import { rejectWith } from "./finding";

/** Code behind `InvalidParameterValue.` and text. */
type Fault = readonly [code: string, message: string];
type Rule = (definition: JsonObject) => Fault | undefined;

const methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "ANY", "OPTIONS", "PATCH", "TRACE", "BEGIN"];
const protocols = ["HTTP", "WEBSOCKET"];

const part = (definition: JsonObject, name: string): JsonObject => (definition[name] ?? {}) as JsonObject;
const text = (value: Json | undefined): string => String(value ?? "");

/** The value, when it is given, must be one of the options. */
const among =
  (name: string, options: readonly string[], code = "NotInOptions"): Rule =>
  ({ [name]: value }) =>
    text(value) === "" || options.includes(text(value)) ? undefined : [code, `\`${name}\` must be one of ${options.join(", ")}.`];

/** All of these members must be given. */
const missing = (holder: JsonObject, names: readonly string[], code: string): Fault | undefined => {
  const absent = names.find((name) => text(holder[name]) === "");
  return absent === undefined ? undefined : [code, `\`${absent}\` must be given for this back end.`];
};

/** A back end behind an address. */
const address: Rule = (definition) => {
  const config = part(definition, "ServiceConfig");
  const absent = missing(config, ["Url", "Path", "Method"], "InvalidServiceConfig");
  if (absent !== undefined) return absent;
  if (!/^(https?|wss?):\/\/[^/\s]/.test(text(config.Url))) return ["InvalidUrl", "`Url` of the back end is no address."];
  if (!text(config.Path).startsWith("/")) return ["InvalidBackendPath", "`Path` of the back end must begin with a slash."];
  const product = among("Product", ["clb", "cvm", "upstream"])(config);
  if (product !== undefined || text(config.Product) === "") return product;
  return missing(config, ["UniqVpcId"], "InvalidVpcConfig");
};

const functionMembers = ["Name", "Namespace", "Qualifier", "Type"].map((member) => `ServiceScfFunction${member}`);

const cloudFunction: Rule = (definition) =>
  missing(definition, functionMembers, "InvalidScfConfig") ??
  among("ServiceScfFunctionType", ["EVENT", "HTTP"], "InvalidScfConfig")(definition);

const objectActions = ["GetObject", "PutObject", "PostObject", "AppendObject", "HeadObject", "DeleteObject"];

const bucket: Rule = (definition) => {
  const { CosConfig } = part(definition, "ServiceConfig");
  if (CosConfig === undefined) return ["InvalidServiceConfig", "`CosConfig` must be given for this back end."];
  const config = CosConfig as JsonObject;
  return among("Action", objectActions)(config) ?? among("PathMatchMode", ["BackEndPath", "FullPath"])(config);
};

const nothing: Rule = () => undefined;

/** What each type of back end requires. */
const backEnds: Readonly<Record<string, Rule>> = {
  HTTP: address,
  WEBSOCKET: (definition) =>
    definition.Protocol === "WEBSOCKET" ? address(definition) : ["InvalidServiceType", "This back end needs the protocol WEBSOCKET."],
  MOCK: (definition) => missing(definition, ["ServiceMockReturnMessage"], "InvalidServiceMockReturnMessage"),
  SCF: cloudFunction,
  COS: bucket,
  TSF: nothing,
  TARGET: nothing,
  EB: nothing,
  VPC: nothing,
  UPSTREAM: nothing,
  GRPC: nothing,
};

const backEnd: Rule = (definition) => {
  const type = text(definition.ServiceType);
  const rule = Object.hasOwn(backEnds, type) ? backEnds[type] : undefined;
  return rule === undefined
    ? ["InvalidServiceType", `\`ServiceType\` must be one of ${Object.keys(backEnds).join(", ")}.`]
    : rule(definition);
};

const frontEnd: Rule = (definition) => {
  const { Path, Method } = part(definition, "RequestConfig");
  // `=` before it requests an exact match, `^~` for a match of its beginning.
  if (!/^(=|\^~)?\//.test(text(Path))) return ["InvalidRequestParameters", "`Path` must begin with a slash."];
  if (!methods.includes(text(Method))) return ["InvalidMethod", `\`Method\` must be one of ${methods.join(", ")}.`];
  if (definition.Protocol === "WEBSOCKET" && Method !== "GET") return ["InvalidWSMethod", "WEBSOCKET needs the method GET."];
  return undefined;
};

const apiType: Rule = (definition) =>
  definition.ApiType === "TSF" && definition.ServiceType !== "TSF"
    ? ["InvalidApiType", "The type TSF needs the back end TSF."]
    : among("ApiType", ["NORMAL", "TSF"], "InvalidApiType")(definition);

const oauth: Rule = (definition) => {
  const { ApiBusinessType, AuthType } = definition;
  const options = among("ApiBusinessType", ["NORMAL", "OAUTH"], "InvalidApiBusinessType")(definition);
  if (options !== undefined || ApiBusinessType !== "OAUTH") return options;
  if (AuthType !== "OAUTH") return ["InvalidApiBusinessType", "An authorization API needs the authentication OAUTH."];
  return missing(part(definition, "OauthConfig"), ["PublicKey"], "InvalidPublicKey");
};

const codes: Rule = ({ ResponseErrorCodes }) => {
  const all = (ResponseErrorCodes ?? []) as JsonObject[];
  const lost = all.find(({ NeedConvert, ConvertedCode }) => NeedConvert === true && ConvertedCode === undefined);
  return lost && ["ParameterNotMatch", "`ConvertedCode` must be given where `NeedConvert` is true."];
};

const timeout: Rule = ({ ServiceTimeout }) =>
  ServiceTimeout !== undefined && Number(ServiceTimeout) < 1 ? ["RangeExceeded", "`ServiceTimeout` must be above 0."] : undefined;

const rules: readonly Rule[] = [
  among("Protocol", protocols),
  among("AuthType", ["SECRET", "NONE", "OAUTH", "APP"]),
  among("ResponseType", ["HTML", "JSON", "TEXT", "BINARY", "XML"]),
  frontEnd,
  apiType,
  backEnd,
  oauth,
  codes,
  timeout,
];

/** Each action declares its own codes: a rule whose code an action does not declare is reported with another one. */
const spelled = {
  CreateApi: { InvalidMethod: "InvalidApiRequestConfig" },
  ModifyApi: { InvalidApiType: "NotInOptions", InvalidServiceMockReturnMessage: "ParameterNotMatch" },
} as const satisfies Record<string, Record<string, string>>;

/** Rejects a definition that the action would not take. */
export function checkDefinition(definition: JsonObject, action: "CreateApi" | "ModifyApi"): void {
  if (text(definition.Protocol) === "") rejectWith("InvalidParameterValue.NotInOptions", "`Protocol` must not be empty.");
  for (const rule of rules) {
    const [code, message] = rule(definition) ?? [];
    const names: Record<string, string> = spelled[action];
    if (code !== undefined) rejectWith(`InvalidParameterValue.${names[code] ?? code}`, String(message));
  }
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

/** What does not belong to a definition. */
const aside = ["ServiceId", "ApiId", "IsDeleteResponseErrorCodes"];

/** A definition as CreateApi gets it. */
export const definitionOf = (params: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !aside.includes(name)));

/** The definition after ModifyApi. */
export function modified(old: JsonObject, params: JsonObject): JsonObject {
  const unchanged = retained.filter(
    (name) => name in old && !(name === "ResponseErrorCodes" && params.IsDeleteResponseErrorCodes === true),
  );
  return { ...Object.fromEntries(unchanged.map((name) => [name, old[name] ?? null])), ...definitionOf(params) };
}
