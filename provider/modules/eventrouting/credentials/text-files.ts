// Files that contain Google credentials, and where the gcloud CLI stores those of its user. See docs/modules/eventrouting.md#application-default-credentials.
import type { GoogleEnvironment } from "../env";
import { createCredentialFiles, type CredentialFiles, type FileOptions, type ReadText } from "../../../http/credentials/files";

export type { ReadText };

/** The credential files of one configuration. */
export interface TextFiles extends Pick<CredentialFiles, "text"> {
  /** Returns the path of the file in which the gcloud CLI stores application default credentials. */
  wellKnown(): Promise<string>;
}

/** A setting holds a token or a path: these errors mean that the text is not the path of a file. A folder is not a file, because a token may have its name. */
const absentCodes = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

/** Creates the access to the files. */
export function createFiles(options: Omit<FileOptions, "absent"> & { env: GoogleEnvironment }): TextFiles {
  const { env, windows = process.platform === "win32" } = options;
  const { text, home } = createCredentialFiles({ ...options, absent: absentCodes });
  const wellKnown = async (): Promise<string> => {
    const name = "application_default_credentials.json";
    if (env.CLOUDSDK_CONFIG) return `${env.CLOUDSDK_CONFIG}${windows ? "\\" : "/"}${name}`;
    return windows ? `${env.APPDATA || `${await home()}\\AppData\\Roaming`}\\gcloud\\${name}` : `${await home()}/.config/gcloud/${name}`;
  };
  return { text, wellKnown };
}
