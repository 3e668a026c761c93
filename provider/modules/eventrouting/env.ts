// The environment variables of the settings of this module. See docs/modules/eventrouting.md#settings. Tables, and how one variable is read. Pure.
import { variableError, type Environment } from "../../core/schema/environment";
import { isObject, parseJson } from "../../core/json/json";
import { firstVariable, type Variable } from "../../kit/variables";

/** The variables of each setting; the first one that is not empty takes precedence. */
export const variables = {
  googleProject: ["GOOGLE_PROJECT", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"],
  googleLocation: ["GOOGLE_REGION", "GCLOUD_REGION", "CLOUDSDK_COMPUTE_REGION"],
  googleCredentials: ["GOOGLE_CREDENTIALS"],
  googleAccessToken: ["GOOGLE_OAUTH_ACCESS_TOKEN"],
  googleImpersonateServiceAccount: ["GOOGLE_IMPERSONATE_SERVICE_ACCOUNT"],
  googleImpersonateServiceAccountDelegates: ["GOOGLE_IMPERSONATE_SERVICE_ACCOUNT_DELEGATES"],
  googleUserProjectOverride: ["USER_PROJECT_OVERRIDE"],
  googleBillingProject: ["GOOGLE_BILLING_PROJECT"],
  googleAppendUserAgent: ["GOOGLE_APPEND_USER_AGENT"],
  googleTokenUrl: ["QUARTET_GOOGLE_TOKEN_URL"],
  googleIamCredentialsUrl: ["GOOGLE_IAM_CREDENTIALS_CUSTOM_ENDPOINT"],
  eventApiUrl: ["GOOGLE_EVENTARC_CUSTOM_ENDPOINT"],
  eventPreviewChecks: ["QUARTET_EVENT_PREVIEW_CHECKS"],
} as const;

/** A setting that has variables. */
export type SettingName = keyof typeof variables;

/** Returns the variable with the file of the application default credentials. */
export function defaultFile(env: Environment): Variable | undefined {
  return firstVariable(["GOOGLE_APPLICATION_CREDENTIALS", "google_application_credentials"], env);
}

/** Parses a JSON array of texts, or a comma-separated list; empty entries are ignored. Fails with `failed_precondition` for JSON of another form. */
export function parseList({ name, text }: Variable): string[] {
  const json = parseJson(text);
  const isText = (value: unknown): value is string => typeof value === "string";
  if (Array.isArray(json) && json.every(isText)) return trimAll(json);
  if (Array.isArray(json) || isObject(json) || /^\s*\[/.test(text))
    throw variableError(name, "expected a JSON array of texts or a comma list");
  return trimAll(text.split(","));
}

function trimAll(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter(Boolean);
}
