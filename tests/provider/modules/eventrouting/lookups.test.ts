// The functions over the emulator: their requests and outputs. See docs/modules/eventrouting.md#functions and docs/modules/eventrouting.md#getprovider.
import { ruleViolations } from "../../../../provider/core/validate/value-rules";
import type { PlainMap } from "../../../../provider/core/values/value";
import { eventrouting } from "../../../../provider/modules/eventrouting";
import { emulatorFixture, clientOver, expectFailure, home, errorReply, scripted, type Override } from "./support";
import { inContext, requestContext } from "../../../support/contexts";

const location = "us-central1";
const project = "demo-project";

/** Functions over an emulator, or over responses of the test. */
function open(fixture = emulatorFixture()) {
  const context = requestContext();
  const client = clientOver(fixture.send, context);
  const read = async (name: string, inputs: PlainMap) => ({
    ...((await eventrouting.functions[name]!.read({ location, ...inputs }, inContext(client))) as PlainMap),
  });
  return Object.assign(fixture, { logged: context.lines, read });
}

const responding = (...bodies: unknown[]) => open(scripted(...bodies.map((body) => ({ body }))));

const row = (id: string) => ({ name: `${home}/triggers/${id}` });
const names = ({ triggers }: PlainMap) => (triggers as PlainMap[]).map(({ name }) => name);

test("a project is not a path; an empty one is valid", () => {
  const { properties } = eventrouting.functions["getTrigger"]!.rules!;
  const accepted = ["", "a:b", "12345", "a/b", ".", ".."].map((text) => ruleViolations(properties!["project"]!, text).length === 0);
  expect(accepted).toEqual([true, true, true, false, false, false]);
});

test("the record of another object is an error", async () => {
  for (const other of [{ message: "Log in" }, row("y"), { name: `projects/other/locations/${location}/triggers/x` }])
    await expectFailure(responding(other).read("getTrigger", { triggerId: "x" }), "unavailable", "https://eventarc");
  const byNumber = { name: `projects/12345/locations/${location}/triggers/x` };
  expect(await responding(byNumber).read("getTrigger", { triggerId: "x" })).toMatchObject(byNumber);
});

test.each([{}, { conditions: null }, { name: "", labels: {} }])("%j has the defaults of all members", async (body) => {
  const trigger = { name: "", uid: "", etag: "", createTime: "", updateTime: "", channel: "", serviceAccount: "" };
  const empty = { labels: {}, conditions: {}, eventFilters: [], destination: {}, transport: {}, eventDataContentType: "application/json" };
  const found = { ...trigger, ...empty, location, project, triggerId: "x" };
  expect(await responding(body).read("getTrigger", { triggerId: "x" })).toEqual(expect.objectContaining(found));
});

test("a missing object is an error", async () => {
  const found = open().read("getTrigger", { triggerId: "missing" });
  await expectFailure(found, "not_found", `getTrigger ${home}/triggers/missing: 404 NOT_FOUND: `);
});

test("getTriggerIamPolicy, with and without a version", async () => {
  const bindings = [{ role: "roles/eventarc.admin", members: ["user:ana@example.com"], condition: { title: "t", expression: "true" } }];
  const policy = { version: 3, etag: "BwYKfLxq0z8=", bindings, auditConfigs: [] };
  const run = responding(policy);
  const inputs = { triggerId: "x", optionsRequestedPolicyVersion: 3 };
  expect(await run.read("getTriggerIamPolicy", inputs)).toEqual({ ...policy, ...inputs, location, project });
  await run.read("getTriggerIamPolicy", { triggerId: "x" });
  const line = "GET triggers/x:getIamPolicy";
  expect(run.lines()).toEqual([`${line}?options.requestedPolicyVersion=3`, line]);
});

test("an empty policy has the defaults of all members", async () => {
  const policy = { version: 0, etag: "", bindings: [], auditConfigs: [] };
  expect(await responding({}).read("getTriggerIamPolicy", { triggerId: "x" })).toEqual({ ...policy, triggerId: "x", location, project });
});

test.each([{ bindings: {} }, { bindings: ["x"] }, { auditConfigs: [1] }])("a policy with %j is an error", async (members) => {
  const found = responding({ etag: "BwYKfLxq0z8=", ...members }).read("getTriggerIamPolicy", { triggerId: "x" });
  await expectFailure(found, "unavailable", `returned another object: its members are: etag, ${Object.keys(members).join()}. Check`);
});

describe("lists", () => {
  test("pages are joined; a filter is sent unchanged", async () => {
    const run = responding({ triggers: [row("a"), row("b")], nextPageToken: "p=1" }, { nextPageToken: "p2" }, { triggers: [row("c")] });
    const sent = { filter: "destination:gke", orderBy: "name desc" };
    const found = await run.read("getTriggers", sent);
    expect(found).toMatchObject({ ...sent, location, project, id: `${home}/triggers`, unreachable: [] });
    expect(names(found)).toEqual(["a", "b", "c"].map((id) => row(id)["name"]));
    expect(run.requests[0]!.url.search).toBe("?pageSize=100&orderBy=name%20desc&filter=destination%3Agke");
    const line = "GET triggers?pageSize=100&orderBy=name desc&filter=destination:gke";
    expect(run.lines()).toEqual([line, `${line}&pageToken=p=1`, `${line}&pageToken=p2`]);
  });

  test("rows are completed, without inputs; an empty response is an empty list; a declared size of pages is sent and allowed", async () => {
    expect((await responding({}).read("getChannels", {}))["channels"]).toEqual([]);
    const run = responding({ providers: [{ name: `${home}/providers/x` }] });
    const { providers } = await run.read("getProviders", { pageSize: 1 });
    expect(providers).toEqual([{ name: `${home}/providers/x`, displayName: "", eventTypes: [] }]);
    expect(run.lines()).toEqual(["GET providers?pageSize=1"]);
    const large = responding({ channels: Array.from({ length: 1001 }, (_, i) => ({ name: `${home}/channels/c${i}` })) });
    expect((await large.read("getChannels", { pageSize: 1001 }))["channels"]).toHaveLength(1001);
  });

  test("unreachable locations are a warning", async () => {
    const run = responding({ unreachable: ["b", "a"], nextPageToken: "1" }, { unreachable: ["a", "c"] });
    expect((await run.read("getChannels", {}))["unreachable"]).toEqual(["b", "a", "c"]);
    expect(run.logged).toEqual(["warning: getChannels: incomplete: unreachable locations: b, a, c."]);
  });

  const notFound = errorReply(404, "NOT_FOUND", "no");

  test.each<[title: string, response: ReturnType<Override>, message: string, requests: number]>([
    ["a row without a name", { body: { triggers: [{}] } }, "https://eventarc.googleapis.com", 1],
    ["a row that is no object", { body: { triggers: [row("a"), []] } }, "its members are: triggers. Check", 1],
    ["a list of another type", { body: { triggers: row("a") } }, "its members are: triggers. Check", 1],
    ["a token that is no text", { body: { nextPageToken: 1 } }, "its members are: nextPageToken. Check", 1],
    ["a repeated token", { body: { nextPageToken: "1" } }, "the pages of the list repeat", 2],
    ["a page of 1001 objects", { body: { triggers: Array(1001).fill({}) } }, "a page of the list has more than 1000 objects", 1],
    ["a rejection", notFound, `getTriggers ${home}/triggers: 404 `, 1],
  ])("%s is an error", async (_title, response, message, requests) => {
    const run = open(scripted(response));
    await expect(run.read("getTriggers", {})).rejects.toThrow(message);
    expect(run.requests).toHaveLength(requests);
  });
});
