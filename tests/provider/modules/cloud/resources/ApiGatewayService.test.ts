/** Services. See docs/modules/cloud.md#services. */
import type { Service } from "../../../../emulators/cloud/gateway/gateway-state";
import { clientOver } from "../support";
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

  test("warns about a name that is not sent", async () => {
    const { stack, calls } = setup();
    await stack.up({ ...program, exclusiveSetName: "set-1" });
    expect(JSON.stringify(calls[0]!.params)).not.toContain("set-1");
    expect(stack.lines.map(({ message }) => message)).toContain(
      "exclusiveSetName is deprecated: `exclusiveSetName` is never sent. Use `instanceId`.",
    );
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.preview({ ...program, exclusiveSetName: "set-2" })).toEqual(["exclusiveSetName!"]);
  });
});

describe("an existing service", () => {
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

  test("cannot lose a network, and the message has a remedy", async () => {
    const { stack } = await createFixture();
    await expect(stack.up({ ...full, netTypes: ["OUTER"] })).rejects.toThrow(/ReduceNetTypes.*\n.*replace the service/s);
    expect(stack.outputs["netTypes"]).toEqual(["INNER", "OUTER"]);
    expect(await stack.up(full)).toBe("same");
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
