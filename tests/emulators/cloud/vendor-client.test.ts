/** The vendor's own client for Node against the emulator: a second witness for signature, frame and errors. */
import { Agent } from "node:http";
import type { LookupFunction } from "node:net";
import { CommonClient } from "tencentcloud-sdk-nodejs-common";
import { serve, type Served } from "../serve";
import { type CloudEmulator, createCloudEmulator } from "./index";
import { exampleKeys } from "./keys";

/** Every name resolves to this machine: the client takes the service from the host name, so the request must have the real one. */
const lookup: LookupFunction = (_name, { all }, done) => {
  if (all) done(null, [{ address: "127.0.0.1", family: 4 }]);
  else done(null, "127.0.0.1", 4);
};
const agent = new Agent({ lookup });

let emulator: CloudEmulator;
let served: Served;
beforeEach(async () => {
  emulator = createCloudEmulator();
  served = await serve(emulator.handle);
});
afterEach(() => served.stop());
afterAll(() => agent.destroy());

interface Keys {
  secretId: string;
  secretKey: string;
  token?: string;
}

const client = (service: string, version: string, keys: Keys = exampleKeys) =>
  new CommonClient(`${service}.tencentcloudapi.com:${served.port}`, version, {
    credential: { secretId: keys.secretId, secretKey: keys.secretKey, ...(keys.token === undefined ? {} : { token: keys.token }) },
    region: "ap-guangzhou",
    profile: { language: "en-US", httpProfile: { protocol: "http://", agent } },
  });

it("lists address templates by a name that is not ASCII", async () => {
  const response = (await client("vpc", "2017-03-12").request("DescribeAddressTemplates", {
    Filters: [{ Name: "address-template-name", Values: ["办公网络"] }],
    Offset: "0",
    Limit: "100",
  })) as { TotalCount: number; AddressTemplateSet: unknown[]; RequestId: string };
  expect(response).toMatchObject({ TotalCount: 1, AddressTemplateSet: [{ AddressTemplateId: "ipm-dk1f9a2c" }] });
  expect(response.RequestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(emulator.calls).toEqual([
    { service: "vpc", action: "DescribeAddressTemplates", region: "ap-guangzhou", secretId: exampleKeys.secretId },
  ]);
});

it("assumes a role and signs with its keys", async () => {
  const response = (await client("sts", "2018-08-13").request("AssumeRole", {
    RoleArn: "qcs::cam::uin/100000000001:roleName/deploy",
    RoleSessionName: "quartet",
  })) as { Credentials: { TmpSecretId: string; TmpSecretKey: string; Token: string } };
  const { TmpSecretId, TmpSecretKey, Token } = response.Credentials;
  const keys = { secretId: TmpSecretId, secretKey: TmpSecretKey, token: Token };
  expect(await client("sts", "2018-08-13", keys).request("GetCallerIdentity", {})).toMatchObject({ Type: "CAMRole" });
  await expect(client("sts", "2018-08-13", { ...keys, token: undefined }).request("GetCallerIdentity", {})).rejects.toMatchObject({
    code: "AuthFailure.TokenFailure",
  });
});

it("creates a service with tags, and raises an exception once it is missing", async () => {
  const gateway = client("apigateway", "2018-08-08");
  const Tags = [{ Key: "team", Value: "shop" }];
  const { ServiceId } = (await gateway.request("CreateService", { ServiceName: "orders", Protocol: "http", Tags })) as {
    ServiceId: string;
  };
  expect(await gateway.request("DescribeService", { ServiceId })).toMatchObject({ Tags });
  const Resource = `qcs::apigw:ap-guangzhou:uin/:service/${ServiceId}`;
  await client("tag", "2018-08-13").request("ModifyResourceTags", { Resource, DeleteTags: [{ TagKey: "team" }] });
  expect(emulator.tags.of(ServiceId)).toEqual({});
  await gateway.request("DeleteService", { ServiceId });
  await expect(gateway.request("DescribeService", { ServiceId })).rejects.toMatchObject({ code: "ResourceNotFound.InvalidService" });
});

it.each<[string, Keys, unknown]>([
  ["AuthFailure.SignatureFailure", { ...exampleKeys, secretKey: "wrong" }, {}],
  ["AuthFailure.SecretIdNotFound", { ...exampleKeys, secretId: "AKIDother" }, {}],
  ["UnknownParameter", exampleKeys, { Unknown: 1 }],
])("gets %s as its exception", async (code, keys, params) => {
  const requested = client("vpc", "2017-03-12", keys).request("DescribeAddressTemplates", params);
  const error = (await requested.catch((cause: unknown) => cause)) as Error & { code: string; requestId: string };
  expect([error.constructor.name, error.code]).toEqual(["TencentCloudSDKHttpException", code]);
  expect(error.message).toMatch(/^[ -~]+$/); // in English, since the client requests it
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});
