/** Documents before and after a helper's processor, as the helper's description promises. */
import type { Json, Properties } from "../support/structs";

/** What one processor does to a document. */
export interface Case {
  /** The function behind `getSearchIngestProcessor`. */
  helper: string;
  inputs: Properties;
  source: Json;
  /** The document afterwards; nothing when it is dropped; a text is part of the failure. */
  becomes: Json | undefined;
}

const at = (helper: string, inputs: Properties, source: Json, becomes: Json | undefined): Case => ({ helper, inputs, source, becomes });

/** The cases. */
export const cases: Case[] = [
  at("Append", { field: "tags", values: ["b", "a"], allowDuplicates: false }, { tags: ["a"] }, { tags: ["a", "b"] }),
  at("Bytes", { field: "size" }, { size: "2kb" }, { size: 2048 }),
  at("Bytes", { field: "size", ignoreMissing: true }, {}, {}),
  at("Bytes", { field: "size" }, {}, "field [size] not present as part of path [size]"),
  at("Convert", { field: "id", type: "integer", targetField: "n" }, { id: "12" }, { id: "12", n: 12 }),
  at("Convert", { field: "ok", type: "boolean" }, { ok: "TRUE" }, { ok: true }),
  at("Convert", { field: "ok", type: "boolean" }, { ok: "yes" }, "[yes] is not a boolean value, cannot convert to boolean"),
  at("Convert", { field: "a", type: "auto" }, { a: "x" }, { a: "x" }),
  at("Convert", { field: "a", type: "ip" }, { a: "::1" }, { a: "::1" }),
  at(
    "CommunityId",
    {},
    { source: { ip: "123.124.125.126", port: 12345 }, destination: { ip: "55.56.57.58", port: 80 }, network: { transport: "TCP" } },
    {
      source: { ip: "123.124.125.126", port: 12345 },
      destination: { ip: "55.56.57.58", port: 80 },
      network: { transport: "TCP", community_id: "1:9qr9Z1LViXcNwtLVOHZ3CL8MlyM=" },
    },
  ),
  at("Csv", { field: "line", targetFields: ["a", "b"], separator: ";", trim: true }, { line: "1; 2" }, { line: "1; 2", a: "1", b: "2" }),
  at("Date", { field: "t", formats: ["UNIX"], locale: "en", targetField: "at" }, { t: "0" }, { t: "0", at: "1970-01-01T00:00:00.000Z" }),
  at(
    "Date",
    { field: "t", formats: ["dd MMM yyyy"], locale: "de", targetField: "at" },
    { t: "01 Mai 2024" },
    { t: "01 Mai 2024", at: "2024-05-01T00:00:00.000Z" },
  ),
  at("Date", { field: "t", formats: ["UNIX"], locale: "" }, { t: "0" }, { t: "0", "@timestamp": "1970-01-01T00:00:00.000Z" }),
  // The default of the helper is that of the specification; with the first document the server searches a language of that name, and finds none.
  at("Date", { field: "t", formats: ["UNIX"] }, { t: "0" }, "unable to parse date [0]"),
  at("DateIndexName", { field: "t", dateRounding: "M", dateFormats: ["dd MMM yyyy"] }, { t: "01 May 2024" }, { t: "01 May 2024" }),
  at("Dissect", { field: "m", pattern: "%{a} %{+a} %{b}", appendSeparator: "-" }, { m: "x y z" }, { m: "x y z", a: "x-y", b: "z" }),
  at("DotExpander", { field: "*" }, { "a.b": 1, "c.d": 2 }, { a: { b: 1 }, c: { d: 2 } }),
  at("Drop", { if: "ctx.level == 'debug'" }, { level: "debug" }, undefined),
  at("Drop", { if: "ctx.level == 'debug'" }, { level: "info" }, { level: "info" }),
  at("Fail", { message: "no room for it" }, {}, "no room for it"),
  at("Foreach", { field: "list", processor: '{"uppercase":{"field":"_ingest._value"}}' }, { list: ["a", "b"] }, { list: ["A", "B"] }),
  at(
    "Grok",
    { field: "m", patterns: ["%{IP:ip} %{OWN:word}"], patternDefinitions: { OWN: "[a-z]+" } },
    { m: "::1 abc" },
    { m: "::1 abc", ip: "::1", word: "abc" },
  ),
  at("Gsub", { field: "a", pattern: "\\.", replacement: "-" }, { a: "1.2.3" }, { a: "1-2-3" }),
  at("HtmlStrip", { field: "a" }, { a: "<b>x</b>" }, { a: "x" }),
  at("Join", { field: "a", separator: "," }, { a: [1, 2] }, { a: "1,2" }),
  at("Json", { field: "a", addToRoot: true }, { a: '{"b":1}' }, { a: '{"b":1}', b: 1 }),
  at(
    "Kv",
    { field: "a", fieldSplit: "&", valueSplit: "=", prefix: "q_", excludeKeys: ["c"] },
    { a: "b=1&c=2" },
    { a: "b=1&c=2", q_b: "1" },
  ),
  at("Lowercase", { field: "a" }, { a: "ÄB" }, { a: "äb" }),
  at(
    "NetworkDirection",
    { sourceIp: "s", destinationIp: "d", internalNetworks: ["private"], targetField: "way" },
    { s: "10.0.0.1", d: "8.8.8.8" },
    { s: "10.0.0.1", d: "8.8.8.8", way: "outbound" },
  ),
  at(
    "RegisteredDomain",
    { field: "host", targetField: "url" },
    { host: "www.example.ac.uk" },
    {
      host: "www.example.ac.uk",
      url: { domain: "www.example.ac.uk", registered_domain: "example.ac.uk", top_level_domain: "ac.uk", subdomain: "www" },
    },
  ),
  at("Remove", { fields: ["a", "b"], ignoreMissing: true }, { a: 1, c: 3 }, { c: 3 }),
  at("Rename", { field: "a", targetField: "b.c" }, { a: 1 }, { b: { c: 1 } }),
  at("Script", { source: "ctx.a += params.by", params: '{"by":2}' }, { a: 1 }, { a: 3 }),
  at("Set", { field: "a", value: "7", override: false }, { a: 1 }, { a: 1 }),
  at("Set", { field: "a", copyFrom: "b" }, { b: [1] }, { a: [1], b: [1] }),
  at("Set", { field: "a", value: "" }, {}, { a: "" }),
  at("Sort", { field: "a", order: "desc" }, { a: [1, 3, 2] }, { a: [3, 2, 1] }),
  at("Split", { field: "a", separator: "\\s+", preserveTrailing: false }, { a: "x  y" }, { a: ["x", "y"] }),
  at("Terminate", {}, { a: 1 }, { a: 1 }),
  at("Trim", { field: "a" }, { a: " x " }, { a: "x" }),
  at("Uppercase", { field: "a", targetField: "b" }, { a: "x" }, { a: "x", b: "X" }),
  at(
    "UriParts",
    { field: "u", keepOriginal: false, removeIfSuccessful: true },
    { u: "https://example.com:8/p.txt?q=1" },
    {
      url: { scheme: "https", domain: "example.com", port: 8, path: "/p.txt", extension: "txt", query: "q=1" },
    },
  ),
  at("Urldecode", { field: "a" }, { a: "x%20y" }, { a: "x y" }),
  at("Rename", { field: "a", targetField: "b", onFailures: ['{"set":{"field":"failed","value":true}}'] }, {}, { failed: true }),
  at("Rename", { field: "a", targetField: "b", ignoreFailure: true }, { c: 1 }, { c: 1 }),
];
