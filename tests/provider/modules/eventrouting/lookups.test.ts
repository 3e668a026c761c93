// The functions over the emulator: their requests and outputs. See docs/modules/eventrouting.md#functions.
import { ruleViolations } from "../../../../provider/core/validate/value-rules";
import type { PlainMap } from "../../../../provider/core/values/value";
import { eventrouting } from "../../../../provider/modules/eventrouting";
import { callerOf, exampleTrigger } from "../../../emulators/eventrouting/caller";
import { emulatorFixture, clientOver, failure, home, operation, errorReply, schema, type EmulatorFixture } from "./support";
import { inContext } from "../../../support/contexts";

const location = "us-central1";

interface Run extends EmulatorFixture {
  logged: string[];
  read(name: string, inputs: PlainMap): Promise<PlainMap>;
}

/** Functions over an emulator, or over responses of the test. */
function open(fixture: EmulatorFixture = emulatorFixture()): Run {
  const context = operation();
  const client = clientOver(fixture.send, context);
  const read = async (name: string, inputs: PlainMap): Promise<PlainMap> => ({
    ...((await eventrouting.functions[name]!.read(inputs, inContext(client))) as PlainMap),
  });
  return Object.assign(fixture, { logged: context.lines, read });
}

function responding(...bodies: unknown[]): Run {
  const fixture = emulatorFixture();
  fixture.override = () => ({ body: bodies[Math.min(fixture.requests.length, bodies.length) - 1] });
  return open(fixture);
}

/** A trigger as the service returns it. */
const remoteTrigger = {
  name: `${home}/triggers/orders-created`,
  uid: "3f0e4a52-6f0b-4e0c-9c55-2f8a1d1f6b3c",
  createTime: "2023-11-20T09:15:27.482913054Z",
  updateTime: "2023-11-20T09:15:41.120774310Z",
  eventFilters: [
    { attribute: "type", value: "google.cloud.audit.log.v1.written" },
    { attribute: "resourceName", value: "/projects/_/buckets/orders/objects/*.json", operator: "match-path-pattern" },
  ],
  serviceAccount: "events@demo-project.iam.gserviceaccount.com",
  destination: { cloudRun: { service: "orders", path: "/created", region: location } },
  transport: { pubsub: { topic: "projects/demo-project/topics/t", subscription: "projects/demo-project/subscriptions/s" } },
  labels: { team: "orders" },
  conditions: { destination: { code: "NOT_FOUND", message: "The service orders does not exist." } },
  etag: '"1-n7YQbq5K0Wc2fQmR1d0o5w"',
};
const { cloudRun } = remoteTrigger.destination;
const trigger = {
  ...remoteTrigger,
  channel: "",
  eventDataContentType: "application/json",
  destination: { containerService: cloudRun },
  conditions: { destination: "NOT_FOUND: The service orders does not exist." },
};

const row = (id: string): PlainMap => ({ name: `${home}/triggers/${id}` });

describe("one object", () => {
  test("getTrigger returns all of it, and its inputs", async () => {
    const run = responding(remoteTrigger);
    expect(await run.read("getTrigger", { triggerId: "orders-created", location })).toEqual({
      ...trigger,
      triggerId: "orders-created",
      location,
      project: "demo-project",
    });
    expect(run.requests.map(({ line }) => line)).toEqual([`GET /v1/${home}/triggers/orders-created`]);
  });

  test.each([
    ["getTrigger", "triggerId", "triggers"],
    ["getChannel", "channelId", "channels"],
    ["getChannelConnection", "channelConnectionId", "channelConnections"],
  ])("%s: an empty object is completed; the project is the requested one", async (name, key, collection) => {
    const run = responding({ name: `projects/12345/locations/eu/${collection}/x` });
    const found = await run.read(name, { [key]: "x", location: "eu", project: "12345" });
    expect(found).toMatchObject({ [key]: "x", location: "eu", project: "12345", uid: "", labels: {} });
    const required = schema.function(`quartet:eventrouting/v1:${name}`)?.outputs?.required ?? [];
    expect(Object.keys(found).sort()).toEqual([...required].sort());
    expect(run.requests[0]!.line).toBe(`GET /v1/projects/12345/locations/eu/${collection}/x`);
  });

  test("a channel and its connection, whose token is not returned", async () => {
    const run = open();
    const request = callerOf(run.emulator);
    request("POST channels?channelId=partner-in", { provider: `${home}/providers/partner` });
    const channel = await run.read("getChannel", { channelId: "partner-in", location });
    expect(channel).toMatchObject({ state: "PENDING", activationToken: expect.stringMatching(/^\w{20,}/) as string });
    request("POST channelConnections?channelConnectionId=link", { channel: channel["name"], activationToken: channel["activationToken"] });
    expect(await run.read("getChannelConnection", { channelConnectionId: "link", location })).toMatchObject({
      channel: `${home}/channels/partner-in`,
      activationToken: "",
    });
  });

  test("an empty project is absent; a project is not a path", async () => {
    const { properties } = eventrouting.functions["getTrigger"]!.rules!;
    expect(["", "a:b", "12345"].flatMap((text) => ruleViolations(properties!["project"]!, text))).toEqual([]);
    for (const text of ["a/b", ".", ".."]) expect(ruleViolations(properties!["project"]!, text)).toHaveLength(1);
    const found = await responding({ name: `${home}/triggers/x` }).read("getTrigger", { triggerId: "x", location, project: "" });
    expect(found["project"]).toBe("demo-project");
  });

  test("the record of another object is an error", async () => {
    for (const other of [{}, row("y"), { name: `projects/other/locations/${location}/triggers/x` }])
      expect(await failure(responding(other).read("getTrigger", { triggerId: "x", location }))).toMatchObject({ code: "unavailable" });
    const byNumber = { name: `projects/12345/locations/${location}/triggers/x` };
    expect(await responding(byNumber).read("getTrigger", { triggerId: "x", location })).toMatchObject(byNumber);
  });

  test("a missing project is an error", async () => {
    const { code: code, message } = await failure(open().read("getTrigger", { triggerId: "missing", location }));
    expect([code, message]).toEqual(["not_found", expect.stringContaining(`getTrigger ${home}/triggers/missing: 404 NOT_FOUND: `)]);
  });
});

describe("policies", () => {
  const policy = {
    version: 3,
    etag: "BwYKfLxq0z8=",
    bindings: [{ role: "roles/eventarc.admin", members: ["user:ana@example.com"], condition: { title: "t", expression: "true" } }],
    auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }] }],
  };

  test.each([
    ["getTriggerIamPolicy", "triggerId", "triggers"],
    ["getChannelIamPolicy", "channelId", "channels"],
    ["getChannelConnectionIamPolicy", "channelConnectionId", "channelConnections"],
  ])("%s", async (name, key, collection) => {
    const run = responding(policy);
    const inputs = { [key]: "x", location };
    expect(await run.read(name, { ...inputs, optionsRequestedPolicyVersion: 3 })).toEqual({
      ...policy,
      ...inputs,
      project: "demo-project",
      optionsRequestedPolicyVersion: 3,
    });
    await run.read(name, inputs);
    expect(run.lines()).toEqual([`GET ${collection}/x:getIamPolicy?options.requestedPolicyVersion=3`, `GET ${collection}/x:getIamPolicy`]);
    expect(run.requests[0]!.url.search).toBe("?options.requestedPolicyVersion=3");
  });

  test("an object without one has an empty one", async () => {
    const run = open();
    callerOf(run.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    expect(await run.read("getTriggerIamPolicy", { triggerId: "orders", location })).toMatchObject({
      bindings: [],
      auditConfigs: [],
      version: 0,
      etag: expect.any(String) as string,
    });
  });
});

describe("lists", () => {
  const ids = ({ triggers }: PlainMap): string[] => (triggers as PlainMap[]).map(({ name }) => String(name).split("/").pop()!);

  test("pages are joined; a filter is sent unchanged", async () => {
    const run = responding({ triggers: [row("a"), row("b")], nextPageToken: "p=1" }, { nextPageToken: "p2" }, { triggers: [row("c")] });
    const sent = { location, filter: "destination:gke", orderBy: "name desc" };
    const found = await run.read("getTriggers", sent);
    expect(ids(found)).toEqual(["a", "b", "c"]);
    expect(found).toMatchObject({ ...sent, project: "demo-project", id: `${home}/triggers`, unreachable: [] });
    expect(run.requests[0]!.url.search).toBe("?pageSize=100&orderBy=name%20desc&filter=destination%3Agke");
    const line = "GET triggers?pageSize=100&orderBy=name desc&filter=destination:gke";
    expect(run.lines()).toEqual([line, `${line}&pageToken=p=1`, `${line}&pageToken=p2`]);
  });

  test.each([
    ["getTriggers", "triggers"],
    ["getChannels", "channels"],
    ["getChannelConnections", "channelConnections"],
    ["getProviders", "providers"],
  ])("%s: rows are completed as single objects, without inputs; an empty response is an empty list", async (name, key) => {
    expect((await responding({}).read(name, { location }))[key]).toEqual([]);
    const empty = { name: `${home}/${key}/x` };
    const [found] = (await responding({ [key]: [empty] }).read(name, { location }))[key] as PlainMap[];
    const inputs = { location, triggerId: "x", channelId: "x", channelConnectionId: "x", providerId: "x" };
    const single = await responding(empty).read(name.slice(0, -1), inputs);
    const echoes = ["project", ...Object.keys(inputs)];
    expect(found).toEqual(Object.fromEntries(Object.entries(single).filter(([member]) => !echoes.includes(member))));
  });

  test("the emulator's pages", async () => {
    const run = open();
    for (const id of ["a", "b", "c", "d", "e"]) callerOf(run.emulator)(`POST triggers?triggerId=${id}`, exampleTrigger);
    expect(ids(await run.read("getTriggers", { location, pageSize: 2 }))).toEqual(["a", "b", "c", "d", "e"]);
    expect(run.lines()).toHaveLength(3);
    expect(ids(await run.read("getTriggers", { location: "-", orderBy: "name desc" }))).toEqual(["e", "d", "c", "b", "a"]);
  });

  test("unreachable locations are a warning", async () => {
    const run = responding({ unreachable: ["b", "a"], nextPageToken: "1" }, { unreachable: ["a", "c"] });
    expect((await run.read("getChannels", { location }))["unreachable"]).toEqual(["b", "a", "c"]);
    expect(run.logged).toEqual(["warning getChannels: incomplete: unreachable locations: b, a, c."]);
  });

  test.each([{}, { name: "projects/demo-project/locations/eu/triggers/x" }, { name: `${home}/channels/x` }])(
    "the row %j is of another list: an error",
    async (other) => {
      const run = responding({ triggers: [row("a"), other] });
      const { code, message } = await failure(run.read("getTriggers", { location }));
      expect([code, message]).toEqual(["unavailable", expect.stringContaining("https://eventarc.googleapis.com")]);
    },
  );

  test("a repeated token is an error", async () => {
    const run = responding({ nextPageToken: "1" });
    expect((await failure(run.read("getTriggers", { location }))).message).toContain("the pages of the list do not end");
    expect(run.requests).toHaveLength(2);
  });

  test("a page with more objects than the service returns is an error", async () => {
    const run = responding({ triggers: Array.from({ length: 1001 }, () => ({})) });
    expect((await failure(run.read("getTriggers", { location }))).message).toContain("a page of the list has more than 1000 objects");
  });

  test("a thousand pages are an error", async () => {
    const run = open();
    run.override = () => ({ body: { nextPageToken: String(run.requests.length) } });
    await failure(run.read("getTriggers", { location }));
    expect(run.requests).toHaveLength(1000);
  });

  test.each([errorReply(404, "NOT_FOUND", "no"), errorReply(403, "PERMISSION_DENIED", "no")])(
    "a rejection is an error",
    async (response) => {
      const run = open();
      run.override = () => response;
      expect((await failure(run.read("getTriggers", { location }))).message).toContain(`getTriggers ${home}/triggers: ${response.status} `);
    },
  );
});
