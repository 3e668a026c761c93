// The settings as Terraform arguments: entries, keys, forms. See docs/modules/cloud.md#terraformconfig.
import { terraformConfig } from "../../../../provider/modules/cloud/terraform-config";

test.each([
  ["of the defaults only that of protocol; a role of the environment alone is none", {}, { TENCENTCLOUD_ASSUME_ROLE_ARN: "arn" }, {}],
  [
    "empty values have no entry, false has one",
    { secretId: "", allowedAccountIds: [], domain: "", enablePodOidc: false },
    { TENCENTCLOUD_REGION: "" },
    { enable_pod_oidc: false },
  ],
  [
    "blocks are lists of one",
    { mfaCertification: { serialNumber: "n", tokenCode: "c", durationSeconds: 900 }, assumeRoleWithSaml: { samlAssertion: "a" } },
    {},
    {
      mfa_certification: [{ serial_number: "n", token_code: "c", duration_seconds: 900 }],
      assume_role_with_saml: [{ saml_assertion: "a" }],
    },
  ],
  [
    "the environment applies, inside configured blocks too",
    { assumeRole: { sessionName: "own" } },
    { TENCENTCLOUD_REGION: "ap-env", TENCENTCLOUD_ASSUME_ROLE_ARN: "arn", TENCENTCLOUD_ASSUME_ROLE_SESSION_DURATION: "900" },
    { region: "ap-env", assume_role: [{ role_arn: "arn", session_name: "own", session_duration: 900 }] },
  ],
])("%s", (_title, settings, env, expected) => expect(terraformConfig(settings, env)).toEqual({ protocol: "HTTPS", ...expected }));
