/** Deleted services: read, update and delete of a missing service, and deletion with its dependent objects. See docs/modules/cloud.md#services. */
import { stackFixture, rejection } from "./stack-fixture";

const program = { serviceName: "orders", protocol: "http&https", netTypes: ["INNER", "OUTER"] };
const full = { ...program, tags: { team: "shop" }, releaseLimit: 500 };
const reading = ["DescribeService", "DescribeServiceUsagePlan", "DescribeApiUsagePlan", "DescribeServiceEnvironmentStrategy"];
const createFixture = (inputs: object = full) => stackFixture("ApiGatewayService").with(inputs);

describe("a deleted service", () => {
  test.each([...reading.keys()])("is missing if it is deleted at step %i of the read", async (step) => {
    const { stack, rejectAction } = await createFixture();
    rejectAction(({ action }) => action === reading[step], "ResourceNotFound.InvalidService");
    expect(await stack.refresh()).toEqual(["gone"]);
  });

  test("fails an update with a remedy, and its delete succeeds", async () => {
    const { stack, emulator, id, actions } = await createFixture();
    emulator.gateway.services.delete(id);
    await expect(stack.up({ ...full, serviceName: "x" })).rejects.toThrow(/object not found. Run `pulumi refresh`/);
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["DescribeService"]);
  });

  test.each([
    ["InvalidParameter.FormatError", "DescribeServiceEnvironmentStrategy"],
    ["FailedOperation", "DescribeResourceTagsByResourceIds"],
    ["ResourceNotFound", "DescribeService"],
  ])("is not reported by %s of %s", async (code, failing) => {
    const { stack, rejectAction } = await createFixture();
    rejectAction(({ action }) => action === failing, code);
    await expect(stack.refresh()).rejects.toThrow(`${failing} failed: ${code}`);
  });
});

describe("deletion", () => {
  test("unpublishes all environments, removes all tags, and may be repeated", async () => {
    const at = await createFixture();
    const { stack, emulator, id, actions, newCalls } = at;
    emulator.gateway.services.get(id)!.publications.release.status = 1;
    emulator.tags.put({ serviceType: "apigw", prefix: "service", region: "ap-guangzhou", id }, "by-hand", {
      value: "1",
      category: "Custom",
    });
    const stored = { ...stack.stored! };
    await stack.destroy();
    expect(actions()).toEqual([
      "DescribeService",
      "UnReleaseService",
      "DescribeResourceTagsByResourceIds",
      "ModifyResourceTags",
      "DeleteService",
    ]);
    expect(newCalls()[1]!.params).toEqual({ ServiceId: id, EnvironmentName: "release" });
    expect(emulator.gateway.services.size).toBe(0);
    stack.stored = stored;
    await stack.destroy();
  });

  test("stops at dependents of the service; the next delete does the rest", async () => {
    const at = await createFixture();
    at.rejectAction(({ action }) => action === "DeleteService", "FailedOperation.ServiceError");
    await expect(at.stack.destroy()).rejects.toThrow("DeleteService failed: FailedOperation.ServiceError");
    at.recover();
    expect(await at.stack.refresh()).toEqual(["tags"]);
    await at.stack.destroy();
    expect(at.emulator.gateway.services.size).toBe(0);
  });

  test("unpublishes everything if the service does not return the published environments, and ignores not-found", async () => {
    const at = await createFixture(program);
    at.override = ({ action }) => {
      if (action === "UnReleaseService") return rejection("ResourceNotFound");
      return action === "DescribeService" ? { ServiceId: at.id, AvailableEnvironments: null } : undefined;
    };
    await at.stack.destroy();
    expect(at.actions().filter((action) => action === "UnReleaseService")).toHaveLength(3);
  });

  test("waits while the service is still in use", async () => {
    const at = await createFixture(program);
    let tries = 0;
    at.override = ({ action }) =>
      action === "DeleteService" && tries++ === 0 ? rejection("UnsupportedOperation.ExistingOnlineEnvironment") : undefined;
    await at.stack.destroy();
    expect(tries).toBe(2);
  });
});
