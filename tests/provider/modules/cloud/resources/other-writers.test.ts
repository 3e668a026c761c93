/** An update of one property preserves changes of another writer, also where the service requires whole objects, and its request contains the update only. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { created, type Setup } from "./setup";

const tags = { team: "shop", stage: "dev" };

test.each([
  ["service", "apigw", "service"],
  ["application", "apigateway", "apiAppId"],
  ["channel", "apigateway", "upstreamId"],
])("tags of a %s: only those that the program changes are written", async (title, serviceType, prefix) => {
  const { stack, emulator, program, calls, id } = await created(title, { tags });
  for (const [key, value] of Object.entries({ "by-hand": "1", team: "other" }))
    emulator.tags.put({ serviceType, prefix, region: "ap-guangzhou", id }, key, { value, category: "Custom" });
  const before = calls.length;
  expect(await stack.up({ ...program, tags: { team: "shop", crew: "a" } })).toBe("update");
  expect(calls.slice(before).filter(({ action }) => !action.startsWith("Describe"))).toMatchObject([
    {
      action: "ModifyResourceTags",
      params: {
        Resource: `qcs::${serviceType}:ap-guangzhou:uin/:${prefix}/${id}`,
        ReplaceTags: [{ TagKey: "crew", TagValue: "a" }],
        DeleteTags: [{ TagKey: "stage" }],
      },
    },
  ]);
  expect(emulator.tags.of(id)).toEqual({ "by-hand": "1", team: "other", crew: "a" });
});

const parameters = [{ Name: "other", Position: "QUERY", Type: "string", Desc: "", DefaultValue: "", Required: false }];

/** Inputs that no program declares. */
const undeclared = { serviceDesc: undefined, usagePlanDesc: undefined, apiDesc: undefined, requestParameters: undefined };

const rows: [title: string, action: string, key: string, other: (fixture: Setup) => PlainMap, change: object, sent: PlainMap][] = [
  [
    "service",
    "ModifyService",
    "ServiceId",
    () => ({ ServiceDesc: "by hand" }),
    { serviceName: "store" },
    { ServiceName: "store", ServiceDesc: "by hand", Protocol: "http&https", NetTypes: ["OUTER"] },
  ],
  ["application", "ModifyApiApp", "ApiAppId", () => ({ ApiAppName: "by hand" }), { apiAppDesc: "later" }, { ApiAppDesc: "later" }],
  ["plugin", "ModifyPlugin", "PluginId", () => ({ Description: "by hand" }), { pluginName: "door" }, { PluginName: "door" }],
  [
    "usage plan",
    "ModifyUsagePlan",
    "UsagePlanId",
    () => ({ UsagePlanDesc: "by hand" }),
    { maxRequestNum: 20 },
    { UsagePlanName: "gold", UsagePlanDesc: "by hand", MaxRequestNum: 20, MaxRequestNumPreSec: 10 },
  ],
  [
    "API",
    "ModifyApi",
    "ApiId",
    ({ sent }) => ({ ...sent("CreateApi")!, ApiDesc: "by hand", RequestParameters: parameters }),
    { apiName: "b" },
    expect.objectContaining({ ApiName: "b", ApiDesc: "by hand", RequestParameters: parameters }) as PlainMap,
  ],
];

test.each(rows)("%s: the change of another writer stays", async (...[title, action, key, other, change, params]) => {
  const fixture = await created(title, undeclared);
  const { stack, program, callAction, sent, id } = fixture;
  callAction(action, { [key]: id, ...other(fixture) });
  expect(await stack.up({ ...program, ...change })).toBe("update");
  const { [key]: named, ...rest } = sent(action)!;
  expect(named).toBe(id);
  expect(rest).toEqual(params);
});
