/** Bindings of applications. See docs/modules/cloud.md#application-attachments. */
import { setupOf, errorMessageOf } from "./setup";

function emulatorFixture() {
  const fixture = setupOf("ApiGatewayApiAppAttachment");
  const apiAppId = String(fixture.callAction("CreateApiApp", { ApiAppName: "mobile" })["ApiAppId"]);
  const { serviceId, apiIds } = fixture;
  const program = { apiAppId, environment: "test", serviceId, apiId: apiIds[0] };
  const params = { ApiAppId: apiAppId, Environment: "test", ServiceId: serviceId, ApiId: apiIds[0] };
  return Object.assign(fixture, { program, params, id: `${apiAppId}#test#${serviceId}#${apiIds[0]}` });
}

async function createFixture() {
  const fixture = emulatorFixture();
  await fixture.stack.up(fixture.program);
  fixture.actions();
  return fixture;
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
  expect(stack.stored!.id).toBe(id);
  expect(stack.outputs).toEqual({ ...program, apiGatewayApiAppAttachmentId: id });
  expect(await stack.up(program)).toBe("same");
  expect(await stack.refresh()).toEqual([]);
});

test("a false result is an error", async () => {
  const fixture = emulatorFixture();
  fixture.override = ({ action }) => (action === "BindApiApp" ? { Result: false } : undefined);
  expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain("BindApiApp failed: FailedOperation: the result is false");
  expect(fixture.stack.stored).toBeUndefined();
});

test("an existing binding needs an import; the same code without a binding is reported unchanged", async () => {
  const { stack, callAction, program, params, id } = emulatorFixture();
  callAction("BindApiApp", params);
  expect(await errorMessageOf(stack.up(program))).toMatch(/ResourceAssociated.*\nThe binding already exists\. Import it with the ID app-/s);
  expect(stack.stored).toBeUndefined();
  await stack.import(id);
  expect(await stack.up(program)).toBe("same");
  const other = emulatorFixture();
  other.rejectAction("BindApiApp", "UnsupportedOperation.ResourceAssociated");
  expect(await errorMessageOf(other.stack.up(other.program))).not.toContain("import");
});

test("partial create: the ID is kept when the read fails", async () => {
  const { stack, rejectAction, recover, program, id } = emulatorFixture();
  rejectAction("DescribeApiAppBindApisStatus", "UnauthorizedOperation.AccessResource");
  expect(await errorMessageOf(stack.up(program))).toContain("UnauthorizedOperation.AccessResource");
  expect(stack.stored!.id).toBe(id);
  expect(stack.outputs).toEqual({ ...program, apiGatewayApiAppAttachmentId: id });
  recover();
  expect(await stack.up(program)).toBe("update");
  expect(await stack.up(program)).toBe("same");
});

test.each([true, false])("a lost response is repeated; an applied one (%s) is adopted", async (carriedOut) => {
  const { stack, loseResponse, actions, program, id } = emulatorFixture();
  loseResponse("BindApiApp", carriedOut, 1);
  expect(await stack.up(program)).toBe("create");
  expect(stack.stored!.id).toBe(id);
  expect(actions().filter((action) => action === "BindApiApp")).toHaveLength(2);
});

test.each([{ apiAppId: "a" }, { environment: "release" }, { serviceId: "s" }, { apiId: "a" }])("%j replaces", async (other) => {
  const { stack, program } = await createFixture();
  expect(await stack.preview({ ...program, ...other })).toEqual([`${Object.keys(other)[0]}!`]);
});

test("a replacement is bound before the old one is unbound", async () => {
  const { stack, actions, program, apiIds } = await createFixture();
  expect(await stack.up({ ...program, apiId: apiIds[1] })).toBe("replace");
  expect(actions()).toEqual(["BindApiApp", "DescribeApiAppBindApisStatus", "UnbindApiApp"]);
});

test("delete unbinds; a second one succeeds", async () => {
  const { stack, sent, params, emulator } = await createFixture();
  const stored = stack.stored!;
  await stack.destroy();
  expect(sent("UnbindApiApp")).toEqual(params);
  for (const store of ["none", "apis", "services", "apps"] as const) {
    if (store !== "none") emulator.gateway[store].clear();
    stack.stored = stored;
    await stack.destroy();
  }
});

test("a rejected delete fails", async () => {
  const { stack, rejectAction } = await createFixture();
  rejectAction("UnbindApiApp", "UnsupportedOperation.UnsupportedBindEnvironment");
  expect(await errorMessageOf(stack.destroy())).toContain("UnsupportedOperation.UnsupportedBindEnvironment");
});

test("a deleted object is missing, other errors fail", async () => {
  const { stack, callAction, params, rejectAction } = await createFixture();
  const stored = stack.stored!;
  callAction("UnbindApiApp", params);
  expect(await stack.refresh()).toEqual(["gone"]);
  for (const code of ["InvalidApiApp", "InvalidApi", "InvalidService"]) {
    stack.stored = stored;
    rejectAction("DescribeApiAppBindApisStatus", `ResourceNotFound.${code}`);
    expect(await stack.refresh()).toEqual(["gone"]);
  }
  stack.stored = stored;
  rejectAction("DescribeApiAppBindApisStatus", "ResourceNotFound");
  expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound");
});

test("another binding in the response is ignored", async () => {
  const fixture = await createFixture();
  const { ApiAppId, ServiceId, ApiId } = fixture.params;
  const stored = fixture.stack.stored!;
  for (const [EnvironmentName, changed] of [
    ["test", []],
    ["release", ["gone"]],
  ] as const) {
    const row = { ApiAppId, ServiceId, ApiId, EnvironmentName };
    fixture.override = () => ({ Result: { TotalCount: 1, ApiAppApiSet: [row] } });
    fixture.stack.stored = stored;
    expect(await fixture.stack.refresh()).toEqual(changed);
  }
});

test("import reads the existing object", async () => {
  const { stack, program, id } = await createFixture();
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  expect(await errorMessageOf(stack.import("a#b#c"))).toContain("expected <apiAppId>#<environment>#<serviceId>#<apiId>, for example");
});

test("all failures are reported at once", async () => {
  const { stack, calls } = emulatorFixture();
  const text = await errorMessageOf(stack.up({ apiAppId: "a#b", environment: "te#st", serviceId: "", apiId: "s#a" }));
  expect(text.split("\n").map((line) => line.split(" ")[0])).toEqual(["apiAppId", "apiId", "environment", "serviceId"]);
  expect(calls).toEqual([]);
});
