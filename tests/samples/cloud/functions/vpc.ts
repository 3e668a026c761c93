// Samples of the functions of address templates and attack protection. See docs/modules/cloud.md#address-templates.
import type { PlainMap } from "../../../../provider/core/values/value";
import { answered, first, list, outputOf, type Sample } from "./sample";

const firstTexts = { Offset: "0", Limit: "100" };
const addresses = ["10.0.0.1", "10.0.1.0/24", "10.0.0.10-10.0.0.20"];
const vpnUsers = { AddressTemplateName: "vpn-users", AddressTemplateId: "ipm-mdunqeb6", AddressSet: addresses };
const templates = "DescribeAddressTemplates";
const found = { id: "ipm-mdunqeb6", name: "vpn-users", addresses };

const addressSamples = [
  list(
    "getAddressTemplateGroups",
    { name: "office" },
    [
      answered("vpc", "DescribeAddressTemplateGroups", {
        Filters: [{ Name: "address-template-group-name", Values: ["office"] }],
        ...firstTexts,
      }),
    ],
    { id: "3881844667", groupLists: [{ id: "ipmg-dih8xdbq", name: "office", templateIds: ["ipm-mdunqeb6", "ipm-dk1f9a2c"] }] },
  ),
  list(
    "getAddressTemplates",
    { id: "ipm-mdunqeb6" },
    [answered("vpc", templates, { Filters: [{ Name: "address-template-id", Values: ["ipm-mdunqeb6"] }], ...firstTexts })],
    { id: "ipm-mdunqeb6", templateLists: [found] },
  ),
  list(
    "getAddressTemplates",
    {},
    [
      {
        action: templates,
        params: firstTexts,
        response: { AddressTemplateSet: [vpnUsers, { AddressTemplateName: "b", AddressTemplateId: "ipm-dk1f9a2c", AddressSet: null }] },
      },
    ],
    { id: "4236681987", templateLists: [found, { id: "ipm-dk1f9a2c", name: "b", addresses: [] }] },
  ),
];

const trend = {
  Business: "bgp-multip",
  StartTime: "2023-11-22 09:25:00",
  EndTime: "2023-11-22 10:25:00",
  MetricName: "intraffic",
  InstanceId: "bgp-00000ry7",
  Flag: 0,
};
const trendFound = { dataLists: [0, 12, 12, 48, 0], total: 5, metricName: "inTraffic", maxData: 48 };
const attack = {
  Type: "ddos",
  Dimension: "attackcount",
  Period: 86400,
  StartTime: "2023-11-21 10:28:31",
  EndTime: "2023-11-22 10:28:31",
};
const { Dimension: _dimension, ...returned } = attack;
const attackFound = { startTime: "2023-11-21 00:00:00", datas: [0, 3], periodPointCount: 2 };
const status = { Key: "203.0.113.9", Value: "2" };
const balancer = { Key: "lb-1", Value: "1" };

const antiddosSamples: Sample[] = [
  {
    name: "getAntiddosBasicDeviceStatus",
    inputs: { ipLists: ["203.0.113.9"], filterRegion: 1 },
    exchanges: [
      {
        action: "DescribeBasicDeviceStatus",
        params: { IpList: ["203.0.113.9"], FilterRegion: 1 },
        response: { Data: [status], CLBData: [balancer], CnameWafData: [] },
      },
    ],
    found: { id: "704665596", datas: [outputOf(status)], clbDatas: [outputOf(balancer)] },
    file: [outputOf(status), outputOf(balancer)],
  },
  {
    name: "getAntiddosBgpBizTrend",
    inputs: outputOf(trend),
    exchanges: [
      {
        action: "DescribeBgpBizTrend",
        params: trend,
        response: { DataList: [0, 12, 12, 48, 0], Total: 5, MetricName: "inTraffic", MaxData: 48 },
      },
    ],
    found: { id: "bgp-00000ry7", ...trendFound },
    file: [trendFound],
  },
  {
    name: "getAntiddosOverviewAttackTrend",
    inputs: outputOf(attack),
    exchanges: [
      {
        action: "DescribeOverviewAttackTrend",
        params: attack,
        response: { Type: "ddos", StartTime: "2023-11-21 00:00:00", EndTime: null, Period: "86400", Data: [0, 3], Count: 2 },
      },
    ],
    found: { id: "2637436730", ...attackFound },
    file: [{ ...outputOf(returned), ...attackFound }],
  },
];

const instanceRequest = answered("antiddos", "DescribeBgpInstances", {
  FilterRegion: "ap-guangzhou",
  FilterInstanceIdList: ["bgp-00000000"],
  FilterTag: [{ TagKey: "team", TagValue: "edge" }],
  ...first,
});
const [instance] = instanceRequest.response["BGPInstanceList"] as [Record<string, PlainMap>];
const { InstanceCount: _count, DryRun: _dryRun, ...shownOfInstance } = instance;
const listenerRequest = answered("antiddos", "DescribeListListener", {});
const listeners = outputOf(listenerRequest.response) as Record<"layer4Listeners" | "layer7Listeners", PlainMap[]>;

const packageSamples = [
  list(
    "getAntiddosBgpInstances",
    {
      filterRegion: "ap-guangzhou",
      filterInstanceIdLists: ["bgp-00000000", "bgp-00000000"],
      filterTags: [{ tagKey: "team", tagValue: "edge" }],
    },
    [instanceRequest],
    {
      id: "ap-guangzhou",
      bgpInstanceLists: [
        outputOf({
          ...shownOfInstance,
          InstanceChargePrepaid: [instance["InstanceChargePrepaid"]!],
          EnterprisePackageConfig: [instance["EnterprisePackageConfig"]!],
          StandardPackageConfig: [],
          StandardPlusPackageConfig: [],
        }),
      ],
    },
  ),
  {
    name: "getAntiddosListListener",
    inputs: {},
    exchanges: [listenerRequest],
    found: { id: "3714869487", ...listeners },
    file: [...listeners.layer4Listeners, ...listeners.layer7Listeners],
  },
];

/** The samples of both services. */
export const vpcSamples = [...addressSamples, ...antiddosSamples, ...packageSamples];
