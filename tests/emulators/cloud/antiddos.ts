/** The emulated anti-DDoS service: five read actions over an account that tests can replace. See docs/modules/cloud.md#antiddos. */
import type { JsonObject } from "../exchange";
import { type Actions, oneOf, page, paging, reject, Rule, type Shapes, strings, text } from "./api";

/** Three kinds of packages in turn; the settings of the other two kinds are null. */
const configs = ["EnterprisePackageConfig", "StandardPackageConfig", "StandardPlusPackageConfig"] as const;
const types = ["Enterprise", "Standard", "StandardPlus"] as const;

const settings = (kind: number, region: string): JsonObject => {
  const common = { Region: region, ProtectIpCount: 10, Bandwidth: 100, ElasticBandwidthFlag: false };
  if (kind === 0) return { ...common, BasicProtectBandwidth: 300, ElasticProtectBandwidth: 0 };
  if (kind === 1) return common;
  return { Region: region, ProtectCount: "TWO_TIMES", ProtectIpCount: 1, Bandwidth: 50, ElasticBandwidthFlag: true };
};

/** The package with that number. Every second is paid afterwards, every third has no tags. */
const instance = (number: number, region: string): JsonObject => {
  const kind = number % 3;
  return {
    InstanceId: `bgp-${number.toString(36).padStart(8, "0")}`,
    InstanceChargePrepaid: number % 2 === 0 ? { Period: 1, RenewFlag: "NOTIFY_AND_MANUAL_RENEW" } : null,
    ...Object.fromEntries(configs.map((name, index) => [name, index === kind ? settings(kind, region) : null])),
    TagInfoList: number % 3 === 2 ? null : [{ TagKey: "team", TagValue: number % 2 === 0 ? "edge" : "core" }],
    PackageType: types[kind] ?? null,
    InstanceCount: 1,
    InstanceChargeType: number % 2 === 0 ? "PREPAID" : "POSTPAID_BY_MONTH",
    DryRun: false,
  };
};

const shared = { EipList: ["203.0.113.9"], InstanceId: "bgpip-0000061i" };

const listeners: ProtectedAccount["listeners"] = {
  Layer4Listeners: [
    {
      BackendPort: 80,
      FrontendPort: 80,
      Protocol: "TCP",
      RealServers: [{ RealServer: "198.51.100.7", RsType: 2, Weight: 100, Port: 80 }],
      InstanceDetails: [shared],
      InstanceDetailRule: [{ ...shared, Cname: "x.dayugslb.example" }],
    },
  ],
  Layer7Listeners: [
    {
      Domain: "www.example.com",
      ProxyTypeList: [{ ProxyPorts: [80, 8080], ProxyType: "http" }],
      RealServers: [{ RealServer: "origin.example.com", RsType: 1, Weight: 100, Port: 80 }],
      InstanceDetails: [shared],
      InstanceDetailRule: [],
      Protocol: "http",
      Vport: 80,
    },
  ],
};

/** A fresh copy: 205 packages in ap-guangzhou, 100 (one full page) in ap-shanghai, a null list in ap-beijing. */
export const exampleAccount = (): ProtectedAccount => ({
  devices: {
    Data: [
      { Key: "203.0.113.9", Value: "2" },
      { Key: "203.0.113.10", Value: "1" },
      { Key: "bgpip-0000061i", Value: "3" },
    ],
    CLBData: null,
    CnameWafData: [],
  },
  traffic: [0, 12, 12, 48, 0],
  instances: {
    "ap-guangzhou": Array.from({ length: 205 }, (_, index) => instance(index, "ap-guangzhou")),
    "ap-shanghai": Array.from({ length: 100 }, (_, index) => instance(1000 + index, "ap-shanghai")),
    "ap-beijing": null,
  },
  listeners: structuredClone(listeners),
  attacks: [0, 3],
});

/** The data of the service. Rows are returned unchanged, null lists included. */
interface ProtectedAccount {
  /** Status by address or id. */
  devices: Record<"Data" | "CLBData" | "CnameWafData", JsonObject[] | null>;
  /** Samples of traffic, in order of time. */
  traffic: number[] | null;
  /** Packages by region, oldest first; null: the list itself is returned as null. */
  instances: Record<string, JsonObject[] | null>;
  listeners: { Layer4Listeners: JsonObject[] | null; Layer7Listeners: JsonObject[] | null };
  /** Attacks by day. */
  attacks: number[] | null;
}

const VALUE = "InvalidParameterValue";

const millisecondsOf = (time: unknown) => Date.parse(`${String(time).replace(" ", "T")}Z`);

/** A time `YYYY-MM-DD HH:MM:SS`, taken as UTC, on so many seconds; days that no month has are rejected. */
const timeOn = (seconds: number) => {
  const fits = (time: unknown) => {
    const value = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(time)) ? millisecondsOf(time) : NaN;
    return value % (seconds * 1000) === 0 && new Date(value).toISOString().slice(0, 10) === String(time).slice(0, 10);
  };
  return new Rule("string", fits, VALUE, "is not valid");
};
const span = (seconds: number): Shapes => ({ "StartTime!": timeOn(seconds), "EndTime!": timeOn(seconds) });

const checkSpan = ({ StartTime, EndTime }: JsonObject) => {
  if (millisecondsOf(StartTime) >= millisecondsOf(EndTime)) reject(VALUE, "`EndTime` must be after `StartTime`.");
};

const bears = ({ TagInfoList }: JsonObject, { TagKey, TagValue }: JsonObject) =>
  ((TagInfoList ?? []) as JsonObject[]).some((tag) => tag.TagKey === TagKey && tag.TagValue === TagValue);

/** The five actions over an account. */
export const antiddosActions = (account: ProtectedAccount): Actions => ({
  DescribeBasicDeviceStatus: {
    params: { IpList: ["string"], IdList: ["string"], CnameWafIdList: ["string"], FilterRegion: "integer" },
    run({ IpList = [], IdList = [], CnameWafIdList = [] }) {
      const requested = [IpList, IdList, CnameWafIdList].flat();
      const chosen = ([name, rows]: [string, JsonObject[] | null]) => [
        name,
        requested.length === 0 ? rows : (rows?.filter(({ Key }) => requested.includes(Key!)) ?? null),
      ];
      return Object.fromEntries(Object.entries(account.devices).map(chosen)) as JsonObject;
    },
  },
  DescribeBgpBizTrend: {
    params: {
      "Business!": oneOf(["bgpip", "net", "bgp", "bgp-multip"], VALUE),
      "MetricName!": oneOf(["intraffic", "outtraffic", "inpkg", "outpkg"], VALUE),
      "Flag!": oneOf([0, 1], VALUE),
      "InstanceId!": "string",
      ...span(300),
    },
    run(params) {
      checkSpan(params);
      const { traffic } = account;
      const MaxData = Math.max(0, ...(traffic ?? []));
      return { DataList: traffic, Total: traffic?.length ?? 0, MetricName: params.MetricName!, MaxData };
    },
  },
  DescribeBgpInstances: {
    params: {
      "FilterRegion!": text(/^[a-z]{2}-[a-z]+$/, VALUE),
      FilterInstanceIdList: ["string"],
      FilterTag: [strings("TagKey!", "TagValue!")],
      ...paging,
    },
    run({ FilterRegion, FilterInstanceIdList: ids, FilterTag = [], ...paged }) {
      const region = String(FilterRegion);
      const rows = Object.hasOwn(account.instances, region) ? account.instances[region] : [];
      const found = rows?.filter(
        (row) =>
          ((ids as string[] | undefined)?.includes(String(row.InstanceId)) ?? true) &&
          (FilterTag as JsonObject[]).every((tag) => bears(row, tag)),
      );
      return { Total: found?.length ?? 0, BGPInstanceList: found ? page(found, paged) : null };
    },
  },
  DescribeListListener: { params: {}, run: () => ({ ...account.listeners }) },
  DescribeOverviewAttackTrend: {
    params: {
      "Type!": oneOf(["cc", "ddos"], VALUE),
      "Dimension!": oneOf(["attackcount"], VALUE),
      "Period!": oneOf([86_400], VALUE),
      ...span(1),
    },
    run(params) {
      checkSpan(params);
      const { Dimension: _, ...shown } = params;
      return { ...shown, Data: account.attacks, Count: account.attacks?.length ?? 0 };
    },
  },
});
