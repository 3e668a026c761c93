// Samples of the functions of address templates and attack protection. See docs/modules/cloud.md#address-templates.
import { first, list, outputOf, type Sample } from "./sample";

const firstTexts = { Offset: "0", Limit: "100" };
const addresses = ["10.0.0.1", "10.0.1.0/24", "10.0.0.10-10.0.0.20"];
const vpnUsers = { AddressTemplateName: "vpn-users", AddressTemplateId: "ipm-mdunqeb6", AddressSet: addresses };
const office = {
  AddressTemplateGroupName: "office",
  AddressTemplateGroupId: "ipmg-dih8xdbq",
  AddressTemplateIdSet: ["ipm-mdunqeb6", "ipm-dk1f9a2c"],
  TagSet: [],
};
const templates = "DescribeAddressTemplates";
const found = { id: "ipm-mdunqeb6", name: "vpn-users", addresses };

const addressSamples = [
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

const tag = { TagKey: "team", TagValue: "edge" };
const prepaid = { Period: 1, RenewFlag: "NOTIFY_AND_MANUAL_RENEW" };
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

const packageSamples = [
  list(
    "getAntiddosBgpInstances",
    {
      filterRegion: "ap-guangzhou",
      filterInstanceIdLists: ["bgp-00000fv1", "bgp-00000fv1"],
      filterTags: [outputOf(tag)],
    },
    [
      {
        action: "DescribeBgpInstances",
        params: {
          FilterRegion: "ap-guangzhou",
          FilterInstanceIdList: ["bgp-00000fv1"],
          FilterTag: [tag],
          ...first,
        },
        response: {
          Total: 1,
          BGPInstanceList: [
            {
              InstanceId: "bgp-00000fv1",
              InstanceChargePrepaid: prepaid,
              EnterprisePackageConfig: enterprise,
              StandardPackageConfig: null,
              StandardPlusPackageConfig: null,
              TagInfoList: [tag],
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
          instanceChargePrepaids: [outputOf(prepaid)],
          enterprisePackageConfigs: [outputOf(enterprise)],
          standardPackageConfigs: [],
          standardPlusPackageConfigs: [],
          tagInfoLists: [outputOf(tag)],
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
export const vpcSamples = [...addressSamples, ...antiddosSamples, ...packageSamples];
