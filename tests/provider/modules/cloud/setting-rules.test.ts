// Failures of CheckConfig: property, reason and remedy, without secrets. See docs/modules/cloud.md#settings.
import { decodeSettings } from "../../../../provider/core/schema/settings";
import { unknown, type Value, type ValueMap } from "../../../../provider/core/values/value";
import { settingRules, typeRules } from "../../../../provider/modules/cloud/settings";
import { schema } from "../../../support/in-process";

function failures(settings: ValueMap) {
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
  { domain: "[::1]:8080" },
  { assumeRole: { sessionDuration: 43_200, sessionName: "xy" }, mfaCertification: { durationSeconds: 129_600 } },
  { assumeRole: { sessionDuration: 0, externalId: "aZ_09+=,.@:/-" }, allowedAccountIds: ["100000000001"] },
  { allowedAccountIds: [], forbiddenAccountIds: ["1"] },
  { assumeRole: JSON.stringify({ sessionDuration: 60 }) },
  { protocol: unknown, assumeRole: unknown, allowedAccountIds: unknown },
])("%j is accepted", (settings) => expect(failures(settings)).toEqual([]));

test.each([
  [
    { protocol: "http", domain: "https://tencentcloudapi.com" },
    { protocol: "HTTP or HTTPS", domain: "without scheme" },
  ],
  [
    { domain: "tencentcloudapi.com/path", region: "ap guangzhou" },
    { domain: "slash", region: "name of a region" },
  ],
  [
    { secretKey: "canary-secret\n", mfaCertification: { durationSeconds: 129_601 } },
    { secretKey: "line break", "mfaCertification.durationSeconds": "from 0 to 129600" },
  ],
  [
    { assumeRole: { sessionDuration: 43_201, sessionName: "x", externalId: "a b" }, assumeRoleWithSaml: { sessionDuration: 0.5 } },
    {
      "assumeRole.sessionDuration": "from 0 to 43200",
      "assumeRole.sessionName": "2 to 128",
      "assumeRole.externalId": "letters, digits",
      "assumeRoleWithSaml.sessionDuration": "whole number",
    },
  ],
  [
    {
      assumeRole: { sessionDuration: -1, externalId: "a" },
      assumeRoleWithWebIdentity: { sessionDuration: 43_201, sessionName: "x".repeat(129) },
    },
    {
      "assumeRole.sessionDuration": "from 0 to 43200",
      "assumeRole.externalId": "2 to 128",
      "assumeRoleWithWebIdentity.sessionDuration": "43200",
      "assumeRoleWithWebIdentity.sessionName": "2 to 128",
    },
  ],
])("%j is rejected", (settings, expected) => {
  const found = Object.fromEntries(failures(settings).map(({ property, reason }) => [property, reason]));
  const reasons = Object.entries(expected).map(([property, reason]) => [property, expect.stringContaining(reason)]);
  expect(found).toEqual(Object.fromEntries(reasons));
  expect(JSON.stringify(found)).not.toContain("canary");
});

const exclusive = [
  ["assumeRoleWithSaml", { samlAssertion: "PHNhbWw+" }],
  ["assumeRoleWithWebIdentity", { webIdentityToken: "t" }],
  ["allowedAccountIds", ["1"]],
  ["forbiddenAccountIds", ["2"]],
];
const pairs = exclusive.flatMap((one, n) => exclusive.slice(n + 1).map((other) => [one, other] as const));

test.each(pairs)("%j and %j exclude each other, named on both sides", (...pair) => {
  const reported = failures(Object.fromEntries(pair));
  expect(reported.map(({ property }) => property).sort()).toEqual(pair.map(([name]) => name).sort());
  for (const { reason } of reported) expect(reason).toMatch(/exclude each other/);
});
