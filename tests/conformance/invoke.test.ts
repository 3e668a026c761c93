// Cases 65 to 75 and 86: functions, their arguments and their results. See docs/protocol.md#invoke and docs/modules/search.md#getsearchindextemplate.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { schema } from "../provider/tools/schema-file";
import { failureOf } from "../support/failure";
import * as fixtures from "../support/fixture";
import { helperToken, lookupToken, template } from "../support/fixture";
import type { Json, Properties } from "../support/structs";
import { until } from "../support/waiting";
import { plainTexts, reveal, secret, secretPaths, sentinels } from "../support/structs";

interface Sample {
  name: string;
  inputs: Properties;
  json: string;
  id: string;
}

const samples = JSON.parse(readFileSync(join(__dirname, "..", "samples", "processors.json"), "utf8")) as Sample[];
const helperNames = Object.keys(schema.functions!).filter((token) => token.includes("Processor"));
const fixture = fixtures.fixtureOfFile();
const notFound = { name: "logs" };

/** Case 65: only outputs of the schema, and all required ones. */
function expectSchemaOutputs(token: string, result: Properties): void {
  const { properties = {}, required = [] } = schema.functions![token]!.outputs!;
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(result)));
  expect(Object.keys(result)).toEqual(expect.arrayContaining(required));
}

describe("results", () => {
  test("65: there is a sample for every helper", () => {
    expect(new Set(samples.map(({ name }) => `quartet:search:${name}`))).toEqual(new Set(helperNames));
  });

  test.each(samples.map((sample) => [sample.name, sample] as const))(
    "65: %s returns the outputs of the schema",
    async (name, { inputs, json, id }) => {
      const token = `quartet:search:${name}`;
      const result = await fixture.rpc.resultOf(token, inputs);
      expectSchemaOutputs(token, result);
      expect(result).toMatchObject({ ...inputs, id });
      expect(JSON.parse(result["json"] as string)).toEqual(JSON.parse(json));
      const body = JSON.stringify(Object.values(JSON.parse(result["json"] as string) as object)[0]);
      expect(body).toBe(JSON.stringify(Object.values(JSON.parse(json) as object)[0]));
    },
  );

  test("65: a function returns the outputs of the schema: all given and all required ones", async () => {
    await fixture.search();
    const inputs = {
      name: "logs",
      indexPatterns: ["logs-*"],
      priority: 200,
      metadata: '{"owner":"a"}',
      dataStream: { hidden: true },
      template: { settings: '{"number_of_shards":3}', aliases: [{ name: "app", routing: "1" }] },
    };
    await fixture.rpc.create({ ...template, inputs });
    const result = await fixture.rpc.resultOf(lookupToken, { name: "logs" });
    expectSchemaOutputs(lookupToken, result);
    expect(result).toEqual({
      id: "q3nYfJ1lTgSxL8c0Hq0m5A/logs",
      name: "logs",
      indexPatterns: ["logs-*"],
      composedOfs: [],
      ignoreMissingComponentTemplates: [],
      priority: 200,
      metadata: '{"owner":"a"}',
      dataStream: { hidden: true, allowCustomRouting: false },
      template: {
        settings: '{"index":{"number_of_shards":"3"}}',
        aliases: [{ name: "app", indexRouting: "1", searchRouting: "1", routing: "", isHidden: false, isWriteIndex: false }],
      },
    });
  });

  test("69: defaults apply to absent and null values; false, 0 and empty texts are kept", async () => {
    const token = "quartet:search:getSearchIngestProcessorCommunityId";
    expect(await fixture.rpc.resultOf(token, { ignoreFailure: null })).toMatchObject({
      ignoreFailure: false,
      seed: 0,
      ignoreMissing: false,
    });
    expect(
      await fixture.rpc.resultOf("quartet:search:getSearchIngestProcessorNetworkDirection", { internalNetworks: ["private"] }),
    ).toMatchObject({ ignoreMissing: true });
    const kept = await fixture.rpc.resultOf("quartet:search:getSearchIngestProcessorNetworkDirection", {
      internalNetworks: ["private"],
      ignoreMissing: false,
    });
    expect(kept).toMatchObject({ ignoreMissing: false });
    expect(JSON.parse(kept["json"] as string)).toMatchObject({ network_direction: { ignore_missing: false } });
    const set = await fixture.rpc.resultOf("quartet:search:getSearchIngestProcessorSet", { field: "a", value: "", override: false });
    expect(JSON.parse(set["json"] as string)).toMatchObject({ set: { value: "", override: false } });
    expect(JSON.parse((await fixture.rpc.resultOf(token, { icmpType: 0 }))["json"] as string)).toMatchObject({
      community_id: { icmp_type: 0 },
    });
  });

  test("74, 86: a function returns the same in a preview, in an update, and for an engine without that flag", async () => {
    const search = await fixture.search();
    const responses = [await fixture.rpc.invoke(lookupToken, notFound, true), await fixture.rpc.invoke(lookupToken, notFound, false)];
    expect(responses[0]).toEqual(responses[1]);
    expect(search.requests.length).toBe(2);
  });
});

describe("arguments", () => {
  test("66: all failures are reported at once, in the order of the paths, and no request is sent", async () => {
    const search = await fixture.search();
    const searchConnections = [{ endpoints: "http://h:1", pasword: "x", insecure: 1 }];
    const { failures } = await fixture.rpc.invoke(lookupToken, { zeta: 1, searchConnections });
    expect(failures.map(({ property }) => property)).toEqual([
      "name",
      "searchConnections[0].endpoints",
      "searchConnections[0].insecure",
      "searchConnections[0].pasword",
      "zeta",
    ]);
    expect(search.requests).toEqual([]);
  });

  test("66: violations of rules are failures: ranges, exclusions, JSON texts", async () => {
    const { failures } = await fixture.rpc.invoke("quartet:search:getSearchIngestProcessorScript", {
      source: "a",
      scriptId: "b",
      onFailures: ["{}", "[1]"],
    });
    expect(failures).toEqual([
      { property: "onFailures[1]", reason: expect.stringContaining("not a JSON object") },
      { property: "scriptId", reason: expect.stringContaining("exactly one of") },
    ]);
    const ranges = await fixture.rpc.invoke("quartet:search:getSearchIngestProcessorCommunityId", { seed: 65536 });
    expect(ranges.failures).toEqual([{ property: "seed", reason: "expected a number from 0 to 65535; got 65536" }]);
  });

  test("66: an input that Elasticsearch rejects later is a warning in the engine's log", async () => {
    await fixture.rpc.resultOf("quartet:search:getSearchIngestProcessorCommunityId", { sourcePort: 80, icmpTypeField: "icmp.type" });
    const warnings = () => fixture.engine.shown().filter(({ message }) => message.includes("sourcePort"));
    await until("warning", () => warnings().length > 0);
    expect(warnings()).toMatchObject([{ severity: "warning", message: expect.stringMatching(/sourcePort: .*Use sourcePortField\.$/) }]);
  });

  test("67: an unknown argument is a failure with a suggestion", async () => {
    const { failures } = await fixture.rpc.invoke(helperToken, { field: "a", ignoreMising: true });
    expect(failures).toEqual([{ property: "ignoreMising", reason: 'unknown property "ignoreMising"; did you mean "ignoreMissing"?' }]);
  });

  test.each([
    ["quartet:search:getSearchIngestProcessorByte", /"quartet:search:getSearchIngestProcessorBytes"/],
    ["quartet:serch:getSearchIndexTemplate", /"quartet:search:getSearchIndexTemplate".*no module "serch"/],
    ["nonsense", /unknown function "nonsense"/],
  ])("68: the unknown token %s is named with the nearest one", async (token, expectedMessage) => {
    const { code, message } = await failureOf(fixture.rpc.invoke(token));
    expect(code).toBe(status.INVALID_ARGUMENT);
    expect(message).toContain(`"${token}"`);
    expect(message).toMatch(expectedMessage);
  });

  test("70: no result, error or failure contains a secret argument in plain", async () => {
    fixture.rpc.secrets.add("hidden-word");
    const result = await fixture.rpc.resultOf("quartet:search:getSearchIngestProcessorSet", {
      field: "a",
      value: secret("hidden-word"),
      tag: "plain",
    });
    expect(plainTexts(result)).not.toContain("hidden-word");
    expect(secretPaths(result).sort()).toEqual(["id", "json", "value"]);
    expect(reveal(result)).toMatchObject({ field: "a", value: "hidden-word", tag: "plain" });
    const { failures } = await fixture.rpc.invoke("quartet:search:getSearchIngestProcessorConvert", {
      field: "a",
      type: "auto",
      ignoreMissing: secret("hidden-word"),
    });
    expect(failures.map(({ property }) => property)).toEqual(["ignoreMissing"]);
    await fixture.search();
    await fixture.rpc.resultOf(lookupToken, { name: secret("hidden-word") });
  });

  test("71: only secrets of the schema are marked, at the leaf", async () => {
    const search = await fixture.search();
    const block = { ...search.block, caFile: "" };
    const result = await fixture.rpc.resultOf(lookupToken, { name: "logs", searchConnections: [block] });
    expect(secretPaths(result).sort()).toEqual(["searchConnections[0].apiKey", "searchConnections[0].endpoints"]);
    expect(reveal(result)).toEqual({ name: "logs", searchConnections: [block] });
  });

  test("72: absent values have no secret mark", async () => {
    const { url } = await fixture.search({ security: undefined });
    const result = await fixture.rpc.resultOf(lookupToken, {
      name: "logs",
      searchConnections: [{ endpoints: [url], password: null, apiKey: secret(null) }],
    });
    expect(result).toEqual({ name: "logs", searchConnections: [{ endpoints: secret([url]) }] });
    expect(await fixture.rpc.resultOf(lookupToken, { name: "logs" })).toEqual(notFound);
  });

  test("73: a missing argument may be an unknown one; previews report that", async () => {
    const preview = await fixture.rpc.invoke(helperToken, {}, true);
    expect(preview.failures).toEqual([{ property: "field", reason: expect.stringMatching(/required.*preview/) }]);
    const update = await fixture.rpc.invoke(helperToken, {});
    expect(update.failures).toEqual([{ property: "field", reason: expect.not.stringContaining("preview") }]);
  });

  test.each(Object.entries(sentinels))(
    "75: the sentinel of type %s as an argument is a failure, and no request is sent",
    async (_type, text) => {
      const search = await fixture.search();
      for (const name of [text, secret(text)] as Json[]) {
        const { failures } = await fixture.rpc.invoke(lookupToken, { name });
        expect(failures).toEqual([{ property: "name", reason: expect.stringContaining("its value is unknown") }]);
      }
      expect(search.requests).toEqual([]);
    },
  );
});
