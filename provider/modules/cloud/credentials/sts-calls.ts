// The calls of STS that return keys. Files are read for each call, so that a renewal uses their current content. See docs/modules/cloud.md#sts.
import { ProviderError } from "../../../core/errors/errors";
import type { Cloud } from "../../../core/gen/types";
import { isBlank, omitBlank, textOf } from "../../../core/values/records";
import type { PlainMap } from "../../../core/values/value";
import { unusableFile, type CredentialFiles } from "../../../http/credentials/files";
import { variablesOf, type BlockName, type Environment } from "../env";

/** One call that returns keys. */
export interface StsCall {
  action: "AssumeRole" | "AssumeRoleWithSAML" | "AssumeRoleWithWebIdentity" | "GetSessionToken";
  /** The setting or variable that requires it, for messages. */
  source: string;
  /** The region of the call. Defaults to that of the provider. */
  region?: string;
  /** Where a new code can be set, when this call uses a one-time code. */
  oneTimeCode?: string;
  params(files: CredentialFiles): PlainMap | Promise<PlainMap>;
}

/** Returns the secrets among the parameters of a call. */
export function secretParams({ SAMLAssertion, WebIdentityToken, TokenCode }: PlainMap): string[] {
  return [SAMLAssertion, WebIdentityToken, TokenCode].map(textOf).filter((text) => text !== undefined);
}

/** Returns whether the call is signed with the keys of the previous step; the others contain an identity. */
export function isSigned({ action }: StsCall): boolean {
  return action === "AssumeRole" || action === "GetSessionToken";
}

/** Assumes a role with the keys of the previous step. Fails with `failed_precondition` for missing members. */
export function assumeRole(role: Cloud.AssumeRole, source: string): StsCall {
  requireMembers(role, "assumeRole", ["roleArn", "sessionName"]);
  const { externalId, sourceIdentity, serialNumber, tokenCode } = role;
  const params = omitBlank({
    ...session(role),
    Policy: role.policy && encodeForm(role.policy),
    ExternalId: externalId,
    SourceIdentity: sourceIdentity,
    SerialNumber: serialNumber,
    TokenCode: tokenCode,
  });
  return { action: "AssumeRole", source, ...(tokenCode && { oneTimeCode: sourceOf("assumeRole", "tokenCode") }), params: () => params };
}

/** Assumes a role with an assertion. Fails as {@link assumeRole}. */
export function assumeRoleWithSaml(role: Cloud.AssumeRoleWithSaml, source: string): StsCall {
  requireMembers(role, "assumeRoleWithSaml", ["samlAssertion", "principalArn", "roleArn", "sessionName"]);
  const params = omitBlank({ ...session(role), SAMLAssertion: role.samlAssertion, PrincipalArn: role.principalArn });
  return { action: "AssumeRoleWithSAML", source, params: () => params };
}

/** Assumes a role with an identity token; token and role are inline or in files. Fails as {@link assumeRole}. */
export function assumeRoleWithWebIdentity(role: Cloud.AssumeRoleWithWebIdentity, source: string): StsCall {
  const { webIdentityToken, webIdentityTokenFile, roleArn, roleArnFile, providerId = "OIDC" } = role;
  const inline = webIdentityTokenFile === undefined ? ["webIdentityToken"] : [];
  requireMembers(role, "assumeRoleWithWebIdentity", [...inline, ...(roleArnFile === undefined ? ["roleArn"] : []), "sessionName"]);
  return {
    action: "AssumeRoleWithWebIdentity",
    source,
    params: async (files) => ({
      ProviderId: providerId,
      WebIdentityToken: webIdentityToken ?? (await memberOf(webIdentityTokenFile!, "web_identity_token", files)),
      ...session({ ...role, roleArn: roleArn ?? (await memberOf(roleArnFile!, "role_arn", files)) }),
    }),
  };
}

/** Returns the call for keys that the code of an MFA device confirms. Fails as {@link assumeRole}. */
export function sessionToken(mfa: Cloud.MfaCertification, source: string): StsCall {
  requireMembers(mfa, "mfaCertification", ["serialNumber", "tokenCode"]);
  const { serialNumber, tokenCode, durationSeconds = 1800 } = mfa;
  const params = omitBlank({ SerialNumber: serialNumber, TokenCode: tokenCode, DurationSeconds: durationSeconds });
  return { action: "GetSessionToken", source, oneTimeCode: sourceOf("mfaCertification", "tokenCode"), params: () => params };
}

const podVariables = ["TKE_REGION", "TKE_WEB_IDENTITY_TOKEN_FILE", "TKE_PROVIDER_ID", "TKE_ROLE_ARN"] as const;

/** Assumes the role of the pod; `now` is Unix time in ms. Fails with `failed_precondition` when one of its variables is not set. */
export function podIdentity(env: Environment, now: () => number): StsCall {
  const missing = podVariables.filter((name) => isBlank(env[name]));
  if (missing.length > 0) {
    const reason = `${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} not set`;
    const advice = "Run in a pod with a workload identity, or unset it.";
    throw new ProviderError("failed_precondition", `Authentication failed: quartet:enablePodOidc: ${reason}. ${advice}`);
  }
  const [region, file, providerId, roleArn] = podVariables.map((name) => env[name]!) as [string, string, string, string];
  return {
    action: "AssumeRoleWithWebIdentity",
    source: "enablePodOidc",
    region,
    params: async (files) => {
      const token = (await contentOf(file, files)).trim();
      if (token === "") throw await fileError(file, "is empty. It must contain a token (TKE_WEB_IDENTITY_TOKEN_FILE)", files);
      const sessionName = `quartet-${Math.trunc(now() * 1000)}`;
      return { ProviderId: providerId, WebIdentityToken: token, ...session({ roleArn, sessionName }) };
    },
  };
}

/** Encodes a text as HTML forms do: the service decodes the policy once more than other parameters. */
export function encodeForm(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%20", "+");
}

function session({ roleArn, sessionName, sessionDuration = 7200 }: Cloud.AssumeRole): PlainMap {
  return { RoleArn: roleArn!, RoleSessionName: sessionName!, DurationSeconds: sessionDuration };
}

async function memberOf(file: string, member: string, files: CredentialFiles): Promise<string> {
  const content = await files.json(file);
  if (content === undefined) throw await fileError(file, "does not exist", files);
  const value = content[member];
  if (typeof value === "string" && value !== "") return value;
  throw await fileError(file, `has no text "${member}"`, files);
}

async function contentOf(file: string, files: CredentialFiles): Promise<string> {
  const content = await files.text(file);
  if (content === undefined) throw await fileError(file, "does not exist", files);
  return content;
}

async function fileError(file: string, reason: string, files: CredentialFiles): Promise<ProviderError> {
  return unusableFile(`the file ${await files.path(file)}`, reason);
}

/** Fails with all missing members, each with its setting and its variables. */
function requireMembers(block: PlainMap, name: BlockName, members: readonly string[]): void {
  const missing = members.filter((member) => isBlank(block[member])).map((member) => sourceOf(name, member));
  if (missing.length === 0) return;
  const reason = `${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing`;
  throw new ProviderError(
    "failed_precondition",
    `Authentication failed: ${name}: ${reason}. Set them in the configuration or the environment.`,
  );
}

/** Returns where a member can be set: the setting, and its variables. */
function sourceOf(name: BlockName, member: string): string {
  return `${name}.${member} (${variablesOf(name, member).join(", ")})`;
}
