// Secrets in every place of module cloud that takes one: the sources of keys, and the resources that hold keys and passwords.
import { exampleKeys } from "../../emulators/cloud/keys";
import type { Json, Properties } from "../../support/structs";
import { secret } from "../../support/structs";
import type { Canaries } from "../canaries";

const { account } = exampleKeys;
/** The id that signs; it is no secret. */
export const secretId = "AKIDcanaryOfTheProvider000000000000";
/** The device of the one-time codes. */
export const device = `qcs::cam:uin/${account}::mfa/softToken`;
const arn = (name: string): string => `qcs::cam::uin/${account}:roleName/${name}`;
const session = { sessionName: "quartet", sessionDuration: 1000 };
const roleVariables = (name: string): Record<string, string> => ({
  TENCENTCLOUD_ASSUME_ROLE_ARN: arn(name),
  TENCENTCLOUD_ASSUME_ROLE_SESSION_NAME: session.sessionName,
});

/** One source of keys, as settings give it and as the environment does. */
export interface Source {
  title: string;
  settings: Properties;
  environment: Record<string, string>;
  /** The canaries that travel to a service in some request. */
  sent: readonly string[];
  /** The code that has to be good, for ever. */
  code?: string;
}

/** The sources; `layer` is part of the names of the canaries. */
export function sources(canaries: Canaries, layer: string): Source[] {
  const key = canaries.of(`${layer}-key`);
  const token = canaries.of(`${layer}-token`);
  const jwt = canaries.plant(`${layer}-jwt`, [1, 2, 3].map((n) => base64(`{"part":"${layer} ${n}"}`)).join("."));
  const assertion = canaries.plant(`${layer}-assertion`, Buffer.from(`<saml layer="${layer}"/>`).toString("base64"));
  const code = canaries.plant(`${layer}-code`, layer === "settings" ? "731906" : "604817");
  const keys = { settings: { secretId, secretKey: secret(key), securityToken: secret(token) }, environment: keyVariables(key, token) };
  const role = { roleArn: arn("deploy"), ...session };
  const principalArn = `qcs::cam::uin/${account}:saml-provider/idp`;
  return [
    { title: "keys", ...keys, sent: ["token"] },
    {
      title: "an assertion",
      settings: { assumeRoleWithSaml: { ...session, roleArn: arn("saml"), principalArn, samlAssertion: secret(assertion) } },
      environment: {
        ...roleVariables("saml"),
        TENCENTCLOUD_ASSUME_ROLE_SAML_ASSERTION: assertion,
        TENCENTCLOUD_ASSUME_ROLE_PRINCIPAL_ARN: principalArn,
      },
      sent: ["assertion"],
    },
    {
      title: "a token of a web identity",
      settings: { assumeRoleWithWebIdentity: { ...session, roleArn: arn("oidc"), providerId: "OIDC", webIdentityToken: secret(jwt) } },
      environment: {
        ...roleVariables("oidc"),
        TENCENTCLOUD_ASSUME_ROLE_WEB_IDENTITY_TOKEN: jwt,
        TENCENTCLOUD_ASSUME_ROLE_PROVIDER_ID: "OIDC",
      },
      sent: ["jwt"],
    },
    {
      title: "a code with a role",
      settings: { ...keys.settings, assumeRole: { ...role, serialNumber: device, tokenCode: secret(code) } },
      environment: {
        ...keys.environment,
        ...roleVariables("deploy"),
        TENCENTCLOUD_ASSUME_ROLE_SERIAL_NUMBER: device,
        TENCENTCLOUD_ASSUME_ROLE_TOKEN_CODE: code,
      },
      sent: ["token", "code"],
      code,
    },
    {
      title: "a code with keys",
      settings: { ...keys.settings, mfaCertification: { serialNumber: device, tokenCode: secret(code) } },
      environment: {
        ...keys.environment,
        TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER: device,
        TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE: code,
      },
      sent: ["token", "code"],
      code,
    },
  ];
}

const base64 = (text: string): string => Buffer.from(text).toString("base64url");
const keyVariables = (key: string, token: string): Record<string, string> => ({
  TENCENTCLOUD_SECRET_ID: secretId,
  TENCENTCLOUD_SECRET_KEY: key,
  TENCENTCLOUD_SECURITY_TOKEN: token,
});

/** A resource with what it is made with and changed to, and what a state contains beside. */
export interface Holder {
  type: string;
  id: string;
  inputs: Properties;
  news: Properties;
  outputs: Properties;
}

/** The resources that hold secrets, and one whose texts the program keeps secret. */
export function holders(canaries: Canaries): Holder[] {
  const hidden = (place: string): Json => secret(canaries.plant(place, `canary_${place.replaceAll("-", "_")}_x7Q`));
  const key = { secretName: "canary", accessKeyType: "manual", accessKeyId: "canary_key" };
  const doc = { apiDocName: "canary", serviceId: "service-00000001", environment: "release", apiIds: ["api-00000001"] };
  return [
    {
      type: "quartet:cloud:ApiGatewayApiKey",
      id: "canary_key",
      outputs: { accessKeySecret: hidden("state-key-secret") },
      inputs: { ...key, accessKeySecret: hidden("key-secret") },
      news: { ...key, accessKeySecret: hidden("new-key-secret") },
    },
    {
      type: "quartet:cloud:ApiGatewayUpdateApiAppKey",
      id: "app-00000001",
      outputs: {},
      inputs: { apiAppId: "app-00000001", apiAppKey: hidden("app-key") },
      news: { apiAppId: "app-00000001", apiAppKey: hidden("new-app-key") },
    },
    {
      type: "quartet:cloud:ApiGatewayApiApp",
      id: "app-00000001",
      // A function returns its name, which that call does not mark as a secret.
      inputs: { apiAppName: "canary", tags: { team: hidden("app-tag") } },
      news: { apiAppName: "canary", tags: { team: hidden("new-app-tag") } },
      outputs: { apiAppKey: hidden("state-app-key"), apiAppSecret: hidden("state-app-secret") },
    },
    {
      type: "quartet:cloud:ApiGatewayApiDoc",
      id: "apidoc-00000001",
      outputs: { sharePassword: hidden("state-password") },
      inputs: doc,
      news: { ...doc, apiDocName: hidden("doc-name") },
    },
    {
      type: "quartet:cloud:ApiGatewayService",
      id: "service-00000001",
      outputs: {},
      inputs: { serviceName: hidden("service-name"), protocol: "http", netTypes: ["OUTER"], serviceDesc: hidden("service-desc") },
      news: { serviceName: hidden("new-service-name"), protocol: "http", netTypes: ["OUTER"] },
    },
  ];
}
