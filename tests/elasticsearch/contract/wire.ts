/** Contract of what is common to the APIs: root, methods, paths, query parameters, media types, indices. */
import { lines, only, puts, step, type Groups, type Steps } from "./step";

const JSON_8 = "application/vnd.elasticsearch+json;compatible-with=8";
const JSON_9 = "application/vnd.elasticsearch+json;compatible-with=9";
const NEW = { index_patterns: ["t-*"] };

const typed = (contentType: string, accept?: string): Steps =>
  [step("PUT /_index_template/t", NEW), step("PUT /_ingest/pipeline/p", { processors: [] })].map((step) => ({
    ...step,
    headers: { "content-type": contentType, ...(accept === undefined ? {} : { accept }) },
  }));
const accepting = (accept: string) => step("GET /_index_template", undefined, { accept });

/** All groups. */
export const groups: Groups = {
  // Methods and paths.
  "methods and paths": [
    "POST /",
    "PATCH /_index_template/t",
    "PUT /_index_template",
    "POST /_ingest/pipeline/p",
    "DELETE /_ingest/pipeline",
    "HEAD /_ingest/pipeline/p",
    "PUT /_ingest/pipeline",
    "GET /_nope/a",
    "GET /_connector/x",
    "PUT /_connector/x",
    "OPTIONS /_index_template/t",
    lines(
      "GET ",
      "/_index_template/x/y",
      "/_nope/a/b",
      "/_index_template/",
      "/_ingest/pipeline/",
      "//_index_template",
      "/_ingest",
      "/_nope",
      "/nope",
      "/a%20b",
    ),
    { "PUT /_enrich/policy/x": {}, "PUT /_connector/x": {} },
    "HEAD /nope",
    "GET /_index_template/a+b",
    only(
      "type",
      "the reason counts the place of the broken escape as the node's own decoder does",
      "GET /_index_template/%zz",
      "GET /_index_template/%",
    ),
  ],
  // Query parameters.
  "query parameters": [
    lines("GET ", "/?foo=1", "/?foo=1&bar=2", "/?pretty=x"),
    lines("GET /_index_template/x?", "nam=1", "master_timout=1", "local=x", "foo=1", "timeout=1s", "master_timeout=x"),
    puts("PUT /_index_template/t?", NEW, "caus=1", "foo=1", "timeout=1s", "master_timeout=x", "creat=true"),
    { "PUT /_index_template/t?foo=1": { index_ptterns: ["x"] }, "PUT /_index_template/t?create=x&foo=1": NEW },
    puts("PUT /_ingest/pipeline/p?", { processors: [] }, "master_timeouts=1&iff_version=2", "foo=1", "create=true"),
    { "PUT /_ingest/pipeline/p?foo=1": { processors: [{ nope: {} }] } },
    lines("DELETE /_ingest/pipeline/p?", "idd=1", "foo=1", "timeout=x"),
    "DELETE /_index_template/t?timeout=1s",
    "GET /_index_template/t?pretty",
  ],
  // Media types of requests and responses, and bodies where none belongs.
  "media types and bodies": [
    ["", "text/plain", "application/x-www-form-urlencoded", "APPLICATION/JSON", "application/x-ndjson", JSON_8].flatMap((type) =>
      typed(type),
    ),
    typed(JSON_8, JSON_8),
    typed(JSON_9, JSON_9),
    typed(JSON_8, "application/json"),
    typed("application/json", JSON_8),
    [
      "application/json",
      "*/*",
      "text/html",
      "application/json;q=0.9, */*",
      "foo",
      JSON_8,
      JSON_9,
      "application/json; charset=utf-8",
      "application/vnd.elasticsearch+json",
    ].map(accepting),
    step("GET /_index_template", undefined, { "content-type": "text/plain" }),
    step("GET /_index_template", undefined, { "content-type": "foo" }),
    { "GET /_index_template/t": {} },
    step("GET /_index_template/t", {}, { "content-type": "text/plain" }),
    { "DELETE /_index_template/t": {}, "DELETE /_ingest/pipeline/p": {}, "GET /_ingest/pipeline/p?foo=1": {}, "POST /_nope": {} },
  ],
  // The root. Names and hashes are each node's own.
  root: [
    only(
      "status",
      "name, UUID, hash and date of the build are each node's own; contract.estest.ts compares which members there are",
      "GET /",
      "GET /?pretty=false",
    ),
    "HEAD /",
  ],
  // Indices, as far as the emulator has them.
  indices: [
    "PUT /ix",
    only("type", "the reason names the UUID of the index", "PUT /ix"),
    "PUT /IX",
    "PUT /_x",
    "HEAD /ix",
    "DELETE /ix",
    "DELETE /ix",
    { "PUT /ix": { settings: { foo: 1 } } },
    { "PUT /ix": { foo: 1 } },
  ],
};
