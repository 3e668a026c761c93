// The catalog of events: providers, event types, filtering attributes. See docs/modules/eventrouting.md#getprovider.
import type { PlainMap } from "../../../../provider/core/values/value";
import { eventrouting } from "../../../../provider/modules/eventrouting";
import { recordOf } from "../../../../provider/modules/eventrouting/mapping";
import { inContext } from "../../../support/contexts";
import { emulatorFixture, clientOver, failure, home, schema, type EmulatorFixture } from "./support";

const location = "us-central1";

async function read(fixture: EmulatorFixture, name: string, inputs: PlainMap): Promise<PlainMap> {
  const result: unknown = await eventrouting.functions[name]!.read({ location, ...inputs }, inContext(clientOver(fixture.send)));
  return result as PlainMap;
}

const names = ({ providers }: PlainMap): string[] => (providers as PlainMap[]).map(({ name }) => String(name));

test("a provider: every member is present, also those that the service omits", async () => {
  const fixture = emulatorFixture();
  expect(await read(fixture, "getProvider", { providerId: "workflows.googleapis.com" })).toEqual({
    location,
    project: "demo-project",
    providerId: "workflows.googleapis.com",
    name: `${home}/providers/workflows.googleapis.com`,
    displayName: "Workflows",
    eventTypes: [
      {
        type: "google.cloud.audit.log.v1.written",
        description: "An audit log entry was written.",
        eventSchemaUri: "",
        filteringAttributes: [
          ["type", "The type of the event.", true, false],
          ["serviceName", "The service that wrote the entry.", true, false],
          ["methodName", "The method of the call.", true, false],
          ["resourceName", "The resource of the call.", false, true],
        ].map(([attribute, description, required, pathPatternSupported]) => {
          const operators = pathPatternSupported === true ? ["match-path-pattern"] : [];
          return { attribute, description, required, pathPatternSupported, operators };
        }),
      },
    ],
  });
  expect(fixture.lines()).toEqual(["GET providers/workflows.googleapis.com"]);
});

test("a provider that does not exist is an error", async () => {
  const { code, message } = await failure(read(emulatorFixture(), "getProvider", { providerId: "none" }));
  expect([code, message]).toEqual(["not_found", expect.stringContaining(`getProvider ${home}/providers/none: 404 NOT_FOUND: `)]);
});

test("a list reads all pages; filter and order are sent unchanged and returned", async () => {
  const fixture = emulatorFixture();
  const query = { filter: "displayName:cloud", orderBy: "displayName desc", pageSize: 1 };
  const found = await read(fixture, "getProviders", query);
  expect(names(found)).toEqual(["storage", "pubsub"].map((id) => `${home}/providers/${id}.googleapis.com`));
  expect(found).toMatchObject({ ...query, location, project: "demo-project", id: `${home}/providers`, unreachable: [] });
  expect(fixture.lines()[0]).toBe("GET providers?pageSize=1&orderBy=displayName desc&filter=displayName:cloud");
  expect(fixture.requests).toHaveLength(2);
});

test("a list of all locations contains a provider once for each location", async () => {
  const fixture = emulatorFixture({ locations: ["eu", "us"] });
  expect(names(await read(fixture, "getProviders", { location: "-", filter: 'displayName = "Workflows"' }))).toEqual(
    ["eu", "us"].map((place) => `projects/demo-project/locations/${place}/providers/workflows.googleapis.com`),
  );
});

test.each<PlainMap>([{}, { displayName: null, eventTypes: null }, { eventTypes: [] }])("an empty provider: %j", (remote) => {
  expect(recordOf(schema, "providers", remote)).toEqual({ name: "", displayName: "", eventTypes: [] });
});

test("an empty event type and an empty attribute", () => {
  const remote: PlainMap = { eventTypes: [{ type: "a" }, { filteringAttributes: [{ attribute: "b" }, null] }] };
  const { eventTypes } = recordOf(schema, "providers", remote);
  const attribute = { attribute: "b", description: "", required: false, pathPatternSupported: false, operators: [] };
  expect(eventTypes).toEqual([
    { type: "a", description: "", eventSchemaUri: "", filteringAttributes: [] },
    { type: "", description: "", eventSchemaUri: "", filteringAttributes: [attribute] },
  ]);
});
