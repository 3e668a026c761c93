/** IP strategies and their bindings in the emulator. */
import type { JsonObject } from "../../exchange";
import { refusal } from "../asking";
import type { Stage } from "./stage";
import { beginning, createStage } from "./stage";
import { isAddress } from "./strategies";

let stage: Stage;
let key: JsonObject;

const office = (): JsonObject => ({ ServiceId: stage.serviceId, StrategyName: "office", StrategyType: "BLACK", StrategyData: "9.9.9.9" });
const read = (params: JsonObject = {}): JsonObject => stage.result("DescribeIPStrategy", { ...key, ...params });

beforeEach(() => {
  stage = createStage();
  key = { ServiceId: stage.serviceId, StrategyId: stage.result("CreateIPStrategy", office()).StrategyId ?? null };
});

it.each(["9.9.9.9", "10.0.0.0/8", " 10.0.0.1 ", "2001:db8::1", "2001:db8::/32"])("accepts %s as an address", (line) => {
  expect(isAddress(line)).toBe(true);
});

it.each(["", "9.9.9", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "2001:db8::/129", "9.9.9.9,8.8.8.8"])(
  "refuses %p as an address",
  (line) => {
    expect(isAddress(line)).toBe(false);
  },
);

describe("a strategy", () => {
  const shown = (): JsonObject => ({
    ...key,
    StrategyName: "office",
    StrategyType: "BLACK",
    StrategyData: "9.9.9.9",
    CreatedTime: beginning,
    ModifiedTime: beginning,
    BindApiTotalCount: 0,
    BindApis: null,
  });

  it("is created, read and listed", () => {
    const made = stage.result("CreateIPStrategy", { ...office(), StrategyName: "home" });
    expect(made).toEqual({ ...shown(), StrategyName: "home", StrategyId: expect.stringMatching(/^IPStrategy-[a-z0-9]{8}$/) });
    expect(read()).toEqual(shown());
    expect(read({ EnvironmentName: "test", Limit: 100, Offset: 0 })).toEqual(shown());
    expect(stage.result("DescribeIPStrategysStatus", { ServiceId: stage.serviceId })).toEqual({
      TotalCount: 2,
      StrategySet: [shown(), made],
    });
    const filtered = { ServiceId: stage.serviceId, Filters: [{ Name: "StrategyName", Values: ["home"] }] };
    expect(stage.result("DescribeIPStrategysStatus", filtered)).toEqual({ TotalCount: 1, StrategySet: [made] });
  });

  it.each([
    [{ StrategyName: "" }, "InvalidParameter.FormatError"],
    [{ StrategyType: "GREY" }, "InvalidParameter.FormatError"],
    [{ StrategyData: "nowhere" }, "InvalidParameter.FormatError"],
    [{ StrategyData: "9.9.9.9\n" }, "InvalidParameter.FormatError"],
    [{ ServiceId: "service-00000000" }, "ResourceNotFound.InvalidService"],
    [{ StrategyData: null }, "MissingParameter"],
  ])("with %p is refused", (wrong, code) => {
    expect(stage.call("CreateIPStrategy", { ...office(), ...wrong })).toEqual(refusal(code));
  });

  it("accepts new data of several lines", () => {
    stage.pass(1000);
    expect(stage.result("ModifyIPStrategy", { ...key, StrategyData: "9.9.9.9\n8.8.4.0/24" })).toBe(true);
    expect(read()).toMatchObject({ StrategyData: "9.9.9.9\n8.8.4.0/24", ModifiedTime: "2026-03-02T08:15:31Z" });
    expect(stage.call("ModifyIPStrategy", { ...key, StrategyData: "9" })).toEqual(refusal("InvalidParameter.FormatError"));
  });

  it("is visible after a delay", () => {
    stage.world.delays.visible = 3000;
    key.StrategyId = stage.result("CreateIPStrategy", office()).StrategyId ?? null;
    expect(stage.call("DescribeIPStrategy", key)).toEqual(refusal("ResourceNotFound.InvalidIPStrategy"));
    expect(stage.result("DescribeIPStrategysStatus", { ServiceId: stage.serviceId }).TotalCount).toBe(1);
    stage.pass(3000);
    expect(read().StrategyName).toBe("office");
  });

  it("is deleted once, bound or not", () => {
    stage.result("BindIPStrategy", { ...key, EnvironmentName: "release", BindApiIds: stage.apiIds });
    expect(stage.result("DeleteIPStrategy", key)).toBe(true);
    for (const [action, more] of Object.entries<JsonObject>({
      DeleteIPStrategy: {},
      DescribeIPStrategy: {},
      ModifyIPStrategy: { StrategyData: "1.1.1.1" },
    })) {
      expect(stage.call(action, { ...key, ...more })).toEqual(refusal("ResourceNotFound.InvalidIPStrategy"));
    }
    expect(stage.call("DescribeIPStrategy", { ...key, ServiceId: "service-00000000" })).toEqual(refusal("ResourceNotFound.InvalidService"));
  });

  it("has no filter for its bindings", () => {
    const filtered = { ...key, Filters: [{ Name: "ApiId", Values: ["x"] }] };
    expect(stage.call("DescribeIPStrategy", filtered)).toEqual(refusal("InvalidParameterValue.InvalidFilterNotSupportedName"));
    expect(stage.call("DescribeIPStrategysStatus", { ServiceId: stage.serviceId, Limit: 20 })).toEqual(refusal("UnknownParameter"));
  });
});

describe("bindings", () => {
  const bind = (params: JsonObject = {}): JsonObject =>
    stage.call("BindIPStrategy", { ...key, EnvironmentName: "release", BindApiIds: stage.apiIds, ...params });
  const bound = (params: JsonObject): unknown => ((read(params).BindApis ?? []) as JsonObject[]).map(({ ApiId }) => ApiId);

  it("need a published environment", () => {
    expect(bind({ EnvironmentName: "test" })).toEqual(refusal("InvalidParameterValue.InvalidEnvStatus"));
    expect(bind({ EnvironmentName: "live" })).toEqual(refusal("InvalidParameterValue.InvalidEnvStatus"));
    expect(bind()).toEqual({ Result: true });
  });

  it("are listed by environment and by pages, each API in full", () => {
    bind();
    expect(read({ EnvironmentName: "release" })).toMatchObject({
      BindApiTotalCount: 2,
      BindApis: [
        {
          ServiceId: stage.serviceId,
          ApiId: stage.apiIds[0],
          ApiName: "one",
          ApiDesc: null,
          Path: "/one",
          Method: "GET",
          ApiType: "NORMAL",
          Protocol: "HTTP",
          AuthType: "NONE",
          ApiBusinessType: "NORMAL",
          AuthRelationApiId: null,
          OauthConfig: null,
          RelationBuniessApiIds: [],
          IsDebugAfterCharge: false,
          VpcId: null,
          UniqVpcId: null,
          Tags: null,
          CreatedTime: beginning,
          ModifiedTime: beginning,
        },
        { ApiId: stage.apiIds[1] },
      ],
    });
    expect(bound({ EnvironmentName: "test" })).toEqual([]);
    expect(bound({})).toEqual(stage.apiIds);
    expect(bound({ EnvironmentName: "release", Limit: 1, Offset: 1 })).toEqual([stage.apiIds[1]]);
    const listed = stage.result("DescribeIPStrategysStatus", { ServiceId: stage.serviceId });
    expect(listed.StrategySet).toMatchObject([{ BindApiTotalCount: 2, BindApis: null }]);
  });

  it("may be created twice, and removed twice", () => {
    expect([bind(), bind()]).toEqual([{ Result: true }, { Result: true }]);
    expect(bound({})).toHaveLength(2);
    const away = { ...key, EnvironmentName: "release", UnBindApiIds: [stage.apiIds[0]] };
    expect([stage.result("UnBindIPStrategy", away), stage.result("UnBindIPStrategy", away)]).toEqual([true, true]);
    expect(bound({})).toEqual([stage.apiIds[1]]);
  });

  it("are visible for a time after their removal, and stay when they are created again", () => {
    stage.world.delays.unbind = 4000;
    bind();
    stage.result("UnBindIPStrategy", { ...key, EnvironmentName: "release", UnBindApiIds: stage.apiIds });
    expect(bound({})).toHaveLength(2);
    bind({ BindApiIds: [stage.apiIds[1]] });
    stage.pass(4000);
    expect(bound({})).toEqual([stage.apiIds[1]]);
  });

  it("are deleted with their API", () => {
    bind();
    stage.result("DeleteApi", { ServiceId: stage.serviceId, ApiId: stage.apiIds[0] });
    expect(bound({})).toEqual([stage.apiIds[1]]);
  });

  it.each([
    [{ StrategyId: "IPStrategy-00000000" }, "ResourceNotFound.InvalidIPStrategy"],
    [{ ServiceId: "service-00000000" }, "ResourceNotFound.InvalidIPStrategy"],
    [{ BindApiIds: ["api-00000000"] }, "ResourceNotFound.InvalidApi"],
    [{ BindApiIds: [] }, "InvalidParameterValue"],
    [{ UnBindApiIds: ["api-00000000"] }, "UnknownParameter"],
  ])("with %p are refused", (wrong, code) => {
    expect(bind(wrong)).toEqual(refusal(code));
    expect(bound({})).toEqual([]);
  });
});
