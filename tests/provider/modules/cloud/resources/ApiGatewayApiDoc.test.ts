/** Documents of APIs. See docs/modules/cloud.md#api-documents. */
import { created, setupOf } from "./setup";

test.each(["create", "update"])(
  "partial %s: a document whose build failed is stored, and the next update builds it again",
  async (verb) => {
    const { stack, program, emulator, actions } = verb === "create" ? setupOf("document") : await created("document");
    const next = { ...program, apiDocName: "other" };
    emulator.gateway.failingDocuments.add("other");
    await expect(stack.up(next)).rejects.toThrow(/document apidoc-\w+: the build ended with status FAIL\. Check that/);
    expect(stack.outputs).toMatchObject({ ...next, apiDocStatus: "FAIL", apiDocId: stack.stored!.id });
    actions();
    await expect(stack.up(next)).rejects.toThrow("ended with status FAIL");
    expect(actions()).toContain("ModifyAPIDoc");
    emulator.gateway.failingDocuments.clear();
    expect([await stack.up(next), await stack.up(next)]).toEqual(["update", "same"]);
    expect(stack.outputs["apiDocStatus"]).toBe("COMPLETED");
    expect(emulator.gateway.documents.size).toBe(1);
  },
);

test("a ResourceNotFound of the delete succeeds if the document is deleted", async () => {
  const { stack, rejectAction, emulator } = await created("document");
  rejectAction("DeleteAPIDoc", "ResourceNotFound");
  await expect(stack.destroy()).rejects.toThrow("DeleteAPIDoc failed: ResourceNotFound");
  emulator.gateway.documents.clear();
  await stack.destroy();
});
