/** Bindings of usage plans: create, update, check. See docs/modules/cloud.md#usage-plan-attachments. */
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

  test("binds an API, also in an environment that is not published", async () => {
    const { stack, sent, toApi, planId, serviceId, apiIds } = emulatorFixture();
    await stack.up({ ...toApi, environment: "prepub" });
    expect(sent("BindEnvironment")).toEqual({
      ServiceId: serviceId,
      UsagePlanIds: [planId],
      Environment: "prepub",
      BindType: "API",
      ApiIds: [apiIds[0]],
    });
    expect(stack.stored!.id).toBe(`${planId}#${serviceId}#prepub#API#${apiIds[0]}#`);
    expect(await stack.refresh()).toEqual([]);
  });

  test("binds an API with keys, in whatever order", async () => {
    const { stack, actions, sent, withKeys, planId, serviceId, secretApi, keyIds } = emulatorFixture();
    await stack.up(withKeys);
    const bind = ["BindEnvironment", "DescribeUsagePlanSecretIds", "BindSecretIds"];
    expect(actions()).toEqual(["DescribeApiUsagePlan", "DescribeApi", ...check, ...bind]);
    expect(sent("DescribeApi")).toEqual({ ServiceId: serviceId, ApiId: secretApi });
    expect(sent("BindSecretIds")).toEqual({ UsagePlanId: planId, AccessKeyIds: withKeys.accessKeyIds });
    expect(stack.stored!.id).toBe(`${planId}#${serviceId}#release#API#${secretApi}#${[...keyIds].sort().join(",")}`);
    expect(stack.outputs).toMatchObject(withKeys);
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs).toMatchObject(withKeys);
    expect(await stack.up({ ...withKeys, accessKeyIds: [...withKeys.accessKeyIds].reverse() })).toBe("same");
  });

  test("an API without key authentication is rejected before anything is bound", async () => {
    const { stack, toApi, keyIds, actions, bound } = emulatorFixture();
    const text = await errorMessageOf(stack.up({ ...toApi, accessKeyIds: keyIds }));
    expect(text).toMatch(/has authType NONE; keys can be bound to an API of authType SECRET only/);
    expect(actions()).toEqual(["DescribeApiUsagePlan", "DescribeApi"]);
    expect(stack.stored).toBeUndefined();
    expect(bound()).toEqual([]);
  });

  test.each([
    ["DescribeUsagePlan", "ResourceNotFound.InvalidUsagePlan"],
    ["DescribeService", "ResourceNotFound.InvalidService"],
  ])("without the object of %s nothing is bound", async (action, code) => {
    const fixture = emulatorFixture();
    fixture.rejectAction(action, code);
    expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain(code);
    fixture.override = (call) => (call.action === action ? { Result: null } : undefined);
    expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain(`${action} failed: ClientError.UnexpectedResponse`);
    expect(fixture.actions()).not.toContain("BindEnvironment");
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

  test("partial create: the ID is kept when the keys fail, and the next update binds only them", async () => {
    const { stack, rejectAction, recover, actions, withKeys, bound, keys } = emulatorFixture();
    rejectAction("BindSecretIds", "UnsupportedOperation.InvalidStatus");
    expect(await errorMessageOf(stack.up(withKeys))).toContain("BindSecretIds failed: UnsupportedOperation.InvalidStatus");
    expect(stack.stored!.id).toMatch(/#API#api-\w+#AKID\w+,AKID\w+$/);
    expect(stack.outputs).not.toHaveProperty("accessKeyIds");
    recover();
    actions();
    expect(await stack.up(withKeys)).toBe("update");
    expect(actions().filter((action) => action.startsWith("Bind"))).toEqual(["BindSecretIds"]);
    expect(bound()).toHaveLength(1);
    expect(keys()).toHaveLength(2);
    expect(await stack.refresh()).toEqual([]);
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

  test.each([true, false])("a lost response is repeated, applied (%s) or not", async (carriedOut) => {
    const { stack, loseResponse, actions, program, bound } = emulatorFixture();
    loseResponse("BindEnvironment", carriedOut, 1);
    expect(await stack.up(program)).toBe("create");
    expect(bound()).toHaveLength(1);
    expect(actions().filter((action) => action === "BindEnvironment")).toHaveLength(2);
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

describe("change", () => {
  test.each([{ usagePlanId: "u" }, { serviceId: "s" }, { environment: "test" }, { apiId: "a" }, { accessKeyIds: ["k"] }])(
    "%j replaces",
    async (other) => {
      const { stack, withKeys } = emulatorFixture();
      await stack.up(withKeys);
      const paths = await stack.preview({ ...withKeys, ...other });
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) expect(path).toMatch(new RegExp(`^${Object.keys(other)[0]}.*!$`));
    },
  );

  test("the old binding is removed first: with other keys it is the same one", async () => {
    const { stack, actions, withKeys, keys, bound } = emulatorFixture();
    await stack.up(withKeys);
    actions();
    expect(await stack.up({ ...withKeys, accessKeyIds: [withKeys.accessKeyIds[0]] })).toBe("delete first");
    const done = actions();
    expect(done.indexOf("UnBindEnvironment")).toBeLessThan(done.indexOf("BindEnvironment"));
    expect(keys()).toEqual([withKeys.accessKeyIds[0]]);
    expect(bound()).toHaveLength(1);
  });

  test("from an API to its whole service", async () => {
    const { stack, toApi, program, bound } = emulatorFixture();
    await stack.up(toApi);
    expect(await stack.up(program)).toBe("delete first");
    expect(bound().map(({ apiId }) => apiId)).toEqual([null]);
  });
});

test.each([
  [{ bindType: "API" }, ["apiId | required for bindType API"]],
  [{ bindType: "API", apiId: "" }, ["apiId | required for bindType API"]],
  [{ accessKeyIds: ["k"] }, ["accessKeyIds | can be set for bindType API only. Use ApiGatewayApiKeyAttachment for a service."]],
  [{ bindType: "API", apiId: "a", accessKeyIds: ["k", "k"] }, ["accessKeyIds | a key is given twice"]],
  [
    { bindType: "API", accessKeyIds: ["a,b"] },
    ["accessKeyIds[0] | accessKeyIds[0]: expected the id of a key", "apiId | required for bindType API"],
  ],
])("check: %j", async (other, expectedTexts) => {
  const { stack, program, calls } = emulatorFixture();
  expect((await errorMessageOf(stack.up({ ...program, ...other }))).split("\n")).toEqual(expectedTexts);
  expect(calls).toEqual([]);
});
