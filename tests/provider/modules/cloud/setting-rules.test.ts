// Failures of CheckConfig: property, reason and remedy, without secrets. See docs/modules/cloud.md#settings.
import { decodeSettings } from "../../../../provider/core/schema/settings";
import { unknown, type Value, type ValueMap } from "../../../../provider/core/values/value";
import { settingRules, typeRules } from "../../../../provider/modules/cloud/settings";
import { schema } from "../../../support/in-process";

function failures(settings: ValueMap): { property: string; reason: string }[] {
  const options = {
    schema,
    rules: settingRules,
    rulesOf: (token: string) => typeRules[token],
    fromJson: (value: unknown) => value as Value,
  };
  return decodeSettings(settings, options).failures;
}

const role = { roleArn: "qcs::cam::uin/100000000001:roleName/deploy", sessionName: "quartet" };
const saml = { ...role, samlAssertion: "PHNhbWw+", principalArn: "p" };
const web = { ...role, webIdentityToken: "t" };

describe("accepted", () => {
  const rows: [string, ValueMap][] = [
    ["nothing", {}],
    ["keys", { secretId: "AKIDEXAMPLE", secretKey: "Secret/Key+Example=", securityToken: "token" }],
    ["empty texts", { secretId: "", secretKey: "", region: "", domain: "", profile: "" }],
    ["HTTP", { protocol: "HTTP" }],
    ["HTTPS", { protocol: "HTTPS" }],
    ["a domain with blanks around it", { domain: " intl.tencentcloudapi.com " }],
    ["a domain with a port", { domain: "127.0.0.1:8080" }],
    ["an IPv6 address", { domain: "[::1]:8080" }],
    ["empty blocks, which the environment may fill", { assumeRole: {}, mfaCertification: {} }],
    ["an empty block of SAML", { assumeRoleWithSaml: {} }],
    ["the longest sessions", { assumeRole: { ...role, sessionDuration: 43_200 }, mfaCertification: { durationSeconds: 129_600 } }],
    ["a session of 0", { assumeRole: { ...role, sessionDuration: 0 } }],
    ["an external id of all marks", { assumeRole: { ...role, externalId: "aZ_09+=,.@:/-" } }],
    ["allowed accounts with assumeRole", { allowedAccountIds: ["100000000001"], assumeRole: role }],
    ["empty lists beside others", { allowedAccountIds: [], forbiddenAccountIds: ["1"] }],
    ["a block as JSON text", { assumeRole: JSON.stringify({ ...role, sessionDuration: 60 }) }],
    ["what is not known yet", { protocol: unknown, assumeRole: unknown, allowedAccountIds: unknown }],
  ];
  test.each(rows)("%s", (_, settings) => expect(failures(settings)).toEqual([]));
});

describe("rejected", () => {
  const rows: [string, ValueMap, string, RegExp][] = [
    ["http in small letters", { protocol: "http" }, "protocol", /HTTP or HTTPS/],
    ["a domain with a scheme", { domain: "https://tencentcloudapi.com" }, "domain", /without scheme/],
    ["a domain with a slash", { domain: "tencentcloudapi.com/path" }, "domain", /slash/],
    ["a domain with white space", { domain: "tencent cloudapi.com" }, "domain", /white space/],
    ["a region with a blank", { region: "ap guangzhou" }, "region", /name of a region/],
    ["a key with a line end", { secretKey: "canary-secret\n" }, "secretKey", /line break/],
    ["a token with a blank", { securityToken: "canary token" }, "securityToken", /blank/],
    ["a session too long", { assumeRole: { sessionDuration: 43_201 } }, "assumeRole.sessionDuration", /from 0 to 43200/],
    ["a session below 0", { assumeRole: { sessionDuration: -1 } }, "assumeRole.sessionDuration", /from 0 to 43200/],
    ["half a second", { assumeRoleWithSaml: { sessionDuration: 0.5 } }, "assumeRoleWithSaml.sessionDuration", /whole number/],
    [
      "a web session too long",
      { assumeRoleWithWebIdentity: { sessionDuration: 43_201 } },
      "assumeRoleWithWebIdentity.sessionDuration",
      /43200/,
    ],
    ["an MFA session too long", { mfaCertification: { durationSeconds: 129_601 } }, "mfaCertification.durationSeconds", /from 0 to 129600/],
    ["a session name of one", { assumeRole: { sessionName: "x" } }, "assumeRole.sessionName", /2 to 128/],
    ["a session name of 129", { assumeRoleWithSaml: { sessionName: "x".repeat(129) } }, "assumeRoleWithSaml.sessionName", /2 to 128/],
    ["an external id with a blank", { assumeRole: { externalId: "a b" } }, "assumeRole.externalId", /letters, digits/],
    ["an external id of one", { assumeRole: { externalId: "a" } }, "assumeRole.externalId", /2 to 128/],
  ];
  test.each(rows)("%s", (_, settings, property, expectedMessage) => {
    const [failure, ...more] = failures(settings);
    expect(more).toEqual([]);
    expect(failure).toEqual({ property, reason: expect.stringMatching(expectedMessage) as string });
    expect(failure!.reason).not.toContain("canary");
  });
});

describe("conflicts are named on both sides", () => {
  const pairs: [string, Value, string, Value][] = [
    ["assumeRoleWithSaml", saml, "assumeRoleWithWebIdentity", web],
    ["assumeRoleWithSaml", saml, "allowedAccountIds", ["1"]],
    ["assumeRoleWithSaml", saml, "forbiddenAccountIds", ["1"]],
    ["assumeRoleWithWebIdentity", web, "allowedAccountIds", ["1"]],
    ["assumeRoleWithWebIdentity", web, "forbiddenAccountIds", ["1"]],
    ["allowedAccountIds", ["1"], "forbiddenAccountIds", ["2"]],
  ];
  test.each(pairs)("%s %j and %s", (one, first, other, second) => {
    const reported = failures({ [one]: first, [other]: second });
    expect(reported.map(({ property }) => property).sort()).toEqual([one, other].sort());
    for (const { reason } of reported) expect(reason).toMatch(/exclude each other/);
  });
});
