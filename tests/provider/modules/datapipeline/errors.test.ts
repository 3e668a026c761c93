// Errors of the service: messages, codes, and redaction of secrets. See docs/modules/datapipeline.md#errors.
import { Secret } from "../../../../provider/core/values/value";
import { env, errorResponse, expectFailure, failure, invoked, line, reply, type StubResult } from "./support";

const error = (response: StubResult) => failure(line([response]).lookUp("getConnection", { id: "abc" }));
const request = "getConnection: GET http://pipeline.test/v1/connections/abc";
const rejectedKeys = "\nFivetran rejects the key and the secret from FIVETRAN_APIKEY and FIVETRAN_APISECRET. Check them.";
const noPermission = "\nThe key from FIVETRAN_APIKEY and FIVETRAN_APISECRET has no permission. Ask an account administrator to grant it.";
const redirect = "\nRedirects are not followed. Set apiUrl to the address that the redirect leads to, up to /v1.";
const proxy = "\nAnother server responded, or a proxy changes headers. Check apiUrl and the proxies.";

test.each([
  [201, "Created", "failed_precondition", ""],
  [302, "Found", "failed_precondition", redirect],
  [400, "InvalidInput", "failed_precondition", ""],
  [401, "Anything", "unauthenticated", rejectedKeys],
  [403, "Forbidden", "permission_denied", noPermission],
  [404, "NotFound_Connection", "not_found", ""],
  [406, "NotAcceptable", "failed_precondition", proxy],
  [409, "Conflict", "aborted", ""],
  [500, "ServerError", "unavailable", ""],
])("%i %s is %s, after one attempt", async (status, vendor, code, hint) => {
  const { sent, lookUp } = line([errorResponse(status, vendor, "Some reason.")]);
  const message = `${request}: HTTP ${status}, ${vendor}: Some reason.${hint}`;
  await expectFailure(lookUp("getConnection", { id: "abc" }), code, message);
  expect(sent).toHaveLength(1);
});

const html = `<html><body>${"login ".repeat(60)}</body></html>`;
const other = (status: number, type = "without content type") => `HTTP ${status}, not a response of Fivetran (${type}): `;

test.each([
  ["a page", reply(404, html), `${other(404)}${html.slice(0, 200)}...`],
  ["a page of a proxy", reply(404, "gone", { "content-type": "text/html" }), `${other(404, "text/html")}gone`],
  ["a letter of two halves at the end", reply(404, `${"x".repeat(199)}😀 and more`), `${other(404)}${"x".repeat(199)}\ufffd...`],
  ["nothing", reply(500, ""), "HTTP 500, empty body"],
  ["a code alone", reply(404, '{"code":"NotFound"}'), "HTTP 404, NotFound"],
  ["a code that is a number", reply(400, '{"code":1234,"message":"no"}'), "HTTP 400, 1234: no"],
  ["an empty code and message", reply(400, '{"code":"","message":""}'), `${other(400)}24 characters that begin like JSON`],
  ["a good status with nothing", reply(200, ""), "HTTP 200, empty body. Check apiUrl and the proxies."],
  ["a good status with a list", reply(200, "[1]"), `${other(200)}[1]. Check apiUrl and the proxies.`],
  [
    "half of a response",
    reply(200, '{"code":"Success","data":{'),
    `${other(200)}26 characters that begin like JSON. Check apiUrl and the proxies.`,
  ],
])("%s", async (_title, response, text) => expect((await error(response)).message).toBe(`${request}: ${text}`));

const basic = Buffer.from(`${env.FIVETRAN_APIKEY}:${env.FIVETRAN_APISECRET}`).toString("base64");

test.each([
  errorResponse(401, "AuthFailed", `Header 'Basic ${basic}' with secret ${env.FIVETRAN_APISECRET} is wrong`),
  reply(502, `<p>${env.FIVETRAN_APISECRET}</p><p>Basic ${basic}</p>`),
  reply(200, `"${env.FIVETRAN_APISECRET}"`),
])("secrets are hidden when the service repeats them (%#)", async (response) => {
  const { message } = await error(response);
  expect(message).toContain("[secret]");
  for (const text of [env.FIVETRAN_APISECRET, basic]) expect(message).not.toContain(text);
});

test("no message contains a secret ID", async () => {
  const { send } = line([errorResponse(404, "NotFound_Group", "Group 'hidden-group-id' does not exist.")]);
  const found = invoked("getGroup", { id: new Secret("hidden-group-id") }, send);
  await expect(found).rejects.toThrow(/^(?!.*hidden-group-id).*NotFound_Group/s);
});

test("log lines of requests contain no secrets", async () => {
  const { lookUp, lines, sent } = line([errorResponse(404, "NotFound")]);
  await failure(lookUp("getGroup", { id: env.FIVETRAN_APISECRET }));
  const { note, redact, url } = sent[0]!;
  note!(redact(`GET ${url} 404`));
  expect(lines).toEqual([expect.stringContaining("/groups/[secret] 404")]);
  expect(sent[0]).toMatchObject({ template: "/groups/{id}", attempt: 1 });
});
