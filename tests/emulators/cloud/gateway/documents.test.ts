/** API documents in the emulator. */
import type { JsonObject } from "../../exchange";
import { rejection } from "../caller";
import type { Setup } from "./setup";
import { beginning, createSetup } from "./setup";

let setup: Setup;
let content: JsonObject;

beforeEach(() => {
  setup = createSetup();
  content = { ApiDocName: "orders-doc", ServiceId: setup.serviceId, Environment: "release", ApiIds: [setup.apiIds[0]] };
});

const make = (more: JsonObject = {}): string => setup.result("CreateAPIDoc", { ...content, ...more }).ApiDocId as string;
const read = (ApiDocId: string): JsonObject => setup.result("DescribeAPIDocDetail", { ApiDocId });

it("returns PROCESSING at once, and the document when it is completed", () => {
  const created = setup.result("CreateAPIDoc", content);
  const ApiDocId = created.ApiDocId as string;
  expect(created).toEqual({
    ApiDocId: expect.stringMatching(/^apidoc-[a-z0-9]{8}$/),
    ApiDocName: "orders-doc",
    ApiDocStatus: "PROCESSING",
  });
  expect(read(ApiDocId)).toEqual({
    ...content,
    ApiDocId,
    ApiDocStatus: "COMPLETED",
    ApiCount: 1,
    ViewCount: 0,
    ReleaseCount: 1,
    ApiDocUri: `https://apidoc.example.com/${ApiDocId.slice("apidoc-".length)}`,
    SharePassword: expect.stringMatching(/^\w{8}$/),
    UpdatedTime: beginning,
    ServiceName: "orders",
    ApiNames: ["one"],
  });
});

it("is pending after every change", () => {
  setup.gateway.delays.document = 10_000;
  const id = make();
  expect(read(id)).toMatchObject({ ApiDocStatus: "PROCESSING", ApiDocUri: null });
  setup.pass(10_000);
  expect(read(id).ApiDocStatus).toBe("COMPLETED");
  const change = { ...content, ApiDocId: id, ApiDocName: "all", ApiIds: [...setup.apiIds, setup.apiIds[0]] };
  expect(setup.result("ModifyAPIDoc", change)).toEqual({ ApiDocId: id, ApiDocName: "all", ApiDocStatus: "PROCESSING" });
  expect(read(id).ApiDocStatus).toBe("PROCESSING");
  setup.pass(10_000);
  expect(read(id)).toMatchObject({ ApiDocName: "all", ApiCount: 2, ReleaseCount: 2, ApiNames: ["one", "two"] });
  expect(read(id).UpdatedTime).toBe("2026-03-02T08:15:40Z");
});

it("fails if configured, and the document stays", () => {
  setup.gateway.failingDocuments.add("orders-doc");
  const id = make();
  expect(read(id)).toMatchObject({ ApiDocStatus: "FAIL", ApiDocUri: null });
});

it("lists documents in order and by pages", () => {
  const ids = [make(), make({ ApiDocName: "second" })];
  const rows = ids.map((ApiDocId, index) => ({ ApiDocId, ApiDocName: ["orders-doc", "second"][index], ApiDocStatus: "COMPLETED" }));
  expect(setup.result("DescribeAPIDocs")).toEqual({ TotalCount: 2, APIDocSet: rows });
  expect(setup.result("DescribeAPIDocs", { Limit: 100, Offset: 1 })).toEqual({ TotalCount: 2, APIDocSet: rows.slice(1) });
});

it.each([
  [{ ServiceId: "service-00000000" }, "ResourceNotFound.InvalidService"],
  [{ ApiIds: ["api-00000000"] }, "ResourceNotFound.InvalidApi"],
  [{ ApiIds: [] }, "InvalidParameterValue"],
  [{ Environment: "live" }, "InvalidParameter.FormatError"],
  [{ ApiDocName: "" }, "InvalidParameter.FormatError"],
  [{ ApiDocName: null }, "MissingParameter"],
])("rejects %p, in create and update", (wrong, code) => {
  const id = make();
  expect(setup.call("CreateAPIDoc", { ...content, ...wrong })).toEqual(rejection(code));
  expect(setup.call("ModifyAPIDoc", { ...content, ApiDocId: id, ...wrong })).toEqual(rejection(code));
  expect(read(id)).toMatchObject({ ...content, ReleaseCount: 1 });
});

it("deletes once", () => {
  const ApiDocId = make();
  expect(setup.result("DeleteAPIDoc", { ApiDocId })).toBe(true);
  for (const action of ["DeleteAPIDoc", "DescribeAPIDocDetail"]) {
    expect(setup.call(action, { ApiDocId })).toEqual(rejection("ResourceNotFound.InvalidApiDoc"));
  }
  expect(setup.call("ModifyAPIDoc", { ...content, ApiDocId })).toEqual(rejection("ResourceNotFound.InvalidApiDoc"));
});
