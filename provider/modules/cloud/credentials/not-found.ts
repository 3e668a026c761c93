// What is said when no keys are found: every place that was looked at, and what to do. Pure.
import { ProviderError } from "../../../core/errors";
import type { CloudSettings } from "../settings";
import type { Plan } from "./plan";
import type { Profile } from "./profile";

/** The error for missing keys, of kind "unauthenticated". `profile` is absent when it was not read. */
export function credentialsNotFound(settings: CloudSettings, { calls }: Plan, profile: Profile | undefined): ProviderError {
  const set = (name: "secretId" | "secretKey"): string => (settings[name] === undefined ? "not set" : "set");
  const wanting = calls[0] && `${calls[0].source} needs keys to sign its call with.`;
  const lines = [
    ["no credentials for Tencent Cloud were found.", wanting].filter(Boolean).join(" "),
    `- setting quartet:secretId or variable TENCENTCLOUD_SECRET_ID: ${set("secretId")}`,
    `- setting quartet:secretKey or variable TENCENTCLOUD_SECRET_KEY: ${set("secretKey")}`,
    `- profile file (profile, sharedCredentialsDir): ${toldProfile(profile)}`,
    "- role of the instance (camRoleName, TENCENTCLOUD_CAM_ROLE_NAME): not set",
    "- role with an identity (assumeRoleWithWebIdentity, assumeRoleWithSaml, TENCENTCLOUD_ASSUME_ROLE_ARN with a token or an assertion): not set",
    "- identity of the pod (enablePodOidc): not set",
    "Give keys with `pulumi config set quartet:secretId ID` and `pulumi config set --secret quartet:secretKey KEY`, with the two variables, or by one of the other ways.",
  ];
  return new ProviderError("unauthenticated", lines.join("\n"));
}

function toldProfile(profile: Profile | undefined): string {
  if (!profile) return "not read, since a part of a key is set above or securityToken (TENCENTCLOUD_SECURITY_TOKEN) is";
  return `${profile.path} ${profile.exists ? "holds no pair of secretId and secretKey" : "does not exist"}`;
}
