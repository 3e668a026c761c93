/** Deletion of services. See docs/modules/cloud.md#services. */
import { stackFixture, rejection } from "./stack-fixture";

const program = { serviceName: "orders", protocol: "http&https", netTypes: ["INNER", "OUTER"] };
const full = { ...program, tags: { team: "shop" }, releaseLimit: 500 };
const createFixture = (inputs: object = full) => stackFixture("ApiGatewayService").with(inputs);

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
