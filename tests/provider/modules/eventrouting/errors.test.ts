// Messages and codes of errors of the service. See docs/modules/eventrouting.md#errors.
import type { HttpResponse } from "../../../../provider/contract/http";
import { isImmutable, isStatus, operationError, responseError } from "../../../../provider/modules/eventrouting/errors";
import { errorReply, home, responseWith } from "./support";

const redact = (text: string) => text;
const name = `${home}/triggers/orders`;
const requested = { name, server: "https://events.test", redact };
const errorOf = (subject: string, response: HttpResponse, source?: string) => responseError(response, { subject, ...requested, source });
const errorResponse = (code: number, status: string, message = "m", details?: unknown[]) =>
  responseWith(code, errorReply(code, status, message, details).body);
/** The same object by the number of its project. */
const byNumber = name.replace("demo-project", "481516234200");
const absent = `Resource '${name}' was not found`;

test("method, code, status, message, each wrong field, the request ID", () => {
  const details = [
    {
      "@type": "type.googleapis.com/google.rpc.BadRequest",
      fieldViolations: [
        { field: "a.b", description: "bad" },
        { field: "c", description: "worse" },
      ],
    },
    { "@type": "type.googleapis.com/google.rpc.RequestInfo", requestId: "380bbb92" },
    "odd",
  ];
  expect(errorOf("Trigger n", errorResponse(400, "INVALID_ARGUMENT", "not so", details)).message).toBe(
    "Trigger n: 400 INVALID_ARGUMENT: not so\na.b: bad\nc: worse (request 380bbb92)",
  );
});

test.each([
  [400, "INVALID_ARGUMENT", "failed_precondition"],
  [401, "UNAUTHENTICATED", "unauthenticated"],
  [403, "PERMISSION_DENIED", "permission_denied"],
  [404, "NOT_FOUND", "not_found"],
  [409, "ALREADY_EXISTS", "already_exists"],
  [409, "ABORTED", "aborted"],
  [412, "FAILED_PRECONDITION", "failed_precondition"],
  [429, "RESOURCE_EXHAUSTED", "resource_exhausted"],
  [418, "constructor", "failed_precondition"],
  [499, "CANCELLED", "failed_precondition"],
  [500, "INTERNAL", "unavailable"],
  [501, "UNIMPLEMENTED", "failed_precondition"],
  [503, "UNAVAILABLE", "unavailable"],
  [504, "DEADLINE_EXCEEDED", "unavailable"],
] as const)("%i %s has the code %s", (code, status, kind) => {
  const found = errorOf("x", errorResponse(code, status, absent));
  expect([found.code, found.status, isStatus(found, status), isStatus(new Error(status), status)]).toEqual([kind, status, true, false]);
  // Some responses contain no status word.
  if ([403, 412, 503].includes(code))
    expect(errorOf("x", responseWith(code, { error: { code, message: "m" } }))).toMatchObject({ code: kind, status });
});

test("missing parts leave no gaps", () => {
  expect(errorOf("x", responseWith(409, { error: {} })).message).toBe("x: 409: no reason is given");
  expect(errorOf("x", responseWith(400, { error: { message: "" } })).message).toBe("x: 400 INVALID_ARGUMENT: no reason is given");
});

test.each([
  ["a page", "<html>", "<html>"],
  ["nothing", "", "empty body"],
])("%s is quoted", (_, body, expected) => {
  const head = "getTrigger n: 502 UNAVAILABLE: not a response of Eventarc, from https://events.test (text/html): ";
  const headers = { "content-type": "text/html" };
  expect(errorOf("getTrigger n", responseWith(502, body, headers))).toMatchObject({ message: `${head}${expected}`, status: "" });
});

const notFound = (message: string, details?: unknown[]) => errorResponse(404, "NOT_FOUND", message, details);

test.each([
  ["another status", errorResponse(404, "UNKNOWN", absent)],
  ["the sentence of Google's APIs for a wrong path", notFound("Method not found.")],
  ["an object below this one", notFound(`Resource '${name}/revisions/1' was not found`)],
  ["an object of the same name in another project", notFound(absent.replace("demo-project", "other"))],
])("404 with %s is not the absence of the object, and names the server", (_title, response) => {
  const { code, status, message } = errorOf("x", response);
  expect([code, status, message]).toEqual(["failed_precondition", "", expect.stringContaining("https://events.test")]);
});

test.each([
  ["its name", notFound(absent)],
  ["a sentence without a name", notFound("There is no such trigger.")],
  ["its name with the number of the project, at the end of a sentence", notFound(`There is no ${byNumber}.`)],
  ["its name in a detail", notFound("m", [{ "@type": "type.googleapis.com/google.rpc.ResourceInfo", resourceName: name }])],
])("404 with %s is the absence of the object", (_title, response) => {
  expect(errorOf("x", response)).toMatchObject({ code: "not_found", status: "NOT_FOUND" });
});

test("credentials are named if they are rejected, and otherwise not; attempts and ambiguity are kept", () => {
  const whose = "run@x through googleCredentials";
  for (const response of [errorResponse(401, "UNAUTHENTICATED"), errorResponse(403, "PERMISSION_DENIED"), responseWith(403, "<html>")])
    expect(errorOf("x", response, whose).message).toMatch(
      /\nThe request was sent to \S* with the credentials of run@x through googleCredentials\.$/,
    );
  const found = errorOf("x", { ...errorResponse(409, "ALREADY_EXISTS"), attempts: 3, ambiguous: true }, whose);
  expect([found.message, found.ambiguous]).toEqual([expect.stringMatching(/^x: 409 ALREADY_EXISTS: m\W+3 attempts were made\.$/), true]);
});

test.each([
  ["no credentials", errorResponse(401, "UNAUTHENTICATED"), /googleAccessToken/],
  ["a project that is not seen", errorResponse(403, "PERMISSION_DENIED"), /project that does not exist/],
  [
    "a disabled service",
    errorResponse(403, "PERMISSION_DENIED", "m", [{ reason: "SERVICE_DISABLED" }]),
    /googleUserProjectOverride.*quota_project_id/,
  ],
  ["no quota project", errorResponse(403, "PERMISSION_DENIED", "the API requires a quota project"), /googleBillingProject/],
  [
    "a service that was enabled recently",
    errorResponse(400, "FAILED_PRECONDITION", "permissions of the service agent are still propagated"),
    /Run again in a few minutes/,
  ],
])("advice for %s", (_, response, expected) => expect(errorOf("x", response).message).toMatch(expected));

test.each([
  [
    errorResponse(400, "INVALID_ARGUMENT", "bad", [{ fieldViolations: [{ field: "transport", description: "The field is immutable." }] }]),
    true,
  ],
  [errorResponse(400, "FAILED_PRECONDITION", "Updating the channel is not supported."), true],
  [errorResponse(403, "PERMISSION_DENIED", "you cannot change this"), false],
])("a fixed member: %#", (response, expected) => expect(isImmutable(errorOf("Trigger immutable", response))).toBe(expected));

test("operations fail by number", () => {
  const subject = { name, caller: "Trigger" };
  const message = expect.stringMatching(/^Trigger \S+: the operation failed: PERMISSION_DENIED: no right \(request 18ea\)/);
  const status = "PERMISSION_DENIED";
  const error = { code: 7, message: "no right", details: [{ requestId: "18ea" }] };
  expect(operationError(subject, error)).toMatchObject({ code: "permission_denied", status, message });
  expect(operationError(subject, {}).status).toBe("UNKNOWN");
  expect(operationError(subject, { code: 5, message: absent })).toMatchObject({ code: "not_found", status: "NOT_FOUND" });
  expect(operationError(subject, { code: 5, message: "no such service" })).toMatchObject({ code: "failed_precondition", status: "" });
});
