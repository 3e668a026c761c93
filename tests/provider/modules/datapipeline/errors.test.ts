// Errors of the service: messages, codes, and redaction of secrets. See docs/modules/datapipeline.md#errors.
import { Secret } from "../../../../provider/core/values/value";
import { TransportError } from "../../../../provider/http/transport-error";
import { lookupCaller, env, failure, line, errorResponse, reply, type StubResult } from "./support";

const error = (response: StubResult) => failure(line([response]).lookUp("getConnection", { id: "abc" }));
const request = "getConnection: GET http://pipeline.test/v1/connections/abc";
const rejectedKeys = "Fivetran rejects the key and the secret from FIVETRAN_APIKEY and FIVETRAN_APISECRET. Check them.";

test("function, method, path, status, code and message", async () => {
  expect(await error(errorResponse(404, "NotFound_Connector", "Connector with id 'abc' does not exist"))).toMatchObject({
    code: "not_found",
    message: `${request}: HTTP 404, NotFound_Connector: Connector with id 'abc' does not exist`,
  });
});

test.each([
  [400, "InvalidInput", "failed_precondition", ""],
  [401, "Unauthorized", "unauthenticated", `\n${rejectedKeys}`],
  [401, "AuthFailed", "unauthenticated", `\n${rejectedKeys}`],
  [401, "Anything", "unauthenticated", `\n${rejectedKeys}`],
  [
    403,
    "Forbidden",
    "permission_denied",
    "\nThe key from FIVETRAN_APIKEY and FIVETRAN_APISECRET has no permission. Ask an account administrator to grant it.",
  ],
  [404, "NotFound", "not_found", ""],
  [404, "NotFound_Connection", "not_found", ""],
  [405, "MethodNotAllowed", "failed_precondition", ""],
  [406, "NotAcceptable", "failed_precondition", "\nAnother server responded, or a proxy changes headers. Check apiUrl and the proxies."],
  [409, "Conflict", "aborted", ""],
  [415, "UnsupportedMediaType", "failed_precondition", ""],
  [302, "Found", "failed_precondition", "\nThe provider does not follow redirects. Set apiUrl to the address in the header Location."],
  [201, "Created", "failed_precondition", ""],
  [204, "Nothing", "failed_precondition", ""],
  [500, "ServerError", "unavailable", ""],
  [501, "NotImplemented", "unavailable", ""],
])("%i %s is %s", async (status, vendor, code, hint) => {
  const { sent, lookUp } = line([errorResponse(status, vendor, "Some reason.")]);
  expect(await failure(lookUp("getConnection", { id: "abc" }))).toMatchObject({
    code,
    message: `${request}: HTTP ${status}, ${vendor}: Some reason.${hint}`,
  });
  expect(sent).toHaveLength(1);
});

describe("bodies of other servers", () => {
  const html = `<html><body>${"login ".repeat(60)}</body></html>`;

  test.each<[string, StubResult, string]>([
    ["a page", reply(404, html), `HTTP 404, not a response of Fivetran (without content type): ${html.slice(0, 200)}...`],
    ["a page of a proxy", reply(404, "gone", { "content-type": "text/html" }), "HTTP 404, not a response of Fivetran (text/html): gone"],
    [
      "a letter of two halves at the end",
      reply(404, `${"x".repeat(199)}😀 and more`),
      `HTTP 404, not a response of Fivetran (without content type): ${"x".repeat(199)}\ufffd...`,
    ],
    ["nothing", reply(500, ""), "HTTP 500, empty body"],
    ["other JSON", reply(404, '{"error":"x"}'), 'HTTP 404, not a response of Fivetran (without content type): {"error":"x"}'],
    ["a code alone", reply(404, '{"code":"NotFound"}'), "HTTP 404, NotFound"],
    ["a code that is a number", reply(400, '{"code":1234,"message":"no"}'), "HTTP 400, 1234: no"],
    [
      "an empty code and message",
      reply(400, '{"code":"","message":""}'),
      'HTTP 400, not a response of Fivetran (without content type): {"code":"","message":""}',
    ],
  ])("%s", async (_title, response, text) => expect((await error(response)).message).toBe(`${request}: ${text}`));

  test.each<[string, string, string]>([
    ["a page", html, `HTTP 200, not a response of Fivetran (without content type): ${html.slice(0, 200)}...`],
    ["nothing", "", "HTTP 200, empty body"],
    ["a list", "[1]", "HTTP 200, not a response of Fivetran (without content type): [1]"],
    [
      "half of a response",
      '{"code":"Success","data":{',
      'HTTP 200, not a response of Fivetran (without content type): {"code":"Success","data":{',
    ],
  ])("a good status with %s is a failure, too", async (_title, body, text) =>
    expect(await error(reply(200, body))).toMatchObject({
      code: "unavailable",
      message: `${request}: ${text}. Check apiUrl and the proxies.`,
    }),
  );
});

test("a certificate that is not trusted fails at once", async () => {
  const { sent, lookUp } = line([new TransportError("tls", "CERT_HAS_EXPIRED", "the certificate has expired")]);
  expect(await failure(lookUp("getRoles"))).toMatchObject({ code: "unavailable", message: "getRoles: the certificate has expired" });
  expect(sent).toHaveLength(1);
});

describe("secrets", () => {
  const basic = Buffer.from(`${env.FIVETRAN_APIKEY}:${env.FIVETRAN_APISECRET}`).toString("base64");
  const leaks = [env.FIVETRAN_APISECRET, basic];
  const bodies: StubResult[] = [
    errorResponse(401, "AuthFailed", `Header 'Basic ${basic}' with secret ${env.FIVETRAN_APISECRET} is wrong`),
    reply(502, `<p>${env.FIVETRAN_APISECRET}</p><p>Basic ${basic}</p>`),
    reply(200, `"${env.FIVETRAN_APISECRET}"`),
  ];

  test.each(bodies)("is hidden when the service repeats it (%#)", async (response) => {
    const { message } = await error(response);
    expect(message).toContain("[secret]");
    for (const text of leaks) expect(message).not.toContain(text);
  });

  test("no message contains a secret ID", async () => {
    const { send } = line([errorResponse(404, "NotFound_Group", "Group 'hidden-group-id' does not exist.")]);
    const invoke = await lookupCaller(send);
    const { message } = await failure(invoke("getGroup", { id: new Secret("hidden-group-id") }));
    expect(message).toContain("NotFound_Group");
    expect(message).not.toContain("hidden-group-id");
  });

  test("log lines of requests contain none", async () => {
    const { lookUp, lines, sent } = line([errorResponse(404, "NotFound")]);
    await failure(lookUp("getGroup", { id: env.FIVETRAN_APISECRET }));
    const { note, redact, url } = sent[0]!;
    note!(redact(`GET ${url} 404`));
    expect(lines).toEqual([expect.stringContaining("/groups/[secret] 404")]);
    expect(sent[0]).toMatchObject({ template: "/groups/{id}", attempt: 1 });
  });
});
