/** Documents of APIs. See docs/modules/cloud.md#api-documents. */
import type { ApiDoc } from "../../../../emulators/cloud/gateway/documents";
import { setupOf, errorMessageOf } from "./setup";

function emulatorFixture() {
  const fixture = setupOf("ApiGatewayApiDoc");
  const { serviceId, apiIds } = fixture;
  const program = { apiDocName: "orders-doc", serviceId, environment: "release", apiIds: [...apiIds].sort().reverse() };
  return Object.assign(fixture, { program, document: (): ApiDoc => fixture.emulator.gateway.documents.entries()[0]![1] });
}

async function createFixture() {
  const fixture = emulatorFixture();
  await fixture.stack.up(fixture.program);
  fixture.actions();
  return Object.assign(fixture, { id: fixture.stack.stored!.id });
}

describe("create", () => {
  test("partial create: a document whose build failed keeps its ID, and the next update builds it again", async () => {
    const { stack, emulator, actions, program, document, sent } = emulatorFixture();
    emulator.gateway.failingDocuments.add("orders-doc");
    expect(await errorMessageOf(stack.up(program))).toMatch(/document apidoc-\w+: the build ended with status FAIL\. Check that/);
    const { id } = document();
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toMatchObject({ ...program, apiDocStatus: "FAIL", apiDocId: id });
    actions();
    expect(await errorMessageOf(stack.up(program))).toContain("ended with status FAIL");
    expect(actions()).toContain("ModifyAPIDoc");
    expect(stack.stored!.unfinished).not.toEqual([]);
    emulator.gateway.failingDocuments.clear();
    expect(await stack.up(program)).toBe("update");
    expect(sent("ModifyAPIDoc")).toMatchObject({ ApiDocId: id, ApiDocName: "orders-doc" });
    expect(stack.outputs["apiDocStatus"]).toBe("COMPLETED");
    expect(await stack.up(program)).toBe("same");
    expect(emulator.gateway.documents.size).toBe(1);
  });
});

describe("change", () => {
  test("partial update: a change whose build failed is kept, and the next update builds it again", async () => {
    const { stack, emulator, program, document } = await createFixture();
    emulator.gateway.failingDocuments.add("other");
    const next = { ...program, apiDocName: "other" };
    expect(await errorMessageOf(stack.up(next))).toContain("ended with status FAIL");
    expect(stack.outputs).toMatchObject({ apiDocName: "other", apiDocStatus: "FAIL" });
    emulator.gateway.failingDocuments.clear();
    expect(await stack.up(next)).toBe("update");
    expect(document().releases).toBe(3);
    expect(stack.outputs["apiDocStatus"]).toBe("COMPLETED");
  });
});

test("a ResourceNotFound of the delete succeeds if the document is deleted", async () => {
  const { stack, rejectAction, emulator } = await createFixture();
  const stored = stack.stored!;
  rejectAction("DeleteAPIDoc", "ResourceNotFound");
  expect(await errorMessageOf(stack.destroy())).toContain("DeleteAPIDoc failed: ResourceNotFound");
  emulator.gateway.documents.clear();
  stack.stored = stored;
  await stack.destroy();
});

test("a masked or missing password stays unchanged", async () => {
  const fixture = await createFixture();
  const password = fixture.stack.outputs["sharePassword"];
  const detail = fixture.callAction("DescribeAPIDocDetail", { ApiDocId: fixture.id });
  for (const SharePassword of ["********", null]) {
    fixture.override = ({ action }) => (action === "DescribeAPIDocDetail" ? { Result: { ...detail, SharePassword } } : undefined);
    await fixture.stack.refresh();
    expect(fixture.stack.outputs["sharePassword"]).toBe(password);
  }
});
