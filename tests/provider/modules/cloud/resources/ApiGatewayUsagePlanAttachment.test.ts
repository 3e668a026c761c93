/** Bindings of usage plans. A key is bound to a plan as a whole: a binding owns the keys that it has bound. See docs/modules/cloud.md#usage-plan-attachments. */
import { apiParams } from "../../../../emulators/cloud/gateway/setup";
import { Stack } from "../../../../support/stack";
import { env, expectNoDrift, expectSettled } from "../support";
import { created, setupOf, type Setup } from "./setup";

const title = "binding of a plan";
/** Inputs that bind the whole service. */
const whole = { bindType: undefined, apiId: undefined, accessKeyIds: undefined };

/** Returns the sorted keys of the plan. */
const keysOf = ({ emulator, prerequisites }: Setup) =>
  emulator.gateway.plans
    .get(prerequisites.planId)!
    .keys.filter(({ ends }) => ends === undefined)
    .map(({ id }) => id)
    .sort();

/** Binds keys as another writer. */
const bindKeys = ({ callAction, prerequisites: { planId } }: Setup, AccessKeyIds: string[]) =>
  void callAction("BindSecretIds", { UsagePlanId: planId, AccessKeyIds });

test("an API without key authentication is rejected before anything is bound", async () => {
  const { stack, program, prerequisites, actions } = setupOf(title);
  await expect(stack.up({ ...program, apiId: prerequisites.apiIds[0] })).rejects.toThrow(
    "has authType NONE; keys can be bound to an API of authType SECRET only",
  );
  expect(actions()).toEqual(["DescribeApiUsagePlan", "DescribeApi"]);
});

test("a false result without a reason is retried; a reason is not", async () => {
  const { stack, program, respond, rejectAction, actions, recover } = setupOf(title);
  rejectAction("BindEnvironment", "FailedOperation");
  await expect(stack.up(program)).rejects.toThrow("BindEnvironment failed: FailedOperation");
  let tries = 0;
  respond("BindEnvironment", () => (tries++ === 0 ? { Result: false } : undefined));
  expect(await stack.up(program)).toBe("create");
  recover();
  expect(actions().filter((action) => action === "BindEnvironment")).toHaveLength(3);
});

test("an API beside a whole service has no effect, and a warning is logged", async () => {
  const { stack, program, sent, prerequisites } = setupOf(title);
  await stack.up({ ...program, ...whole, apiId: prerequisites.apiIds[0] });
  expect(sent("BindEnvironment")).not.toHaveProperty("ApiIds");
  expect(stack.lines).toEqual([
    "warning: apiId has no effect for bindType SERVICE: the plan is bound to the whole service. Remove apiId, or set bindType to API.",
  ]);
  const other = await created(title, whole);
  expect(await other.stack.up({ ...other.program, apiId: "", accessKeyIds: [] })).toBe("same");
});

describe("keys", () => {
  test("of which one is bound to the plan already: it stays bound when the binding is deleted", async () => {
    const fixture = setupOf(title);
    const { stack, program, prerequisites } = fixture;
    const former = prerequisites.keyIds.slice(0, 1);
    bindKeys(fixture, former);
    expect(await stack.up(program)).toBe("create");
    expect(keysOf(fixture)).toEqual(program["accessKeyIds"]);
    await expectNoDrift(stack);
    await stack.destroy();
    expect(keysOf(fixture)).toEqual(former);
  });

  test("of two bindings, created at the same time, are owned by one", async () => {
    const fixture = setupOf(title);
    const { send, callAction, program, prerequisites, sample } = fixture;
    const { ApiId } = callAction("CreateApi", { ...apiParams(prerequisites.serviceId, "four"), AuthType: "SECRET" });
    const programs = [program, { ...program, apiId: String(ApiId) }];
    const stacks = programs.map(() => new Stack(sample.token, send, env));
    await Promise.all(stacks.map((stack, n) => stack.up(programs[n]!)));
    const [owner, ...owners] = stacks.filter((stack) => (stack.stored!.state["__boundKeys"] as string[]).length > 0);
    expect(owners).toEqual([]);
    await stacks.find((stack) => stack !== owner)!.destroy();
    expect(keysOf(fixture)).toEqual(program["accessKeyIds"]);
    await owner!.destroy();
    expect(keysOf(fixture)).toEqual([]);
  });

  test.each([true, false])("of a bind whose response was lost are its own, applied (%s) or not", async (carriedOut) => {
    const fixture = setupOf(title);
    fixture.loseResponse("BindSecretIds", carriedOut);
    expect(await fixture.stack.up(fixture.program)).toBe("create");
    await fixture.stack.destroy();
    expect(keysOf(fixture)).toEqual([]);
  });

  test("that an update binds after a failed create are its own, others are not", async () => {
    const fixture = setupOf(title);
    const { stack, rejectAction, recover, program, prerequisites } = fixture;
    // A code for a bound key is no success where the key is not bound.
    for (const code of ["UnsupportedOperation.UnsupportedBindApiKey", "UnsupportedOperation.InvalidStatus"]) {
      rejectAction("BindSecretIds", code);
      await expect(stack.up(program)).rejects.toThrow(`BindSecretIds failed: ${code}`);
    }
    recover();
    bindKeys(fixture, [prerequisites.keyIds[0]]);
    expect(await stack.up(program)).toBe("update");
    await stack.destroy();
    expect(keysOf(fixture)).toEqual([prerequisites.keyIds[0]]);
  });

  test("of other writers are ignored; a delete unbinds the remaining own ones", async () => {
    const fixture = await created(title);
    const { stack, program, callAction, sent, prerequisites } = fixture;
    const { AccessKeyId } = callAction("CreateApiKey", { SecretName: "other" });
    bindKeys(fixture, [String(AccessKeyId)]);
    await expectSettled(stack, program);
    callAction("UnBindSecretIds", { UsagePlanId: prerequisites.planId, AccessKeyIds: [prerequisites.keyIds[0]] });
    await stack.destroy();
    expect(keysOf(fixture)).toEqual([AccessKeyId]);
    expect(sent("UnBindEnvironment")).toEqual(sent("BindEnvironment"));
  });
});

test("a rejected unbinding of a bound API fails", async () => {
  const { stack, rejectAction } = await created(title);
  rejectAction("UnBindEnvironment", "UnsupportedOperation.UnsupportedUnBindEnvironment");
  await expect(stack.destroy()).rejects.toThrow("UnsupportedOperation.UnsupportedUnBindEnvironment");
});

test("an import accepts six parts, and five where there are no keys", async () => {
  const { stack, program, id } = await created(title);
  await stack.import(id.replace(/#[^#]*$/, `#${[...(program["accessKeyIds"] as string[])].reverse().join(",")}`));
  expect([stack.stored!.id, stack.inputs]).toEqual([id, program]);
  expect(await stack.up(program)).toBe("same");
  for (const more of [whole, { accessKeyIds: undefined }]) {
    const plain = await created(title, more);
    await plain.stack.import(plain.id.slice(0, -1));
    expect(plain.stack.stored!.id).toBe(plain.id);
    expect(await plain.stack.up(plain.program)).toBe("same");
  }
});

test.each(["u#s#release#SERVICE", "u#s#release#API##", "#s#release#SERVICE##", "u#s#release#API#a#k#x"])(
  "%s is an invalid ID",
  async (id) => {
    const { stack } = setupOf(title);
    await expect(stack.import(id)).rejects.toThrow(
      /^Invalid import ID .*: expected <usagePlanId>#<serviceId>#<environment>#<bindType>#<apiId>#/,
    );
  },
);
