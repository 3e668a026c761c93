// Environment variables that mean the same in every module. Pure.
import { ProviderError } from "../errors/errors";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the home directory that the variables name, on any platform. */
export function homeDirectory({ HOME, USERPROFILE }: Environment): string | undefined {
  return HOME || USERPROFILE || undefined;
}

/** Returns the boolean that a word means in environment variables and settings; undefined for other texts. The spellings are those of the vendors' Go tools. */
export function parseBoolean(word: string): boolean | undefined {
  if (/^(?:1|t|T|true|TRUE|True)$/.test(word)) return true;
  return /^(?:0|f|F|false|FALSE|False)$/.test(word) ? false : undefined;
}

/** Creates the error for an invalid value of an environment variable. `reason` must not quote the value, which may be secret. */
export function variableError(name: string, reason: string): ProviderError {
  const sentence = reason.endsWith(".") ? reason : `${reason}.`;
  return new ProviderError("failed_precondition", `Configuration failed: environment variable ${name}: ${sentence}`);
}

/** Returns whether credentials of the environment take precedence over those of the settings, which may have expired in the state. */
export function prefersEnvironment({ QUARTET_CREDENTIALS: source }: Environment): boolean {
  return source === "environment";
}
