/** Services. See docs/modules/cloud.md#services. */
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

const setup = (): StackFixture => stackFixture("ApiGatewayService");
const createFixture = (inputs: object = full) => setup().with(inputs);

describe("a new service", () => {
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
