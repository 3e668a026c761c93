/** STS: who gets temporary keys, calls with them, and every rejection. */
import type { JsonObject } from "../exchange";
import type { CallOptions, Signer } from "./caller";
import { callerOf, rejection } from "./caller";
import type { CloudEmulator } from "./index";
import { createCloudEmulator } from "./index";
import { exampleKeys } from "./keys";

let time: number;
let emulator: CloudEmulator;
let callAction: ReturnType<typeof callerOf>;

beforeEach(() => {
  time = 1_700_000_000_000;
  emulator = createCloudEmulator({ now: () => new Date(time) });
  callAction = (target, params, special = {}) => callerOf(emulator)(target, params, { now: new Date(time), ...special });
});

const account = "qcs::cam::uin/100000000001";
const deploy = { RoleArn: `${account}:roleName/deploy`, RoleSessionName: "quartet" };
const saml = {
  RoleArn: `${account}:roleName/saml`,
  RoleSessionName: "quartet",
  SAMLAssertion: "PHNhbWxwOlJlc3BvbnNlPg==",
  PrincipalArn: `${account}:saml-provider/idp`,
};
const oidc = {
  ProviderId: "OIDC",
  WebIdentityToken: "eyJhbGciOiJSUzI1NiJ9.e30.c2ln",
  RoleArn: `${account}:roleName/oidc`,
  RoleSessionName: "quartet",
};
const device = "qcs::cam:uin/100000000001::mfa/softToken";

const signerOf = (response: JsonObject): Signer => {
  const { TmpSecretId, TmpSecretKey, Token } = response["Credentials"] as Record<string, string>;
  return { secretId: TmpSecretId ?? "", secretKey: TmpSecretKey ?? "", token: Token };
};

const shape = (expired: number, expiration: string): JsonObject => ({
  Credentials: {
    Token: expect.stringMatching(/^token\w{100}/) as string,
    TmpSecretId: expect.stringMatching(/^AKIDtmp\w+$/) as string,
    TmpSecretKey: expect.stringMatching(/^tmp\w+$/) as string,
  },
  ExpiredTime: expired,
  Expiration: expiration,
});

const usual = shape(1_700_007_200, "2023-11-15T00:13:20Z");

it.each<[string, JsonObject, CallOptions]>([
  ["AssumeRole", deploy, {}],
  ["AssumeRoleWithSAML", saml, { signer: null }],
  ["AssumeRoleWithWebIdentity", oidc, { signer: null }],
])("%s gives keys that are good for calls until they end", (action, params, special) => {
  const response = callAction(`sts/${action}`, params, special);
  expect(response).toEqual(usual);
  const signer = signerOf(response);
  expect(callAction("sts/GetCallerIdentity", {}, { signer })).toMatchObject({ AccountId: "100000000001", Type: "CAMRole" });
  expect(callAction("vpc/DescribeAddressTemplates", {}, { signer })).toHaveProperty("TotalCount", 3);
  expect(callAction("sts/GetCallerIdentity", {}, { signer: { ...signer, token: undefined } })).toEqual(
    rejection("AuthFailure.TokenFailure"),
  );
  time += 7_200_000 - 1;
  expect(callAction("sts/GetCallerIdentity", {}, { signer })).toHaveProperty("Arn");
  time += 1;
  expect(callAction("sts/GetCallerIdentity", {}, { signer })).toEqual(rejection("AuthFailure.TokenFailure"));
});

it("issues different keys each time, and the same ones in the next run", () => {
  const first = callAction("sts/AssumeRole", deploy);
  const second = callAction("sts/AssumeRole", deploy);
  expect(signerOf(first).secretId).not.toBe(signerOf(second).secretId);
  const again = callerOf(createCloudEmulator({ now: () => new Date(time) }), { now: new Date(time) })("sts/AssumeRole", deploy);
  expect(again).toEqual(first);
});

it("lets roles assume other roles by default", () => {
  const signer = signerOf(callAction("sts/AssumeRole", deploy));
  expect(callAction("sts/AssumeRole", deploy, { signer })).toEqual(usual);
  emulator.sts.rejectsTemporary.add("AssumeRole");
  expect(callAction("sts/AssumeRole", deploy, { signer })).toEqual(rejection("FailedOperation.TempKeyNotAllowed"));
  expect(callAction("sts/AssumeRole", deploy)).toEqual(usual);
});

it.each<[string, JsonObject, CallOptions, number]>([
  ["AssumeRole", deploy, {}, 43_200],
  ["AssumeRoleWithSAML", saml, { signer: null }, 43_200],
  ["AssumeRoleWithWebIdentity", oidc, { signer: null }, 43_200],
])("%s gives the requested lifetime", (action, params, special, longest) => {
  const life = (DurationSeconds: number): JsonObject => callAction(`sts/${action}`, { ...params, DurationSeconds }, special);
  expect(life(0)).toEqual(usual);
  expect(life(1)).toHaveProperty("ExpiredTime", 1_700_000_001);
  expect(life(longest)).toHaveProperty("ExpiredTime", 1_700_000_000 + longest);
  for (const seconds of [-1, longest + 1]) expect(life(seconds)).toEqual(rejection("InvalidParameter.OverTimeError"));
});

it.each<[string, JsonObject, CallOptions]>([
  ["AssumeRole", deploy, {}],
  ["AssumeRoleWithSAML", saml, { signer: null }],
  ["AssumeRoleWithWebIdentity", oidc, { signer: null }],
])("%s validates role and session name", (action, params, special) => {
  const by = (change: JsonObject): JsonObject => callAction(`sts/${action}`, { ...params, ...change }, special);
  for (const RoleArn of ["deploy", "qcs::cam::uin/x:roleName/deploy", `${account}:roleName/`, "arn:aws:iam::1:role/deploy"])
    expect(by({ RoleArn })).toEqual(rejection("InvalidParameter.ParamError"));
  for (const RoleSessionName of ["q", "with space", "a/b", "x".repeat(129)])
    expect(by({ RoleSessionName })).toEqual(rejection("InvalidParameter.ParamError"));
  for (const RoleSessionName of ["qq", "x".repeat(128), "a.b=c,d@e_f-g"]) expect(by({ RoleSessionName })).toEqual(usual);
  expect(by({ RoleArn: `${account}:roleName/other` })).toEqual(rejection("ResourceNotFound.RoleNotFound"));
  expect(by({ RoleArn: null })).toEqual(rejection("MissingParameter"));
});

describe("AssumeRole", () => {
  const by = (change: JsonObject): JsonObject => callAction("sts/AssumeRole", { ...deploy, ...change });
  const policy = { version: "2.0", statement: [{ effect: "allow", action: ["vpc:Describe*"], resource: "*" }] };
  const encoded = (value: unknown): string =>
    encodeURIComponent(JSON.stringify(value)).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

  it("accepts a policy in form-URL encoding", () => {
    expect(by({ Policy: encoded(policy) })).toEqual(usual);
    expect(by({ Policy: encoded({ ...policy, note: "a b" }).replaceAll("%20", "+") })).toEqual(usual);
    expect(by({ Policy: encodeURIComponent(JSON.stringify({ ...policy, note: "(a!)" })) })).toEqual(usual);
  });

  it.each([
    ["plain JSON", JSON.stringify(policy)],
    ["a broken escape", "%7"],
    ["bytes that are no UTF-8", "%ff"],
    ["no JSON", "policy"],
    ["null", "null"],
    ["another version", encoded({ ...policy, version: "1.0" })],
    ["no statement", encoded({ ...policy, statement: [] })],
    ["a statement without effect", encoded({ ...policy, statement: [{}] })],
  ])("rejects %s as policy", (_, Policy) => {
    expect(by({ Policy })).toEqual(rejection("InvalidParameter.StrategyInvalid"));
  });

  it("requires the external ID of the role", () => {
    emulator.sts.roles.set(deploy.RoleArn, { externalId: "partner-42" });
    expect(by({ ExternalId: "partner-42" })).toEqual(usual);
    expect(by({})).toEqual(rejection("UnauthorizedOperation"));
    expect(by({ ExternalId: "partner-43" })).toEqual(rejection("UnauthorizedOperation"));
    expect(by({ ExternalId: "a b" })).toEqual(rejection("InvalidParameter.ParamError"));
  });

  it("accepts a code once, and requires one where the role does", () => {
    emulator.sts.codes.set(device, new Set(["523886"]));
    expect(by({ SerialNumber: device, TokenCode: "523886" })).toEqual(usual);
    expect(by({ SerialNumber: device, TokenCode: "523886" })).toEqual(rejection("FailedOperation.CheckMFAError"));
    expect(by({})).toEqual(usual);
    emulator.sts.roles.set(deploy.RoleArn, { mfa: true });
    expect(by({})).toEqual(rejection("InvalidParameter.ParamError"));
    expect(by({ TokenCode: "523886" })).toEqual(rejection("InvalidParameter.ParamError"));
  });
});

describe("AssumeRoleWithSAML", () => {
  const by = (change: JsonObject): JsonObject => callAction("sts/AssumeRoleWithSAML", { ...saml, ...change }, { signer: null });

  it("validates the assertion and the provider", () => {
    for (const SAMLAssertion of ["", "PHNhbWxwOlJlc3BvbnNlPg", "<saml>", "dGV4dA=="])
      expect(by({ SAMLAssertion })).toEqual(rejection("InvalidParameter.ParamError"));
    expect(by({ PrincipalArn: "idp" })).toEqual(rejection("InvalidParameter.ParamError"));
    expect(by({ PrincipalArn: `${account}:saml-provider/other` })).toEqual(rejection("UnauthorizedOperation"));
    expect(by({ RoleArn: deploy.RoleArn })).toEqual(rejection("UnauthorizedOperation"));
  });

  it("rejects a used assertion", () => {
    emulator.sts.spentAssertions.add(saml.SAMLAssertion);
    expect(by({})).toEqual(rejection("InvalidParameter.ParamError"));
  });
});

describe("AssumeRoleWithWebIdentity", () => {
  const by = (change: JsonObject): JsonObject => callAction("sts/AssumeRoleWithWebIdentity", { ...oidc, ...change }, { signer: null });

  it("validates the token and the provider", () => {
    for (const WebIdentityToken of ["token", "a.b", "a.b.c\n", "a.b.c.d"])
      expect(by({ WebIdentityToken })).toEqual(rejection("InvalidParameter.WebIdentityTokenError"));
    expect(by({ ProviderId: "other" })).toEqual(rejection("UnauthorizedOperation"));
  });

  it("accepts the registered tokens", () => {
    emulator.sts.webIdentityTokens = new Set(["new.token.sig"]);
    expect(by({})).toEqual(rejection("InvalidParameter.WebIdentityTokenError"));
    expect(by({ WebIdentityToken: "new.token.sig" })).toEqual(usual);
  });
});

describe("GetSessionToken", () => {
  const by = (change: JsonObject, special?: CallOptions): JsonObject =>
    callAction("sts/GetSessionToken", { SerialNumber: device, TokenCode: "523886", ...change }, special);
  beforeEach(() => void emulator.sts.codes.set(device, new Set(["523886", "111111"])));

  it("issues keys of the same principal for a code, once", () => {
    const response = by({});
    expect(response).toEqual(shape(1_700_001_800, "2023-11-14T22:43:20Z"));
    expect(callAction("sts/GetCallerIdentity", {}, { signer: signerOf(response) })).toEqual(callAction("sts/GetCallerIdentity"));
    expect(by({})).toEqual(rejection("FailedOperation.CheckMFAError"));
    expect(by({ TokenCode: "111111", DurationSeconds: 129_600 })).toHaveProperty("ExpiredTime", 1_700_129_600);
  });

  it("rejects an invalid code, an unknown device, and a duration that is too long", () => {
    expect(by({ TokenCode: "000000" })).toEqual(rejection("FailedOperation.CheckMFAError"));
    expect(by({ TokenCode: "52388" })).toEqual(rejection("FailedOperation.CheckMFAError"));
    expect(by({ SerialNumber: device.replace("1::", "2::") })).toEqual(rejection("FailedOperation.CheckMFAError"));
    expect(by({ SerialNumber: "phone" })).toEqual(rejection("FailedOperation.MFATypeNotSupported"));
    expect(by({ SerialNumber: null })).toEqual(rejection("InvalidParameter.ParamError"));
    expect(by({ DurationSeconds: 129_601 })).toEqual(rejection("InvalidParameter.OverTimeError"));
    expect(by({})).toHaveProperty("Credentials");
  });

  it("needs a signature", () => {
    expect(by({}, { signer: null })).toEqual(rejection("AuthFailure.InvalidAuthorization"));
  });
});

describe("GetCallerIdentity", () => {
  it("returns the owner of the keys that signed", () => {
    const own = { Arn: `${account}:uin/100000000001`, AccountId: "100000000001", UserId: "100000000001", PrincipalId: "100000000001" };
    expect(callAction("sts/GetCallerIdentity")).toEqual({ ...own, Type: "root" });
    emulator.keys.set("AKIDuser", { secretKey: "key", account: "100000000001", user: "100000000002" });
    const user = { Arn: `${account}:uin/100000000002`, AccountId: "100000000001", UserId: "100000000002", PrincipalId: "100000000002" };
    expect(callAction("sts/GetCallerIdentity", {}, { signer: { secretId: "AKIDuser", secretKey: "key" } })).toEqual({
      ...user,
      Type: "CAMUser",
    });
  });

  it("can be configured to return another identity", () => {
    emulator.sts.identity = { AccountId: null };
    expect(callAction("sts/GetCallerIdentity")).toHaveProperty("AccountId", null);
  });

  it("accepts no parameters", () => {
    expect(callAction("sts/GetCallerIdentity", { AccountId: exampleKeys.account })).toEqual(rejection("UnknownParameter"));
  });
});
