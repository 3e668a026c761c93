// terraformConfig over gRPC with every setting of module cloud: each has its entry, and each entry is marked secret. See docs/modules/cloud.md#terraformconfig.
import { modules } from "../../provider/modules";
import { callMethod } from "../support/calling";
import * as fixtures from "../support/fixture";
import type { Properties } from "../support/structs";
import { plainTexts, reveal, secret, secretPaths } from "../support/structs";

afterAll(fixtures.closeFixtures);

const role = { roleArn: "qcs::cam::uin/1:roleName/r", sessionName: "quartet", sessionDuration: 900 };
const roleEntry = { role_arn: role.roleArn, session_name: "quartet", session_duration: 900 };
const device = "qcs::cam:uin/1::mfa/softToken";
const places: Properties = {
  profile: "work",
  sharedCredentialsDir: "/keys",
  camRoleName: "vm",
  enablePodOidc: true,
  region: "ap-shanghai",
  protocol: "HTTP",
  domain: "cloud.example",
  cosDomain: "https://cos.example",
};
const placeEntries = {
  profile: "work",
  shared_credentials_dir: "/keys",
  cam_role_name: "vm",
  enable_pod_oidc: true,
  region: "ap-shanghai",
  protocol: "HTTP",
  domain: "cloud.example",
  cos_domain: "https://cos.example",
};
const hidden = { secretKey: "Hidden-Key", securityToken: "Hidden-Token", code: "731906", assertion: "PEhpZGRlbi8+", token: "Hidden.Jwt.x" };

/** Sets of settings, and the expected entries. */
const sets: [title: string, settings: Properties, entries: Properties][] = [
  [
    "keys, a role, a code and wanted accounts",
    {
      ...places,
      secretId: "AKIDdemo",
      secretKey: secret(hidden.secretKey),
      securityToken: secret(hidden.securityToken),
      assumeRole: { ...role, policy: "{}", externalId: "e-1", sourceIdentity: "me", serialNumber: device, tokenCode: secret(hidden.code) },
      mfaCertification: { serialNumber: device, tokenCode: secret(hidden.code), durationSeconds: 1800 },
      allowedAccountIds: ["1", "2"],
    },
    {
      ...placeEntries,
      secret_id: "AKIDdemo",
      secret_key: hidden.secretKey,
      security_token: hidden.securityToken,
      assume_role: [
        { ...roleEntry, policy: "{}", external_id: "e-1", source_identity: "me", serial_number: device, token_code: hidden.code },
      ],
      mfa_certification: [{ serial_number: device, token_code: hidden.code, duration_seconds: 1800 }],
      allowed_account_ids: ["1", "2"],
    },
  ],
  [
    "an assertion",
    { ...places, assumeRoleWithSaml: { ...role, principalArn: "idp", samlAssertion: secret(hidden.assertion) } },
    { ...placeEntries, assume_role_with_saml: [{ ...roleEntry, principal_arn: "idp", saml_assertion: hidden.assertion }] },
  ],
  [
    "a web identity",
    { ...places, assumeRoleWithWebIdentity: { ...role, providerId: "OIDC", webIdentityToken: secret(hidden.token) } },
    { ...placeEntries, assume_role_with_web_identity: [{ ...roleEntry, provider_id: "OIDC", web_identity_token: hidden.token }] },
  ],
  // apiGatewayRetired is no argument of the vendor's Terraform provider.
  [
    "unwanted accounts",
    { ...places, forbiddenAccountIds: ["3"], apiGatewayRetired: true },
    { ...placeEntries, forbidden_account_ids: ["3"] },
  ],
];

test.each(sets)("%s", async (_title, settings, entries) => {
  const { rpc, plugin } = await fixtures.openFixture();
  expect((await rpc.checkConfig({ version: "0.1.0", ...settings })).failures).toEqual([]);
  await rpc.configure({ version: "0.1.0", ...settings });
  const response = await callMethod(rpc, "terraformConfig");
  expect(reveal(response)).toEqual({ result: entries });
  expect(secretPaths(response).sort()).toEqual(
    Object.keys(entries)
      .map((key) => `result.${key}`)
      .sort(),
  );
  for (const text of Object.values(hidden)) expect([plainTexts(response), plugin.stderr()].join("\n")).not.toContain(text);
});

test("all settings are covered", () => {
  const covered = new Set(sets.flatMap(([, settings]) => Object.keys(settings)));
  expect([...covered].sort()).toEqual([...modules.cloud.settings].sort());
});
