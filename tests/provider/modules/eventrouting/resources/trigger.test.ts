// Triggers in a stack: defaults, validation, create, update by a mask, replacement. See docs/modules/eventrouting.md#resources and docs/modules/eventrouting.md#triggers.
import { exampleTrigger } from "../../../../emulators/eventrouting/caller";
import { env, eventStack, home } from "../support";

const name = `${home}/triggers/orders`;
const type = { attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" };
const bucket = { attribute: "bucket", value: "uploads" };
const stored = { attribute: "type", value: "google.cloud.storage.object.v1.finalized" };
const containerService = { service: "orders", region: "us-central1", path: "/created" };
const program = { triggerId: "orders", eventFilters: [type], destination: { containerService } };
const storage = { ...program, eventFilters: [stored, bucket] };
const full = {
  ...program,
  serviceAccount: "events@demo-project.iam.gserviceaccount.com",
  transport: { pubsub: { topic: "projects/demo-project/topics/orders" } },
  labels: { team: "orders" },
};

const setup = () => eventStack("Trigger");
const existing = ({ emulator }: ReturnType<typeof setup>) => emulator.objects.triggers.get(name);

test("is created with the inputs, and returned as the service returns it", async () => {
  const fixture = setup();
  expect(await fixture.stack.up(full)).toBe("create");
  expect(fixture.lines()).toEqual(["POST triggers?triggerId=orders", "GET triggers/orders"]);
  expect(fixture.requests[0]!.body).toEqual({ name, ...exampleTrigger });
  expect(fixture.stack.stored!.id).toBe(name);
  expect(fixture.stack.inputs).toEqual({ ...full, name, project: "demo-project", location: "us-central1" });
  expect(fixture.stack.outputs).toMatchObject({
    ...full,
    name,
    project: "demo-project",
    location: "us-central1",
    conditions: {},
    channel: "",
    eventDataContentType: "application/json",
    transport: {
      pubsub: { topic: "projects/demo-project/topics/orders", subscription: expect.stringContaining("/subscriptions/") as string },
    },
    uid: expect.any(String) as string,
    etag: expect.stringMatching(/./) as string,
  });
  expect(await fixture.stack.up(full)).toBe("same");
  expect(await fixture.stack.refresh()).toEqual([]);
  expect(await fixture.stack.up({ ...full, name: "orders" })).toBe("same");
});

test("conditions that the service determines after the operation of a write are read once", async () => {
  const fixture = setup();
  fixture.override = ({ line }) => {
    if (line.startsWith("GET")) existing(fixture)!["conditions"] = { destination: { code: 5, message: "no such service" } };
    return undefined;
  };
  const news = { ...full, eventDataContentType: "application/protobuf" };
  for (const [program, write] of [
    [full, "POST triggers?triggerId=orders"],
    [news, "PATCH triggers/orders?updateMask=eventDataContentType"],
  ] as const) {
    await fixture.stack.up(program);
    expect(fixture.lines()).toEqual([write, "GET triggers/orders"]);
    expect(fixture.stack.outputs["conditions"]).toEqual({ destination: "NOT_FOUND: no such service" });
    delete existing(fixture)!["conditions"];
  }
});

test("conditions in the result of the operation are not read again", async () => {
  const fixture = setup();
  await fixture.stack.up(full);
  existing(fixture)!["conditions"] = { destination: { code: 5, message: "no such service" } };
  fixture.lines();
  await fixture.stack.up({ ...full, eventDataContentType: "application/protobuf" });
  expect(fixture.lines()).toEqual(["PATCH triggers/orders?updateMask=eventDataContentType"]);
});

describe("a change", () => {
  test.each([
    ["labels", { ...full, labels: { team: "sales" } }, { labels: { team: "sales" } }],
    ["no labels", { ...full, labels: undefined }, { labels: undefined }],
    ["no account", { ...full, serviceAccount: undefined }, { serviceAccount: undefined }],
    ["the type of content", { ...full, eventDataContentType: "application/protobuf" }, { eventDataContentType: "application/protobuf" }],
    ["destination", { ...full, destination: { workflow: "flow" } }, { destination: { workflow: `${home}/workflows/flow` } }],
    [
      "two",
      { ...full, labels: {}, destination: { containerService: { ...containerService, path: "/x" } } },
      {
        destination: { cloudRun: { ...containerService, path: "/x" } },
        labels: undefined,
      },
    ],
  ])("of %s: the mask has it, and the body unless it is removed", async (_, next, body) => {
    const fixture = setup();
    await fixture.stack.up(full);
    fixture.lines();
    const news = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
    expect(await fixture.stack.up(news)).toBe("update");
    // Maps and objects are merged with those of the service.
    const reads = Object.values(body).some((value) => typeof value === "object") ? ["GET triggers/orders"] : [];
    const patch = `PATCH triggers/orders?updateMask=${Object.keys(body).join(",")}`;
    expect(fixture.lines()).toEqual([...reads, patch, "GET triggers/orders"]);
    expect(fixture.requests.at(-2)!.body).toEqual({ name, ...JSON.parse(JSON.stringify(body)) });
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(await fixture.stack.up(news)).toBe("same");
  });

  test("of filters beside the type", async () => {
    const fixture = setup();
    await fixture.stack.up(storage);
    const news = { ...storage, eventFilters: [{ ...bucket, value: "other" }, stored] };
    expect(await fixture.stack.preview(news)).not.toContainEqual(expect.stringContaining("!"));
    expect(await fixture.stack.up(news)).toBe("update");
    expect(fixture.requests.at(-2)!.line).toContain("updateMask=eventFilters");
  });

  test.each([
    ["the order of filters", { ...storage, eventFilters: [bucket, stored] }],
    ["an empty operator", { ...storage, eventFilters: [{ ...stored, operator: "" }, bucket] }],
  ])("of %s is none", async (_, news) => {
    const fixture = setup();
    await fixture.stack.up(storage);
    expect(await fixture.stack.up(news)).toBe("same");
  });
});

test("conditions are a warning, not a failure", async () => {
  const fixture = setup();
  await fixture.stack.up(full);
  const conditions = { destination: { code: 5, message: "no service" } };
  fixture.emulator.objects.triggers.set(name, { ...existing(fixture)!, conditions });
  await fixture.stack.refresh();
  expect(fixture.stack.lines).toContainEqual({
    severity: "warning",
    message: `The trigger ${name} is not ready: destination: NOT_FOUND: no service`,
  });
  expect(fixture.stack.outputs).toMatchObject({ conditions: { destination: "NOT_FOUND: no service" } });
});

test("is deleted, with allowMissing; a missing one succeeds", async () => {
  const fixture = setup();
  await fixture.stack.up(full);
  fixture.lines();
  const { stored } = fixture.stack;
  await fixture.stack.destroy();
  expect(fixture.lines()).toEqual(["DELETE triggers/orders?allowMissing=true"]);
  expect(existing(fixture)).toBeUndefined();
  fixture.stack.stored = stored;
  await fixture.stack.destroy();
});

describe("Check", () => {
  test("project and location of the configuration, by each of their variables", async () => {
    const { GOOGLE_OAUTH_ACCESS_TOKEN } = env;
    for (const variable of ["GOOGLE_PROJECT", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"]) {
      const fixture = eventStack("Trigger", undefined, {
        GOOGLE_OAUTH_ACCESS_TOKEN,
        [variable]: "demo-project",
        GCLOUD_REGION: "us-east1",
      });
      await fixture.stack.up(program);
      expect(fixture.stack.stored!.id).toBe("projects/demo-project/locations/us-east1/triggers/orders");
    }
  });
  const networkConfig = { networkAttachment: "projects/p/regions/r/networkAttachments/n" };
  test.each([
    ["no target", { destination: {} }, /destination \| expected exactly one of .*got none\. Set one/],
    ["two targets", { destination: { containerService, workflow: "w" } }, /got containerService and workflow/],
    ["a function", { destination: { containerService, cloudFunction: "f" } }, /cloudFunction cannot be set/],
    [
      "a network without its endpoint",
      { destination: { containerService, networkConfig } },
      /networkConfig has an effect for httpEndpoint only/,
    ],
    ["a relative URI", { destination: { httpEndpoint: { uri: "/x" } } }, /absolute http or https URI/],
    ["a URI without a host", { destination: { httpEndpoint: { uri: "http:x" } } }, /absolute http or https URI/],
    ["half an attempt", { retryPolicy: { maxAttempts: 1.5 } }, /retryPolicy\.maxAttempts \| .*expected a whole number; got 1\.5/],
    ["a URI of another scheme", { destination: { httpEndpoint: { uri: "ftp://x/y" } } }, /absolute http or https URI/],
    ["a workflow of another form", { destination: { workflow: "a/b" } }, /workflows\/\{workflow\}/],
    ["no filters", { eventFilters: [] }, /eventFilters.*at least one/],
    ["no type", { eventFilters: [bucket] }, /expected a filter with the attribute "type"/],
    ["a type with an operator", { eventFilters: [{ ...type, operator: "match-path-pattern" }] }, /takes no operator/],
    ["the operator of functions", { eventFilters: [type, { ...bucket, operator: "path_pattern" }] }, /Use match-path-pattern/],
    ["a name of its own", { name: "other" }, /name \| expected projects\/demo-project\/.*\/triggers\/orders/],
    ["an id with a slash", { triggerId: "a/b" }, /triggerId \| .*without a slash/],
    ["an id of dots", { triggerId: ".." }, /triggerId \| /],
    ["no id", { triggerId: "" }, /triggerId \| /],
    ["a subscription", { transport: { pubsub: { subscription: "s" } } }, /transport/],
  ])("%s is rejected before any request", async (_, change, expected) => {
    const fixture = setup();
    await expect(fixture.stack.up({ ...program, ...change })).rejects.toThrow(expected);
    expect(fixture.requests).toEqual([]);
  });
});
