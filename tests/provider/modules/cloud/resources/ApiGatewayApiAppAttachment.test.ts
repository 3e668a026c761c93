/** Bindings of applications. See docs/modules/cloud.md#application-attachments. */
import { setupOf, errorMessageOf } from "./setup";

function emulatorFixture() {
  const held = setupOf("ApiGatewayApiAppAttachment");
  const apiAppId = String(held.callAction("CreateApiApp", { ApiAppName: "mobile" })["ApiAppId"]);
  const { serviceId, apiIds } = held;
  const program = { apiAppId, environment: "test", serviceId, apiId: apiIds[0] };
  const params = { ApiAppId: apiAppId, Environment: "test", ServiceId: serviceId, ApiId: apiIds[0] };
  return Object.assign(held, { program, params, id: `${apiAppId}#test#${serviceId}#${apiIds[0]}` });
}

async function made() {
  const held = emulatorFixture();
  await held.stack.up(held.program);
  held.actions();
  return held;
}

test("create binds, and leaves no difference", async () => {
  const { stack, actions, sent, program, params, id } = emulatorFixture();
  expect(await stack.up(program)).toBe("create");
  expect(actions()).toEqual(["BindApiApp", "DescribeApiAppBindApisStatus"]);
  expect(sent("BindApiApp")).toEqual(params);
  expect(sent("DescribeApiAppBindApisStatus")).toEqual({
    ApiAppId: params.ApiAppId,
    Limit: 100,
    Offset: 0,
    Filters: [
      { Name: "ApiId", Values: [params.ApiId] },
      { Name: "ServiceId", Values: [params.ServiceId] },
      { Name: "Environment", Values: ["test"] },
    ],
  });
  expect(stack.kept!.id).toBe(id);
  expect(stack.outputs).toEqual({ ...program, apiGatewayApiAppAttachmentId: id });
  expect(await stack.up(program)).toBe("same");
  expect(await stack.refresh()).toEqual([]);
});

test("a false result is an error", async () => {
  const held = emulatorFixture();
  held.override = ({ action }) => (action === "BindApiApp" ? { Result: false } : undefined);
  expect(await errorMessageOf(held.stack.up(held.program))).toContain("BindApiApp failed: FailedOperation: the result is false");
  expect(held.stack.kept).toBeUndefined();
});

test("an existing binding needs an import; the same code without a binding is reported unchanged", async () => {
  const { stack, callAction, program, params, id } = emulatorFixture();
  callAction("BindApiApp", params);
  expect(await errorMessageOf(stack.up(program))).toMatch(/ResourceAssociated.*\nThe binding already exists\. Import it with the ID app-/s);
  expect(stack.kept).toBeUndefined();
  await stack.import(id);
  expect(await stack.up(program)).toBe("same");
  const other = emulatorFixture();
  other.refuse("BindApiApp", "UnsupportedOperation.ResourceAssociated");
  expect(await errorMessageOf(other.stack.up(other.program))).not.toContain("import");
});

test("partial create: the ID is kept when the read fails", async () => {
  const { stack, refuse, recover, program, id } = emulatorFixture();
  refuse("DescribeApiAppBindApisStatus", "UnauthorizedOperation.AccessResource");
  expect(await errorMessageOf(stack.up(program))).toContain("UnauthorizedOperation.AccessResource");
  expect(stack.kept!.id).toBe(id);
  expect(stack.outputs).toEqual({ ...program, apiGatewayApiAppAttachmentId: id });
  recover();
  expect(await stack.up(program)).toBe("update");
  expect(await stack.up(program)).toBe("same");
});

test.each([true, false])("a lost response is repeated; an applied one (%s) is adopted", async (carriedOut) => {
  const { stack, lose, actions, program, id } = emulatorFixture();
  lose("BindApiApp", carriedOut, 1);
  expect(await stack.up(program)).toBe("create");
  expect(stack.kept!.id).toBe(id);
  expect(actions().filter((action) => action === "BindApiApp")).toHaveLength(2);
});

test.each([{ apiAppId: "a" }, { environment: "release" }, { serviceId: "s" }, { apiId: "a" }])("%j replaces", async (other) => {
  const { stack, program } = await made();
  expect(await stack.preview({ ...program, ...other })).toEqual([`${Object.keys(other)[0]}!`]);
});

test("a replacement is bound before the old one is unbound", async () => {
  const { stack, actions, program, apiIds } = await made();
  expect(await stack.up({ ...program, apiId: apiIds[1] })).toBe("replace");
  expect(actions()).toEqual(["BindApiApp", "DescribeApiAppBindApisStatus", "UnbindApiApp"]);
});

test("delete unbinds; a second one succeeds", async () => {
  const { stack, sent, params, emulator } = await made();
  const kept = stack.kept!;
  await stack.destroy();
  expect(sent("UnbindApiApp")).toEqual(params);
  for (const store of ["none", "apis", "services", "apps"] as const) {
    if (store !== "none") emulator.gateway[store].clear();
    stack.kept = kept;
    await stack.destroy();
  }
});

test("a rejected delete fails", async () => {
  const { stack, refuse } = await made();
  refuse("UnbindApiApp", "UnsupportedOperation.UnsupportedBindEnvironment");
  expect(await errorMessageOf(stack.destroy())).toContain("UnsupportedOperation.UnsupportedBindEnvironment");
});

test("a deleted object is missing, other errors fail", async () => {
  const { stack, callAction, params, refuse } = await made();
  const kept = stack.kept!;
  callAction("UnbindApiApp", params);
  expect(await stack.refresh()).toEqual(["gone"]);
  for (const code of ["InvalidApiApp", "InvalidApi", "InvalidService"]) {
    stack.kept = kept;
    refuse("DescribeApiAppBindApisStatus", `ResourceNotFound.${code}`);
    expect(await stack.refresh()).toEqual(["gone"]);
  }
  stack.kept = kept;
  refuse("DescribeApiAppBindApisStatus", "ResourceNotFound");
  expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound");
});

test("another binding in the response is ignored", async () => {
  const held = await made();
  const { ApiAppId, ServiceId, ApiId } = held.params;
  const kept = held.stack.kept!;
  for (const [EnvironmentName, changed] of [
    ["test", []],
    ["release", ["gone"]],
  ] as const) {
    const row = { ApiAppId, ServiceId, ApiId, EnvironmentName };
    held.override = () => ({ Result: { TotalCount: 1, ApiAppApiSet: [row] } });
    held.stack.kept = kept;
    expect(await held.stack.refresh()).toEqual(changed);
  }
});

test("import reads the existing object", async () => {
  const { stack, program, id } = await made();
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  expect(await errorMessageOf(stack.import("a#b#c"))).toContain("expected <apiAppId>#<environment>#<serviceId>#<apiId>, for example");
});

test("all failures are reported at once", async () => {
  const { stack, calls } = emulatorFixture();
  const words = await errorMessageOf(stack.up({ apiAppId: "a#b", environment: "te#st", serviceId: "", apiId: "s#a" }));
  expect(words.split("\n").map((line) => line.split(" ")[0])).toEqual(["apiAppId", "apiId", "environment", "serviceId"]);
  expect(calls).toEqual([]);
});
