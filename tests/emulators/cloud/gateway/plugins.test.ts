/** Plugins and their attachments in the emulator. */
import type { JsonObject } from "../../exchange";
import { rejection } from "../caller";
import type { Setup } from "./setup";
import { beginning, createSetup } from "./setup";

let setup: Setup;
let id: string;

const data = JSON.stringify({ type: "white_list", blocks: "1.1.1.1\n2.2.2.0/24" });
const control: JsonObject = { PluginName: "office-only", PluginType: "IPControl", PluginData: data };
const make = (more: JsonObject = {}): string => setup.result("CreatePlugin", { ...control, ...more }).PluginId as string;
const listed = (params: JsonObject = {}): JsonObject[] => setup.result("DescribePlugins", params).PluginSet as JsonObject[];

beforeEach(() => {
  setup = createSetup();
  id = make({ Description: "Office addresses" });
});

describe("a plugin", () => {
  it("is created and listed", () => {
    const created = setup.result("CreatePlugin", { ...control, Tags: [{ Key: "team", Value: "shop" }] });
    expect(created).toEqual({
      ...control,
      PluginId: expect.stringMatching(/^plugin-[a-z0-9]{8}$/),
      Description: null,
      CreatedTime: beginning,
      ModifiedTime: beginning,
      AttachedApiTotalCount: 0,
      AttachedApis: null,
    });
    expect(setup.result("DescribePlugins", { PluginIds: [created.PluginId ?? null] })).toEqual({ TotalCount: 1, PluginSet: [created] });
  });

  it.each([
    [{ PluginName: "x" }, "InvalidParameterValue.LengthExceeded"],
    [{ PluginName: "x".repeat(51) }, "InvalidParameterValue.LengthExceeded"],
    [{ Description: "x".repeat(201) }, "InvalidParameterValue.LengthExceeded"],
    [{ PluginType: "Firewall" }, "InvalidParameterValue.NotInOptions"],
    [{ PluginType: "" }, "InvalidParameterValue.NotInOptions"],
    [{ PluginData: "{" }, "InvalidParameterValue.InvalidPluginConfig"],
    [{ PluginData: "[]" }, "InvalidParameterValue.InvalidPluginConfig"],
    [{ PluginData: '{"type":"grey_list","blocks":"1.1.1.1"}' }, "InvalidParameterValue.InvalidPluginConfig"],
    [{ PluginData: '{"type":"white_list","blocks":"home"}' }, "InvalidParameterValue.InvalidIPAddress"],
    [{ PluginData: null }, "MissingParameter"],
  ])("with %p is rejected", (wrong, code) => {
    expect(setup.call("CreatePlugin", { ...control, ...wrong })).toEqual(rejection(code));
  });

  it("of another type may contain any object", () => {
    expect(make({ PluginType: "Cors", PluginData: '{"allow_origin":"*"}' })).toMatch(/^plugin-/);
  });

  it("changes only what is sent, never its type", () => {
    setup.pass(1000);
    expect(setup.result("ModifyPlugin", { PluginId: id, PluginName: "all", Description: "" })).toBe(true);
    expect(listed()).toMatchObject([{ PluginName: "all", Description: "", PluginData: data, ModifiedTime: "2026-03-02T08:15:31Z" }]);
    const change = (more: JsonObject): JsonObject => setup.call("ModifyPlugin", { PluginId: id, ...more });
    expect(change({ PluginData: "nothing" })).toEqual(rejection("FailedOperation.InvalidInputJSON"));
    expect(change({ PluginName: "x" })).toEqual(rejection("InvalidParameterValue.LengthExceeded"));
    expect(change({ PluginType: "Cors" })).toEqual(rejection("UnknownParameter"));
    expect(change({ PluginId: "plugin-00000000" })).toEqual(rejection("ResourceNotFound.InvalidPlugin"));
  });

  it("is found by ids, name and type", () => {
    const cors = make({ PluginName: "open", PluginType: "Cors", PluginData: "{}" });
    expect(listed({ PluginType: "Cors" }).map(({ PluginId }) => PluginId)).toEqual([cors]);
    expect(listed({ PluginName: "office" }).map(({ PluginId }) => PluginId)).toEqual([id]);
    expect(listed({ Limit: 1, Offset: 1 }).map(({ PluginId }) => PluginId)).toEqual([cors]);
    const filtered = { Filters: [{ Name: "PluginId", Values: [id] }] };
    expect(setup.call("DescribePlugins", filtered)).toEqual(rejection("InvalidParameterValue.InvalidFilterNotSupportedName"));
  });

  it("that is unknown returns an empty set or an error: the API may do either", () => {
    const unknown = { PluginIds: ["plugin-00000000"] };
    expect(setup.result("DescribePlugins", unknown)).toEqual({ TotalCount: 0, PluginSet: [] });
    setup.gateway.rejectsUnknownPlugins = true;
    expect(setup.call("DescribePlugins", unknown)).toEqual(rejection("ResourceNotFound.InvalidPlugin"));
    expect(listed({ PluginIds: [id] })).toHaveLength(1);
  });

  it("is deleted once", () => {
    expect(setup.result("DeletePlugin", { PluginId: id })).toBe(true);
    expect(setup.call("DeletePlugin", { PluginId: id })).toEqual(rejection("ResourceNotFound.InvalidPlugin"));
  });
});

describe("an attachment", () => {
  let place: JsonObject;
  beforeEach(() => (place = { PluginId: id, ServiceId: setup.serviceId, EnvironmentName: "release" }));

  const attach = (more: JsonObject = {}): JsonObject => setup.call("AttachPlugin", { ...place, ApiIds: [setup.apiIds[0]], ...more });
  const detach = (more: JsonObject = {}): JsonObject => setup.call("DetachPlugin", { ...place, ApiId: setup.apiIds[0], ...more });
  const attached = (more: JsonObject = {}): JsonObject => setup.result("DescribePluginApis", { PluginId: id, ...more });
  const all = (): unknown => setup.result("DescribeAllPluginApis", place).ApiSet;
  const invalidStatus = rejection("InvalidParameterValue.InvalidEnvStatus");

  it("is listed with the plugin, with the API and among the APIs of the service", () => {
    expect(attached()).toEqual({ TotalCount: 0, AttachedApis: null });
    expect(attach()).toEqual({ Result: true });
    const [ApiId, second] = setup.apiIds;
    const api = { ServiceId: setup.serviceId, ServiceName: "orders", ServiceDesc: "all orders", ApiId, ApiName: "one", ApiDesc: null };
    expect(attached()).toEqual({ TotalCount: 1, AttachedApis: [{ ...api, Environment: "release", AttachedTime: beginning }] });
    const ofApi = { ApiId, ServiceId: setup.serviceId };
    const plugin = { ...control, Description: "Office addresses", PluginId: id, Environment: "release", AttachedTime: beginning };
    expect(setup.result("DescribePluginsByApi", ofApi)).toEqual({ TotalCount: 1, PluginSummary: [plugin] });
    expect(setup.result("DescribePluginsByApi", { ...ofApi, EnvironmentName: "test" })).toEqual({ TotalCount: 0, PluginSummary: [] });
    expect(all()).toEqual([
      { ApiId, ApiName: "one", ApiType: "NORMAL", Path: "/one", Method: "GET", AttachedOtherPlugin: false, IsAttached: true },
      { ApiId: second, ApiName: "two", ApiType: "NORMAL", Path: "/two", Method: "GET", AttachedOtherPlugin: false, IsAttached: false },
    ]);
    expect(listed()).toMatchObject([{ AttachedApiTotalCount: 1, AttachedApis: null }]);
  });

  it("is listed in pages", () => {
    attach({ ApiIds: setup.apiIds });
    expect(attached({ Limit: 1, Offset: 1 })).toMatchObject({ TotalCount: 2, AttachedApis: [{ ApiId: setup.apiIds[1] }] });
  });

  it("needs a published environment, also for its removal", () => {
    expect([attach({ EnvironmentName: "test" }), attach({ EnvironmentName: "live" })]).toEqual([invalidStatus, invalidStatus]);
    attach();
    setup.result("UnReleaseService", { ServiceId: setup.serviceId, EnvironmentName: "release" });
    expect(detach()).toEqual(invalidStatus);
    expect(attached().TotalCount).toBe(1);
  });

  it("excludes another plugin of the same type, not one of another type", () => {
    attach();
    const rival = make({ PluginName: "rival" });
    expect(attach({ PluginId: rival, ApiIds: setup.apiIds })).toEqual(rejection("InvalidParameterValue.DuplicatePluginConfig"));
    expect(attached({ PluginId: rival }).TotalCount).toBe(0);
    expect(attach({ PluginId: make({ PluginType: "Cors", PluginData: "{}" }) })).toEqual({ Result: true });
    place.PluginId = rival;
    expect(all()).toMatchObject([{ AttachedOtherPlugin: true, IsAttached: false }, { AttachedOtherPlugin: false }]);
  });

  it("is removed once, and remains visible for a time", () => {
    setup.gateway.delays.unbind = 3000;
    attach();
    expect(detach()).toEqual({ Result: true });
    expect(attached().TotalCount).toBe(1);
    setup.pass(3000);
    expect(attached().TotalCount).toBe(0);
    expect(detach()).toEqual(rejection("InvalidParameterValue.InvalidApiIds"));
  });

  it("is deleted with the plugin", () => {
    attach();
    setup.result("DeletePlugin", { PluginId: id });
    expect(setup.result("DescribePluginsByApi", { ApiId: setup.apiIds[0], ServiceId: setup.serviceId }).TotalCount).toBe(0);
    expect(setup.call("DescribePluginApis", { PluginId: id })).toEqual(rejection("ResourceNotFound.InvalidPlugin"));
  });

  it.each([
    ["PluginId", "plugin-00000000", "ResourceNotFound.InvalidPlugin"],
    ["ServiceId", "service-00000000", "ResourceNotFound.InvalidService"],
    ["ApiId", "api-00000000", "ResourceNotFound.InvalidApi"],
  ])("with a wrong %s is rejected", (name, value, code) => {
    expect(name === "ApiId" ? attach({ ApiIds: [value] }) : attach({ [name]: value })).toEqual(rejection(code));
    expect(detach({ [name]: value })).toEqual(rejection(code));
  });

  it("accepts lists to attach and a single API to detach", () => {
    expect(attach({ ApiId: setup.apiIds[0] })).toEqual(rejection("UnknownParameter"));
    expect(detach({ ApiIds: setup.apiIds })).toEqual(rejection("UnknownParameter"));
  });
});
