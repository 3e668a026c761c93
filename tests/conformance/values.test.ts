// Cases 51 to 64: unknowns, secrets, nulls, unusual keys and numbers, as inputs and as outputs. See docs/protocol.md#property-values.
import { status } from "@grpc/grpc-js";
import { instead } from "../emulators/faults";
import { failureOf } from "../support/failure";
import { fieldsOf, lengthDelimited, structBytes, structMembers } from "../support/protobuf";
import type { Json as RawJson } from "../support/protobuf";
import { urnOf } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { helperToken, pipeline, template } from "../support/fixture";
import type { Json, Properties } from "../support/structs";
import { archive, asset, byteString, isSecret, reference, reveal, secret, sentinels, signatureKey, unknown } from "../support/structs";
import { checkWire } from "../support/wire-checker";

const fixture = fixtures.fixtureOfFile();
const drop = '{"drop":{}}';

describe("unknowns and secrets", () => {
  /** Inputs of a template with one value of each type; one of them is replaced by the value. */
  const places: Record<string, (value: Json) => Properties> = {
    "a text": (metadata) => ({ metadata }),
    "a number": (priority) => ({ priority }),
    "a truth value": (deprecated) => ({ deprecated }),
    "a list": (composedOfs) => ({ composedOfs }),
    "an element": (element) => ({ composedOfs: ["first", element] }),
    "an object": (dataStream) => ({ dataStream }),
    "a member": (hidden) => ({ dataStream: { hidden } }),
    "a member of an element": (name) => ({ template: { aliases: [{ name }] } }),
    "a map": (headers) => ({ searchConnections: [{ headers }] }),
    "a required text": (name) => ({ name }),
    "a required list": (indexPatterns) => ({ indexPatterns }),
  };
  const cases = Object.keys(places).flatMap((place) => Object.entries(sentinels).map(([type, text]) => [type, place, text] as const));

  test.each(cases)("51: the unknown of type %s in the place of %s is returned without a failure", async (_type, place, text) => {
    const news = { name: "logs", indexPatterns: ["logs-*"], ...places[place]!(text) };
    const { inputs, failures } = await fixture.rpc.check({ ...template, news });
    expect(failures).toEqual([]);
    expect(reveal(inputs)).toEqual({ name: "logs", indexPatterns: ["logs-*"], ...places[place]!(unknown) });
  });

  test.each(Object.keys(places))("52: a secret around an unknown in the place of %s keeps both marks", async (place) => {
    const news = { name: "logs", indexPatterns: ["logs-*"], ...places[place]!(secret(unknown)) };
    const { inputs, failures } = await fixture.rpc.check({ ...template, news });
    expect(failures).toEqual([]);
    expect(inputs).toEqual(news);
  });

  test("53: a secret around an object with secrets keeps all marks and doubles none", async () => {
    const aliases = secret([
      { name: secret("app"), routing: secret("1") },
      { name: "web", filter: secret('{"term":{"a":1}}') },
    ]);
    const { inputs, failures } = await fixture.rpc.check({
      ...template,
      news: { name: "logs", indexPatterns: ["logs-*"], template: { aliases } },
    });
    expect(failures).toEqual([]);
    expect(reveal(inputs)).toEqual(reveal({ name: "logs", indexPatterns: ["logs-*"], template: { aliases } }));
    const checked = (inputs["template"] as Properties)["aliases"]!;
    expect(isSecret(checked)).toBe(true);
    expect(JSON.stringify(checked).match(new RegExp(signatureKey, "g"))!.length).toBeLessThanOrEqual(4);
  });

  test("53: a secret of a secret is one secret", async () => {
    const { inputs } = await fixture.rpc.check({ ...pipeline, news: { name: secret(secret("logs")), processors: [drop] } });
    expect(inputs["name"]).toEqual(secret("logs"));
  });
});

describe("null and absent", () => {
  test("54: null is absent where a property is optional, and missing where it is required", async () => {
    const { inputs, failures } = await fixture.rpc.check({
      ...pipeline,
      news: { name: "logs", processors: [drop], description: null, version: null },
    });
    expect(failures).toEqual([]);
    expect(inputs).toEqual({ name: "logs", processors: [drop] });
    const missing = await fixture.rpc.check({ ...pipeline, news: { name: null, processors: secret(null) } });
    expect(missing.inputs["name"]).toMatch(/^demo-/);
    expect(missing.failures).toEqual([{ property: "processors", reason: expect.stringMatching(/^missing required property/) }]);
  });

  test("55: null in a list is a failure at its place", async () => {
    const { failures } = await fixture.rpc.check({ ...pipeline, news: { name: "logs", processors: [drop, null] } });
    expect(failures).toEqual([{ property: "processors[1]", reason: expect.stringContaining("got null") }]);
    const { failures: objects } = await fixture.rpc.check({
      ...template,
      news: { name: "logs", indexPatterns: ["a"], template: { aliases: [null] } },
    });
    expect(objects).toEqual([{ property: "template.aliases[0]", reason: expect.stringContaining("got null") }]);
  });
});

describe("unusual values", () => {
  const names = [
    "",
    "__proto__",
    "constructor",
    "__type",
    "__internal",
    "a.b",
    'a"b',
    "a\u0001\u001fb",
    "toString",
    "${x}",
    "a/b",
    "é\u{1f600}",
  ];
  const unusual = (): { [key: string]: RawJson } => Object.fromEntries(names.map((name) => [name, `value of ${JSON.stringify(name)}`]));

  test("56: keys of maps come back as they are, and no prototype is changed", async () => {
    // Encoded by hand, because the official classes drop the key __proto__.
    const news = structBytes({ name: "logs", processors: [drop], searchConnections: [{ endpoints: ["http://h:1"], headers: unusual() }] });
    const request = Buffer.concat([lengthDelimited(1, urnOf(pipeline)), lengthDelimited(3, news), lengthDelimited(7, pipeline.type)]);
    const response = fieldsOf(await fixture.rpc.raw("Check", request));
    const inputs = structMembers(response.find(({ number }) => number === 1)!.bytes);
    const [block] = inputs["searchConnections"] as [{ [key: string]: RawJson }];
    const headers = (block["headers"] as { value: RawJson }).value;
    expect(Object.entries(headers as object).sort()).toEqual(Object.entries(unusual()).sort());
    expect(names.map((name) => JSON.stringify(name)).every((name) => JSON.stringify(headers).includes(name))).toBe(true);
    expect((await fixture.rpc.resultOf(helperToken, { field: "size" }))["field"]).toBe("size"); // Later objects inherit nothing from the key.
  });

  test("56: strange keys inside JSON texts come back as they are", async () => {
    const processors = [JSON.stringify({ script: { params: unusual(), source: "ctx.a = 1" } })];
    const search = await fixture.search();
    const created = await fixture.rpc.create({ ...pipeline, inputs: { name: "strange", processors } });
    expect(created.properties["processors"]).toEqual(processors);
    expect(JSON.parse(search.requests.find(({ method }) => method === "PUT")!.body)).toEqual({
      processors: processors.map((text) => JSON.parse(text) as unknown),
    });
  });

  test.each<[string, Json, RegExp]>([
    ["an asset", asset("hello"), /expected a string; got an asset/],
    ["an archive", archive(), /expected a string; got an archive/],
    ["a byte string", byteString("AP8="), /expected a string; got a byte string/],
  ])("57: %s in the place of a text is a failure that names the property", async (_title, value, reason) => {
    const { failures } = await fixture.rpc.check({ ...pipeline, news: { name: "logs", processors: [drop], description: value } });
    expect(failures).toEqual([{ property: "description", reason: expect.stringMatching(reason) }]);
    const { failures: ofInvoke } = await fixture.rpc.invoke(helperToken, { field: value });
    expect(ofInvoke).toEqual([{ property: "field", reason: expect.stringMatching(reason) }]);
  });

  test("57: a reference to a resource in the place of a text is its ID", async () => {
    const urn = urnOf({ type: "quartet:search:SearchIngestPipeline", name: "other" });
    const check = async (value: Json): Promise<Json | undefined> => {
      const { inputs, failures } = await fixture.rpc.check({ ...pipeline, news: { name: value, processors: [drop] } });
      expect(failures).toEqual([]);
      return inputs["name"];
    };
    expect(await check(reference(urn, "cluster/other"))).toBe("cluster/other");
    expect(await check(reference(urn, ""))).toBe(unknown);
    expect(await check(reference(urn, unknown))).toBe(unknown);
    expect(await check(reference(urn))).toBe(urn);
  });

  test.each<[string, Json]>([
    ["not known", { [signatureKey]: "00000000000000000000000000000000", value: "a" }],
    ["no text", { [signatureKey]: 7, value: "a" }],
  ])("58: a signature that is %s is INVALID_ARGUMENT", async (_title, value) => {
    const calls = [
      fixture.rpc.check({ ...pipeline, news: { name: "logs", processors: [drop], description: value } }),
      fixture.rpc.invoke(helperToken, { field: value }),
      fixture.rpc.checkConfig({ searchServers: [{ username: value }] }),
      fixture.rpc.configure({ searchServers: [{ username: value }] }),
    ];
    for (const call of calls)
      expect(await failureOf(call)).toMatchObject({ code: status.INVALID_ARGUMENT, message: expect.stringContaining("signature") });
  });

  test("59: a text of many digits keeps them all; a number beyond the exact ones is a failure", async () => {
    const { inputs, failures } = await fixture.rpc.check({
      ...pipeline,
      news: { name: "9007199254740993", processors: ['{"set":{"field":"a","value":9007199254740993}}'] },
    });
    expect(failures).toEqual([]);
    expect(inputs).toEqual({ name: "9007199254740993", processors: ['{"set":{"field":"a","value":9007199254740993}}'] });
    const { failures: beyond } = await fixture.rpc.check({
      ...pipeline,
      news: { name: "logs", processors: [drop], version: 9007199254740992 },
    });
    expect(beyond).toEqual([{ property: "version", reason: expect.stringContaining("expected a whole number") }]);
  });

  test("59: the digits of a number inside a JSON text reach the server and come back", async () => {
    const search = await fixture.search();
    await fixture.rpc.create({ ...pipeline, inputs: { name: "digits", processors: ['{"set":{"field":"a","value":9007199254740993}}'] } });
    expect(search.requests.find(({ method }) => method === "PUT")!.body).toContain("9007199254740993");
  });

  test("60: 1.5 in the place of a whole number is a failure with its path; 1.0 is accepted", async () => {
    const { failures } = await fixture.rpc.check({
      ...template,
      news: { name: "logs", indexPatterns: ["a"], priority: 1.5, version: 1.0 },
    });
    expect(failures).toEqual([{ property: "priority", reason: "expected a whole number; got 1.5" }]);
  });
});

describe("responses of the remote", () => {
  const respondWith = (body: string): ReturnType<typeof instead> =>
    instead({ status: 200, headers: { "content-type": "application/json", "x-elastic-product": "Elasticsearch" }, body });

  test("61: the checker of every response finds what the engine cannot decode", () => {
    const value = (bytes: number[]): Buffer =>
      lengthDelimited(1, lengthDelimited(1, Buffer.concat([lengthDelimited(1, "key"), lengthDelimited(2, Buffer.from(bytes))])));
    const nan = Buffer.alloc(9, 0x11);
    nan.writeDoubleLE(NaN, 1);
    expect(() => checkWire("Invoke", value([]))).toThrow("Invoke.1.key: a value with 0 kinds");
    expect(() => checkWire("Invoke", value([...nan]))).toThrow("a number that JSON does not have");
    expect(() => checkWire("Invoke", value([0x1a, 1, 0xff]))).toThrow("a text that is no UTF-8");
    expect(() => checkWire("Invoke", value([0x32, 2, 0x0a, 0]))).toThrow("Invoke.1.key[0]: a value with 0 kinds");
    expect(checkWire("Invoke", value([0x1a, 1, 0x61]))).toBe(2);
  });

  test("62: lone surrogates and control characters of the remote are returned", async () => {
    const search = await fixture.search();
    search.faults.add({
      match: "GET /_ingest/pipeline/odd",
      fault: respondWith('{"odd":{"description":"a\\ud800b\\u0000\\u001b[31mc","processors":[{"drop":{"tag":"\\udfff"}}]}}'),
    });
    const { properties, inputs } = await fixture.rpc.read({ ...pipeline, id: "odd" });
    expect(inputs).toEqual({ name: "odd", description: "a\ufffdb\u0000\u001b[31mc", processors: [expect.stringContaining('"drop"')] });
    expect(properties).toMatchObject(inputs!);
  });

  test("63: a text that holds a sentinel is passed as it is; one that equals a sentinel is marked, and the refresh succeeds", async () => {
    const search = await fixture.search();
    const serving = (description: string): void => {
      search.faults.clear();
      search.faults.add({
        match: "GET /_ingest/pipeline/odd",
        fault: respondWith(JSON.stringify({ odd: { description, processors: [{ drop: {} }] } })),
      });
    };
    serving(`see ${unknown}`);
    expect((await fixture.rpc.read({ ...pipeline, id: "odd" })).inputs).toMatchObject({ description: `see ${unknown}` });
    serving(unknown);
    expect((await fixture.rpc.read({ ...pipeline, id: "odd" })).inputs).toMatchObject({ description: `${unknown} (reserved by Pulumi)` });
  });

  test("64: identical requests have identical responses", async () => {
    await fixture.search();
    const names = ["zeta", "alpha", "mid"];
    await fixture.rpc.create({
      ...template,
      inputs: { name: "t", indexPatterns: ["b-*", "a-*"], template: { aliases: names.map((name) => ({ name })) } },
    });
    const resultOf = async (): Promise<string> => JSON.stringify(await fixture.rpc.resultOf(fixtures.lookupToken, { name: "t" }));
    const first = await resultOf();
    expect(await resultOf()).toBe(first);
    expect(JSON.parse(first)).toMatchObject({ template: { aliases: [{ name: "alpha" }, { name: "mid" }, { name: "zeta" }] } });
    const check = (): ReturnType<typeof fixture.rpc.check> =>
      fixture.rpc.check({ ...pipeline, news: { zeta: 1, alpha: 2, name: 3, processors: "x" } });
    expect(await check()).toEqual(await check());
  });
});
