/** Messages in Chinese: what the API returns to clients that do not request `en-US`. */

const messages: Record<string, string> = {
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
export const inChinese = (code: string): string => messages[code.split(".")[0] ?? ""] ?? "请求失败。";
