// Error responses: codes, messages, hints, and those that mean that an object does not exist. See docs/modules/search.md#errors.
import { parseJson } from "../../../../provider/core/json";
import { responseError, unreadableBody } from "../../../../provider/modules/search/errors";
import { isGone } from "../../../../provider/modules/search/gone";
import type { SearchResponse } from "../../../../provider/modules/search/response";
import { redactor } from "../../../../provider/core/redact";

const clean = redactor(["hunter22"])!;

function reply(status: number, body: unknown, more: Partial<SearchResponse> = {}): SearchResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const json = parseJson(text, Infinity);
  const headers = { "content-type": "application/json" };
  return { method: "GET", path: "/_x/y", status, headers, text, json, credentials: "an API key", ...more };
}

const failed = (status: number, error: unknown, more: Partial<SearchResponse> = {}): { code: string; message: string } =>
  responseError(reply(status, { error, status }, more), clean);

describe("responses for a missing object", () => {
  test.each<[string, unknown]>([
    [
      "a missing template",
      { error: { root_cause: [], type: "resource_not_found_exception", reason: "index template matching [x] not found" }, status: 404 },
    ],
    ["a missing pipeline", {}],
    ["a pattern without match", { index_templates: [] }],
    ["a template that is gone already", { error: { type: "index_template_missing_exception", reason: "..." }, status: 404 }],
  ])("404: %s", (_name, body) => expect(isGone(reply(404, body))).toBe(true));

  test.each<[string, number, unknown]>([
    ["a string error", 404, { error: "no handler", status: 404 }],
    ["a page", 404, "<html>not found</html>"],
    ["nothing", 404, ""],
    ["a security error", 404, { error: { type: "security_exception", reason: "x" }, status: 404 }],
    ["a proxy's own JSON", 404, { message: "no route" }],
    ["a proxy's own error object", 404, { error: { message: "no route" } }],
    ["a list", 404, []],
    ["another status", 400, {}],
  ])("is no absence: %s", (_name, status, body) => {
    expect(isGone(reply(status, body))).toBe(false);
    expect(responseError(reply(status, body), clean).code).toBe("failed_precondition");
  });
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
        "PUT /_ingest/pipeline/x: HTTP 400: parse_exception: top",
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
    const quoted = (at: string): string => `${at}Duplicate field 'key'\n at [Source: (byte[])"${body}"; line: 1, column: 57]`;
    const error = {
      type: "x_content_parse_exception",
      reason: quoted("[1:57] "),
      caused_by: { type: "json_parse_exception", reason: `${quoted("")} after [x]` },
    };
    expect(failed(400, error).message).toBe(
      "GET /_x/y: HTTP 400: x_content_parse_exception: [1:57] Duplicate field 'key'\ncaused by: json_parse_exception: Duplicate field 'key' after [x]",
    );
  });

  test("the number of attempts, if more than one", () => {
    expect(failed(503, "busy", { attempts: 4 }).message).toBe("GET /_x/y: HTTP 503: busy\n4 attempts were made.");
    expect(failed(503, "busy").message).toBe("GET /_x/y: HTTP 503: busy");
  });

  test("a string error is its text", () =>
    expect(failed(400, "no handler found for uri [/x]").message).toMatch(/^GET \/_x\/y: HTTP 400: no handler found/));

  test("other bodies: the first 500 characters, credentials hidden before the cut", () => {
    const { message } = responseError(reply(502, `<p>${"x".repeat(490)}hunter22${"y".repeat(300)}`), clean);
    expect(message).toContain(`HTTP 502: <p>${"x".repeat(490)}`);
    expect(message).not.toContain("hunter");
    expect(message.length).toBeLessThan(550);
    expect(responseError(reply(502, ""), clean).message).toBe("GET /_x/y: HTTP 502: the response is empty");
  });

  test("an error object without a reason quotes the body", () => expect(failed(400, {}).message).toContain('{"error":{},"status":400}'));

  test("a success without JSON: status, type and beginning of the body; a write is ambiguous", () => {
    const text = unreadableBody(
      reply(200, "<h1>Welcome hunter22</h1>", { headers: { "content-type": "text/html" }, method: "PUT" }),
      clean,
    );
    expect(text.message).toBe(
      "PUT /_x/y: HTTP 200: the response of type text/html is not JSON: <h1>Welcome [secret]</h1>\n" +
        "The response does not come from Elasticsearch. Check the endpoint and the proxies before it.",
    );
    expect([text.code, text.ambiguous]).toEqual(["unavailable", true]);
    expect(unreadableBody(reply(200, "{"), clean).ambiguous).toBe(false);
  });
});

describe("kinds and hints", () => {
  test.each<[status: number, error: unknown, expected: [kind: string, hint: RegExp | undefined], more: Partial<SearchResponse>]>([
    [
      401,
      { type: "security_exception", reason: "r" },
      ["unauthenticated", /missing, wrong or expired\. The request was sent with an API key/],
      {},
    ],
    [403, { type: "security_exception", reason: "action [x] is unauthorized" }, ["permission_denied", undefined], {}],
    [404, { type: "resource_not_found_exception", reason: "r" }, ["not_found", undefined], {}],
    [400, "no handler found for uri", ["failed_precondition", /no connector API/], { path: "/_connector/x" }],
    [405, "Incorrect HTTP method", ["failed_precondition", /no connector API/], { path: "/_connector" }],
    [405, "Incorrect HTTP method", ["failed_precondition", /does not support this request/], {}],
    [400, { type: "invalid_index_name_exception", reason: "r" }, ["failed_precondition", /no connector API/], { path: "/_connector/x" }],
    [400, { type: "parse_exception", reason: "r" }, ["failed_precondition", undefined], {}],
    [400, { type: "resource_already_exists_exception", reason: "r" }, ["already_exists", undefined], {}],
    [
      404,
      { type: "index_not_found_exception", reason: "r" },
      ["not_found", /source index does not exist/],
      { path: "/_enrich/policy/x", method: "PUT" },
    ],
    [406, { type: "media_type_header_exception", reason: "r" }, ["failed_precondition", /not Elasticsearch, or a proxy/], {}],
    [400, { type: "media_type_header_exception", reason: "r" }, ["failed_precondition", /not Elasticsearch, or a proxy/], {}],
    [404, "not here", ["failed_precondition", /Check the endpoint and the proxies/], {}],
    [409, { type: "version_conflict", reason: "r" }, ["aborted", undefined], {}],
    [429, { type: "es_rejected_execution_exception", reason: "r" }, ["resource_exhausted", undefined], {}],
    [500, { type: "x", reason: "r" }, ["unavailable", undefined], {}],
    [503, { type: "x", reason: "r" }, ["unavailable", undefined], {}],
    [302, undefined, ["failed_precondition", /Redirects are not followed/], {}],
  ])("%d %j is %j", (status, error, [kind, hint], more) => {
    const { code: found, message } = failed(status, error, more);
    expect(found).toBe(kind);
    if (hint) expect(message).toMatch(hint);
    else expect(message.split("\n")).toHaveLength(1);
  });
});
