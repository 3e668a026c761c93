/** The rules of an API definition, for each back end, with the codes of each action. The invariants create an API of each back end. */
import type { JsonObject } from "../../exchange";
import { CloudFailure } from "../api";
import { checkDefinition } from "./api-definition";

const code = (definition: JsonObject, action: "CreateApi" | "ModifyApi" = "CreateApi"): string => {
  try {
    checkDefinition(definition, action);
    return "";
  } catch (cause) {
    if (cause instanceof CloudFailure) return cause.code.replace("InvalidParameterValue.", "");
    throw cause;
  }
};

const front = { Protocol: "HTTP", RequestConfig: { Path: "/user", Method: "GET" }, ServiceTimeout: 5 };
const config = { Url: "http://backend.example.com", Path: "/", Method: "GET" };
const http = { ...front, ServiceType: "HTTP", ServiceConfig: config };
const mock = { ...front, ServiceType: "MOCK", ServiceMockReturnMessage: "hello" };
const members = { Name: "f", Namespace: "default", Qualifier: "$LATEST", Type: "EVENT" };
const scf: JsonObject = {
  ...front,
  ServiceType: "SCF",
  ...Object.fromEntries(Object.entries(members).map(([member, value]) => [`ServiceScfFunction${member}`, value])),
};
const cos = { ...front, ServiceType: "COS", ServiceConfig: { CosConfig: { Action: "GetObject", BucketName: "b" } } };
const socket = { ...http, Protocol: "WEBSOCKET", ServiceType: "WEBSOCKET", ServiceConfig: { ...config, Url: "ws://backend.example.com" } };
const oauth = { ...mock, AuthType: "OAUTH", ApiBusinessType: "OAUTH", OauthConfig: { PublicKey: "key", TokenLocation: "header" } };
const withConfig = (special: JsonObject): JsonObject => ({ ...http, ServiceConfig: { ...config, ...special } });
const withFront = (special: JsonObject): JsonObject => ({ ...mock, RequestConfig: { ...front.RequestConfig, ...special } });

test.each<[string, JsonObject]>([
  ["InvalidServiceConfig", { ...front, ServiceType: "HTTP" }],
  ["InvalidServiceConfig", withConfig({ Url: "" })],
  ["InvalidServiceConfig", withConfig({ Path: "" })],
  ["InvalidServiceConfig", withConfig({ Method: "" })],
  ["InvalidUrl", withConfig({ Url: "backend.example.com" })],
  ["InvalidBackendPath", withConfig({ Path: "user" })],
  ["NotInOptions", withConfig({ Product: "vm" })],
  ["InvalidVpcConfig", withConfig({ Product: "clb" })],
  ["InvalidServiceType", { ...socket, Protocol: "HTTP" }],
  ["InvalidServiceType", { ...mock, ServiceType: "FTP" }],
  ["InvalidServiceType", { ...mock, ServiceType: "toString" }],
  ["InvalidWSMethod", { ...socket, RequestConfig: { Path: "/", Method: "POST" } }],
  ...Object.keys(members).map((member): [string, JsonObject] => ["InvalidScfConfig", { ...scf, [`ServiceScfFunction${member}`]: "" }]),
  ["InvalidScfConfig", { ...scf, ServiceScfFunctionType: "EVENTS" }],
  ["InvalidServiceConfig", { ...front, ServiceType: "COS", ServiceConfig: config }],
  ["NotInOptions", { ...cos, ServiceConfig: { CosConfig: { Action: "Get", BucketName: "b" } } }],
  ["NotInOptions", { ...cos, ServiceConfig: { CosConfig: { Action: "GetObject", BucketName: "b", PathMatchMode: "Half" } } }],
  ["NotInOptions", { ...mock, AuthType: "KEY" }],
  ["NotInOptions", { ...mock, ResponseType: "PDF" }],
  ["NotInOptions", { ...mock, Protocol: "FTP" }],
  ["NotInOptions", { ...mock, Protocol: "" }],
  ["InvalidRequestParameters", withFront({ Path: "user" })],
  ["InvalidApiBusinessType", { ...mock, ApiBusinessType: "OTHER" }],
  ["InvalidApiBusinessType", { ...oauth, AuthType: "NONE" }],
  ["InvalidPublicKey", { ...oauth, OauthConfig: { PublicKey: "", TokenLocation: "header" } }],
  ["ParameterNotMatch", { ...mock, ResponseErrorCodes: [{ Code: 500, Msg: "no", NeedConvert: true }] }],
  ["RangeExceeded", { ...mock, ServiceTimeout: 0 }],
])("rejects with %s: %j", (expected, definition) => {
  expect([code(definition), code(definition, "ModifyApi")]).toEqual([expected, expected]);
});

test.each<[string, string, JsonObject]>([
  ["InvalidApiRequestConfig", "InvalidMethod", withFront({ Method: "LIST" })],
  ["InvalidApiType", "NotInOptions", { ...mock, ApiType: "TSF" }],
  ["InvalidApiType", "NotInOptions", { ...mock, ApiType: "OTHER" }],
  ["InvalidServiceMockReturnMessage", "ParameterNotMatch", { ...mock, ServiceMockReturnMessage: "" }],
])("CreateApi says %s where ModifyApi says %s: %j", (created, modified, definition) => {
  expect([code(definition), code(definition, "ModifyApi")]).toEqual([created, modified]);
});
