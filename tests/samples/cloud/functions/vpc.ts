// Samples of the functions of address templates and attack protection. See docs/modules/cloud.md#address-templates.
import { list, outputOf, type Sample } from "./sample";

const firstTexts = { Offset: "0", Limit: "100" };
const when = { CreatedTime: "2023-11-14 22:13:20", UpdatedTime: "2023-11-14 22:13:20" };
const addresses = ["10.0.0.1", "10.0.1.0/24", "10.0.0.10-10.0.0.20"];
const vpnUsers = {
  AddressTemplateName: "vpn-users",
  AddressTemplateId: "ipm-mdunqeb6",
  AddressSet: addresses,
  ...when,
  AddressExtraSet: [{ Address: "10.0.0.1", Description: "gateway", UpdatedTime: "2023-11-14 22:13:20" }],
  TagSet: [],
};
const office = {
  AddressTemplateGroupName: "office",
  AddressTemplateGroupId: "ipmg-dih8xdbq",
  AddressTemplateIdSet: ["ipm-mdunqeb6", "ipm-dk1f9a2c"],
  ...when,
  AddressTemplateSet: [],
  TagSet: [],
};
const templates = "DescribeAddressTemplates";
const found = { id: "ipm-mdunqeb6", name: "vpn-users", addresses };

const addressSamples: Sample[] = [
  list(
    "getAddressTemplateGroups",
    { name: "office" },
    [
      {
        action: "DescribeAddressTemplateGroups",
        params: { Filters: [{ Name: "address-template-group-name", Values: ["office"] }], ...firstTexts },
        response: { TotalCount: 1, AddressTemplateGroupSet: [office] },
      },
    ],
    { id: "3881844667", groupLists: [{ id: "ipmg-dih8xdbq", name: "office", templateIds: ["ipm-mdunqeb6", "ipm-dk1f9a2c"] }] },
  ),
  list(
    "getAddressTemplates",
    { id: "ipm-mdunqeb6" },
    [
      {
        action: templates,
        params: { Filters: [{ Name: "address-template-id", Values: ["ipm-mdunqeb6"] }], ...firstTexts },
        response: { TotalCount: 1, AddressTemplateSet: [vpnUsers] },
      },
    ],
    { id: "ipm-mdunqeb6", templateLists: [found] },
  ),
  list(
    "getAddressTemplates",
    { name: "vpn-users" },
    [
      {
        action: templates,
        params: { Filters: [{ Name: "address-template-name", Values: ["vpn-users"] }], ...firstTexts },
        response: { TotalCount: 1, AddressTemplateSet: [vpnUsers] },
      },
    ],
    { id: "3108110731", templateLists: [found] },
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

/** The inputs in the spelling of the service. */
const spelled = (inputs: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]));

const status = [{ key: "203.0.113.9", value: "2" }];
const trend = {
  business: "bgp-multip",
  startTime: "2023-11-22 09:25:00",
  endTime: "2023-11-22 10:25:00",
  metricName: "intraffic",
  instanceId: "bgp-00000ry7",
  flag: 0,
};
const attack = {
  type: "ddos",
  dimension: "attackcount",
  period: 86400,
  startTime: "2023-11-21 10:28:31",
  endTime: "2023-11-22 10:28:31",
};
const { dimension: _dimension, ...returned } = attack;

const statusSamples: Sample[] = [
  {
    name: "getAntiddosBasicDeviceStatus",
    inputs: { ipLists: ["203.0.113.9"], filterRegion: 1 },
    exchanges: [
      {
        action: "DescribeBasicDeviceStatus",
        params: { IpList: ["203.0.113.9"], FilterRegion: 1 },
        response: { Data: [{ Key: "203.0.113.9", Value: "2" }], CLBData: null, CnameWafData: [] },
      },
    ],
    found: { id: "704665596", datas: status, clbDatas: [] },
    file: status,
  },
  {
    name: "getAntiddosBasicDeviceStatus",
    inputs: {},
    exchanges: [
      {
        action: "DescribeBasicDeviceStatus",
        params: {},
        response: { Data: [{ Key: "203.0.113.9", Value: "2" }], CLBData: [{ Key: "lb-1", Value: "1" }] },
      },
    ],
    found: { id: "2354379772", datas: status, clbDatas: [{ key: "lb-1", value: "1" }] },
    file: [...status, { key: "lb-1", value: "1" }],
  },
];

const trendSamples: Sample[] = [
  {
    name: "getAntiddosBgpBizTrend",
    inputs: trend,
    exchanges: [
      {
        action: "DescribeBgpBizTrend",
        params: spelled(trend),
        response: { DataList: [0, 12, 12, 48, 0], Total: 5, MetricName: "inTraffic", MaxData: 48 },
      },
    ],
    found: { id: "bgp-00000ry7", dataLists: [0, 12, 12, 48, 0], total: 5, metricName: "inTraffic", maxData: 48 },
    file: [{ dataLists: [0, 12, 12, 48, 0], total: 5, metricName: "inTraffic", maxData: 48 }],
  },
  {
    name: "getAntiddosOverviewAttackTrend",
    inputs: attack,
    exchanges: [
      {
        action: "DescribeOverviewAttackTrend",
        params: spelled(attack),
        response: { Type: "ddos", StartTime: "2023-11-21 00:00:00", EndTime: null, Period: "86400", Data: [0, 3], Count: 2 },
      },
    ],
    found: { id: "2637436730", startTime: "2023-11-21 00:00:00", datas: [0, 3], periodPointCount: 2 },
    file: [{ ...returned, startTime: "2023-11-21 00:00:00", datas: [0, 3], periodPointCount: 2 }],
  },
];

const enterprise = {
  Region: "ap-guangzhou",
  ProtectIpCount: 10,
  BasicProtectBandwidth: 300,
  Bandwidth: 100,
  ElasticProtectBandwidth: 0,
  ElasticBandwidthFlag: false,
};
const eip = { EipList: ["203.0.113.9"], InstanceId: "bgpip-0000061i" };
const details = { eipLists: eip.EipList, instanceId: eip.InstanceId };
const tcp = {
  BackendPort: 80,
  FrontendPort: 80,
  Protocol: "TCP",
  RealServers: [{ RealServer: "198.51.100.7", RsType: 2, Weight: 100, Port: 80 }],
};
const layer4 = { ...outputOf(tcp), instanceDetails: [details], instanceDetailRules: [{ ...details, cname: "x.dayugslb.example" }] };
const web = {
  Domain: "www.example.com",
  RealServers: [{ RealServer: "origin.example.com", RsType: 1, Weight: 100, Port: 80 }],
  Protocol: "http",
  Vport: 80,
};
const proxies = [{ ProxyPorts: [80, 8080], ProxyType: "http" }];
const layer7 = { ...outputOf(web), proxyTypeLists: proxies.map(outputOf), instanceDetails: [details], instanceDetailRules: [] };

const packageSamples: Sample[] = [
  list(
    "getAntiddosBgpInstances",
    {
      filterRegion: "ap-guangzhou",
      filterInstanceIdLists: ["bgp-00000fv1", "bgp-00000fv1"],
      filterTags: [{ tagKey: "team", tagValue: "edge" }],
    },
    [
      {
        action: "DescribeBgpInstances",
        params: {
          FilterRegion: "ap-guangzhou",
          FilterInstanceIdList: ["bgp-00000fv1"],
          FilterTag: [{ TagKey: "team", TagValue: "edge" }],
          Limit: 100,
          Offset: 0,
        },
        response: {
          Total: 1,
          BGPInstanceList: [
            {
              InstanceId: "bgp-00000fv1",
              InstanceChargePrepaid: { Period: 1, RenewFlag: "NOTIFY_AND_MANUAL_RENEW" },
              EnterprisePackageConfig: enterprise,
              StandardPackageConfig: null,
              StandardPlusPackageConfig: null,
              TagInfoList: [{ TagKey: "team", TagValue: "edge" }],
              PackageType: "Enterprise",
              InstanceCount: 1,
              InstanceChargeType: "PREPAID",
              DryRun: false,
            },
          ],
        },
      },
    ],
    {
      id: "ap-guangzhou",
      bgpInstanceLists: [
        {
          instanceId: "bgp-00000fv1",
          instanceChargePrepaids: [{ period: 1, renewFlag: "NOTIFY_AND_MANUAL_RENEW" }],
          enterprisePackageConfigs: [outputOf(enterprise)],
          standardPackageConfigs: [],
          standardPlusPackageConfigs: [],
          tagInfoLists: [{ tagKey: "team", tagValue: "edge" }],
          packageType: "Enterprise",
          instanceChargeType: "PREPAID",
        },
      ],
    },
  ),
  {
    name: "getAntiddosListListener",
    inputs: {},
    exchanges: [
      {
        action: "DescribeListListener",
        params: {},
        response: {
          Layer4Listeners: [{ ...tcp, InstanceDetails: [eip], InstanceDetailRule: [{ ...eip, Cname: "x.dayugslb.example" }] }],
          Layer7Listeners: [{ ...web, ProxyTypeList: proxies, InstanceDetails: [eip], InstanceDetailRule: [] }],
        },
      },
    ],
    found: { id: "3714869487", layer4Listeners: [layer4], layer7Listeners: [layer7] },
    file: [layer4, layer7],
  },
];

/** The samples of both services. */
export const vpcSamples: readonly Sample[] = [...addressSamples, ...statusSamples, ...trendSamples, ...packageSamples];
