// Cases 51 to 64: unknowns, secrets, nulls, unusual keys and numbers, as inputs and as outputs. tests/provider/plugin/codec and tests/provider/core/validate
// cover all combinations. See docs/protocol.md#property-values.
import { status } from "@grpc/grpc-js";
import { instead } from "../emulators/faults";
import { failureOf } from "../support/failure";
import { fieldsOf, lengthDelimited, structBytes, structMembers, type Json as RawJson } from "../support/protobuf";
import { urnOf } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { helperToken, pipeline, template } from "../support/fixture";
import {
  archive,
  asset,
  byteString,
  reference,
  reveal,
  secret,
  sentinels,
  signatureKey,
  unknown,
  type Json,
  type Properties,
} from "../support/structs";
import { checkWire } from "../support/wire-checker";

const fixture = fixtures.fixtureOfFile();
const processors = ['{"drop":{}}'];

/** Inputs of a template with the value in the place of each type. */
const places = (value: Json): Properties => ({
  name: value,
  indexPatterns: value,
  priority: value,
  deprecated: value,
  composedOfs: ["first", value],
  dataStream: { hidden: value },
  template: { aliases: [{ name: value }], lifecycle: value },
  searchConnections: [{ headers: value }],
});

test.each(Object.entries(sentinels))(
  "51, 52: the unknown of type %s is returned in every place, and keeps a secret mark",
  async (_type, text) => {
    const { inputs, failures } = await fixture.rpc.check({ ...template, news: places(text) });
    expect([reveal(inputs), failures]).toEqual([places(unknown), []]);
    const marked = await fixture.rpc.check({ ...template, news: places(secret(text)) });
    expect(marked).toEqual({ inputs: places(secret(unknown)), failures: [] });
  },
);

test("53: a secret around an object with secrets keeps all marks and doubles none", async () => {
  const aliases = secret([{ name: secret("app"), routing: secret(secret("1")) }, { name: "web" }]);
  const news = { name: secret(secret("logs")), indexPatterns: ["a"], template: { aliases } };
  const { inputs, failures } = await fixture.rpc.check({ ...template, news });
  const expected = secret([{ name: secret("app"), routing: secret("1") }, { name: "web" }]);
  expect([failures, inputs]).toEqual([[], { ...news, name: secret("logs"), template: { aliases: expected } }]);
});

test("54, 55: null is absent where a property is optional, missing where it is required, and a failure in a list", async () => {
  const news = { name: "logs", processors, description: null };
  expect(await fixture.rpc.check({ ...pipeline, news })).toEqual({ inputs: { name: "logs", processors }, failures: [] });
  const missing = await fixture.rpc.check({ ...pipeline, news: { processors: secret(null), onFailures: [null] } });
  expect(missing.failures).toEqual([
    { property: "onFailures[0]", reason: expect.stringContaining("got null") },
    { property: "processors", reason: expect.stringMatching(/^missing required property/) },
  ]);
});

const names = ["", "__proto__", "constructor", "__type", "__internal", "a.b", 'a"b', "a\u0001\u001fb", "toString", "${x}", "é\u{1f600}"];
const unusual = (): { [key: string]: RawJson } => Object.fromEntries(names.map((name) => [name, `value of ${JSON.stringify(name)}`]));

test("56: keys of maps and of JSON texts come back as they are, and no prototype is changed", async () => {
  const script = JSON.stringify({ script: { params: unusual(), source: "ctx.a = 1" } });
  // Encoded by hand, because the official classes drop the key __proto__.
  const news = structBytes({ name: "logs", processors: [script], searchConnections: [{ headers: unusual() }] });
  const request = Buffer.concat([lengthDelimited(1, urnOf(pipeline)), lengthDelimited(3, news), lengthDelimited(7, pipeline.type)]);
  const response = fieldsOf(await fixture.rpc.raw("Check", request));
  const inputs = structMembers(response.find(({ number }) => number === 1)!.bytes);
  const [{ headers }] = inputs["searchConnections"] as [{ headers: { value: object } }];
  expect(Object.entries(headers.value).sort()).toEqual(Object.entries(unusual()).sort());
  expect(inputs["processors"]).toEqual([script]);
  expect((await fixture.rpc.resultOf(helperToken, { field: "size" }))["field"]).toBe("size"); // Later objects inherit nothing from the key.
});

test("57: assets, archives and byte strings are failures that name the property; a reference is its ID", async () => {
  const news = { name: asset("hello"), processors: [archive()], description: byteString("AP8=") };
  expect((await fixture.rpc.check({ ...pipeline, news })).failures.map(({ property, reason }) => `${property}: ${reason}`)).toEqual([
    expect.stringMatching(/^description: .*got a byte string/),
    expect.stringMatching(/^name: .*got an asset/),
    expect.stringMatching(/^processors\[0\]: .*got an archive/),
  ]);
  const given = { name: reference(urnOf(pipeline), "cluster/other"), description: reference(urnOf(pipeline), ""), processors };
  const { inputs } = await fixture.rpc.check({ ...pipeline, news: given });
  expect(inputs).toEqual({ name: "cluster/other", description: unknown, processors });
});

test("58: an unknown signature, and bytes that do not decode as Struct, are INVALID_ARGUMENT", async () => {
  const value = { [signatureKey]: "00000000000000000000000000000000", value: "a" };
  const signature = { code: status.INVALID_ARGUMENT, message: expect.stringContaining("signature") as string };
  expect(await failureOf(fixture.rpc.check({ ...pipeline, news: { description: value } }))).toEqual(signature);
  expect(await failureOf(fixture.rpc.configure({ searchServers: [{ username: value }] }))).toEqual(signature);
  const malformed = fixture.rpc.raw("Invoke", Buffer.from([0x0a, 1, 0x61, 0x12, 2, 0x0a, 0x7f]));
  expect(await failureOf(malformed)).toMatchObject({ ...signature, message: expect.stringContaining("malformed request") });
});

test("59, 60: a text keeps its digits; numbers beyond the exact ones and fractions are failures; 1.0 is accepted", async () => {
  const exact = { name: "9007199254740993", indexPatterns: ["a"], metadata: '{"a":9007199254740993}', version: 1.0 };
  expect(await fixture.rpc.check({ ...template, news: exact })).toEqual({ inputs: exact, failures: [] });
  const { failures } = await fixture.rpc.check({ ...template, news: { ...exact, priority: 1.5, version: 9007199254740992 } });
  expect(failures).toEqual([
    { property: "priority", reason: "expected a whole number; got 1.5" },
    { property: "version", reason: expect.stringContaining("expected a whole number") },
  ]);
});

test("61: the checker of every response finds what the engine cannot decode", () => {
  const given = (value: number[], key = Buffer.from("key")) =>
    lengthDelimited(1, lengthDelimited(1, Buffer.concat([lengthDelimited(1, key), lengthDelimited(2, Buffer.from(value))])));
  const nan = Buffer.alloc(9, 0x11);
  nan.writeDoubleLE(NaN, 1);
  const text = [0x1a, 1, 0x61];
  const broken = Buffer.from([0xff]);
  expect(() => checkWire("Invoke", given([]))).toThrow("Invoke.1: google.protobuf.Value must have a value");
  expect(() => checkWire("Invoke", given([0x32, 2, 0x0a, 0]))).toThrow("must have a value");
  expect(() => checkWire("Invoke", given([...nan]))).toThrow("cannot be NaN");
  expect(() => checkWire("Invoke", given([0x1a, 1, 0xff]))).toThrow("not valid for encoding utf-8");
  expect(() => checkWire("Invoke", given(text, broken))).toThrow("not valid for encoding utf-8");
  for (const value of [
    [...text, 0x20, 1],
    [0x20, 2],
    [0x08, 1],
  ])
    expect(() => checkWire("Invoke", given(value))).toThrow("what its encoding does not have");
  expect(() => checkWire("GetSchema", lengthDelimited(1, broken))).toThrow("GetSchema.1: ");
  expect(() => checkWire("Invoke", given(text))).not.toThrow();
});

test.each<[title: string, text: string, expected: string]>([
  ["62: lone surrogates and control characters of the remote are encoded", "a\ud800b\u0000\u001b[31mc", "a\ufffdb\u0000\u001b[31mc"],
  ["63: a text that contains a sentinel is unchanged", `see ${unknown}`, `see ${unknown}`],
  ["63: a text that equals a sentinel is marked", unknown, `${unknown} (reserved by Pulumi)`],
])("%s", async (_title, description, expected) => {
  const search = await fixture.search();
  const headers = { "content-type": "application/json", "x-elastic-product": "Elasticsearch" };
  const body = JSON.stringify({ odd: { description, processors: [] } });
  search.faults.add({ match: "GET /_ingest/pipeline/odd", fault: instead({ status: 200, headers, body }) });
  expect((await fixture.rpc.read({ ...pipeline, id: "odd" })).inputs).toMatchObject({ description: expected });
});

test("64: identical requests have identical responses, with arrays in a stable order", async () => {
  await fixture.search();
  const aliases = ["zeta", "alpha", "mid"].map((name) => ({ name }));
  await fixture.rpc.create({ ...template, inputs: { name: "t", indexPatterns: ["b-*", "a-*"], template: { aliases } } });
  const resultOf = async () => JSON.stringify(await fixture.rpc.resultOf(fixtures.lookupToken, { name: "t" }));
  const first = await resultOf();
  expect(await resultOf()).toBe(first);
  expect(JSON.parse(first)).toMatchObject({ template: { aliases: [{ name: "alpha" }, { name: "mid" }, { name: "zeta" }] } });
});
