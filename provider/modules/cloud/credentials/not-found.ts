// The error for missing keys: each source that was checked, and what to do. Pure.
import { configCommand, settingsNote } from "../../../core/errors/config-command";
import { ProviderError } from "../../../core/errors/errors";
import type { EffectiveSettings } from "../settings";
import type { KeyPlan } from "./plan";
import type { Profile } from "./profile";

/** Returns the error with code `unauthenticated`. `profile` is absent when it was not read. */
export function credentialsNotFound(settings: EffectiveSettings, { calls }: KeyPlan, profile: Profile | undefined): ProviderError {
  const state = (name: "secretId" | "secretKey"): string => (settings[name] === undefined ? "not set" : "set");
  const need = calls[0] && ` ${calls[0].source} needs keys to sign its request.`;
  const lines = [
    `no credentials for Tencent Cloud were found.${need ?? ""}`,
    `- setting quartet:secretId or variable TENCENTCLOUD_SECRET_ID: ${state("secretId")}`,
    `- setting quartet:secretKey or variable TENCENTCLOUD_SECRET_KEY: ${state("secretKey")}`,
    `- profile file (profile, sharedCredentialsDir): ${profileState(profile)}`,
    "- role of the instance (camRoleName, TENCENTCLOUD_CAM_ROLE_NAME): not set",
    "- role with an identity (assumeRoleWithWebIdentity, assumeRoleWithSaml, TENCENTCLOUD_ASSUME_ROLE_ARN with a token or an assertion): not set",
    "- identity of the pod (enablePodOidc): not set",
    `Set keys with ${configCommand("secretId")} and ${configCommand("secretKey", { isSecret: true })}, with the two variables, or by another source. ${settingsNote}`,
  ];
  return new ProviderError("unauthenticated", lines.join("\n"));
}

function profileState(profile: Profile | undefined): string {
  if (!profile) return "not read, because a part of a key or securityToken (TENCENTCLOUD_SECURITY_TOKEN) is set";
  return `${profile.path} ${profile.exists ? "contains no pair of secretId and secretKey" : "does not exist"}`;
}
