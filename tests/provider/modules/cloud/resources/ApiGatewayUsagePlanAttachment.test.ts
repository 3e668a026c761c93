/** Bindings of usage plans: create. See docs/modules/cloud.md#usage-plan-attachments. */
import { apiParams } from "../../../../emulators/cloud/gateway/setup";
import { Stack } from "../../../../support/stack";
import { env } from "../support";
import { emulatorFixture } from "./plan-setup";
import { errorMessageOf } from "./setup";

const check = ["DescribeUsagePlan", "DescribeService"];

describe("create", () => {
  test("binds a service, and leaves no difference", async () => {
    const { stack, actions, sent, program, planId, serviceId } = emulatorFixture();
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["DescribeServiceUsagePlan", ...check, "BindEnvironment"]);
    expect(sent("BindEnvironment")).toEqual({
      ServiceId: serviceId,
      UsagePlanIds: [planId],
      Environment: "release",
      BindType: "SERVICE",
    });
    const id = `${planId}#${serviceId}#release#SERVICE##`;
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, bindType: "SERVICE", apiGatewayUsagePlanAttachmentId: id });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ ...program, apiId: "", accessKeyIds: [] })).toBe("same");
  });

  test("an API without key authentication is rejected before anything is bound", async () => {
    const { stack, toApi, keyIds, actions, bound } = emulatorFixture();
    const text = await errorMessageOf(stack.up({ ...toApi, accessKeyIds: keyIds }));
    expect(text).toMatch(/has authType NONE; keys can be bound to an API of authType SECRET only/);
    expect(actions()).toEqual(["DescribeApiUsagePlan", "DescribeApi"]);
    expect(stack.stored).toBeUndefined();
    expect(bound()).toEqual([]);
  });

  test("a false result without a reason is retried; one with a reason is not", async () => {
    const fixture = emulatorFixture();
    let tries = 0;
    fixture.override = ({ action }) => (action === "BindEnvironment" && tries++ === 0 ? { Result: false } : undefined);
    expect(await fixture.stack.up(fixture.program)).toBe("create");
    expect(tries).toBe(2);
    const other = emulatorFixture();
    other.rejectAction("BindEnvironment", "FailedOperation");
    expect(await errorMessageOf(other.stack.up(other.program))).toContain("BindEnvironment failed: FailedOperation");
    expect(other.actions().filter((action) => action === "BindEnvironment")).toHaveLength(1);
  });

  test.each([1, 2])("keys of which %i are bound to the plan already are accepted, and stay bound when it is deleted", async (count) => {
    const { stack, callAction, planId, keyIds, withKeys, keys } = emulatorFixture();
    const former = keyIds.slice(0, count);
    callAction("BindSecretIds", { UsagePlanId: planId, AccessKeyIds: former });
    expect(await stack.up(withKeys)).toBe("create");
    expect(keys()).toEqual([...keyIds].sort());
    expect(await stack.refresh()).toEqual([]);
    await stack.destroy();
    expect(keys()).toEqual([...former].sort());
  });

  test("of two bindings with the same keys, created at the same time, one owns them", async () => {
    const fixture = emulatorFixture();
    const { send, callAction, serviceId, withKeys, keyIds, keys, bound } = fixture;
    const { ApiId } = callAction("CreateApi", { ...apiParams(serviceId, "four"), AuthType: "SECRET" });
    const programs = [withKeys, { ...withKeys, apiId: String(ApiId) }];
    const stacks = programs.map(() => new Stack("quartet:cloud:ApiGatewayUsagePlanAttachment", send, env));
    await Promise.all(stacks.map((stack, n) => stack.up(programs[n]!)));
    const owners = stacks.filter((stack) => (stack.stored!.outputs["__boundKeys"] as string[]).length > 0);
    expect(owners).toHaveLength(1);
    await stacks.find((stack) => !owners.includes(stack))!.destroy();
    expect(keys()).toEqual([...keyIds].sort());
    await owners[0]!.destroy();
    expect([keys(), bound()]).toEqual([[], []]);
  });

  test.each([true, false])("keys of a bind whose response was lost are its own, applied (%s) or not", async (carriedOut) => {
    const { stack, loseResponse, withKeys, keys } = emulatorFixture();
    loseResponse("BindSecretIds", carriedOut, 1);
    expect(await stack.up(withKeys)).toBe("create");
    await stack.destroy();
    expect(keys()).toEqual([]);
  });

  test("keys that an update binds after a failed create are its own, others are not", async () => {
    const { stack, rejectAction, recover, callAction, planId, keyIds, withKeys, keys } = emulatorFixture();
    rejectAction("BindSecretIds", "UnsupportedOperation.InvalidStatus");
    expect(await errorMessageOf(stack.up(withKeys))).toContain("BindSecretIds failed");
    recover();
    callAction("BindSecretIds", { UsagePlanId: planId, AccessKeyIds: [keyIds[0]] });
    expect(await stack.up(withKeys)).toBe("update");
    await stack.destroy();
    expect(keys()).toEqual([keyIds[0]]);
  });

  test("an error that reports a missing binding as existing fails", async () => {
    const { stack, rejectAction, withKeys } = emulatorFixture();
    rejectAction("BindSecretIds", "UnsupportedOperation.UnsupportedBindApiKey");
    expect(await errorMessageOf(stack.up(withKeys))).toContain("UnsupportedOperation.UnsupportedBindApiKey");
  });

  test("an API beside a whole service has no effect, and a warning is logged", async () => {
    const { stack, program, apiIds, sent, planId, serviceId } = emulatorFixture();
    await stack.up({ ...program, apiId: apiIds[0] });
    expect(sent("BindEnvironment")).not.toHaveProperty("ApiIds");
    expect(stack.stored!.id).toBe(`${planId}#${serviceId}#release#SERVICE#${apiIds[0]}#`);
    expect(stack.lines.map(({ message }) => message)).toEqual([
      "apiId has no effect for bindType SERVICE: the plan is bound to the whole service. Remove apiId, or set bindType to API.",
    ]);
    expect(await stack.refresh()).toEqual([]);
    await stack.destroy();
    expect(sent("UnBindEnvironment")).not.toHaveProperty("ApiIds");
  });
});
