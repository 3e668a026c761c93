/** Anti-DDoS: the five read actions over the example account, and over one of the test's own. */
import type { JsonObject } from "../exchange";
import { callerOf, rejection } from "./caller";
import { createCloudEmulator } from "./index";

const emulator = createCloudEmulator();
const callAction = callerOf(emulator);

describe("DescribeBasicDeviceStatus", () => {
  it("returns the status of the requested addresses and IDs", () => {
    expect(callAction("antiddos/DescribeBasicDeviceStatus", { IpList: ["203.0.113.9"], FilterRegion: 1 })).toEqual({
      Data: [{ Key: "203.0.113.9", Value: "2" }],
      CLBData: null,
      CnameWafData: [],
    });
    expect(callAction("antiddos/DescribeBasicDeviceStatus", { IdList: ["bgpip-0000061i"] })).toHaveProperty("Data.0.Value", "3");
    expect(callAction("antiddos/DescribeBasicDeviceStatus", { IpList: ["198.51.100.1"] })).toHaveProperty("Data", []);
    expect(callAction("antiddos/DescribeBasicDeviceStatus")["Data"]).toHaveLength(3);
    const own = createCloudEmulator();
    own.account.devices.CnameWafData = ["waf-1", "waf-2"].map((Key) => ({ Key, Value: "2" }));
    const found = callerOf(own)("antiddos/DescribeBasicDeviceStatus", { CnameWafIdList: ["waf-2"] });
    expect(found).toEqual({ Data: [], CLBData: null, CnameWafData: [{ Key: "waf-2", Value: "2" }] });
  });
});

describe("DescribeBgpBizTrend", () => {
  const right = {
    Business: "bgp-multip",
    StartTime: "2023-11-22 09:25:00",
    EndTime: "2023-11-22 10:25:00",
    MetricName: "intraffic",
    InstanceId: "bgp-00000ry7",
    Flag: 0,
  };

  it("returns the samples with their number and their maximum", () => {
    expect(callAction("antiddos/DescribeBgpBizTrend", right)).toEqual({
      DataList: [0, 12, 12, 48, 0],
      Total: 5,
      MetricName: "intraffic",
      MaxData: 48,
    });
  });

  it.each<[JsonObject]>([
    [{ Business: "web" }],
    [{ MetricName: "traffic" }],
    [{ Flag: 2 }],
    [{ StartTime: "2023-11-22T09:25:00Z" }],
    [{ StartTime: "2023-11-22 09:26:00" }],
    [{ StartTime: "2023-02-29 09:25:00" }],
    [{ EndTime: "2023-11-22 10:25:01" }],
    [{ EndTime: "2023-11-22 09:25:00" }],
  ])("rejects %j", (change) => {
    const name = Object.keys(change)[0] ?? "";
    const expected = rejection("InvalidParameterValue", `The value of parameter \`${name}\` is not valid.`);
    expect(callAction("antiddos/DescribeBgpBizTrend", { ...right, ...change })).toEqual(expected);
  });

  it.each(Object.keys(right))("needs %s", (name) => {
    expect(callAction("antiddos/DescribeBgpBizTrend", { ...right, [name]: null })).toEqual(rejection("MissingParameter"));
  });
});

describe("DescribeBgpInstances", () => {
  const pageOf = (params: JsonObject, region = "ap-guangzhou"): JsonObject =>
    callAction("antiddos/DescribeBgpInstances", { FilterRegion: region, ...params });
  const ids = (response: JsonObject): unknown[] => (response["BGPInstanceList"] as JsonObject[]).map(({ InstanceId }) => InstanceId);

  it("lists several pages, each package once", () => {
    const pages = [0, 100, 200, 300].map((Offset) => pageOf({ Limit: 100, Offset }));
    expect(pages.map((page) => ids(page).length)).toEqual([100, 100, 5, 0]);
    expect(new Set(pages.flatMap(ids)).size).toBe(205);
    expect(pages.map(({ Total }) => Total)).toEqual([205, 205, 205, 205]);
    expect(ids(pageOf({}))).toHaveLength(20);
  });

  it("shows settings of one kind, the others as null", () => {
    const [first, second] = pageOf({ Limit: 2 })["BGPInstanceList"] as [JsonObject, JsonObject];
    expect(first).toMatchObject({
      InstanceChargePrepaid: { Period: 1, RenewFlag: "NOTIFY_AND_MANUAL_RENEW" },
      EnterprisePackageConfig: { Region: "ap-guangzhou", ElasticBandwidthFlag: false },
      StandardPackageConfig: null,
      StandardPlusPackageConfig: null,
      PackageType: "Enterprise",
    });
    expect(second).toMatchObject({ InstanceChargePrepaid: null, EnterprisePackageConfig: null, PackageType: "Standard" });
  });

  it("finds by ids and by every tag", () => {
    expect(ids(pageOf({ FilterInstanceIdList: ["bgp-00000000", "bgp-00000002", "bgp-zzzzzzzz"] }))).toEqual([
      "bgp-00000000",
      "bgp-00000002",
    ]);
    const edge = pageOf({ FilterTag: [{ TagKey: "team", TagValue: "edge" }] });
    expect(edge).toHaveProperty("Total", 69);
    const both = [
      { TagKey: "team", TagValue: "edge" },
      { TagKey: "team", TagValue: "core" },
    ];
    expect(pageOf({ FilterTag: both })).toHaveProperty("Total", 0);
  });

  it("returns a null list, an empty one, and rejects an unknown region", () => {
    expect(pageOf({}, "ap-beijing")).toEqual({ Total: 0, BGPInstanceList: null });
    expect(pageOf({}, "ap-tokyo")).toEqual({ Total: 0, BGPInstanceList: [] });
    expect(pageOf({}, "1")).toEqual(rejection("InvalidParameterValue"));
    expect(pageOf({ Limit: 101 })).toHaveProperty("Error");
  });
});

describe("DescribeListListener", () => {
  it("returns both layers, and accepts no parameters", () => {
    const response = callAction("antiddos/DescribeListListener");
    expect(response).toHaveProperty("Layer4Listeners.0.InstanceDetailRule.0.Cname", "x.dayugslb.example");
    expect(response).toHaveProperty("Layer7Listeners.0.ProxyTypeList.0.ProxyPorts", [80, 8080]);
    expect(callAction("antiddos/DescribeListListener", { Limit: 1 })).toEqual(rejection("UnknownParameter"));
  });

  it("returns what a test sets", () => {
    const own = createCloudEmulator();
    own.account.listeners = { Layer4Listeners: null, Layer7Listeners: [] };
    expect(callerOf(own)("antiddos/DescribeListListener")).toEqual({ Layer4Listeners: null, Layer7Listeners: [] });
  });
});

describe("DescribeOverviewAttackTrend", () => {
  const right = {
    Type: "ddos",
    Dimension: "attackcount",
    Period: 86_400,
    StartTime: "2023-11-21 10:28:31",
    EndTime: "2023-11-22 10:28:31",
  };

  it("returns numbers by day, and the request", () => {
    const { Dimension: _, ...echoed } = right;
    expect(callAction("antiddos/DescribeOverviewAttackTrend", right)).toEqual({ ...echoed, Data: [0, 3], Count: 2 });
  });

  it.each<[JsonObject]>([[{ Type: "all" }], [{ Dimension: "bandwidth" }], [{ Period: 3600 }], [{ StartTime: "yesterday" }]])(
    "rejects %j",
    (change) => {
      expect(callAction("antiddos/DescribeOverviewAttackTrend", { ...right, ...change })).toEqual(rejection("InvalidParameterValue"));
    },
  );
});
