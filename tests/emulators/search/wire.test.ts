/** The emulator around its APIs: root, health, paths, methods, query, media types, security. */
import { callerOf, failure } from "./caller";
import { createSearchEmulator } from "./index";

const request = callerOf(createSearchEmulator());

describe("root and health", () => {
  it("returns the version, flavor and cluster of the options", () => {
    const other = callerOf(createSearchEmulator({ version: "9.1.2", buildFlavor: "serverless", clusterUuid: "_na_" }));
    expect(other("GET /").body).toMatchObject({ cluster_uuid: "_na_", version: { number: "9.1.2", build_flavor: "serverless" } });
    expect(request("GET /").body).toMatchObject({
      version: { number: "8.19.8", build_flavor: "default" },
      tagline: "You Know, for Search",
    });
  });

  it("marks its responses with the product header", () => {
    expect(request("GET /").headers["X-elastic-product"]).toBe("Elasticsearch");
    expect(request("GET /_index_template/nope").headers["X-elastic-product"]).toBe("Elasticsearch");
  });

  it("serves HEAD / and the health of the cluster", () => {
    expect(request("HEAD /").status).toBe(200);
    expect(request("GET /_cluster/health").body).toMatchObject({ status: "green", timed_out: false });
  });
});

describe("paths and methods", () => {
  it("has no handler for unknown paths: 400 with a text", () => {
    expect(request("GET /_enrich/policy/x/y/z")).toMatchObject({
      status: 400,
      body: { error: "no handler found for uri [/_enrich/policy/x/y/z] and method [GET]" },
    });
  });

  it("does not allow other methods: 405 with a text and the Allow header", () => {
    expect(request("POST /_ingest/pipeline/p")).toMatchObject({
      status: 405,
      headers: { Allow: "GET,PUT,DELETE" },
      body: { error: "Incorrect HTTP method for uri [/_ingest/pipeline/p] and method [POST], allowed: [GET, PUT, DELETE]", status: 405 },
    });
  });

  it("interprets an unknown single segment as an index", () => {
    expect(request("GET /nope")).toMatchObject(failure(404, "index_not_found_exception", "no such index [nope]"));
    expect(request("GET /_nope")).toMatchObject(
      failure(400, "invalid_index_name_exception", "Invalid index name [_nope], must not start with '_'."),
    );
  });
});

describe("query parameters", () => {
  it("rejects unknown ones, with a hint when one is near", () => {
    expect(request("GET /?foo=1")).toMatchObject(
      failure(400, "illegal_argument_exception", "request [/] contains unrecognized parameter: [foo]"),
    );
    expect(request("GET /_index_template/x?master_timout=1s")).toMatchObject(
      failure(
        400,
        "illegal_argument_exception",
        "request [/_index_template/x] contains unrecognized parameter: [master_timout] -> did you mean [master_timeout]?",
      ),
    );
    expect(request("GET /?foo=1&bar=2").body).toMatchObject({
      error: { reason: "request [/] contains unrecognized parameters: [bar], [foo]" },
    });
  });

  it("rejects known ones with invalid values", () => {
    expect(request("GET /_index_template/x?master_timeout=x")).toMatchObject(
      failure(
        400,
        "illegal_argument_exception",
        "failed to parse setting [master_timeout] with value [x] as a time value: unit is missing or unrecognized",
      ),
    );
    expect(request("GET /?pretty=x")).toMatchObject(
      failure(400, "illegal_argument_exception", "Failed to parse value [x] as only [true] or [false] are allowed."),
    );
  });
});

describe("media types", () => {
  const put = (contentType: string, accept?: string): ReturnType<typeof request> =>
    request("PUT /_ingest/pipeline/p", { processors: [] }, { "content-type": contentType, ...(accept === undefined ? {} : { accept }) });

  it("accepts JSON with parameters", () => {
    expect(put("application/json; charset=utf-8").status).toBe(200);
  });

  it("rejects a body of another type: 406 with a text", () => {
    expect(put("text/plain")).toMatchObject({
      status: 406,
      body: { error: "Content-Type header [text/plain] is not supported", status: 406 },
    });
  });

  it("rejects malformed types", () => {
    const causedBy = { type: "illegal_argument_exception", reason: "invalid media-type [foo]" };
    expect(put("foo").body).toMatchObject({ error: { type: "media_type_header_exception", caused_by: causedBy } });
    expect(request("GET /", undefined, { accept: "foo" }).body).toMatchObject({
      error: { type: "media_type_header_exception", caused_by: causedBy },
    });
  });

  it("rejects a compatible version of another generation: 9 on an 8, 7 on a 9", () => {
    const versioned = (version: number): string => `application/vnd.elasticsearch+json;compatible-with=${version}`;
    expect(put(versioned(9), versioned(9))).toMatchObject({ status: 400, body: { error: { type: "media_type_header_exception" } } });
    expect(put(versioned(8), versioned(8))).toMatchObject({ status: 200, headers: { "content-type": versioned(8) } });
    const nine = callerOf(createSearchEmulator({ version: "9.0.0" }));
    expect(nine("GET /", undefined, { accept: versioned(7) }).status).toBe(400);
    expect(nine("GET /", undefined, { accept: versioned(8) }).status).toBe(200);
  });

  it("rejects a version in one header only", () => {
    expect(put("application/vnd.elasticsearch+json;compatible-with=8").body).toMatchObject({
      error: { type: "media_type_header_exception" },
    });
  });

  it("rejects a body where none belongs", () => {
    expect(request("GET /_index_template/t", {})).toMatchObject(
      failure(400, "illegal_argument_exception", "request [GET /_index_template/t] does not support having a body"),
    );
    expect(request("DELETE /_ingest/pipeline/p", {})).toMatchObject(
      failure(400, "illegal_argument_exception", "request [DELETE /_ingest/pipeline/p] does not support having a body"),
    );
  });
});

describe("bodies that are not valid JSON", () => {
  it.each([
    [
      '{"index_patterns":["a"],}',
      "x_content_parse_exception",
      /^\[1:25\] Unexpected character \('}' \(code 125\)\): was expecting double-quote to start field name/,
    ],
    ['{"index_patterns":', "x_content_e_o_f_exception", /^\[1:19\] Unexpected end of file$/],
    ['{"version":1,"version":2}', "x_content_parse_exception", /Duplicate field 'version'/],
    ["nul", "x_content_parse_exception", /Unrecognized token 'nul'/],
    ['{"a":"\n"}', "x_content_parse_exception", /Illegal unquoted character/],
    ['{"a":"\\x"}', "x_content_parse_exception", /Unrecognized character escape/],
  ])("%s", (body, type, reason) => {
    expect(request("PUT /_index_template/t", body)).toMatchObject({
      status: 400,
      body: { error: { type, reason: expect.stringMatching(reason) as string } },
    });
  });

  it("counts lines, and columns in bytes", () => {
    expect(request("PUT /_index_template/t", '{\n "_meta":{"ä":1}, "foo":1}').body).toMatchObject({
      error: { reason: "[2:20] [index_template] unknown field [foo]" },
    });
  });

  it("requires a body", () => {
    expect(request("PUT /_index_template/t")).toMatchObject(failure(400, "parse_exception", "request body is required"));
    expect(request("PUT /_ingest/pipeline/p")).toMatchObject(
      failure(400, "parse_exception", "request body or source parameter is required"),
    );
  });
});
