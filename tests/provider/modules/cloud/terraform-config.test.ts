// The settings as Terraform arguments: entries, keys, forms. See docs/modules/cloud.md#terraformconfig.
import type { Settings } from "../../../../provider/core/gen/types";
import type { Environment } from "../../../../provider/modules/cloud/env";
import { terraformConfig } from "../../../../provider/modules/cloud/terraform-config";

const of = (settings: Settings = {}, env: Environment = {}): unknown => terraformConfig(settings, env);

const session = { roleArn: "arn", sessionName: "name", sessionDuration: 60 };
const snakeSession = { role_arn: "arn", session_name: "name", session_duration: 60 };

describe("each setting under its key", () => {
  const rows: [Settings, string, unknown][] = [
    [{ secretId: "AKID" }, "secret_id", "AKID"],
    [{ secretKey: "k" }, "secret_key", "k"],
    [{ securityToken: "t" }, "security_token", "t"],
    [{ profile: "p" }, "profile", "p"],
    [{ sharedCredentialsDir: "~/x" }, "shared_credentials_dir", "~/x"],
    [{ camRoleName: "r" }, "cam_role_name", "r"],
    [
      { assumeRole: { ...session, policy: "{}", externalId: "e1", sourceIdentity: "s", serialNumber: "n", tokenCode: "c" } },
      "assume_role",
      [{ ...snakeSession, policy: "{}", external_id: "e1", source_identity: "s", serial_number: "n", token_code: "c" }],
    ],
    [
      { assumeRoleWithSaml: { samlAssertion: "a", principalArn: "p", ...session } },
      "assume_role_with_saml",
      [{ saml_assertion: "a", principal_arn: "p", ...snakeSession }],
    ],
    [
      { assumeRoleWithWebIdentity: { providerId: "O", webIdentityToken: "t", webIdentityTokenFile: "f", roleArnFile: "g", ...session } },
      "assume_role_with_web_identity",
      [{ provider_id: "O", web_identity_token: "t", web_identity_token_file: "f", role_arn_file: "g", ...snakeSession }],
    ],
    [
      { mfaCertification: { serialNumber: "n", tokenCode: "c", durationSeconds: 900 } },
      "mfa_certification",
      [{ serial_number: "n", token_code: "c", duration_seconds: 900 }],
    ],
    [{ allowedAccountIds: ["1", "2"] }, "allowed_account_ids", ["1", "2"]],
    [{ forbiddenAccountIds: ["1"] }, "forbidden_account_ids", ["1"]],
    [{ region: "ap-shanghai" }, "region", "ap-shanghai"],
    [{ protocol: "HTTP" }, "protocol", "HTTP"],
    [{ domain: "d.example" }, "domain", "d.example"],
    [{ cosDomain: "https://c.example" }, "cos_domain", "https://c.example"],
    [{ enablePodOidc: true }, "enable_pod_oidc", true],
    [{ enablePodOidc: false }, "enable_pod_oidc", false],
  ];
  test.each(rows)("%j", (settings, key, value) => expect(of(settings)).toEqual({ protocol: "HTTPS", [key]: value }));
});

test("of the defaults only that of protocol", () => {
  expect(of()).toEqual({ protocol: "HTTPS" });
  expect(of({ assumeRole: { roleArn: "arn" } })).toEqual({ protocol: "HTTPS", assume_role: [{ role_arn: "arn" }] });
});

test("empty values have no entry", () =>
  expect(of({ secretId: "", allowedAccountIds: [], domain: "" }, { TENCENTCLOUD_REGION: "" })).toEqual({ protocol: "HTTPS" }));

test("the environment applies, inside configured blocks too; a role of the environment alone is no setting", () => {
  const env = {
    TENCENTCLOUD_SECRET_ID: "AKIDenv",
    TENCENTCLOUD_REGION: "ap-env",
    TENCENTCLOUD_ASSUME_ROLE_ARN: "arn",
    TENCENTCLOUD_ASSUME_ROLE_SESSION_NAME: "name",
    TENCENTCLOUD_ASSUME_ROLE_SESSION_DURATION: "900",
  };
  const base = { protocol: "HTTPS", secret_id: "AKIDenv", region: "ap-env" };
  expect(of({}, env)).toEqual(base);
  expect(of({ assumeRole: { sessionName: "own" } }, env)).toEqual({
    ...base,
    assume_role: [{ role_arn: "arn", session_name: "own", session_duration: 900 }],
  });
});

test("the example of the specification", () => {
  const settings: Settings = {
    secretId: "AKIDEXAMPLE00000000000000000000000",
    secretKey: "SecretKeyExample0000000000000000",
    region: "ap-shanghai",
    assumeRole: { roleArn: "qcs::cam::uin/100000000001:roleName/deploy", sessionName: "quartet", sessionDuration: 7200 },
    allowedAccountIds: ["100000000001"],
  };
  expect(of(settings)).toEqual({
    secret_id: "AKIDEXAMPLE00000000000000000000000",
    secret_key: "SecretKeyExample0000000000000000",
    region: "ap-shanghai",
    protocol: "HTTPS",
    assume_role: [{ role_arn: "qcs::cam::uin/100000000001:roleName/deploy", session_name: "quartet", session_duration: 7200 }],
    allowed_account_ids: ["100000000001"],
  });
});
