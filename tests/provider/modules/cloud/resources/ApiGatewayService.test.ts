/** Services. See docs/modules/cloud.md#services. */
import type { Service } from "../../../../emulators/cloud/gateway/gateway-state";
import { clientOver, type SentCall } from "../support";
import { stackFixture, type StackFixture } from "./stack-fixture";

const program = { serviceName: "orders", protocol: "http&https", netTypes: ["INNER", "OUTER"] };
const full = {
  ...program,
  serviceDesc: "Order service",
  uniqVpcId: "vpc-8j2k5n1c",
  tags: { team: "shop" },
  releaseLimit: 500,
  preLimit: 300,
  testLimit: 100,
};
const reading = ["DescribeService", "DescribeServiceUsagePlan", "DescribeApiUsagePlan", "DescribeServiceEnvironmentStrategy"];
const read = [...reading, "DescribeResourceTagsByResourceIds"];

const setup = (): StackFixture => stackFixture("ApiGatewayService");
const createFixture = (inputs: object = full) => setup().with(inputs);
/** The one service of the emulator. */
const serviceOf = ({ emulator }: StackFixture): Service => emulator.gateway.services.entries()[0]![1];
const tagged = (id: string) => ({ serviceType: "apigw", prefix: "service", region: "ap-guangzhou", id });

describe("a new service", () => {
  test("is created, awaited, limited, tagged and read", async () => {
    const { stack, calls, actions, emulator } = setup();
    expect(await stack.up(full)).toBe("create");
    const limits = Array<string>(3).fill("ModifyServiceEnvironmentStrategy");
    expect(actions()).toEqual(["CreateService", "DescribeService", ...limits, "ModifyResourceTags", ...read]);
    expect(calls[0]!.params).toEqual({
      ServiceName: "orders",
      ServiceDesc: "Order service",
      Protocol: "http&https",
      NetTypes: ["INNER", "OUTER"],
      IpVersion: "IPv4",
      UniqVpcId: "vpc-8j2k5n1c",
    });
    const { id } = stack.stored!;
    expect(stack.outputs).toMatchObject({ ...full, apiGatewayServiceId: id, ipVersion: "IPv4", innerHttpPort: 80, innerHttpsPort: 443 });
    expect(stack.outputs).toMatchObject({ apiLists: [], usagePlanLists: [], outerSubDomain: expect.stringContaining(id) as unknown });
    expect(emulator.tags.of(id)).toEqual({ team: "shop" });
  });

  test("with required inputs only has no limit and no tags", async () => {
    const { stack, calls, actions } = setup();
    await stack.up(program);
    expect(actions()).toEqual(["CreateService", "DescribeService", ...read]);
    expect(calls[0]!.params).toEqual({
      ServiceName: "orders",
      Protocol: "http&https",
      NetTypes: ["INNER", "OUTER"],
      IpVersion: "IPv4",
    });
    expect(stack.outputs).toMatchObject({ releaseLimit: 5000, preLimit: 5000, testLimit: 5000 });
    for (const absent of ["tags", "serviceDesc", "instanceId", "uniqVpcId"]) expect(stack.outputs).not.toHaveProperty(absent);
  });

  test("waits until it is visible", async () => {
    const { stack, emulator, actions } = setup();
    emulator.gateway.delays.visible = 200;
    await stack.up(program);
    const looks = actions().filter((action) => action === "DescribeService");
    expect(looks.length).toBeGreaterThan(2);
  });

  test("warns about a name that is not sent", async () => {
    const { stack, calls } = setup();
    await stack.up({ ...program, exclusiveSetName: "set-1" });
    expect(JSON.stringify(calls[0]!.params)).not.toContain("set-1");
    expect(stack.lines.map(({ message }) => message)).toContain(
      "exclusiveSetName is deprecated: Use instanceId; this value is never sent.",
    );
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.preview({ ...program, exclusiveSetName: "set-2" })).toEqual(["exclusiveSetName!"]);
  });

  test("may exist although the response was lost, and the message describes how to find it", async () => {
    const { stack, rejectAction, actions } = setup();
    rejectAction(({ action }) => action === "CreateService", "InternalError");
    await expect(stack.up(program)).rejects.toThrow(/InternalError.*\n.*Look for a service named "orders"/s);
    expect(stack.stored).toBeUndefined();
    expect(actions()).toEqual(["CreateService"]);
  });

  test.each([
    ["the wait", ({ action }: SentCall) => action === "DescribeService"],
    ["the first limit", ({ action }: SentCall) => action === "ModifyServiceEnvironmentStrategy"],
    [
      "the last limit",
      ({ action, params }: SentCall) => action === "ModifyServiceEnvironmentStrategy" && String(params["EnvironmentNames"]) === "test",
    ],
    ["the tags", ({ action }: SentCall) => action === "ModifyResourceTags"],
    ["the reading", ({ action }: SentCall) => action === "DescribeServiceEnvironmentStrategy"],
  ])("keeps its ID when it fails at %s, and the next update does only the rest", async (_name, meant) => {
    const at = setup();
    at.rejectAction(meant, "UnauthorizedOperation");
    await expect(at.stack.up(full)).rejects.toThrow("UnauthorizedOperation");
    const { id } = at.stack.stored!;
    at.recover();
    at.actions();
    expect(await at.stack.up(full)).toBe("update");
    expect(at.actions()).not.toContain("CreateService");
    expect(at.stack.stored!.id).toBe(id);
    expect(at.stack.outputs).toMatchObject(full);
    expect(serviceOf(at).limits).toEqual({ test: 100, prepub: 300, release: 500 });
    expect(await at.stack.up(full)).toBe("same");
  });
});

describe("an existing service", () => {
  test("is not changed by the same program, a refresh or an equal spelling", async () => {
    const { stack } = await createFixture();
    expect(await stack.up(full)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ ...full, netTypes: ["OUTER", "INNER"] })).toBe("same");
    const limits = await createFixture({ ...program, releaseLimit: -1, testLimit: 5000 });
    expect(await limits.stack.refresh()).toEqual([]);
    expect(await limits.stack.preview({ ...program, releaseLimit: 5000, testLimit: -1 })).toEqual([]);
    const empty = await createFixture({ ...program, tags: {}, serviceDesc: "" });
    expect(await empty.stack.refresh()).toEqual([]);
    expect(await empty.stack.preview(program)).toEqual([]);
  });

  test("keeps a tag with an empty value", async () => {
    const { stack } = await createFixture({ ...program, tags: { mark: "" } });
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs["tags"]).toEqual({ mark: "" });
  });

  test("is imported with all readable values", async () => {
    const { stack, id } = await createFixture({ ...full, testLimit: undefined });
    await stack.import(id);
    const { testLimit: _none, ...rest } = full;
    expect(stack.inputs).toEqual({ ...rest, netTypes: ["OUTER", "INNER"] });
    expect(await stack.up({ ...full, testLimit: undefined })).toBe("same");
    await expect(stack.import("a#b")).rejects.toThrow(/expected <serviceId>, for example service-k3v9x2ab/);
  });

  test("changes in one call, with all parameters of the action", async () => {
    const { stack, id, actions, newCalls } = await createFixture();
    const next = { ...program, serviceName: "buying", protocol: "https", uniqVpcId: full.uniqVpcId, tags: full.tags };
    expect(await stack.up(next)).toBe("update");
    expect(actions()).toEqual([...read, "ModifyService", ...read]);
    expect(newCalls()[5]!.params).toEqual({
      ServiceId: id,
      ServiceName: "buying",
      Protocol: "https",
      ServiceDesc: "",
      NetTypes: ["INNER", "OUTER"],
    });
    expect(stack.outputs).not.toHaveProperty("serviceDesc");
    expect(await stack.refresh()).toEqual([]);
  });

  test.each([
    ["a limit", { ...full, releaseLimit: 501 }, ["ModifyServiceEnvironmentStrategy"], { Strategy: 501, EnvironmentNames: ["release"] }],
    ["its tags", { ...full, tags: { crew: "a" } }, [...read, "ModifyResourceTags"], { DeleteTags: [{ TagKey: "team" }] }],
  ])("writes only %s", async (_name, next, before, sent) => {
    const { stack, actions, newCalls } = await createFixture();
    expect(await stack.up(next)).toBe("update");
    expect(actions()).toEqual([...before, ...read]);
    expect(newCalls()[before.length - 1]!.params).toMatchObject(sent);
  });

  test("keeps limits that the program removes, and removes tags", async () => {
    const at = await createFixture();
    const { stack, emulator, id } = at;
    const { tags: _tags, releaseLimit: _limit, ...rest } = full;
    expect(await stack.preview(rest)).toEqual(["tags"]);
    expect(await stack.up(rest)).toBe("update");
    expect(emulator.tags.of(id)).toEqual({});
    expect(serviceOf(at).limits.release).toBe(500);
    expect(stack.outputs["releaseLimit"]).toBe(500);
  });

  test("accepts a VPC later, but no other one", async () => {
    const { stack, newCalls } = await createFixture(program);
    const sent = () => newCalls().find(({ action }) => action === "ModifyService")?.params;
    expect(await stack.up({ ...program, uniqVpcId: "vpc-11111111" })).toBe("update");
    expect(sent()).toMatchObject({ UniqVpcId: "vpc-11111111" });
    expect(await stack.up({ ...program, serviceDesc: "x", uniqVpcId: "vpc-11111111" })).toBe("update");
    expect(sent()).not.toHaveProperty("UniqVpcId");
    expect(await stack.preview({ ...program, uniqVpcId: "vpc-22222222" })).toContain("uniqVpcId!");
    expect(await stack.preview(program)).toContain("uniqVpcId!");
  });

  test.each([
    ["ipVersion", { ipVersion: "IPv6" }],
    ["instanceId", { instanceId: "instance-1" }],
  ])("is replaced for another %s, the new one first", async (property, change) => {
    const { stack } = await createFixture(program);
    expect(await stack.preview({ ...program, ...change })).toEqual([`${property}!`]);
    expect(await stack.up({ ...program, instanceId: "instance-1" })).toBe("replace");
  });

  test("cannot lose a network, and the message has a remedy", async () => {
    const { stack } = await createFixture();
    await expect(stack.up({ ...full, netTypes: ["OUTER"] })).rejects.toThrow(/ReduceNetTypes.*\n.*replace the service/s);
    expect(stack.outputs["netTypes"]).toEqual(["INNER", "OUTER"]);
    expect(await stack.up(full)).toBe("same");
  });

  test("reports the live state when an update fails after a part", async () => {
    const at = await createFixture();
    const next = { ...full, serviceName: "buying", releaseLimit: 7, tags: { a: "1" } };
    at.rejectAction(({ action }) => action === "ModifyResourceTags", "FailedOperation");
    await expect(at.stack.up(next)).rejects.toThrow("ModifyResourceTags failed: FailedOperation");
    expect(at.stack.outputs).toMatchObject({ serviceName: "buying", releaseLimit: 7, tags: { team: "shop" } });
    at.recover();
    at.actions();
    expect(await at.stack.up(next)).toBe("update");
    expect(at.actions()).toEqual([...read, "ModifyResourceTags", ...read]);
    expect(at.stack.outputs).toMatchObject(next);
  });

  test("reports changes by another writer", async () => {
    const at = await createFixture();
    const { stack, emulator, id } = at;
    Object.assign(serviceOf(at), { name: "other", description: null, protocol: "http", limits: { release: 9, test: 100 } });
    emulator.tags.put(tagged(id), "by-hand", { value: "1", category: "Custom" });
    expect(await stack.refresh()).toEqual(["preLimit", "protocol", "releaseLimit", "serviceDesc", "serviceName", 'tags["by-hand"]']);
    expect(await stack.up(full)).toBe("update");
    expect(stack.outputs).toMatchObject(full);
  });

  test("has no drift in undeclared limits", async () => {
    const at = await createFixture(program);
    const { stack } = at;
    serviceOf(at).limits.release = 9;
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs["releaseLimit"]).toBe(9);
    expect(await stack.up(program)).toBe("same");
    expect(await stack.up({ ...program, releaseLimit: 20 })).toBe("update");
    expect(serviceOf(at).limits.release).toBe(20);
  });

  test("lists its APIs and plans, each plan of the service once", async () => {
    const { stack, send, id } = await createFixture(program);
    const client = clientOver(send);
    const front = { RequestConfig: { Path: "/a", Method: "GET" }, Protocol: "HTTP", ServiceTimeout: 5, ApiName: "a" };
    await client.write("CreateApi", { ServiceId: id, ServiceType: "MOCK", ServiceMockReturnMessage: "x", ...front });
    for (const EnvironmentName of ["test", "release"])
      await client.write("ReleaseService", { ServiceId: id, EnvironmentName, ReleaseDesc: "first" });
    const { UsagePlanId } = (await client.write("CreateUsagePlan", { UsagePlanName: "gold" })) as Record<string, string>;
    for (const Environment of ["test", "release"])
      await client.write("BindEnvironment", { UsagePlanIds: [UsagePlanId!], BindType: "SERVICE", Environment, ServiceId: id });
    expect(await stack.refresh()).toEqual([]);
    const apiId = expect.stringMatching(/^api-/) as unknown;
    expect(stack.outputs["apiLists"]).toEqual([{ apiId, apiName: "a", path: "/a", method: "GET" }]);
    expect(stack.outputs["usagePlanLists"]).toEqual([{ usagePlanId: UsagePlanId, usagePlanName: "gold", bindType: "SERVICE", apiId: "" }]);
  });

  test("is not replaced for an absent IP version", async () => {
    const at = await createFixture(program);
    at.override = ({ action }) =>
      action === "DescribeService"
        ? { ServiceId: at.id, ServiceName: "orders", Protocol: "http&https", NetTypes: ["INNER", "OUTER"], IpVersion: null }
        : undefined;
    expect(await at.stack.refresh()).toEqual([]);
    await at.stack.import(at.id);
    expect(await at.stack.preview(program)).toEqual([]);
  });
});

test("rejected IPv6 is reported with a hint, other errors are not", async () => {
  const { stack, rejectAction } = setup();
  const hint = "IPv6 may not be available here. Leave ipVersion out for IPv4.";
  await expect(stack.up({ ...program, ipVersion: "IPv6" })).rejects.toThrow(hint);
  rejectAction(({ action }) => action === "CreateService", "InvalidParameterValue.NotInOptions");
  await expect(stack.up(program)).rejects.not.toThrow(hint);
  rejectAction(({ action }) => action === "CreateService", "LimitExceeded.ServiceCountLimitExceeded");
  await expect(stack.up({ ...program, ipVersion: "IPv6" })).rejects.not.toThrow(hint);
});

test("all failures are reported at once", async () => {
  const { stack, calls } = setup();
  const wrong = { serviceName: "", protocol: "ftp", netTypes: [], releaseLimit: 0, preLimit: -2, testLimit: 1.5 };
  const failed = await stack.up(wrong).catch((error: Error) => error.message.split("\n").map((line) => line.split(" |")[0]));
  expect(failed).toEqual(["netTypes", "preLimit", "releaseLimit", "serviceName", "testLimit"]);
  expect(calls).toEqual([]);
});
