/** The account that the emulated anti-DDoS service shows at first: several pages of packages, each kind of null once. */
import type { JsonObject } from "../exchange";
import type { ProtectedAccount } from "./antiddos";

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
