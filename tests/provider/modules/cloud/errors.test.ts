// Messages and codes of errors, without secrets. See docs/modules/cloud.md#errors and docs/modules/cloud.md#reading-responses.
import { parseResponse } from "../../../../provider/modules/cloud/response";
import { line, lost, no, page, success, type Result } from "./exchange";
import { failure, keys } from "./support";

const withoutRetries = { budgets: { read: 0, write: 0 } };

const error = (response: Result, more: object = {}) => failure(line([response]).perform({ mode: "creation", ...more }));

test("code, message and request ID, then the remedy", async () => {
  expect((await error(no("AuthFailure.UnauthorizedOperation", "no"), { action: "DescribeAddressTemplates" })).message).toBe(
    "vpc DescribeAddressTemplates failed: AuthFailure.UnauthorizedOperation: no (RequestId req-1)\n" +
      "The permission vpc:DescribeAddressTemplates is missing. Ask an administrator to grant it.",
  );
  expect((await error(page(200, '{"Response":{"Error":{"Code":"FailedOperation","Message":"x"}}}'))).message).toBe(
    "apigateway DescribeApi failed: FailedOperation: x",
  );
});

test.each([
  ["AuthFailure.SignatureExpire", "unauthenticated", /clock/],
  ["AuthFailure.SignatureFailure", "unauthenticated", /secret key/],
  ["AuthFailure.SecretIdNotFound", "unauthenticated", /TENCENTCLOUD_SECRET_ID/],
  ["AuthFailure.TokenFailure", "unauthenticated", /temporary keys/],
  ["AuthFailure.MFAFailure", "unauthenticated", /MFA/],
  ["AuthFailure.UnauthorizedOperation", "permission_denied", /permission apigw:DescribeApi/],
  ["UnauthorizedOperation.UncertifiedUser", "permission_denied", /real-name/],
  ["ResourceNotFound.InvalidUsagePlan", "not_found", /InvalidUsagePlan/],
  ["LimitExceeded.RequestLimitExceeded", "resource_exhausted", /RequestLimitExceeded: no \(RequestId req-1\)$/],
  ["LimitExceeded.ServiceCountLimitExceeded", "failed_precondition", /quota/],
  ["ResourceInUse.X", "aborted", /ResourceInUse/],
  ["InternalError.OssException", "unavailable", /OssException/],
  ["ServiceUnavailable", "unavailable", /ServiceUnavailable/],
  ["UnsupportedRegion", "failed_precondition", /TENCENTCLOUD_REGION/],
  ["NoSuchProduct", "failed_precondition", /TENCENTCLOUD_DOMAIN/],
  ["IpNotInWhitelist", "failed_precondition", /address of this machine/],
  ["constructor.toString", "failed_precondition", /: constructor\.toString: no \(RequestId req-1\)$/],
  ["SomethingNew", "failed_precondition", /SomethingNew/],
])("%s is %s", async (vendorCode, code, message) => {
  const failed = await failure(line([no(vendorCode)], withoutRetries).perform());
  expect(failed).toMatchObject({ code, name: "ApiError", message: expect.stringMatching(message) });
});

const noJson = "ParseJsonError: HTTP 200 (application/json): the response";

test.each([
  ["a failing gateway", page(503, "  Service Unavailable\n"), "HttpStatusCodeError: HTTP 503: Service Unavailable"],
  ["an empty one", page(502, ""), "HttpStatusCodeError: HTTP 502: the response is empty"],
  ["a long one", page(500, "x".repeat(5000)), `HttpStatusCodeError: HTTP 500: ${"x".repeat(500)}...\n`],
  ["a page", page(200, "<html>login</html>"), `${noJson} is not a JSON object: <html>login</html>`],
  ["a list", page(200, "[1]"), `${noJson} is not a JSON object: [1]`],
  ["nothing at all", page(200, " "), `${noJson} is not a JSON object: the response is empty`],
  ["something else", page(200, '{"a":1}'), `${noJson} has no member Response; its members are: a`],
  ["a null", page(200, '{"Response":null}'), `${noJson} has no member Response`],
])("a malformed response: %s", async (_title, response, text) => {
  const message = expect.stringContaining(`apigateway DescribeApi failed: ClientError.${text}`);
  expect(await error(response)).toMatchObject({ code: "unavailable", message });
});

test("a response in the old form has a textual code", async () => {
  const old = page(200, '{"code":4100,"codeDesc":"AuthFailure.SignatureFailure","message":"wrong signature"}');
  const message = expect.stringContaining("failed: AuthFailure.SignatureFailure: wrong signature\nThe secret key");
  expect(await error(old)).toMatchObject({ code: "unauthenticated", message });
});

test("a response without an error is a success, with any content", () => {
  expect(parseResponse(page(200, '{"Response":{"Error":null,"Result":null}}'))).toEqual({ members: { Error: null, Result: null } });
});

test.each([
  ["a clear rejection", no("FailedOperation"), false, false],
  ["an internal error", no("InternalError"), true, false],
  ["a failing gateway", { ...page(503, ""), ambiguous: true }, true, false],
  ["a page", page(200, "<html>"), true, false],
  ["no connection", lost("connect"), false, false],
  ["a lost response", lost("body"), true, true],
])("whether a creation may have been carried out after %s", async (_title, response, created, read) => {
  expect((await failure(line([response], withoutRetries).perform({ mode: "creation" }))).ambiguous).toBe(created);
  expect((await failure(line([response], withoutRetries).perform())).ambiguous).toBe(read);
});

test("no message contains keys, tokens or secrets", async () => {
  const Message = `seen ${keys.secretKey}, token-9876543 and code-1234567 in the request`;
  const more = { keys: { ...keys, token: "token-9876543" }, secrets: ["code-1234567"], params: { Password: "body-text-77" } };
  for (const response of [no("FailedOperation", Message), page(503, Message), page(200, Message)]) {
    const { message } = await error(response, more);
    expect(message).toContain("seen [secret], [secret] and [secret] in the request");
    expect(message).not.toContain("body-text-77");
  }
});

test("an incomplete response is not quoted: its content may be secret", async () => {
  const half = '{"Response":{"Result":{"ApiKeySet":[{"AccessKeySecret":"canary-4711"';
  for (const text of [half, `${half}"}]}}`, '{"Result":{"AccessKeySecret":"canary-4711"}}'])
    expect((await error(page(200, text))).message).not.toContain("canary-4711");
});

test("no response of STS is quoted", async () => {
  const half = '{"Response":{"Credentials":{"TmpSecretKey":"canary-4711"';
  for (const response of [page(500, half), page(403, "canary-4711"), page(200, half), page(200, "canary-4711"), page(502, "")]) {
    const { message } = await error(response, { action: "AssumeRole" });
    expect(message).toMatch(/^sts AssumeRole failed: ClientError\.\w+: .*\b\d+ characters/);
    expect(message).not.toContain("canary");
  }
});

test("a response is parsed once, by the retry policy and the caller together", async () => {
  const fine = success({ Result: true });
  const parse = jest.spyOn(JSON, "parse");
  try {
    await line([no("ResourceBusy"), fine]).perform();
    expect(parse.mock.calls.filter(([text]) => text === fine.body.toString())).toHaveLength(1);
  } finally {
    parse.mockRestore();
  }
});
