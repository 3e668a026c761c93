/** Bindings of usage plans: changes by another writer, unbinding, import. See docs/modules/cloud.md#usage-plan-attachments. */
import { emulatorFixture } from "./plan-setup";
import { errorMessageOf } from "./setup";

describe("changes by another writer", () => {
  test("keys of other writers are ignored", async () => {
    const { stack, callAction, planId, keyIds, withKeys } = emulatorFixture();
    const one = { ...withKeys, accessKeyIds: [keyIds[0]] };
    await stack.up(one);
    callAction("BindSecretIds", { UsagePlanId: planId, AccessKeyIds: [keyIds[1]] });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(one)).toBe("same");
  });
});

describe("delete", () => {
  test("unbinds the keys, then the environment; a second delete succeeds", async () => {
    const { stack, actions, sent, withKeys, keyIds, bound, keys, planId } = emulatorFixture();
    await stack.up(withKeys);
    const stored = stack.stored!;
    const bind = sent("BindEnvironment");
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["UnBindSecretIds", "UnBindEnvironment"]);
    expect(sent("UnBindSecretIds")).toEqual({ UsagePlanId: planId, AccessKeyIds: [...keyIds].sort() });
    expect(sent("UnBindEnvironment")).toEqual(bind);
    expect([bound(), keys()]).toEqual([[], []]);
    stack.stored = stored;
    await stack.destroy();
  });

  test("unbinds the remaining keys", async () => {
    const { stack, callAction, planId, keyIds, withKeys, sent, keys } = emulatorFixture();
    await stack.up(withKeys);
    callAction("UnBindSecretIds", { UsagePlanId: planId, AccessKeyIds: [keyIds[0]] });
    await stack.destroy();
    expect(sent("UnBindSecretIds")).toEqual({ UsagePlanId: planId, AccessKeyIds: [keyIds[1]] });
    expect(keys()).toEqual([]);
  });

  test("a rejected unbinding of a bound API fails", async () => {
    const { stack, rejectAction, program } = emulatorFixture();
    await stack.up(program);
    rejectAction("UnBindEnvironment", "UnsupportedOperation.UnsupportedUnBindEnvironment");
    expect(await errorMessageOf(stack.destroy())).toContain("UnsupportedOperation.UnsupportedUnBindEnvironment");
  });
});

describe("import", () => {
  test("accepts six parts", async () => {
    const { stack, withKeys, keys } = emulatorFixture();
    await stack.up(withKeys);
    const { id } = stack.stored!;
    await stack.import(id.replace(/#[^#]*$/, `#${withKeys.accessKeyIds.join(",")}`));
    expect(stack.stored!.id).toBe(id);
    expect(stack.inputs).toMatchObject({ ...withKeys, accessKeyIds: [...withKeys.accessKeyIds].sort() });
    expect(await stack.up(withKeys)).toBe("same");
    await stack.destroy();
    expect(keys()).toEqual([]);
  });

  test("accepts five, and adds the sixth to the ID", async () => {
    const { stack, program, toApi } = emulatorFixture();
    await stack.up(program);
    const { id } = stack.stored!;
    await stack.import(id.slice(0, -1));
    expect(stack.stored!.id).toBe(id);
    expect(stack.inputs).toEqual(program);
    expect(await stack.up(program)).toBe("same");
    await stack.destroy();
    await stack.up(toApi);
    await stack.import(stack.stored!.id.slice(0, -1));
    expect(stack.inputs).toEqual(toApi);
  });

  test.each([
    "u#s#release#SERVICE",
    "u#s#release#API##",
    "u#s# #SERVICE##",
    "u#s#release#ALL#a#",
    "#s#release#SERVICE##",
    "u#s#release#API#a#k#x",
  ])("%s is an invalid ID", async (id) => {
    const { stack, calls } = emulatorFixture();
    expect(await errorMessageOf(stack.import(id))).toMatch(
      /^Invalid import ID .*: expected <usagePlanId>#<serviceId>#<environment>#<bindType>#<apiId>#/,
    );
    expect(calls).toEqual([]);
  });
});
