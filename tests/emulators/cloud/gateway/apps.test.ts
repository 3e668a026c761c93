/** Applications and their bindings in the emulator. */
import { rejection } from "../caller";
import type { JsonObject } from "../../exchange";
import type { Setup } from "./setup";
import { beginning, createSetup } from "./setup";

let setup: Setup;
let id: string;
let place: JsonObject;

beforeEach(() => {
  setup = createSetup();
  id = setup.result("CreateApiApp", { ApiAppName: "mobile", ApiAppDesc: "Mobile app" }).ApiAppId as string;
  place = { ApiAppId: id, Environment: "test", ServiceId: setup.serviceId, ApiId: setup.apiIds[0] };
});

const apps = (...filters: [string, ...string[]][]): JsonObject =>
  setup.result("DescribeApiAppsStatus", filters.length > 0 ? { Filters: filters.map(([Name, ...Values]) => ({ Name, Values })) } : {});
const names = (list: JsonObject): unknown => (list.ApiAppSet as JsonObject[]).map(({ ApiAppName }) => ApiAppName);

describe("an application", () => {
  it("is created with a key and a secret, and listed with them", () => {
    const created = setup.result("CreateApiApp", { ApiAppName: "web" });
    expect(created).toEqual({
      ApiAppId: expect.stringMatching(/^app-[a-z0-9]{8}$/),
      ApiAppName: "web",
      ApiAppDesc: null,
      ApiAppKey: expect.stringMatching(/^APID\w{20,}$/),
      ApiAppSecret: expect.stringMatching(/^\w{32}$/),
      CreatedTime: beginning,
      ModifiedTime: beginning,
    });
    expect(apps(["ApiAppId", created.ApiAppId as string])).toEqual({ TotalCount: 1, ApiAppSet: [created] });
  });

  it("needs a name", () => {
    expect(setup.call("CreateApiApp", { ApiAppName: "" })).toEqual(rejection("InvalidParameter.FormatError"));
    expect(setup.call("CreateApiApp")).toEqual(rejection("MissingParameter"));
  });

  it("changes only what is sent", () => {
    setup.pass(1000);
    expect(setup.result("ModifyApiApp", { ApiAppId: id, ApiAppDesc: "" })).toBe(true);
    expect((apps().ApiAppSet as JsonObject[])[0]).toMatchObject({
      ApiAppName: "mobile",
      ApiAppDesc: "",
      ModifiedTime: "2026-03-02T08:15:31Z",
    });
    expect(setup.call("ModifyApiApp", { ApiAppId: "app-00000000", ApiAppName: "x" })).toEqual(rejection("ResourceNotFound.InvalidApiApp"));
  });

  it("accepts a new key, which changes the secret too unless one is sent", () => {
    const [before] = apps().ApiAppSet as [JsonObject];
    expect(setup.result("UpdateApiAppKey", { ApiAppId: id, ApiAppKey: "APIDnew" })).toBe(true);
    const [after] = apps().ApiAppSet as [JsonObject];
    expect(after.ApiAppKey).toBe("APIDnew");
    expect(after.ApiAppSecret).not.toBe(before.ApiAppSecret);
    setup.result("UpdateApiAppKey", { ApiAppId: id, ApiAppKey: "APIDnewer", ApiAppSecret: "mine" });
    expect(apps().ApiAppSet).toMatchObject([{ ApiAppKey: "APIDnewer", ApiAppSecret: "mine" }]);
    expect(setup.call("UpdateApiAppKey", { ApiAppId: id })).toEqual(rejection("MissingParameter"));
    expect(setup.call("UpdateApiAppKey", { ApiAppId: id, ApiAppKey: "" })).toEqual(rejection("InvalidParameter.FormatError"));
  });

  it("shows asterisks for a masked secret", () => {
    setup.gateway.apps.get(id)!.masked = true;
    expect(apps().ApiAppSet).toMatchObject([{ ApiAppSecret: "********" }]);
  });

  it("is listed by filters, in order, by pages; an unknown filter is rejected", () => {
    setup.result("CreateApiApp", { ApiAppName: "desk" });
    setup.result("CreateApiApp", { ApiAppName: "mobile-2" });
    expect(names(apps())).toEqual(["mobile", "desk", "mobile-2"]);
    expect(names(apps(["ApiAppName", "mobile"]))).toEqual(["mobile", "mobile-2"]);
    expect(names(apps(["ApiAppId", id]))).toEqual(["mobile"]);
    expect(names(apps(["ApiAppName", "mobile", "desk"], ["KeyWord", "d"]))).toEqual(["desk"]);
    expect(apps(["ApiAppId", "app-00000000"])).toEqual({ TotalCount: 0, ApiAppSet: [] });
    expect(setup.result("DescribeApiAppsStatus", { Limit: 1, Offset: 1 })).toMatchObject({
      TotalCount: 3,
      ApiAppSet: [{ ApiAppName: "desk" }],
    });
    const unusual = { Filters: [{ Name: "Name", Values: ["x"] }] };
    expect(setup.call("DescribeApiAppsStatus", unusual)).toEqual(rejection("InvalidParameterValue.InvalidFilterNotSupportedName"));
  });

  it("belongs to its region", () => {
    expect(setup.call("DescribeApiAppsStatus", {}, "ap-shanghai")).toEqual({ Result: { TotalCount: 0, ApiAppSet: [] } });
    expect(setup.call("DeleteApiApp", { ApiAppId: id }, "ap-shanghai")).toEqual(rejection("ResourceNotFound.InvalidApiApp"));
  });
});

describe("a binding", () => {
  const bound = (params: JsonObject = {}): JsonObject => setup.result("DescribeApiAppBindApisStatus", { ApiAppId: id, ...params });

  it("is created once, listed from both sides, and removed once", () => {
    expect(setup.result("BindApiApp", place)).toBe(true);
    const row = {
      ApiAppId: id,
      ApiAppName: "mobile",
      ApiId: setup.apiIds[0],
      ApiName: "one",
      ServiceId: setup.serviceId,
      EnvironmentName: "test",
      ApiRegion: "ap-guangzhou",
      AuthorizedTime: beginning,
    };
    expect(bound()).toEqual({ TotalCount: 1, ApiAppApiSet: [row] });
    const other = { ServiceId: setup.serviceId, ApiIds: setup.apiIds };
    expect(setup.result("DescribeApiBindApiAppsStatus", other)).toEqual({ TotalCount: 1, ApiAppApiSet: [row] });
    expect(setup.call("BindApiApp", place)).toEqual(rejection("UnsupportedOperation.ResourceAssociated"));
    expect(setup.result("UnbindApiApp", place)).toBe(true);
    expect(bound()).toEqual({ TotalCount: 0, ApiAppApiSet: [] });
    expect(setup.call("UnbindApiApp", place)).toEqual(rejection("UnsupportedOperation.ResourceUnassociated"));
  });

  it.each([
    ["ApiAppId", "app-00000000", "ResourceNotFound.InvalidApiApp"],
    ["Environment", "live", "InvalidParameterValue.InvalidEnv"],
    ["ServiceId", "service-00000000", "ResourceNotFound.InvalidApi"],
    ["ApiId", "api-00000000", "ResourceNotFound.InvalidApi"],
  ])("with a wrong %s is rejected", (name, value, code) => {
    for (const action of ["BindApiApp", "UnbindApiApp"]) expect(setup.call(action, { ...place, [name]: value })).toEqual(rejection(code));
  });

  it("is found by its filters", () => {
    setup.result("BindApiApp", place);
    setup.result("BindApiApp", { ...place, ApiId: setup.apiIds[1] });
    setup.result("BindApiApp", { ...place, Environment: "release" });
    const filters = (given: Record<string, string>): JsonObject => ({
      Filters: Object.entries(given).map(([Name, value]) => ({ Name, Values: [value] })),
    });
    const count = (given: Record<string, string>): unknown => bound(filters(given)).TotalCount;
    expect(count({ Environment: "test" })).toBe(2);
    expect([count({ ApiName: "no such" }), count({ KeyWord: setup.apiIds[1]!.slice(4) })]).toEqual([0, 1]);
    expect(count({ ApiId: setup.apiIds[0], ServiceId: setup.serviceId, Environment: "release" })).toBe(1);
    const unusual = setup.call("DescribeApiAppBindApisStatus", { ApiAppId: id, ...filters({ EnvironmentName: "test" }) });
    expect(unusual).toEqual(rejection("InvalidParameterValue.InvalidFilterNotSupportedName"));
    const side = { ServiceId: setup.serviceId, ApiIds: [setup.apiIds[1]] };
    const ofApi = (given: Record<string, string>): unknown =>
      setup.result("DescribeApiBindApiAppsStatus", { ...side, ...filters(given) }).TotalCount;
    expect([ofApi({ KeyWord: "mob" }), ofApi({ ApiAppId: "app-0" }), ofApi({ Environment: "test" })]).toEqual([1, 0, 1]);
  });

  it("prevents the deletion of application and API until the unbinding is visible", () => {
    setup.gateway.delays.unbind = 5000;
    const api = { ServiceId: setup.serviceId, ApiId: setup.apiIds[0] };
    setup.result("BindApiApp", place);
    expect(setup.call("DeleteApiApp", { ApiAppId: id })).toEqual(rejection("UnsupportedOperation.ResourceAssociated"));
    setup.result("UnbindApiApp", place);
    expect(bound().TotalCount).toBe(1);
    expect(setup.call("DeleteApiApp", { ApiAppId: id })).toEqual(rejection("UnsupportedOperation.ResourceAssociated"));
    expect(setup.call("DeleteApi", api)).toEqual(rejection("UnsupportedOperation.ResourceAssociated"));
    setup.pass(5000);
    expect(setup.result("DeleteApi", api)).toBe(true);
    expect(setup.result("DeleteApiApp", { ApiAppId: id })).toBe(true);
    expect(setup.call("DeleteApiApp", { ApiAppId: id })).toEqual(rejection("ResourceNotFound.InvalidApiApp"));
  });

  it("waits while the service is in operation", () => {
    setup.gateway.delays.busy = 2000;
    setup.result("BindApiApp", place);
    expect(setup.call("BindApiApp", { ...place, Environment: "release" })).toEqual(rejection("FailedOperation.ServiceInOperation"));
    setup.pass(2000);
    expect(setup.result("BindApiApp", { ...place, Environment: "release" })).toBe(true);
  });
});
