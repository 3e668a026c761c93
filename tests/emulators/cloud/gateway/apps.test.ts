/** Applications and their bindings in the emulator. */
import { refusal } from "../asking";
import type { JsonObject } from "../../exchange";
import type { Stage } from "./stage";
import { beginning, createStage } from "./stage";

let stage: Stage;
let id: string;
let place: JsonObject;

beforeEach(() => {
  stage = createStage();
  id = stage.result("CreateApiApp", { ApiAppName: "mobile", ApiAppDesc: "Mobile app" }).ApiAppId as string;
  place = { ApiAppId: id, Environment: "test", ServiceId: stage.serviceId, ApiId: stage.apiIds[0] };
});

const apps = (...filters: [string, ...string[]][]): JsonObject =>
  stage.result("DescribeApiAppsStatus", filters.length > 0 ? { Filters: filters.map(([Name, ...Values]) => ({ Name, Values })) } : {});
const names = (list: JsonObject): unknown => (list.ApiAppSet as JsonObject[]).map(({ ApiAppName }) => ApiAppName);

describe("an application", () => {
  it("is created with a key and a secret, and listed with them", () => {
    const made = stage.result("CreateApiApp", { ApiAppName: "web" });
    expect(made).toEqual({
      ApiAppId: expect.stringMatching(/^app-[a-z0-9]{8}$/),
      ApiAppName: "web",
      ApiAppDesc: null,
      ApiAppKey: expect.stringMatching(/^APID\w{20,}$/),
      ApiAppSecret: expect.stringMatching(/^\w{32}$/),
      CreatedTime: beginning,
      ModifiedTime: beginning,
    });
    expect(apps(["ApiAppId", made.ApiAppId as string])).toEqual({ TotalCount: 1, ApiAppSet: [made] });
  });

  it("needs a name", () => {
    expect(stage.call("CreateApiApp", { ApiAppName: "" })).toEqual(refusal("InvalidParameter.FormatError"));
    expect(stage.call("CreateApiApp")).toEqual(refusal("MissingParameter"));
  });

  it("changes only what is sent", () => {
    stage.pass(1000);
    expect(stage.result("ModifyApiApp", { ApiAppId: id, ApiAppDesc: "" })).toBe(true);
    expect((apps().ApiAppSet as JsonObject[])[0]).toMatchObject({
      ApiAppName: "mobile",
      ApiAppDesc: "",
      ModifiedTime: "2026-03-02T08:15:31Z",
    });
    expect(stage.call("ModifyApiApp", { ApiAppId: "app-00000000", ApiAppName: "x" })).toEqual(refusal("ResourceNotFound.InvalidApiApp"));
  });

  it("accepts a new key, which changes the secret too unless one is sent", () => {
    const [before] = apps().ApiAppSet as [JsonObject];
    expect(stage.result("UpdateApiAppKey", { ApiAppId: id, ApiAppKey: "APIDnew" })).toBe(true);
    const [after] = apps().ApiAppSet as [JsonObject];
    expect(after.ApiAppKey).toBe("APIDnew");
    expect(after.ApiAppSecret).not.toBe(before.ApiAppSecret);
    stage.result("UpdateApiAppKey", { ApiAppId: id, ApiAppKey: "APIDnewer", ApiAppSecret: "mine" });
    expect(apps().ApiAppSet).toMatchObject([{ ApiAppKey: "APIDnewer", ApiAppSecret: "mine" }]);
    expect(stage.call("UpdateApiAppKey", { ApiAppId: id })).toEqual(refusal("MissingParameter"));
    expect(stage.call("UpdateApiAppKey", { ApiAppId: id, ApiAppKey: "" })).toEqual(refusal("InvalidParameter.FormatError"));
  });

  it("shows asterisks for a masked secret", () => {
    stage.world.apps.get(id)!.masked = true;
    expect(apps().ApiAppSet).toMatchObject([{ ApiAppSecret: "********" }]);
  });

  it("is listed by filters, in order, by pages; an unknown filter is refused", () => {
    stage.result("CreateApiApp", { ApiAppName: "desk" });
    stage.result("CreateApiApp", { ApiAppName: "mobile-2" });
    expect(names(apps())).toEqual(["mobile", "desk", "mobile-2"]);
    expect(names(apps(["ApiAppName", "mobile"]))).toEqual(["mobile", "mobile-2"]);
    expect(names(apps(["ApiAppId", id]))).toEqual(["mobile"]);
    expect(names(apps(["ApiAppName", "mobile", "desk"], ["KeyWord", "d"]))).toEqual(["desk"]);
    expect(apps(["ApiAppId", "app-00000000"])).toEqual({ TotalCount: 0, ApiAppSet: [] });
    expect(stage.result("DescribeApiAppsStatus", { Limit: 1, Offset: 1 })).toMatchObject({
      TotalCount: 3,
      ApiAppSet: [{ ApiAppName: "desk" }],
    });
    const strange = { Filters: [{ Name: "Name", Values: ["x"] }] };
    expect(stage.call("DescribeApiAppsStatus", strange)).toEqual(refusal("InvalidParameterValue.InvalidFilterNotSupportedName"));
  });

  it("belongs to its region", () => {
    expect(stage.call("DescribeApiAppsStatus", {}, "ap-shanghai")).toEqual({ Result: { TotalCount: 0, ApiAppSet: [] } });
    expect(stage.call("DeleteApiApp", { ApiAppId: id }, "ap-shanghai")).toEqual(refusal("ResourceNotFound.InvalidApiApp"));
  });
});

describe("a binding", () => {
  const bound = (params: JsonObject = {}): JsonObject => stage.result("DescribeApiAppBindApisStatus", { ApiAppId: id, ...params });

  it("is created once, listed from both sides, and removed once", () => {
    expect(stage.result("BindApiApp", place)).toBe(true);
    const row = {
      ApiAppId: id,
      ApiAppName: "mobile",
      ApiId: stage.apiIds[0],
      ApiName: "one",
      ServiceId: stage.serviceId,
      EnvironmentName: "test",
      ApiRegion: "ap-guangzhou",
      AuthorizedTime: beginning,
    };
    expect(bound()).toEqual({ TotalCount: 1, ApiAppApiSet: [row] });
    const other = { ServiceId: stage.serviceId, ApiIds: stage.apiIds };
    expect(stage.result("DescribeApiBindApiAppsStatus", other)).toEqual({ TotalCount: 1, ApiAppApiSet: [row] });
    expect(stage.call("BindApiApp", place)).toEqual(refusal("UnsupportedOperation.ResourceAssociated"));
    expect(stage.result("UnbindApiApp", place)).toBe(true);
    expect(bound()).toEqual({ TotalCount: 0, ApiAppApiSet: [] });
    expect(stage.call("UnbindApiApp", place)).toEqual(refusal("UnsupportedOperation.ResourceUnassociated"));
  });

  it.each([
    ["ApiAppId", "app-00000000", "ResourceNotFound.InvalidApiApp"],
    ["Environment", "live", "InvalidParameterValue.InvalidEnv"],
    ["ServiceId", "service-00000000", "ResourceNotFound.InvalidApi"],
    ["ApiId", "api-00000000", "ResourceNotFound.InvalidApi"],
  ])("with a wrong %s is refused", (name, value, code) => {
    for (const action of ["BindApiApp", "UnbindApiApp"]) expect(stage.call(action, { ...place, [name]: value })).toEqual(refusal(code));
  });

  it("is found by its filters", () => {
    stage.result("BindApiApp", place);
    stage.result("BindApiApp", { ...place, ApiId: stage.apiIds[1] });
    stage.result("BindApiApp", { ...place, Environment: "release" });
    const filters = (given: Record<string, string>): JsonObject => ({
      Filters: Object.entries(given).map(([Name, value]) => ({ Name, Values: [value] })),
    });
    const count = (given: Record<string, string>): unknown => bound(filters(given)).TotalCount;
    expect(count({ Environment: "test" })).toBe(2);
    expect([count({ ApiName: "no such" }), count({ KeyWord: stage.apiIds[1]!.slice(4) })]).toEqual([0, 1]);
    expect(count({ ApiId: stage.apiIds[0], ServiceId: stage.serviceId, Environment: "release" })).toBe(1);
    const strange = stage.call("DescribeApiAppBindApisStatus", { ApiAppId: id, ...filters({ EnvironmentName: "test" }) });
    expect(strange).toEqual(refusal("InvalidParameterValue.InvalidFilterNotSupportedName"));
    const side = { ServiceId: stage.serviceId, ApiIds: [stage.apiIds[1]] };
    const ofApi = (given: Record<string, string>): unknown =>
      stage.result("DescribeApiBindApiAppsStatus", { ...side, ...filters(given) }).TotalCount;
    expect([ofApi({ KeyWord: "mob" }), ofApi({ ApiAppId: "app-0" }), ofApi({ Environment: "test" })]).toEqual([1, 0, 1]);
  });

  it("prevents the deletion of application and API until the unbinding is visible", () => {
    stage.world.delays.unbind = 5000;
    const api = { ServiceId: stage.serviceId, ApiId: stage.apiIds[0] };
    stage.result("BindApiApp", place);
    expect(stage.call("DeleteApiApp", { ApiAppId: id })).toEqual(refusal("UnsupportedOperation.ResourceAssociated"));
    stage.result("UnbindApiApp", place);
    expect(bound().TotalCount).toBe(1);
    expect(stage.call("DeleteApiApp", { ApiAppId: id })).toEqual(refusal("UnsupportedOperation.ResourceAssociated"));
    expect(stage.call("DeleteApi", api)).toEqual(refusal("UnsupportedOperation.ResourceAssociated"));
    stage.pass(5000);
    expect(stage.result("DeleteApi", api)).toBe(true);
    expect(stage.result("DeleteApiApp", { ApiAppId: id })).toBe(true);
    expect(stage.call("DeleteApiApp", { ApiAppId: id })).toEqual(refusal("ResourceNotFound.InvalidApiApp"));
  });

  it("waits while the service is in operation", () => {
    stage.world.delays.busy = 2000;
    stage.result("BindApiApp", place);
    expect(stage.call("BindApiApp", { ...place, Environment: "release" })).toEqual(refusal("FailedOperation.ServiceInOperation"));
    stage.pass(2000);
    expect(stage.result("BindApiApp", { ...place, Environment: "release" })).toBe(true);
  });
});
