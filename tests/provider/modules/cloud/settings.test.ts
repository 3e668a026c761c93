// The settings in force: sources, their order, and invalid variables. See docs/modules/cloud.md#settings.
import type { ProviderError } from "../../../../provider/core/errors/errors";
import type { Settings } from "../../../../provider/core/gen/types";
import type { Environment } from "../../../../provider/modules/cloud/env";
import { effectiveSettings, type EffectiveSettings } from "../../../../provider/modules/cloud/settings";

type Plain = Record<string, unknown>;

const of = (settings: Plain = {}, env: Environment = {}): EffectiveSettings => effectiveSettings(settings as Settings, env);

function rejectionOf(settings: Plain, env: Environment): { code: string; message: string } {
  try {
    of(settings, env);
  } catch (error) {
    const { code, message } = error as ProviderError;
    return { code, message };
  }
  throw new Error("it was accepted");
}

describe("settings with a variable", () => {
  const rows: [keyof EffectiveSettings, string, unknown, string, string][] = [
    ["secretId", "TENCENTCLOUD_SECRET_ID", undefined, "AKIDown", "AKIDenv"],
    ["secretKey", "TENCENTCLOUD_SECRET_KEY", undefined, "ownKey", "envKey"],
    ["securityToken", "TENCENTCLOUD_SECURITY_TOKEN", undefined, "ownToken", "envToken"],
    ["profile", "TENCENTCLOUD_PROFILE", "default", "own", "env"],
    ["sharedCredentialsDir", "TENCENTCLOUD_SHARED_CREDENTIALS_DIR", undefined, "/own", "/env"],
    ["camRoleName", "TENCENTCLOUD_CAM_ROLE_NAME", undefined, "own", "env"],
    ["region", "TENCENTCLOUD_REGION", undefined, "ap-own", "ap-env"],
    ["protocol", "TENCENTCLOUD_PROTOCOL", "HTTPS", "HTTPS", "HTTP"],
    ["domain", "TENCENTCLOUD_DOMAIN", "tencentcloudapi.com", "own.example", "env.example"],
    ["cosDomain", "TENCENTCLOUD_COS_DOMAIN", undefined, "https://own.example", "https://env.example"],
  ];

  test.each(rows)("%s", (...[name, variable, fallback, own, other]) => {
    expect(of()[name]).toBe(fallback);
    expect(of({}, { [variable]: other })[name]).toBe(other);
    expect(of({ [name]: own }, { [variable]: other })[name]).toBe(own);
    expect(of({ [name]: "" }, { [variable]: other })[name]).toBe(other);
    expect(of({}, { [variable]: "" })[name]).toBe(fallback);
  });

  test("other settings have no variable", () => {
    expect(of()).toMatchObject({ enablePodOidc: false, allowedAccountIds: [], forbiddenAccountIds: [] });
    expect(of({ enablePodOidc: true, allowedAccountIds: ["1"] })).toMatchObject({ enablePodOidc: true, allowedAccountIds: ["1"] });
    expect(of({ forbiddenAccountIds: ["2"] }).forbiddenAccountIds).toEqual(["2"]);
  });

  test("a domain is trimmed", () => {
    expect(of({ domain: " internal.example " }).domain).toBe("internal.example");
    expect(of({ domain: "  " }).domain).toBe("tencentcloudapi.com");
  });

  test("the environment's token stays with the environment's key", () => {
    const env = { TENCENTCLOUD_SECRET_ID: "AKIDenv", TENCENTCLOUD_SECRET_KEY: "k", TENCENTCLOUD_SECURITY_TOKEN: "envToken" };
    expect(of({ secretId: "AKIDown", secretKey: "own" }, env).securityToken).toBeUndefined();
    expect(of({ secretId: "AKIDown", secretKey: "own", securityToken: "ownToken" }, env).securityToken).toBe("ownToken");
    expect(of({ secretId: "AKIDenv" }, env).securityToken).toBe("envToken");
    expect(of({ secretId: "AKIDown" }, { TENCENTCLOUD_SECURITY_TOKEN: "envToken" }).securityToken).toBe("envToken");
  });

  test("the address of the metadata", () => {
    expect(of().metadataEndpoint).toBe("http://metadata.tencentyun.com");
    expect(of({}, { TENCENTCLOUD_METADATA_ENDPOINT: "http://127.0.0.1:1/" }).metadataEndpoint).toBe("http://127.0.0.1:1");
  });
});

describe("members of blocks", () => {
  const role = "TENCENTCLOUD_ASSUME_ROLE";
  const session: [string, string][] = [
    ["roleArn", `${role}_ARN`],
    ["sessionName", `${role}_SESSION_NAME`],
    ["sessionDuration", `${role}_SESSION_DURATION`],
  ];
  const blocks: [keyof Settings & keyof EffectiveSettings, [string, string][]][] = [
    [
      "assumeRole",
      [
        ...session,
        ["externalId", `${role}_EXTERNAL_ID`],
        ["sourceIdentity", `${role}_SOURCE_IDENTITY`],
        ["serialNumber", `${role}_SERIAL_NUMBER`],
        ["tokenCode", `${role}_TOKEN_CODE`],
      ],
    ],
    ["assumeRoleWithSaml", [...session, ["samlAssertion", `${role}_SAML_ASSERTION`], ["principalArn", `${role}_PRINCIPAL_ARN`]]],
    [
      "assumeRoleWithWebIdentity",
      [
        ...session,
        ["providerId", `${role}_PROVIDER_ID`],
        ["webIdentityToken", `${role}_WEB_IDENTITY_TOKEN`],
        ["webIdentityTokenFile", `${role}_WEB_IDENTITY_TOKEN_FILE`],
        ["roleArnFile", `${role}_ARNN_FILE`],
        ["roleArnFile", `${role}_ARN_FILE`],
      ],
    ],
    [
      "mfaCertification",
      [
        ["serialNumber", "TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER"],
        ["tokenCode", "TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE"],
        ["durationSeconds", "TENCENTCLOUD_MFA_CERTIFICATION_DURATION_SECONDS"],
      ],
    ],
  ];
  const cases = blocks.flatMap(([block, members]) => members.map(([member, variable]) => [block, member, variable] as const));

  test.each(cases)("%s.%s from %s", (block, member, variable) => {
    const number = /duration/i.test(member);
    const [own, other, text] = number ? [100, 200, "200"] : ["own", "other", "other"];
    expect(of({ [block]: {} }, { [variable]: text })[block]).toEqual({ [member]: other });
    expect(of({ [block]: { [member]: own } }, { [variable]: text })[block]).toEqual({ [member]: own });
    expect(of({ [block]: { [member]: "" } }, { [variable]: text })[block]).toEqual({ [member]: other });
    expect(of({}, { [variable]: text })[block]).toBeUndefined();
  });

  test("policy has no variable", () => {
    expect(of({ assumeRole: { policy: "{}" } }, { [`${role}_POLICY`]: "x" }).assumeRole).toEqual({ policy: "{}" });
  });

  test("the variable with the double N takes precedence", () => {
    const env = { [`${role}_ARNN_FILE`]: "/nn", [`${role}_ARN_FILE`]: "/n" };
    expect(of({ assumeRoleWithWebIdentity: {} }, env).assumeRoleWithWebIdentity).toEqual({ roleArnFile: "/nn" });
  });

  test("an explicit file takes precedence over the inline value of the environment", () => {
    const env = { [`${role}_WEB_IDENTITY_TOKEN`]: "t", [`${role}_ARN`]: "arn" };
    const block = { webIdentityTokenFile: "/token", roleArnFile: "/role" };
    expect(of({ assumeRoleWithWebIdentity: block }, env).assumeRoleWithWebIdentity).toEqual(block);
  });

  test("a configured 0 stays, 0 in the environment is absent", () => {
    expect(of({ assumeRole: { sessionDuration: 0 } }, { [`${role}_SESSION_DURATION`]: "60" }).assumeRole).toEqual({ sessionDuration: 0 });
    expect(of({ assumeRole: {} }, { [`${role}_SESSION_DURATION`]: "0" }).assumeRole).toEqual({});
  });

  test("the environment alone configures a role by ARN and session name, and a session by device and code", () => {
    const named = { [`${role}_ARN`]: "arn", [`${role}_SESSION_NAME`]: "name" };
    expect(of({}, named).environmentRole).toEqual({ roleArn: "arn", sessionName: "name" });
    expect(of({}, { [`${role}_ARN`]: "arn" }).environmentRole).toBeUndefined();
    expect(of({}, { [`${role}_SESSION_NAME`]: "name" }).environmentRole).toBeUndefined();
    expect(of({ assumeRole: {} }, named).environmentRole).toBeUndefined();
    const mfa = { TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER: "s", TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE: "123456" };
    expect(of({}, mfa).environmentMfa).toEqual({ serialNumber: "s", tokenCode: "123456" });
    expect(of({ mfaCertification: {} }, mfa).environmentMfa).toBeUndefined();
    expect(of({}, { TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE: "123456" }).environmentMfa).toBeUndefined();
  });
});

describe("variables that cannot be used", () => {
  const rows: [string, string, Plain, RegExp][] = [
    ["TENCENTCLOUD_PROTOCOL", "https", {}, /HTTP or HTTPS/],
    ["TENCENTCLOUD_DOMAIN", "https://tencentcloudapi.com", {}, /host name/],
    ["TENCENTCLOUD_REGION", "ap shanghai", {}, /name of a region/],
    ["TENCENTCLOUD_SECRET_KEY", "canary-key\n", {}, /line break/],
    ["TENCENTCLOUD_ASSUME_ROLE_SESSION_DURATION", "2h", { assumeRole: {} }, /whole number/],
    ["TENCENTCLOUD_ASSUME_ROLE_SESSION_DURATION", "43201", { assumeRole: {} }, /from 0 to 43200/],
    ["TENCENTCLOUD_ASSUME_ROLE_SESSION_NAME", "x", { assumeRole: {} }, /2 to 128 characters/],
    ["TENCENTCLOUD_ASSUME_ROLE_EXTERNAL_ID", "a b", { assumeRole: {} }, /letters, digits/],
    ["TENCENTCLOUD_MFA_CERTIFICATION_DURATION_SECONDS", "129601", { mfaCertification: {} }, /from 0 to 129600/],
    ["TENCENTCLOUD_READ_RETRY_TIMEOUT", "three", {}, /whole number/],
    ["TENCENTCLOUD_WRITE_RETRY_TIMEOUT", "1.5", {}, /whole number/],
  ];

  test.each(rows)("%s=%j", (variable, value, settings, expectedMessage) => {
    const { code, message } = rejectionOf(settings, { [variable]: value });
    expect(code).toBe("failed_precondition");
    expect(message).toContain(variable);
    expect(message).toMatch(expectedMessage);
    expect(message).not.toContain("canary");
  });

  test("an invalid number is ignored where it has no effect", () => {
    expect(of({}, { TENCENTCLOUD_ASSUME_ROLE_SESSION_DURATION: "2h" }).assumeRole).toBeUndefined();
    expect(of({ assumeRole: { sessionDuration: 60 } }, { TENCENTCLOUD_ASSUME_ROLE_SESSION_DURATION: "2h" }).assumeRole).toBeDefined();
  });
});

test("budgets are whole minutes; without them 3 for reads and 5 for writes", () => {
  expect(of().budgets).toEqual({ read: 180_000, write: 300_000 });
  const env = { TENCENTCLOUD_READ_RETRY_TIMEOUT: "1", TENCENTCLOUD_WRITE_RETRY_TIMEOUT: "10" };
  expect(of({}, env).budgets).toEqual({ read: 60_000, write: 600_000 });
});
