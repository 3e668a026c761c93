/** Failures in the shape of google.rpc.Status, and the pages of the front end before it. See docs/modules/eventrouting.md#errors. */
import type { EmulatorReply, JsonObject } from "../exchange";

/** The status words of google.rpc.Code with their number over HTTP. */
export const statuses = {
  CANCELLED: 499,
  UNKNOWN: 500,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  UNAUTHENTICATED: 401,
};

/** A status word. */
export type Status = keyof typeof statuses;

/** One field that is wrong; the path is in snake_case as the service writes it. */
export interface Violation {
  field: string;
  description: string;
}

/** A failure on its way to the client. */
export class EventFailure extends Error {
  constructor(
    readonly status: Status,
    message: string,
    readonly details: JsonObject[] = [],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** An entry of `details` of one of the types of google.rpc. */
export const detail = (type: string, content: JsonObject): JsonObject => ({
  "@type": `type.googleapis.com/google.rpc.${type}`,
  ...content,
});

/** An ErrorInfo. */
export const errorInfo = (reason: string, domain: string, metadata: JsonObject): JsonObject =>
  detail("ErrorInfo", { reason, domain, metadata });

/** 400 INVALID_ARGUMENT with a BadRequest; the message is that of the violations. */
export const invalid = (...violations: Violation[]): EventFailure =>
  new EventFailure("INVALID_ARGUMENT", violations.map(({ description }) => description).join("\n"), [
    detail("BadRequest", { fieldViolations: violations.map((violation) => ({ ...violation })) }),
  ]);

/** 400 INVALID_ARGUMENT for one field. */
export const wrong = (field: string, description: string): EventFailure => invalid({ field, description });

/** 404 for a thing or an operation. */
export const notFound = (name: string): EventFailure => new EventFailure("NOT_FOUND", `Resource '${name}' was not found`);

/** 403 with the permission that is missing. */
export const denied = (permission: string, resource: string): EventFailure =>
  new EventFailure("PERMISSION_DENIED", `Permission '${permission}' denied on '${resource}'`, [
    errorInfo("IAM_PERMISSION_DENIED", "eventarc.googleapis.com", { permission, resource }),
  ]);

/** A JSON response as the service frames it. */
export const reply = (status: number, body: JsonObject, headers: Record<string, string> = {}): EmulatorReply => ({
  status,
  headers: { "content-type": "application/json; charset=UTF-8", vary: "Origin, X-Origin, Referer", ...headers },
  body: JSON.stringify(body, undefined, 2),
});

/** A failure as a response; every one but a rejected token bears the id of the request. */
export const rejection = ({ status, message, details, headers }: EventFailure, requestId: string): EmulatorReply => {
  const http = statuses[status];
  const all = status === "UNAUTHENTICATED" ? details : [...details, detail("RequestInfo", { requestId })];
  return reply(http, { error: { code: http, message, status, details: all } }, headers);
};

const page = (status: number, title: string, text: string): EmulatorReply => ({
  status,
  headers: { "content-type": "text/html; charset=UTF-8", "referrer-policy": "no-referrer" },
  body: `<!DOCTYPE html>\n<html lang=en>\n<title>Error ${status} (${title})!!1</title>\n<p><b>${status}.</b> <ins>That's an error.</ins>\n<p>${text}  <ins>That's all we know.</ins>\n`,
});

/** The page for a path that no API has. */
export const noSuchPath = (path: string): EmulatorReply =>
  page(404, "Not Found", `The requested URL <code>${path}</code> was not found on this server.`);

/** The page for a method that the path does not have. */
export const noSuchMethod = (method: string, path: string): EmulatorReply =>
  page(405, "Method Not Allowed", `The request method <code>${method}</code> is inappropriate for the URL <code>${path}</code>.`);

/** The page of the front end for a request that is malformed as such, a GET with a body for one. */
export const malformed = (): EmulatorReply => page(400, "Bad Request", "Your client has issued a malformed or illegal request.");
