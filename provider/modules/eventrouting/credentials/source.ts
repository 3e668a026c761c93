// Selects the credential: token, credential JSON, or the application default credentials in their order. See docs/modules/eventrouting.md#credential-order and docs/modules/eventrouting.md#application-default-credentials.
import { settingsNote } from "../../../core/errors/config-command";
import { ProviderError } from "../../../core/errors/errors";
import type { CredentialFiles } from "../../../http/credentials/files";
import type { Environment } from "../../../core/schema/environment";
import { defaultFile } from "../env";
import type { EffectiveSettings } from "../settings";
import { credentialIn, requireUniverse, type CredentialJson } from "./credential-json";
import { metadataHost } from "./metadata";
import { isHeaderText } from "./token";

/** A token or credential JSON. `origin` names it in messages; `isDefault` is set for application default credentials. */
export type Source = { origin: string; isDefault: boolean } & (
  { kind: "static"; token: string } | { kind: "json"; json: CredentialJson } | { kind: "metadata" }
);

/** The places of the search. */
export interface SourceOptions {
  env: Environment;
  settings: EffectiveSettings;
  files: CredentialFiles;
  windows: boolean;
  /** Whether there is a metadata server. */
  hasMetadata(): Promise<boolean>;
}

/** Returns the credential. Fails with `unauthenticated` without one, with `failed_precondition` for an invalid one; messages contain no values. */
export async function findSource(options: SourceOptions): Promise<Source> {
  const { settings, files } = options;
  const { googleAccessToken, googleCredentials, origins } = settings;
  if (googleAccessToken !== undefined) return staticSource(googleAccessToken, origins.googleAccessToken!, files);
  if (googleCredentials === undefined) return defaultSource(options);
  const origin = origins.googleCredentials!;
  return jsonSource(await contentOf(googleCredentials, origin, files), { origin, isDefault: false }, settings);
}

async function staticSource(text: string, origin: string, files: CredentialFiles): Promise<Source> {
  const token = (await contentOf(text, origin, files)).trim();
  if (isHeaderText(token)) return { kind: "static", token, origin, isDefault: false };
  throw new ProviderError(
    "failed_precondition",
    `${origin}: no access token. Expected a token without blanks, or the path of an existing file.`,
  );
}

/** Returns the content of the file of that name, else the text itself. A text that begins like JSON is not a path. */
async function contentOf(text: string, origin: string, files: CredentialFiles): Promise<string> {
  const content = text.startsWith("{") ? undefined : await files.text(text, `the file that ${origin} names`);
  return content ?? text;
}

async function defaultSource({ env, files, settings, hasMetadata, windows }: SourceOptions): Promise<Source> {
  const named = defaultFile(env);
  const path = named?.text ?? (await wellKnownPath(env, files, windows));
  const origin = named === undefined ? `the file ${path}` : `the file ${path} (${named.name})`;
  const content = await files.text(path, origin);
  if (content !== undefined) return jsonSource(content, { origin, isDefault: true }, settings);
  if (named !== undefined) throw new ProviderError("failed_precondition", `${origin}: the file does not exist`);
  if (await hasMetadata()) return { kind: "metadata", origin: `the metadata server ${metadataHost(env)}`, isDefault: true };
  throw noCredentials(path, env);
}

/** Returns the path of the file in which the gcloud CLI stores the application default credentials of its user. */
async function wellKnownPath({ CLOUDSDK_CONFIG, APPDATA }: Environment, files: CredentialFiles, windows: boolean): Promise<string> {
  const usual = windows ? `${APPDATA || "~\\AppData\\Roaming"}\\gcloud` : "~/.config/gcloud";
  return `${CLOUDSDK_CONFIG || (await files.path(usual))}${windows ? "\\" : "/"}application_default_credentials.json`;
}

function jsonSource(content: string, from: Pick<Source, "origin" | "isDefault">, { hasOwnApi }: EffectiveSettings): Source {
  const json = credentialIn(content, from.origin);
  requireUniverse(json, from.origin, hasOwnApi);
  return { kind: "json", json, ...from };
}

function noCredentials(path: string, env: Environment): ProviderError {
  const outcome = env.METADATA_SERVER_DETECTION ? "not used" : "not found";
  const lines = [
    "no Google credentials were found.",
    "- settings quartet:googleAccessToken, quartet:googleCredentials (GOOGLE_OAUTH_ACCESS_TOKEN, GOOGLE_CREDENTIALS): not set",
    "- variable GOOGLE_APPLICATION_CREDENTIALS: not set",
    `- file ${path}: does not exist`,
    `- metadata server ${metadataHost(env)}: ${outcome}`,
    `Set googleCredentials or googleAccessToken, GOOGLE_APPLICATION_CREDENTIALS, or log in with \`gcloud auth application-default login\`. ${settingsNote}`,
  ];
  return new ProviderError("unauthenticated", lines.join("\n"));
}
