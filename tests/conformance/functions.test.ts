// Cases 65 and 71: results of functions of each module, among them those that read one object of eventrouting. tests/invariants/functions calls each function in
// process, with random responses, and the tests below tests/provider/modules with samples of their services. See docs/protocol.md#invoke.
import { callerOf, exampleTrigger, home } from "../emulators/eventrouting/caller";
import { schema } from "../provider/tools/schema-file";
import { actionsOf } from "../samples/cloud/actions";
import { openCloud } from "../support/cloud";
import { openEvents } from "../support/events";
import { fixtureOfFile } from "../support/fixture";
import { openPipeline } from "../support/pipeline";
import { shapeViolations } from "../support/schema-shape";
import { closeServices } from "../support/services";
import { reveal, secretPaths, type Properties } from "../support/structs";

const fixture = fixtureOfFile();
const location = "us-central1";

beforeAll(async () => {
  const cloud = await openCloud();
  const events = await openEvents();
  const pipeline = await openPipeline();
  await fixture.rpc.configure({ ...cloud.settings, ...pipeline.settings, ...events.settings });
  actionsOf(cloud.emulator)("CreateApiKey", { SecretName: "partner" });
  events.emulator.operations.usual = { pending: 0 };
  const request = callerOf(events.emulator);
  request("POST triggers?triggerId=orders", exampleTrigger);
  request("POST channels?channelId=partner-in", { provider: `${home}/providers/partner` });
  const link = { name: `${home}/channelConnections/link`, channel: `${home}/channels/partner-in`, uid: "8a9b" };
  events.emulator.objects.channelConnections.set(link.name, { ...link, createTime: "2026-03-01T00:00:00Z" });
});
afterAll(() => closeServices());

test.each<[token: string, args: Properties, ...secrets: string[]]>([
  ["cloud:getApiGatewayApiKeys", { secretName: "partner" }, "lists[0].accessKeySecret"],
  ["datapipeline:getDestination", { id: "projected_sickle" }, "config.password"],
  ["eventrouting/v1:getTrigger", { location, triggerId: "orders" }],
  ["eventrouting/v1:getChannel", { location, channelId: "partner-in" }, "activationToken"],
  ["eventrouting/v1:getChannels", { location }, "channels[0].activationToken"],
  ["eventrouting/v1:getChannelConnection", { location, channelConnectionId: "link" }, "activationToken"],
  ["eventrouting/v1:getProvider", { location, providerId: "storage.googleapis.com" }],
  ["search:getSearchIngestProcessorBytes", { field: "size" }],
])("65, 71: %s returns the outputs of the schema, secrets marked at the leaf", async (name, args, ...secrets) => {
  const result = await fixture.rpc.resultOf(`quartet:${name}`, args);
  expect(shapeViolations(reveal(result), schema.functions![`quartet:${name}`]!.outputs!)).toEqual([]);
  expect(reveal(result)).toMatchObject(args);
  expect(secretPaths(result)).toEqual(secrets);
});
