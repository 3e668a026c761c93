// Error responses: codes, messages, hints, and those that mean that an object does not exist. See docs/modules/search.md#errors.
import { parseJson } from "../../../../provider/core/json/json";
import { responseError, unusableResponse } from "../../../../provider/modules/search/errors";
import { isGone } from "../../../../provider/modules/search/gone";
import type { SearchResponse } from "../../../../provider/modules/search/response";
import { redactor } from "../../../../provider/core/secrets/redact";

const clean = redactor(["hunter22"])!;

function reply(status: number, body: unknown, more: Partial<SearchResponse> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const json = parseJson(text, Infinity);
  const headers = { "content-type": "application/json", "x-elastic-product": "Elasticsearch" };
  return { method: "GET", server: "http://s:9200", path: "/_x/y", status, headers, text, json, credentials: "an API key", ...more };
}

const failed = (status: number, error: unknown, more: Partial<SearchResponse> = {}) =>
  responseError(reply(status, { error, status }, more), clean);

const foreign = { headers: { "content-type": "application/json" } };

const error = (type: string) => ({ error: { root_cause: [], type, reason: "..." }, status: 404 });
const missing = error("resource_not_found_exception");
const cases: [method: string, path: string, body: unknown][] = [
  ["GET", "/_connector/x", missing],
  ["DELETE", "/_connector/x", missing],
  ["PUT", "/_connector/x/_name", missing],
  ["GET", "/_enrich/policy/x", missing],
  ["DELETE", "/_enrich/policy/x", missing],
  ["GET", "/_ingest/pipeline/x", {}],
  ["GET", "/_ingest/pipeline", {}],
  ["DELETE", "/_ingest/pipeline/x", missing],
  ["GET", "/_index_template/x", missing],
  ["GET", "/_index_template/x*", { index_templates: [] }],
  ["DELETE", "/_index_template/x", error("index_template_missing_exception")],
  ["GET", "/_component_template/x", missing],
  ["GET", "/_component_template/x*", { component_templates: [] }],
  ["DELETE", "/_component_template/x", missing],
  ["GET", "/_security/role/x", {}],
  ["DELETE", "/_security/role/x", { found: false }],
];
const isAbsent = (method: string, path: string, body: unknown, more: Partial<SearchResponse> = {}) => {
  const response = reply(404, body, { method, path, ...more });
  expect(responseError(response, clean).code).toBe(isGone(response) ? "not_found" : "failed_precondition");
  return isGone(response);
};
const foreignBodies = [{ data: [] }, { policies: [] }, { message: "no route" }, { error: "no handler" }, [], "<html>", "", { found: true }];
const types = ["security_exception", "index_not_found_exception", "https://errors.example.com/not-found"];
const bodies = [...cases.map(([, , body]) => body), ...foreignBodies, ...types.map(error), { error: { message: "no route" } }];
const apiOf = (path: string) => path.split("/")[1];
const isStated = (path: string, body: unknown) =>
  cases.some(([, own, stated]) => apiOf(own) === apiOf(path) && JSON.stringify(stated) === JSON.stringify(body));

test.each(cases)("responses for a missing object: %s %s: 404 %j, and nothing but what this API states", (method, path, body) => {
  expect(isAbsent(method, path, body)).toBe(true);
  expect(isAbsent(method, path, body, foreign)).toBe(false);
  expect(isGone(reply(400, body, { method, path }))).toBe(false);
  // What security states depends on the method.
  const of = apiOf(path) === "_security" ? bodies.filter((each) => !isStated(path, each) || each === body) : bodies;
  for (const each of of)
    expect([each, isAbsent(apiOf(path) === "_security" ? method : "GET", path, each)]).toEqual([each, isStated(path, each)]);
});

describe("the message", () => {
  test("type and reason, further root causes, the chain of causes, the place", () => {
    const error = {
      root_cause: [
        { type: "parse_exception", reason: "top" },
        { type: "other_exception", reason: "deep", processor_type: "set", property_name: "value" },
      ],
      type: "parse_exception",
      reason: "top",
      caused_by: { type: "a", reason: "1", caused_by: { type: "b", reason: "2" } },
      processor_type: "set",
    };
    expect(failed(400, error, { method: "PUT", path: "/_ingest/pipeline/x" }).message).toBe(
      [
        "PUT http://s:9200/_ingest/pipeline/x: HTTP 400: parse_exception: top",
        "root cause: other_exception: deep",
        "caused by: a: 1",
        "caused by: b: 2",
        "processor_type: set",
        "property_name: value",
      ].join("\n"),
    );
  });

  test("the body of the request, which the server's parser quotes, is left out", () => {
    const body = '{"_meta":{"key":"of the user; line: 1, column: 2]","key":1}}';
    const quoted = (at: string) => `${at}Duplicate field 'key'\n at [Source: (byte[])"${body}"; line: 1, column: 57]`;
    const error = {
      type: "x_content_parse_exception",
      reason: quoted("[1:57] "),
      caused_by: { type: "json_parse_exception", reason: `${quoted("")} after [x]` },
    };
    expect(failed(400, error).message).toBe(
      "GET http://s:9200/_x/y: HTTP 400: x_content_parse_exception: [1:57] Duplicate field 'key'\ncaused by: json_parse_exception: Duplicate field 'key' after [x]",
    );
  });

  test("a sentence that the server repeats is shown once", () => {
    const reason = "Failed to parse mapping: unknown type [keywrd]";
    const cause = { type: "mapper_parsing_exception", reason: "unknown type [keywrd]" };
    const error = {
      root_cause: [{ type: "mapper_parsing_exception", reason }, cause],
      type: "illegal_argument_exception",
      reason: `template invalid, cause [${reason}]`,
      caused_by: { type: "mapper_parsing_exception", reason, caused_by: { ...cause, caused_by: { type: "io", reason: "known" } } },
    };
    expect(failed(400, error).message).toBe(
      "GET http://s:9200/_x/y: HTTP 400: illegal_argument_exception: template invalid, cause [Failed to parse mapping: unknown type [keywrd]]\ncaused by: io: known",
    );
  });

  test("the number of attempts, if more than one", () => {
    expect(failed(503, "busy", { attempts: 4 }).message).toBe("GET http://s:9200/_x/y: HTTP 503: busy\n4 attempts were made.");
    expect(failed(503, "busy").message).toBe("GET http://s:9200/_x/y: HTTP 503: busy");
  });

  test("a string error is its text", () =>
    expect(failed(400, "no handler found for uri [/x]").message).toMatch(/^GET http:\/\/s:9200\/_x\/y: HTTP 400: no handler found/));

  test("other bodies: the first 500 characters, credentials hidden before the cut", () => {
    const { message } = responseError(reply(502, `<p>${"x".repeat(490)}hunter22${"y".repeat(300)}`), clean);
    expect(message).toContain(`HTTP 502: <p>${"x".repeat(490)}`);
    expect(message).not.toContain("hunter");
    expect(message.length).toBeLessThan(550);
    expect(responseError(reply(502, ""), clean).message).toBe("GET http://s:9200/_x/y: HTTP 502: the response is empty");
  });

  test("JSON of another form is not quoted, except for the message of a gateway", () => {
    expect(failed(400, {}).message).toMatch(/HTTP 400: 25 characters that begin like JSON$/);
    const { message } = responseError(reply(404, { ok: false, message: "Unknown resource." }), clean);
    expect(message).toMatch(/HTTP 404: Unknown resource\.$/);
  });

  test("a success without JSON: status, type and beginning of the body; a write is ambiguous", () => {
    const text = unusableResponse(
      reply(200, "<h1>Welcome hunter22</h1>", { headers: { "content-type": "text/html" }, method: "PUT" }),
      clean,
    );
    expect(text.message).toBe(
      "PUT http://s:9200/_x/y: HTTP 200: the response of type text/html is not JSON: <h1>Welcome [secret]</h1>\n" +
        "The response does not come from Elasticsearch. Check the endpoint and the proxies before it.",
    );
    expect([text.code, text.ambiguous]).toEqual(["unavailable", true]);
    expect(unusableResponse(reply(200, "{"), clean).ambiguous).toBe(false);
  });
});

const more = (path: string, method = "GET") => ({ path, method });
const unsupported = "Incorrect HTTP method";
const noHandler = "no handler found for uri";
const type = (name: string, members: object = {}) => ({ type: name, reason: "r", ...members });

test.each([
  [401, type("security_exception"), /^unauthenticated: [^]*missing, wrong or expired\. The request was sent with an API key/],
  [403, type("security_exception"), /^permission_denied: .*$/],
  [
    403,
    type("security_exception", { "license.expired.feature": "field and document level security" }),
    /^permission_denied: .*\nThe license of the cluster does not include field and document level security\.$/,
  ],
  [400, noHandler, /^failed_precondition: [^]*has no security features/, more("/_security/role/x")],
  [405, unsupported, /^failed_precondition: [^]*has no security features/, more("/_security/role")],
  [410, type("api_not_available_exception"), /^failed_precondition: [^]*Serverless does not have this API/],
  [404, type("resource_not_found_exception"), /^not_found: .*$/, more("/_connector/x")],
  [400, noHandler, /^failed_precondition: [^]*has no connector API/, more("/_connector/x")],
  [405, unsupported, /^failed_precondition: [^]*has no connector API/, more("/_connector")],
  [405, unsupported, /^failed_precondition: [^]*does not support this request/],
  [400, type("invalid_index_name_exception"), /^failed_precondition: [^]*has no connector API/, more("/_connector/x")],
  [400, type("parse_exception"), /^failed_precondition: .*$/],
  [400, type("resource_already_exists_exception"), /^already_exists: .*$/],
  [404, type("index_not_found_exception"), /^failed_precondition: [^]*source index does not exist/, more("/_enrich/policy/x", "PUT")],
  [406, type("media_type_header_exception"), /^failed_precondition: [^]*not Elasticsearch, or a proxy/],
  [400, type("media_type_header_exception"), /^failed_precondition: [^]*not Elasticsearch, or a proxy/],
  [404, "not here", /^failed_precondition: [^]*http:\/\/s:9200\/_x\/y[^]*Check the endpoint and the proxies/, foreign],
  [409, type("version_conflict"), /^aborted: .*$/],
  [429, type("es_rejected_execution_exception"), /^resource_exhausted: .*$/],
  [500, type("constructor"), /^unavailable: .*$/],
  [503, type("x"), /^unavailable: .*$/],
  [302, undefined, /^failed_precondition: [^]*Redirects are not followed/],
])("%d %j is %s", (...row) => {
  const [status, error, expected, members] = row;
  const { code, message } = failed(status, error, members);
  expect(`${code}: ${message}`).toMatch(expected);
});
