/** Services. See docs/modules/cloud.md#services. */
import { apiParams } from "../../../../emulators/cloud/gateway/setup";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { created, errorMessageOf, rejection, setupOf, expectNoDrift } from "./setup";

test("the deprecated name of the cluster is not sent", async () => {
  const { stack, calls } = await created("service", { exclusiveSetName: "set-1" });
  expect(JSON.stringify(calls[0]!.params)).not.toContain("set-1");
  expect(stack.lines).toContain("warning: exclusiveSetName is deprecated: `exclusiveSetName` is never sent. Use `instanceId`.");
  await expectNoDrift(stack);
});

test("a changed limit and changed tags are written alone", async () => {
  const { stack, program, calls } = await created("service", { tags: { team: "shop", stage: "dev" } });
  calls.length = 0;
  expect(await stack.up({ ...program, releaseLimit: 800, tags: { team: "shop", crew: "a" } })).toBe("update");
  expect(calls.filter(({ action }) => !action.startsWith("Describe"))).toMatchObject([
    { action: "ModifyServiceEnvironmentStrategy" },
    { action: "ModifyResourceTags", params: { ReplaceTags: [{ TagKey: "crew", TagValue: "a" }], DeleteTags: [{ TagKey: "stage" }] } },
  ]);
});

test("a VPC can be set later, but not changed", async () => {
  const { stack, program, sent } = await created("service");
  const inVpc = { ...program, uniqVpcId: "vpc-11111111" };
  expect(await stack.up(inVpc)).toBe("update");
  expect(sent("ModifyService")).toMatchObject({ UniqVpcId: "vpc-11111111" });
  expect(await stack.up({ ...inVpc, serviceDesc: "x" })).toBe("update");
  expect(sent("ModifyService")).not.toHaveProperty("UniqVpcId");
  for (const other of [program, { ...program, uniqVpcId: "vpc-22222222" }]) expect(await stack.preview(other)).toContain("uniqVpcId!");
});

test("a network cannot be removed, and IPv6 can be rejected: the messages have a remedy", async () => {
  const { stack, program } = await created("service", { netTypes: ["INNER", "OUTER"] });
  await expect(stack.up({ ...program, netTypes: ["OUTER"] })).rejects.toThrow(/ReduceNetTypes.*\n.*replace the service/s);
  expect(stack.outputs["netTypes"]).toEqual(["INNER", "OUTER"]);
  const hint = "IPv6 may not be available here. Leave ipVersion out for IPv4.";
  const fresh = setupOf("service");
  const rejected = async (code: string, ipVersion?: string) => {
    fresh.rejectAction("CreateService", code);
    return errorMessageOf(fresh.stack.up({ ...fresh.program, ipVersion }));
  };
  expect(await rejected("InvalidParameterValue.NotInOptions", "IPv6")).toContain(hint);
  expect(await rejected("InvalidParameterValue.NotInOptions")).not.toContain(hint);
  expect(await rejected("LimitExceeded.ServiceCountLimitExceeded", "IPv6")).not.toContain(hint);
});

describe("deletion", () => {
  test.each(["API", "usage plan"])("does not begin while another writer has a user of the service: %s", async (kind) => {
    useVirtualTime();
    const { stack, id, actions, emulator, program, callAction, prerequisites } = await created("service");
    const { planId } = prerequisites;
    const binding = { ServiceId: id, UsagePlanIds: [planId], Environment: "release", BindType: "SERVICE" };
    if (kind === "usage plan") callAction("BindEnvironment", binding);
    const user = kind === "API" ? callAction("CreateApi", apiParams(id, "theirs"))["ApiId"] : planId;
    emulator.gateway.services.get(id)!.publications.release.status = 1;
    const start = Date.now();
    await expect(inVirtualTime(stack.destroy())).rejects.toThrow(
      new RegExp(String.raw`is still in use \(.*\), for example by ${kind} ${String(user)}\. Nothing was changed\.`),
    );
    expect(Date.now() - start).toBeLessThan(80_000);
    await expect(inVirtualTime(stack.destroy(30))).rejects.toThrow("time limit of 30 s exceeded. Increase");
    useRealTime();
    expect(actions().filter((action) => !action.startsWith("Describe"))).toEqual([]);
    expect([emulator.gateway.services.get(id)!.publications.release.status, emulator.tags.of(id)]).toEqual([1, program["tags"]]);
  });

  test("waits for five minutes while removed APIs are counted", async () => {
    useVirtualTime();
    const { stack, id, respond } = await created("service");
    const end = Date.now() + 290_000;
    respond("DescribeService", () => (Date.now() < end ? { ServiceId: id, ApiTotalCount: 1 } : undefined));
    await expect(inVirtualTime(stack.destroy())).resolves.toBeUndefined();
    useRealTime();
  });

  test("unpublishes what is published, and may be repeated", async () => {
    const { stack, emulator, id, actions, rejectAction, recover, sent } = await created("service");
    emulator.gateway.services.get(id)!.publications.release.status = 1;
    rejectAction("DeleteService", "FailedOperation.ServiceError");
    await expect(stack.destroy()).rejects.toThrow("DeleteService failed: FailedOperation.ServiceError");
    recover();
    expect(actions().slice(0, 3)).toEqual(["DescribeService", "DescribeResourceTagsByResourceIds", "UnReleaseService"]);
    expect(sent("UnReleaseService")).toEqual({ ServiceId: id, EnvironmentName: "release" });
    await stack.destroy();
    expect(emulator.gateway.services.has(id)).toBe(false);
  });

  test("unpublishes everything if the service does not return the published environments, and ignores not-found", async () => {
    const fixture = await created("service");
    fixture.override = ({ action }) => {
      if (action === "UnReleaseService") return rejection("ResourceNotFound");
      return action === "DescribeService" ? { ServiceId: fixture.id, AvailableEnvironments: null } : undefined;
    };
    await fixture.stack.destroy();
    expect(fixture.actions().filter((action) => action === "UnReleaseService")).toHaveLength(3);
  });
});
