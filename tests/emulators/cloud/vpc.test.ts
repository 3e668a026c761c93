/** Address templates and their groups: filters, pages by texts, nulls. */
import type { JsonObject } from "../exchange";
import { callerOf, rejection } from "./caller";
import { createCloudEmulator } from "./index";

const emulator = createCloudEmulator();
const callAction = callerOf(emulator);

const listed = (action: string, params: JsonObject = {}): unknown[] => {
  const response = callAction(`vpc/${action}`, params);
  const rows = (response["AddressTemplateSet"] ?? response["AddressTemplateGroupSet"]) as JsonObject[];
  return rows.map((row) => row["AddressTemplateId"] ?? row["AddressTemplateGroupId"]);
};
const filter = (...filters: [string, ...string[]][]): JsonObject => ({ Filters: filters.map(([Name, ...Values]) => ({ Name, Values })) });

it("lists templates and groups, oldest first", () => {
  expect(listed("DescribeAddressTemplates")).toEqual(["ipm-mdunqeb6", "ipm-dk1f9a2c", "ipm-3c8qe7rz"]);
  expect(listed("DescribeAddressTemplateGroups")).toEqual(["ipmg-dih8xdbq", "ipmg-2uw6ujo6"]);
});

it("returns rows as specified, a group without templates as null", () => {
  expect(callAction("vpc/DescribeAddressTemplates", filter(["address-template-id", "ipm-mdunqeb6"]))).toEqual({
    TotalCount: 1,
    AddressTemplateSet: [
      {
        AddressTemplateName: "vpn-users",
        AddressTemplateId: "ipm-mdunqeb6",
        AddressSet: ["10.0.0.1", "10.0.1.0/24", "10.0.0.10-10.0.0.20"],
        CreatedTime: "2023-11-14 22:13:20",
        UpdatedTime: "2023-11-14 22:13:20",
        AddressExtraSet: [{ Address: "10.0.0.1", Description: "gateway", UpdatedTime: "2023-11-14 22:13:20" }],
        TagSet: [],
      },
    ],
  });
  const groups = callAction("vpc/DescribeAddressTemplateGroups", filter(["address-template-group-name", "empty"]));
  expect(groups).toMatchObject({ TotalCount: 1, AddressTemplateGroupSet: [{ AddressTemplateIdSet: null }] });
});

it("finds by name, by id and by both", () => {
  expect(listed("DescribeAddressTemplates", filter(["address-template-name", "vpn-users"]))).toEqual(["ipm-mdunqeb6", "ipm-3c8qe7rz"]);
  expect(listed("DescribeAddressTemplates", filter(["address-template-name", "办公网络", "x"]))).toEqual(["ipm-dk1f9a2c"]);
  const both = filter(["address-template-name", "vpn-users"], ["address-template-id", "ipm-3c8qe7rz"]);
  expect(listed("DescribeAddressTemplates", both)).toEqual(["ipm-3c8qe7rz"]);
  expect(listed("DescribeAddressTemplateGroups", filter(["address-template-group-id", "ipmg-dih8xdbq"]))).toEqual(["ipmg-dih8xdbq"]);
  expect(callAction("vpc/DescribeAddressTemplates", filter(["address-template-name", "missing"]))).toEqual({
    TotalCount: 0,
    AddressTemplateSet: [],
  });
});

it("rejects filters of the other action and unknown ones", () => {
  const unknown = rejection("InvalidParameter.FilterInvalidKey");
  expect(callAction("vpc/DescribeAddressTemplates", filter(["address-template-group-name", "x"]))).toEqual(unknown);
  expect(callAction("vpc/DescribeAddressTemplateGroups", filter(["address-template-name", "x"]))).toEqual(unknown);
  expect(callAction("vpc/DescribeAddressTemplates", filter(["toString", "x"]))).toEqual(unknown);
  expect(callAction("vpc/DescribeAddressTemplates", { Filters: [] })).toEqual(rejection("InvalidParameterValue"));
});

it("pages by texts and rejects numbers", () => {
  expect(listed("DescribeAddressTemplates", { Offset: "1", Limit: "1" })).toEqual(["ipm-dk1f9a2c"]);
  expect(listed("DescribeAddressTemplates", { Offset: "3", Limit: "100" })).toEqual([]);
  for (const params of [{ Offset: 0 }, { Limit: 100 }])
    expect(callAction("vpc/DescribeAddressTemplates", params)).toEqual(rejection("InvalidParameter"));
  for (const params of [{ Offset: "-1" }, { Limit: "1.5" }, { Limit: "" }])
    expect(callAction("vpc/DescribeAddressTemplates", params)).toEqual(rejection("InvalidParameterValue.Malformed"));
  for (const Limit of ["0", "101"])
    expect(callAction("vpc/DescribeAddressTemplates", { Limit })).toEqual(rejection("InvalidParameterValue.Range"));
});

it("returns twenty without a page size, and what tests insert", () => {
  const own = createCloudEmulator();
  own.book.templates = Array.from({ length: 21 }, (_, index) => ({ AddressTemplateId: `ipm-${index}` }));
  const response = callerOf(own)("vpc/DescribeAddressTemplates");
  expect(response).toHaveProperty("TotalCount", 21);
  expect(response["AddressTemplateSet"]).toHaveLength(20);
});

it("finds by an address", () => {
  expect(listed("DescribeAddressTemplates", filter(["address-ip", "192.0.2.0/24", "10.0.0.1"]))).toEqual(["ipm-mdunqeb6", "ipm-dk1f9a2c"]);
  expect(listed("DescribeAddressTemplates", filter(["address-ip", "10.0.0"]))).toEqual([]);
});

it("orders rows and their members, each both ways", () => {
  const upwards = ["ipm-3c8qe7rz", "ipm-dk1f9a2c", "ipm-mdunqeb6"];
  expect(listed("DescribeAddressTemplates", { OrderField: "AddressTemplateId" })).toEqual(upwards);
  expect(listed("DescribeAddressTemplates", { OrderField: "AddressTemplateId", OrderDirection: "DESC" })).toEqual(upwards.reverse());
  expect(listed("DescribeAddressTemplateGroups", { OrderField: "AddressTemplateGroupId" })).toEqual(["ipmg-2uw6ujo6", "ipmg-dih8xdbq"]);
  const byTime = listed("DescribeAddressTemplates", { OrderField: "UpdateTime", MemberOrderField: "UpdateTime" });
  expect(byTime.sort()).toEqual(upwards.sort());
  const one = { ...filter(["address-template-id", "ipm-mdunqeb6"]), MemberOrderField: "Address", MemberOrderDirection: "ASC" };
  const AddressSet = ["10.0.0.1", "10.0.0.10-10.0.0.20", "10.0.1.0/24"];
  expect(callAction("vpc/DescribeAddressTemplates", one)).toMatchObject({ AddressTemplateSet: [{ AddressSet }] });
  expect(callAction("vpc/DescribeAddressTemplates", { OrderDirection: "up" })).toEqual(rejection("InvalidParameterValue"));
});
