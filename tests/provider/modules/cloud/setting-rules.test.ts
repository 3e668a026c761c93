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

test.each<ValueMap>([
  { secretId: "AKIDEXAMPLE", secretKey: "Secret/Key+Example=", securityToken: "token" },
  { secretId: "", secretKey: "", region: "", domain: "", profile: "", assumeRoleWithSaml: {}, mfaCertification: {} },
  { protocol: "HTTP", domain: " intl.tencentcloudapi.com " },
  { protocol: "HTTPS", domain: "127.0.0.1:8080" },
  { domain: "[::1]:8080" },
  { assumeRole: { sessionDuration: 43_200, sessionName: "xy" }, mfaCertification: { durationSeconds: 129_600 } },
  { assumeRole: { sessionDuration: 0, externalId: "aZ_09+=,.@:/-" }, allowedAccountIds: ["100000000001"] },
  { allowedAccountIds: [], forbiddenAccountIds: ["1"] },
  { assumeRole: JSON.stringify({ sessionDuration: 60 }) },
  { protocol: unknown, assumeRole: unknown, allowedAccountIds: unknown },
])("%j is accepted", (settings) => expect(failures(settings)).toEqual([]));

test.each<[ValueMap, string, RegExp]>([
  [{ protocol: "http" }, "protocol", /HTTP or HTTPS/],
  [{ domain: "https://tencentcloudapi.com" }, "domain", /without scheme/],
  [{ domain: "tencentcloudapi.com/path" }, "domain", /slash/],
  [{ domain: "tencent cloudapi.com" }, "domain", /white space/],
  [{ region: "ap guangzhou" }, "region", /name of a region/],
  [{ secretKey: "canary-secret\n" }, "secretKey", /line break/],
  [{ securityToken: "canary token" }, "securityToken", /blank/],
  [{ assumeRole: { sessionDuration: 43_201 } }, "assumeRole.sessionDuration", /from 0 to 43200/],
  [{ assumeRole: { sessionDuration: -1 } }, "assumeRole.sessionDuration", /from 0 to 43200/],
  [{ assumeRoleWithSaml: { sessionDuration: 0.5 } }, "assumeRoleWithSaml.sessionDuration", /whole number/],
  [{ assumeRoleWithWebIdentity: { sessionDuration: 43_201 } }, "assumeRoleWithWebIdentity.sessionDuration", /43200/],
  [{ mfaCertification: { durationSeconds: 129_601 } }, "mfaCertification.durationSeconds", /from 0 to 129600/],
  [{ assumeRole: { sessionName: "x" } }, "assumeRole.sessionName", /2 to 128/],
  [{ assumeRoleWithSaml: { sessionName: "x".repeat(129) } }, "assumeRoleWithSaml.sessionName", /2 to 128/],
  [{ assumeRole: { externalId: "a b" } }, "assumeRole.externalId", /letters, digits/],
  [{ assumeRole: { externalId: "a" } }, "assumeRole.externalId", /2 to 128/],
])("%j is rejected", (settings, property, reason) => {
  const found = failures(settings);
  expect(found).toEqual([{ property, reason: expect.stringMatching(reason) }]);
  expect(found[0]!.reason).not.toContain("canary");
});

const saml = ["assumeRoleWithSaml", { samlAssertion: "PHNhbWw+" }] as const;
const web = ["assumeRoleWithWebIdentity", { webIdentityToken: "t" }] as const;
const allowed = ["allowedAccountIds", ["1"]] as const;
const forbidden = ["forbiddenAccountIds", ["2"]] as const;

test.each([
  [saml, web],
  [saml, allowed],
  [saml, forbidden],
  [web, allowed],
  [web, forbidden],
  [allowed, forbidden],
])("%j and %j exclude each other, named on both sides", (...pair) => {
  const reported = failures(Object.fromEntries(pair) as ValueMap);
  expect(reported.map(({ property }) => property).sort()).toEqual(pair.map(([name]) => name).sort());
  for (const { reason } of reported) expect(reason).toMatch(/exclude each other/);
});
