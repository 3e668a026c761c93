/** IP strategies and their bindings in the emulator. */
import type { JsonObject } from "../../exchange";
import { rejection } from "../caller";
import type { Setup } from "./setup";
import { beginning, createSetup } from "./setup";
import { isAddress } from "./strategies";

let setup: Setup;
let key: JsonObject;

const office = (): JsonObject => ({ ServiceId: setup.serviceId, StrategyName: "office", StrategyType: "BLACK", StrategyData: "9.9.9.9" });
const read = (params: JsonObject = {}): JsonObject => setup.result("DescribeIPStrategy", { ...key, ...params });

beforeEach(() => {
  setup = createSetup();
  key = { ServiceId: setup.serviceId, StrategyId: setup.result("CreateIPStrategy", office()).StrategyId ?? null };
});

it.each(["9.9.9.9", "10.0.0.0/8", " 10.0.0.1 ", "2001:db8::1", "2001:db8::/32"])("accepts %s as an address", (line) => {
  expect(isAddress(line)).toBe(true);
});

it.each(["", "9.9.9", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "2001:db8::/129", "9.9.9.9,8.8.8.8"])(
  "rejects %p as an address",
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
    const created = setup.result("CreateIPStrategy", { ...office(), StrategyName: "home" });
    expect(created).toEqual({ ...shown(), StrategyName: "home", StrategyId: expect.stringMatching(/^IPStrategy-[a-z0-9]{8}$/) });
    expect(read()).toEqual(shown());
    expect(read({ EnvironmentName: "test", Limit: 100, Offset: 0 })).toEqual(shown());
    expect(setup.result("DescribeIPStrategysStatus", { ServiceId: setup.serviceId })).toEqual({
      TotalCount: 2,
      StrategySet: [shown(), created],
    });
    const filtered = { ServiceId: setup.serviceId, Filters: [{ Name: "StrategyName", Values: ["home"] }] };
    expect(setup.result("DescribeIPStrategysStatus", filtered)).toEqual({ TotalCount: 1, StrategySet: [created] });
  });

  it.each([
    [{ StrategyName: "" }, "InvalidParameter.FormatError"],
    [{ StrategyType: "GREY" }, "InvalidParameter.FormatError"],
    [{ StrategyData: "nowhere" }, "InvalidParameter.FormatError"],
    [{ StrategyData: "9.9.9.9\n" }, "InvalidParameter.FormatError"],
    [{ ServiceId: "service-00000000" }, "ResourceNotFound.InvalidService"],
    [{ StrategyData: null }, "MissingParameter"],
  ])("with %p is rejected", (wrong, code) => {
    expect(setup.call("CreateIPStrategy", { ...office(), ...wrong })).toEqual(rejection(code));
  });

  it("accepts new data of several lines", () => {
    setup.pass(1000);
    expect(setup.result("ModifyIPStrategy", { ...key, StrategyData: "9.9.9.9\n8.8.4.0/24" })).toBe(true);
    expect(read()).toMatchObject({ StrategyData: "9.9.9.9\n8.8.4.0/24", ModifiedTime: "2026-03-02T08:15:31Z" });
    expect(setup.call("ModifyIPStrategy", { ...key, StrategyData: "9" })).toEqual(rejection("InvalidParameter.FormatError"));
  });

  it("is visible after a delay", () => {
    setup.gateway.delays.visible = 3000;
    key.StrategyId = setup.result("CreateIPStrategy", office()).StrategyId ?? null;
    expect(setup.call("DescribeIPStrategy", key)).toEqual(rejection("ResourceNotFound.InvalidIPStrategy"));
    expect(setup.result("DescribeIPStrategysStatus", { ServiceId: setup.serviceId }).TotalCount).toBe(1);
    setup.pass(3000);
    expect(read().StrategyName).toBe("office");
  });

  it("is deleted once, bound or not", () => {
    setup.result("BindIPStrategy", { ...key, EnvironmentName: "release", BindApiIds: setup.apiIds });
    expect(setup.result("DeleteIPStrategy", key)).toBe(true);
    for (const [action, more] of Object.entries<JsonObject>({
      DeleteIPStrategy: {},
      DescribeIPStrategy: {},
      ModifyIPStrategy: { StrategyData: "1.1.1.1" },
    })) {
      expect(setup.call(action, { ...key, ...more })).toEqual(rejection("ResourceNotFound.InvalidIPStrategy"));
    }
    expect(setup.call("DescribeIPStrategy", { ...key, ServiceId: "service-00000000" })).toEqual(
      rejection("ResourceNotFound.InvalidService"),
    );
  });

  it("has no filter for its bindings", () => {
    const filtered = { ...key, Filters: [{ Name: "ApiId", Values: ["x"] }] };
    expect(setup.call("DescribeIPStrategy", filtered)).toEqual(rejection("InvalidParameterValue.InvalidFilterNotSupportedName"));
    expect(setup.call("DescribeIPStrategysStatus", { ServiceId: setup.serviceId, Limit: 20 })).toEqual(rejection("UnknownParameter"));
  });
});

describe("bindings", () => {
  const bind = (params: JsonObject = {}): JsonObject =>
    setup.call("BindIPStrategy", { ...key, EnvironmentName: "release", BindApiIds: setup.apiIds, ...params });
  const bound = (params: JsonObject): unknown => ((read(params).BindApis ?? []) as JsonObject[]).map(({ ApiId }) => ApiId);

  it("need a published environment", () => {
    expect(bind({ EnvironmentName: "test" })).toEqual(rejection("InvalidParameterValue.InvalidEnvStatus"));
    expect(bind({ EnvironmentName: "live" })).toEqual(rejection("InvalidParameterValue.InvalidEnvStatus"));
    expect(bind()).toEqual({ Result: true });
  });

  it("are listed by environment and by pages, each API in full", () => {
    bind();
    expect(read({ EnvironmentName: "release" })).toMatchObject({
      BindApiTotalCount: 2,
      BindApis: [
        {
          ServiceId: setup.serviceId,
          ApiId: setup.apiIds[0],
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
        { ApiId: setup.apiIds[1] },
      ],
    });
    expect(bound({ EnvironmentName: "test" })).toEqual([]);
    expect(bound({})).toEqual(setup.apiIds);
    expect(bound({ EnvironmentName: "release", Limit: 1, Offset: 1 })).toEqual([setup.apiIds[1]]);
    const listed = setup.result("DescribeIPStrategysStatus", { ServiceId: setup.serviceId });
    expect(listed.StrategySet).toMatchObject([{ BindApiTotalCount: 2, BindApis: null }]);
  });

  it("may be created twice, and removed twice", () => {
    expect([bind(), bind()]).toEqual([{ Result: true }, { Result: true }]);
    expect(bound({})).toHaveLength(2);
    const away = { ...key, EnvironmentName: "release", UnBindApiIds: [setup.apiIds[0]] };
    expect([setup.result("UnBindIPStrategy", away), setup.result("UnBindIPStrategy", away)]).toEqual([true, true]);
    expect(bound({})).toEqual([setup.apiIds[1]]);
  });

  it("are visible for a time after their removal, and stay when they are created again", () => {
    setup.gateway.delays.unbind = 4000;
    bind();
    setup.result("UnBindIPStrategy", { ...key, EnvironmentName: "release", UnBindApiIds: setup.apiIds });
    expect(bound({})).toHaveLength(2);
    bind({ BindApiIds: [setup.apiIds[1]] });
    setup.pass(4000);
    expect(bound({})).toEqual([setup.apiIds[1]]);
  });

  it("are deleted with their API", () => {
    bind();
    setup.result("DeleteApi", { ServiceId: setup.serviceId, ApiId: setup.apiIds[0] });
    expect(bound({})).toEqual([setup.apiIds[1]]);
  });

  it.each([
    [{ StrategyId: "IPStrategy-00000000" }, "ResourceNotFound.InvalidIPStrategy"],
    [{ ServiceId: "service-00000000" }, "ResourceNotFound.InvalidIPStrategy"],
    [{ BindApiIds: ["api-00000000"] }, "ResourceNotFound.InvalidApi"],
    [{ BindApiIds: [] }, "InvalidParameterValue"],
    [{ UnBindApiIds: ["api-00000000"] }, "UnknownParameter"],
  ])("with %p are rejected", (wrong, code) => {
    expect(bind(wrong)).toEqual(rejection(code));
    expect(bound({})).toEqual([]);
  });
});
