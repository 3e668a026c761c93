/** The emulated anti-DDoS service: five read actions over an account that tests can replace. See docs/modules/cloud.md#antiddos. */
import type { Json, JsonObject } from "../exchange";
import type { Action, Actions } from "./api";
import { CloudFailure, page } from "./api";

/** The data of the service. Rows are returned unchanged, null lists included. */
export interface ProtectedAccount {
  /** Status by address or id. */
  devices: { Data: JsonObject[] | null; CLBData: JsonObject[] | null; CnameWafData: JsonObject[] | null };
  /** Samples of traffic, in order of time. */
  traffic: number[] | null;
  /** Packages by region, oldest first; null: the list itself is returned as null. */
  instances: Record<string, JsonObject[] | null>;
  listeners: { Layer4Listeners: JsonObject[] | null; Layer7Listeners: JsonObject[] | null };
  /** Attacks by day. */
  attacks: number[] | null;
}

const wrongValue = (name: string): CloudFailure =>
  new CloudFailure("InvalidParameterValue", `The value of parameter \`${name}\` is not valid.`);

const oneOf = (params: JsonObject, name: string, values: readonly Json[]): void => {
  if (!values.includes(params[name] ?? null)) throw wrongValue(name);
};

/** Milliseconds of a time `YYYY-MM-DD HH:MM:SS`, taken as UTC; days that no month has are rejected. */
const timeOf = (params: JsonObject, name: string): number => {
  const text = params[name] as string;
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(" ", "T")}Z`) : NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text.slice(0, 10)) throw wrongValue(name);
  return time;
};

const checkSpan = (params: JsonObject): [number, number] => {
  const span: [number, number] = [timeOf(params, "StartTime"), timeOf(params, "EndTime")];
  if (span[0] >= span[1]) throw wrongValue("EndTime");
  return span;
};

const deviceStatus = (account: ProtectedAccount): Action => ({
  params: { IpList: ["string"], IdList: ["string"], CnameWafIdList: ["string"], FilterRegion: "integer" },
  run({ IpList = null, IdList = null, CnameWafIdList = null }) {
    const requested = [IpList, IdList, CnameWafIdList].flatMap((list) => (list ?? []) as string[]);
    const chosen = (rows: JsonObject[] | null): JsonObject[] | null =>
      requested.length === 0 ? rows : (rows?.filter(({ Key }) => requested.includes(Key as string)) ?? null);
    const { Data, CLBData, CnameWafData } = account.devices;
    return { Data: chosen(Data), CLBData: chosen(CLBData), CnameWafData: chosen(CnameWafData) };
  },
});

const FIVE_MINUTES = 300_000;

const trafficTrend = (account: ProtectedAccount): Action => ({
  params: {
    "Business!": "string",
    "StartTime!": "string",
    "EndTime!": "string",
    "MetricName!": "string",
    "InstanceId!": "string",
    "Flag!": "integer",
  },
  run(params) {
    oneOf(params, "Business", ["bgpip", "net", "bgp", "bgp-multip"]);
    oneOf(params, "MetricName", ["intraffic", "outtraffic", "inpkg", "outpkg"]);
    oneOf(params, "Flag", [0, 1]);
    for (const [index, time] of checkSpan(params).entries())
      if (time % FIVE_MINUTES !== 0) throw wrongValue(index === 0 ? "StartTime" : "EndTime");
    const { traffic } = account;
    return {
      DataList: traffic,
      Total: traffic?.length ?? 0,
      MetricName: params["MetricName"] ?? null,
      MaxData: Math.max(0, ...(traffic ?? [])),
    };
  },
});

interface TagFilter {
  TagKey: string;
  TagValue: string;
}

const bears = ({ TagInfoList = null }: JsonObject, { TagKey, TagValue }: TagFilter): boolean =>
  ((TagInfoList ?? []) as unknown as TagFilter[]).some((tag) => tag.TagKey === TagKey && tag.TagValue === TagValue);

const instances = (account: ProtectedAccount): Action => ({
  params: {
    "FilterRegion!": "string",
    FilterInstanceIdList: ["string"],
    FilterTag: [{ "TagKey!": "string", "TagValue!": "string" }],
    Limit: "integer",
    Offset: "integer",
  },
  run(params) {
    const region = params["FilterRegion"] as string;
    if (!/^[a-z]{2}-[a-z]+$/.test(region)) throw wrongValue("FilterRegion");
    const rows = Object.hasOwn(account.instances, region) ? account.instances[region] : [];
    const ids = params["FilterInstanceIdList"] as string[] | undefined;
    const tags = (params["FilterTag"] ?? []) as unknown as TagFilter[];
    const found = rows?.filter((row) => (ids?.includes(row["InstanceId"] as string) ?? true) && tags.every((tag) => bears(row, tag)));
    return { Total: found?.length ?? 0, BGPInstanceList: found ? page(found, params) : null };
  },
});

const listeners = (account: ProtectedAccount): Action => ({ params: {}, run: () => ({ ...account.listeners }) });

const attackTrend = (account: ProtectedAccount): Action => ({
  params: { "Type!": "string", "Dimension!": "string", "Period!": "integer", "StartTime!": "string", "EndTime!": "string" },
  run(params) {
    oneOf(params, "Type", ["cc", "ddos"]);
    oneOf(params, "Dimension", ["attackcount"]);
    oneOf(params, "Period", [86_400]);
    checkSpan(params);
    const { Type = null, StartTime = null, EndTime = null, Period = null } = params;
    return { Type, StartTime, EndTime, Period, Data: account.attacks, Count: account.attacks?.length ?? 0 };
  },
});

/** The five actions over an account. */
export const antiddosActions = (account: ProtectedAccount): Actions => ({
  DescribeBasicDeviceStatus: deviceStatus(account),
  DescribeBgpBizTrend: trafficTrend(account),
  DescribeBgpInstances: instances(account),
  DescribeListListener: listeners(account),
  DescribeOverviewAttackTrend: attackTrend(account),
});
