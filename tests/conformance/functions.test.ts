/**
 * Functions of every module over gRPC: outputs of the schema, secrets marked. tests/provider/modules covers their requests and failures, and
 * tests/invariants/functions random inputs and responses. See docs/protocol.md#invoke.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callerOf, exampleTrigger, home } from "../emulators/eventrouting/caller";
import * as faults from "../emulators/faults";
import { schema } from "../provider/tools/schema-file";
import { createGateway, lookupInputs, type GatewayIds } from "../samples/cloud/lookups";
import { pipelineSamples } from "../samples/datapipeline";
import { closeClouds, openCloud } from "../support/cloud";
import { closeEvents, openEvents } from "../support/events";
import { fixtureOfFile } from "../support/fixture";
import { closePipelines, openPipeline, type Pipeline } from "../support/pipeline";
import { shapeViolations } from "../support/schema-shape";
import { reveal, secretPaths, type Properties } from "../support/structs";

const fixture = fixtureOfFile();
let gateway: GatewayIds;
let pipeline: Pipeline;

beforeAll(async () => {
  const cloud = await openCloud();
  const events = await openEvents();
  pipeline = await openPipeline();
  await fixture.rpc.configure({ ...cloud.settings, ...pipeline.settings, ...events.settings });
  gateway = createGateway(cloud.emulator);
  events.emulator.operations.usual = { pending: 0 };
  const request = callerOf(events.emulator);
  request("POST triggers?triggerId=orders", exampleTrigger);
  request("POST channels?channelId=partner-in", { provider: `${home}/providers/partner` });
  const link = { name: `${home}/channelConnections/link`, channel: `${home}/channels/partner-in`, uid: "8a9b" };
  events.emulator.objects.channelConnections.set(link.name, { ...link, createTime: "2026-03-01T00:00:00Z" });
});
afterAll(async () => Promise.all([closeClouds(), closeEvents(), closePipelines()]));

const eventArgs: Record<string, Properties> = {
  getTrigger: { triggerId: "orders" },
  getChannel: { channelId: "partner-in" },
  getChannelConnection: { channelConnectionId: "link" },
  getTriggers: {},
  getChannels: {},
  getChannelConnections: {},
  getProvider: { providerId: "storage.googleapis.com" },
  getProviders: {},
  getTriggerIamPolicy: { triggerId: "orders" },
  getChannelIamPolicy: { channelId: "partner-in" },
  getChannelConnectionIamPolicy: { channelConnectionId: "link" },
};
const helpers = JSON.parse(readFileSync(join(__dirname, "../samples/processors.json"), "utf8")) as { name: string; inputs: Properties }[];

const calls: [token: string, args: () => Properties][] = [
  // The IDs exist once the tests run.
  ...Object.keys(lookupInputs({} as GatewayIds)).map((name): [string, () => Properties] => [
    `quartet:cloud:${name}`,
    () => lookupInputs(gateway)[name] as Properties,
  ]),
  ...pipelineSamples.map(({ name, inputs, exchanges }): [string, () => Properties] => [
    `quartet:datapipeline:${name}`,
    () => {
      pipeline.faults.clear();
      for (const { request, response } of exchanges) {
        const reply = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(response) };
        const match = ({ path, query }: { path: string; query: string }): boolean => `${path}${query && `?${query}`}` === `/v1${request}`;
        pipeline.faults.add({ match, fault: faults.instead(reply) });
      }
      return inputs as Properties;
    },
  ]),
  ...Object.entries(eventArgs).map(([name, args]): [string, () => Properties] => [
    `quartet:eventrouting/v1:${name}`,
    () => ({ ...args, location: "us-central1" }),
  ]),
  ...helpers.map(({ name, inputs }): [string, () => Properties] => [`quartet:search:${name}`, () => inputs]),
];

/** The secrets in these results. */
const secrets: Record<string, string[]> = {
  "quartet:cloud:getApiGatewayApiKeys": ["lists[0].accessKeySecret"],
  "quartet:cloud:getApiGatewayApiApps": ["apiAppLists[0].apiAppSecret"],
  "quartet:datapipeline:getConnector": ["config.password"],
  "quartet:datapipeline:getDestination": ["config.password"],
  "quartet:datapipeline:getExternalLogging": ["config.token"],
  "quartet:datapipeline:getWebhook": ["secret"],
  "quartet:datapipeline:getWebhooks": ["webhooks[0].secret"],
  "quartet:eventrouting/v1:getChannel": ["activationToken"],
  "quartet:eventrouting/v1:getChannelConnection": ["activationToken"],
  "quartet:eventrouting/v1:getChannels": ["channels[0].activationToken"],
  "quartet:eventrouting/v1:getChannelConnections": ["channelConnections[0].activationToken"],
};

test("functions without a call here are lookups of Elasticsearch", () => {
  const called = new Set(calls.map(([token]) => token));
  const others = Object.keys(schema.functions!).filter((token) => token.startsWith("quartet:") && !called.has(token));
  expect(others.filter((token) => !/^quartet:search:(?!getSearchIngestProcessor)/.test(token))).toEqual([]);
});

test.each(calls)("65, 71: %s returns the outputs of the schema, secrets marked at the leaf", async (token, argsOf) => {
  const args = argsOf();
  const result = await fixture.rpc.resultOf(token, args);
  expect(shapeViolations(reveal(result), schema.functions![token]!.outputs!)).toEqual([]);
  expect(reveal(result)).toMatchObject(args);
  expect(secretPaths(result)).toEqual(secrets[token] ?? []);
});
