// Selects the credential: token, credential JSON, or the application default credentials in their order. See docs/modules/eventrouting.md#credential-order and docs/modules/eventrouting.md#application-default-credentials.
import { settingsNote } from "../../../core/errors/config-command";
import { ProviderError } from "../../../core/errors/errors";
import { defaultFile, type GoogleEnvironment } from "../env";
import type { EffectiveSettings } from "../settings";
import { credentialIn, requireUniverse, type CredentialJson } from "./credential-json";
import { metadataHost } from "./metadata";
import type { TextFiles } from "./text-files";
import { isHeaderText } from "./token";

/** A token or credential JSON. `origin` names it in messages; `isDefault` is set for application default credentials. */
export type Source = { origin: string; isDefault: boolean } & (
  { kind: "static"; token: string } | { kind: "json"; json: CredentialJson } | { kind: "metadata" }
);

/** The places of the search. */
export interface SourceOptions {
  env: GoogleEnvironment;
  settings: EffectiveSettings;
  files: TextFiles;
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
  const json = credentialIn(await contentOf(googleCredentials, origin, files), origin);
  return { kind: "json", json: withSupportedUniverse(json, origin, settings), origin, isDefault: false };
}

async function staticSource(text: string, origin: string, files: TextFiles): Promise<Source> {
  const token = (await contentOf(text, origin, files)).trim();
  if (isHeaderText(token)) return { kind: "static", token, origin, isDefault: false };
  throw new ProviderError(
    "failed_precondition",
    `${origin}: no access token. Expected a token without blanks, or the path of an existing file.`,
  );
}

/** Returns the content of the file of that name, else the text itself. A text that begins like JSON is not a path. */
async function contentOf(text: string, origin: string, files: TextFiles): Promise<string> {
  const content = text.startsWith("{") ? undefined : await files.text(text, `the file that ${origin} names`);
  return content ?? text;
}

async function defaultSource(options: SourceOptions): Promise<Source> {
  const { env, files } = options;
  const named = defaultFile(env);
  if (named !== undefined) {
    const { name, text: path } = named;
    const content = await files.text(path, `the file ${path} (${name})`);
    if (content === undefined) throw new ProviderError("failed_precondition", `the file ${path} (${name}): the file does not exist`);
    return fileSource(content, `the file ${path} (${name})`, options);
  }
  const path = await files.wellKnown();
  const content = await files.text(path, `the file ${path}`);
  if (content !== undefined) return fileSource(content, `the file ${path}`, options);
  if (await options.hasMetadata()) return { kind: "metadata", origin: `the metadata server ${metadataHost(env)}`, isDefault: true };
  throw noCredentials(path, env);
}

function fileSource(content: string, origin: string, { settings }: SourceOptions): Source {
  return { kind: "json", json: withSupportedUniverse(credentialIn(content, origin), origin, settings), origin, isDefault: true };
}

function withSupportedUniverse(json: CredentialJson, origin: string, { hasOwnApi }: EffectiveSettings): CredentialJson {
  requireUniverse(json, origin, hasOwnApi);
  return json;
}

function noCredentials(path: string, env: GoogleEnvironment): ProviderError {
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
