/** Parses the requests of Tencent Cloud API 3.0, has them validated, and frames the responses. See docs/modules/cloud.md#requests and docs/modules/cloud.md#errors. */
import { randomUUID } from "node:crypto";
import type { EmulatorReply, EmulatorRequest, JsonObject } from "../exchange";
import { type Actions, CloudFailure, readParameters, reject } from "./api";
import type { Keys } from "./keys";
import { verify } from "./signature";

/** The codes of a service that is offline, in the order in which a call meets them. */
export const retiredCodes = ["NoSuchProduct", "NoSuchVersion", "InvalidAction", "ActionOffline"] as const;
/** How a retired service rejects each call. */
export type Retirement = (typeof retiredCodes)[number];

const messages: Readonly<Record<Retirement, string>> = {
  NoSuchProduct: "The product does not exist.",
  NoSuchVersion: "The version does not exist.",
  InvalidAction: "The action does not exist.",
  ActionOffline: "This API has been taken offline.",
};

/** One service: the version that its actions have. */
export interface CloudService {
  version: string;
  actions: Actions;
  /** Calls need name no region. */
  regionless?: true;
  /** Present while the service is retired. */
  retired?: Retirement | undefined;
}

/** One call as it was understood; tests read it. */
export interface RecordedCall {
  service: string;
  action: string;
  region: string;
  secretId: string;
  /** Code of the rejection, if it was rejected. */
  errorCode?: string;
}

interface WireOptions {
  services: Readonly<Record<string, CloudService>>;
  keys: Keys;
  /** Hosts are `<service>.<domain>`. */
  domain: string;
  regions: readonly string[];
  /** Counts a call of an action; false: too many. */
  admit: (service: string, action: string) => boolean;
  now: () => Date;
  /** Every call whose action is known, in order of arrival. */
  calls: RecordedCall[];
}

/** Bytes of the largest body that the API takes. */
const LARGEST = 10 * 1024 * 1024;

/** The actions that need no signature (section 4.5). */
const UNSIGNED = ["AssumeRoleWithSAML", "AssumeRoleWithWebIdentity"];

/** Where the API takes requests of a service that is called by its address instead of its name. */
const ADDRESS = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])$/i;

/** A Host header without its port, in lower case. */
export const hostName = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, "");

/** Whether a host is an address or `localhost`: then it does not name the service. */
export const isAddress = (host: string): boolean => ADDRESS.test(hostName(host));

/**
 * A request as the server behind a proxy sees it: of the absolute form (`POST http://vpc.tencentcloudapi.com/`) that clients
 * send to HTTP proxies, the host becomes the Host header, as RFC 9112 section 3.2.2 demands.
 */
export const originForm = (request: EmulatorRequest): EmulatorRequest => {
  const absolute = /^http:\/\/([^/]+)(\/.*)?$/i.exec(request.path);
  if (!absolute) return request;
  return { ...request, path: absolute[2] ?? "/", headers: { ...request.headers, host: absolute[1] ?? "" } };
};

const missing = (name: string) => new CloudFailure("MissingParameter", `The request is missing a required parameter \`${name}\`.`);

const header = ({ headers }: EmulatorRequest, name: string) => {
  const value = headers[name.toLowerCase()];
  if (value === undefined || value === "") throw missing(name);
  return value;
};

const checkEnvelope = (request: EmulatorRequest) => {
  const { method, path, query, headers, body } = request;
  if (method !== "POST" || path !== "/" || query !== "")
    reject("UnsupportedProtocol", "Only POST requests to the path / without a query are taken.");
  if (!/^application\/json(; ?charset=utf-8)?$/i.test(headers["content-type"] ?? ""))
    reject("UnsupportedProtocol", "The `Content-Type` must be application/json.");
  if (Buffer.byteLength(body) > LARGEST) reject("RequestSizeLimitExceeded", "The request is larger than 10 MB.");
  if (request.malformedBody) reject("InvalidParameter", "The request body is not UTF-8.");
  if (!/^[A-Za-z0-9 \-_,;.]{0,128}$/.test(headers["x-tc-requestclient"] ?? ""))
    reject("InvalidParameter", "`X-TC-RequestClient` holds characters that are not allowed, or more than 128.");
  if (!/^\d{1,12}$/.test(header(request, "X-TC-Timestamp"))) reject("InvalidParameter", "`X-TC-Timestamp` is not a time in seconds.");
};

const serviceOf = (request: EmulatorRequest, { services, domain }: WireOptions, name: string) => {
  const host = hostName(request.headers.host ?? "");
  if (isAddress(host)) return Object.keys(services).find((service) => services[service]?.actions[name]) ?? "";
  return host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : "";
};

const findAction = (request: EmulatorRequest, options: WireOptions) => {
  const name = header(request, "X-TC-Action");
  const version = header(request, "X-TC-Version");
  const service = serviceOf(request, options, name);
  const found = Object.hasOwn(options.services, service) ? options.services[service] : undefined;
  if (!found && !isAddress(request.headers.host ?? "")) reject("NoSuchProduct", "The product of this host does not exist.");
  const checkRetirement = (point: Retirement) => {
    if (found?.retired === point) reject(point, messages[point]);
  };
  checkRetirement("NoSuchProduct");
  const action = found && Object.hasOwn(found.actions, name) ? found.actions[name] : undefined;
  if (found && version !== found.version) reject("NoSuchVersion", `The version \`${version}\` does not exist.`);
  checkRetirement("NoSuchVersion");
  checkRetirement("InvalidAction");
  if (!action) reject("InvalidAction", `The action \`${name}\` does not exist in this version.`);
  checkRetirement("ActionOffline");
  return { service, name, action };
};

type Target = ReturnType<typeof findAction>;

const checkRegion = (request: EmulatorRequest, service: string, { regions, services }: WireOptions) => {
  const region = request.headers["x-tc-region"] ?? "";
  if (region === "" && !services[service]?.regionless) throw missing("X-TC-Region");
  if (region !== "" && !regions.includes(region)) reject("UnsupportedRegion", `The region \`${region}\` is not supported.`);
  return region;
};

const identify = (request: EmulatorRequest, { service, name }: Target, { keys, now }: WireOptions) => {
  if (request.headers.authorization === "SKIP" && service === "sts" && UNSIGNED.includes(name)) return { secretId: "", account: "" };
  const { secretId, key } = verify(request, { keys, service, now: now() });
  return { secretId, account: key.account };
};

const run = (request: EmulatorRequest, target: Target, options: WireOptions, call: RecordedCall) => {
  const { secretId, account } = identify(request, target, options);
  call.secretId = secretId;
  const region = checkRegion(request, target.service, options);
  if (!options.admit(target.service, target.name)) reject("RequestLimitExceeded", "The number of requests exceeds the frequency limit.");
  const params = readParameters(request.body, target.action.params);
  return target.action.run(params, { region, account, secretId, now: options.now() });
};

const chinese: Record<string, string> = {
  AuthFailure: "签名鉴权失败。",
  FailedOperation: "操作失败。",
  InternalError: "内部错误。",
  InvalidAction: "接口不存在。",
  InvalidParameter: "参数错误。",
  InvalidParameterValue: "参数取值错误。",
  LimitExceeded: "超过配额限制。",
  MissingParameter: "缺少参数错误。",
  NoSuchProduct: "产品不存在。",
  NoSuchVersion: "接口版本不存在。",
  RequestLimitExceeded: "请求的次数超过了频率限制。",
  RequestSizeLimitExceeded: "请求包超过限制大小。",
  ResourceNotFound: "资源不存在。",
  UnauthorizedOperation: "未授权操作。",
  UnknownParameter: "未知参数错误。",
  UnsupportedOperation: "操作不支持。",
  UnsupportedProtocol: "协议不支持。",
  UnsupportedRegion: "接口不支持所传地域。",
};

/** The message of a code, by the part before its first dot. */
const inChinese = (code: string) => chinese[code.split(".")[0] ?? ""] ?? "请求失败。";

/** The frame of every response: HTTP 200, the content under `Response`, a request id of its own. */
export const framed = (content: JsonObject): EmulatorReply => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ Response: { ...content, RequestId: randomUUID() } }),
});

const rejected = ({ code, message }: CloudFailure, request: EmulatorRequest) =>
  framed({ Error: { Code: code, Message: request.headers["x-tc-language"] === "en-US" ? message : inChinese(code) } });

const serve = (request: EmulatorRequest, options: WireOptions) => {
  checkEnvelope(request);
  const target = findAction(request, options);
  const call: RecordedCall = { service: target.service, action: target.name, region: request.headers["x-tc-region"] ?? "", secretId: "" };
  options.calls.push(call);
  try {
    return run(request, target, options, call);
  } catch (failure) {
    if (failure instanceof CloudFailure) call.errorCode = failure.code;
    throw failure;
  }
};

/** Handles one API request; a failure of the emulator itself is thrown on. */
export const respondCall = (request: EmulatorRequest, options: WireOptions): EmulatorReply => {
  try {
    return framed(serve(request, options));
  } catch (failure) {
    if (failure instanceof CloudFailure) return rejected(failure, request);
    throw failure;
  }
};
