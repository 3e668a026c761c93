// Reads the JSON envelope of responses: the members of `Response`, or the error in them. Pure. See docs/modules/cloud.md#reading-responses.
import { isObject } from "../../core/json/json";
import { textOf } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";
import type { RemoteResponse } from "./remote";
import { excerpt } from "../../core/errors/excerpt";
import { parseDigitsAsText } from "../../core/json/exact-json";
import type { Redact } from "../../core/secrets/redact";
import { contentTypeOf } from "../../http/headers";
import type { HttpResponse } from "../../contract/http";
import { ApiError, type VendorError } from "./errors";

/** A response: the members of `Response`, or an error. */
export type ParsedResponse = { members: PlainMap; error?: undefined } | { error: VendorError; members?: undefined };

/**
 * Parses a response. `redact` hides secrets in the excerpt of a body of another form; without it the error contains no excerpt.
 */
export function parseResponse(response: HttpResponse, redact?: Redact): ParsedResponse {
  const text = response.body;
  const quote = redact ? (body: string): string => excerpt(body, redact) ?? "the response is empty" : lengthOf;
  if (response.status !== 200)
    return { error: { code: "ClientError.HttpStatusCodeError", message: `HTTP ${response.status}: ${quote(text)}` } };
  const body = parseDigitsAsText(text);
  if (!isObject(body)) return invalidResponse(response, `the response is not a JSON object: ${quote(text)}`);
  return parseBody(response, body, quote);
}

function parseBody(response: HttpResponse, body: PlainMap, quote: (text: string) => string): ParsedResponse {
  // `code` and `codeDesc` are the form of the API before version 3, which some gateways still return for errors.
  const { Response: members, code, codeDesc, message } = body;
  if (isObject(members)) return membersOrError(response, members);
  if (code !== undefined && code !== 0 && typeof codeDesc === "string")
    return { error: { code: codeDesc, message: textOf(message) ?? "" } };
  const names = quote(Object.keys(body).join(", ") || "none");
  return invalidResponse(response, `the response has no member Response; its members are: ${names}`);
}

function membersOrError(response: HttpResponse, members: RemoteResponse): ParsedResponse {
  const { Error: error, RequestId: requestId } = members;
  if (!isObject(error)) return { members };
  const { Code, Message } = error;
  const code = textOf(Code);
  if (code === undefined) return invalidResponse(response, "the response contains an error without a code");
  return { error: { code, message: textOf(Message) ?? "", requestId: textOf(requestId) } };
}

function invalidResponse(response: HttpResponse, reason: string): ParsedResponse {
  return { error: { code: "ClientError.ParseJsonError", message: `HTTP ${response.status} (${contentTypeOf(response)}): ${reason}` } };
}

function lengthOf(text: string): string {
  return `${text.length} characters`;
}

/** Returns whether a member is the ID of an object. */
export const isId = (name: string): boolean => name.endsWith("Id");

/** Returns whether no ID in the result differs from that of the parameters. */
export function isOf(result: PlainMap, params: PlainMap): boolean {
  return Object.keys(params).every((name) => !isId(name) || textOf(result[name]) === undefined || result[name] === params[name]);
}

/** Returns the error of a response that the service does not send; it names the server. */
export function unexpectedResponse(
  action: string,
  server: string,
  reason: VendorError = { code: "ClientError.UnexpectedResponse", message: "unexpected response" },
): ApiError {
  return new ApiError(action, reason, { server });
}
