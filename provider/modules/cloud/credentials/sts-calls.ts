// The calls of STS that give keys: what each one sends (cloud-lookups.md 4.2, 4.5, 4.7). Files are read when a call is made, so that a renewal reads them anew.
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import { blockVariables, isSet, type BlockName, type Environment } from "../env";
import { fileError, type TextFiles } from "./text-files";

/** One call that gives keys. */
export interface StsCall {
  action: "AssumeRole" | "AssumeRoleWithSAML" | "AssumeRoleWithWebIdentity" | "GetSessionToken";
  /** What asks for it, for messages. */
  source: string;
  /** Region of the call; without it that of the provider. */
  region?: string;
  /** Where a new code can be given, when this call uses one that serves once. */
  oneTime?: string;
  params(files: TextFiles): PlainMap | Promise<PlainMap>;
}

/** Whether the call is signed with the keys at hand; the others prove themselves by what they send. */
export function isSigned({ action }: StsCall): boolean {
  return action === "AssumeRole" || action === "GetSessionToken";
}

/** A role assumed with the keys at hand. Fails with `failed_precondition` when the role or its session is not named. */
export function assumeRole(role: Cloud.AssumeRole, source: string): StsCall {
  demand(role, "assumeRole", ["roleArn", "sessionName"]);
  const { externalId, sourceIdentity, serialNumber, tokenCode } = role;
  const params = present({
    ...session(role),
    Policy: role.policy && formEncoded(role.policy),
    ExternalId: externalId,
    SourceIdentity: sourceIdentity,
    SerialNumber: serialNumber,
    TokenCode: tokenCode,
  });
  return { action: "AssumeRole", source, ...(tokenCode && { oneTime: codeOf("assumeRole") }), params: () => params };
}

/** A role assumed with an assertion. Fails as {@link assumeRole}. */
export function assumeRoleWithSaml(role: Cloud.AssumeRoleWithSaml, source: string): StsCall {
  demand(role, "assumeRoleWithSaml", ["samlAssertion", "principalArn", "roleArn", "sessionName"]);
  const params = present({ ...session(role), SAMLAssertion: role.samlAssertion, PrincipalArn: role.principalArn });
  return { action: "AssumeRoleWithSAML", source, params: () => params };
}

/** A role assumed with an identity token; token and role are given inline, or else by file. Fails as {@link assumeRole}. */
export function assumeRoleWithWebIdentity(role: Cloud.AssumeRoleWithWebIdentity, source: string): StsCall {
  const { webIdentityToken, webIdentityTokenFile, roleArn, roleArnFile, providerId = "OIDC" } = role;
  const inline = webIdentityTokenFile === undefined ? ["webIdentityToken"] : [];
  demand(role, "assumeRoleWithWebIdentity", [...inline, ...(roleArnFile === undefined ? ["roleArn"] : []), "sessionName"]);
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

/** Keys confirmed by the code of an MFA device. Fails as {@link assumeRole}. */
export function sessionToken(mfa: Cloud.MfaCertification, source: string): StsCall {
  demand(mfa, "mfaCertification", ["serialNumber", "tokenCode"]);
  const { serialNumber, tokenCode, durationSeconds = 1800 } = mfa;
  const params = present({ SerialNumber: serialNumber, TokenCode: tokenCode, DurationSeconds: durationSeconds });
  return { action: "GetSessionToken", source, oneTime: codeOf("mfaCertification"), params: () => params };
}

const podVariables = ["TKE_REGION", "TKE_WEB_IDENTITY_TOKEN_FILE", "TKE_PROVIDER_ID", "TKE_ROLE_ARN"] as const;

/** The identity of the pod; `now` is Unix time in ms. Fails with `failed_precondition` when it is not there: all its variables are needed. */
export function podIdentity(env: Environment, now: () => number): StsCall {
  const missing = podVariables.filter((name) => !isSet(env[name]));
  if (missing.length > 0) {
    const message = `enablePodOidc is set, but this is no pod with an identity: ${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} not set.`;
    throw new ProviderError("failed_precondition", message);
  }
  const [region, file, providerId, roleArn] = podVariables.map((name) => env[name]!) as [string, string, string, string];
  return {
    action: "AssumeRoleWithWebIdentity",
    source: "enablePodOidc",
    region,
    params: async (files) => {
      const token = (await contentOf(file, files)).trim();
      if (token === "") throw fileError(await files.path(file), "is empty; a token was expected (TKE_WEB_IDENTITY_TOKEN_FILE)");
      const sessionName = `quartet-${Math.trunc(now() * 1000)}`;
      return { ProviderId: providerId, WebIdentityToken: token, ...session({ roleArn, sessionName }) };
    },
  };
}

/** As HTML forms encode texts; the service decodes the policy once more than its other parameters. */
export function formEncoded(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%20", "+");
}

function session({ roleArn, sessionName, sessionDuration = 7200 }: Cloud.AssumeRole): PlainMap {
  return { RoleArn: roleArn!, RoleSessionName: sessionName!, DurationSeconds: sessionDuration };
}

async function memberOf(file: string, member: string, files: TextFiles): Promise<string> {
  const content = await files.json(file);
  if (content === undefined) throw fileError(await files.path(file), "does not exist");
  const value = content[member];
  if (typeof value === "string" && value !== "") return value;
  throw fileError(await files.path(file), `has no text "${member}"`);
}

async function contentOf(file: string, files: TextFiles): Promise<string> {
  const content = await files.text(file);
  if (content === undefined) throw fileError(await files.path(file), "does not exist");
  return content;
}

/** Fails with all members that are not given, each with its setting and its variable. */
function demand(block: object, name: BlockName, members: readonly string[]): void {
  const table: Record<string, readonly string[]> = blockVariables[name];
  const given = block as Record<string, unknown>;
  const told = members.filter((member) => !isSet(given[member])).map((member) => `${name}.${member} (${table[member]!.join(", ")})`);
  if (told.length === 0) return;
  const message = `the credentials of ${name} are not complete: ${told.join(" and ")} ${told.length > 1 ? "are" : "is"} not given, neither as a setting nor in the environment.`;
  throw new ProviderError("failed_precondition", message);
}

function codeOf(name: "assumeRole" | "mfaCertification"): string {
  return `${name}.tokenCode (${blockVariables[name].tokenCode.join(", ")})`;
}

function present(params: Record<string, string | number | undefined>): PlainMap {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => isSet(value))) as PlainMap;
}
