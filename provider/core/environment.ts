// Environment variables that mean the same in every module. Pure.
import { ProviderError } from "./errors";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the home directory that the variables name, on any platform. */
export function homeDirectory({ HOME, USERPROFILE }: Environment): string | undefined {
  return HOME ?? USERPROFILE;
}

const booleans = new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((word) => [word, true] as const),
  ...["0", "f", "F", "false", "FALSE", "False", ""].map((word) => [word, false] as const),
]);

/** Returns the boolean that the variable contains, false if it is not set. Fails with `failed_precondition` for another value. */
export function booleanVariable(name: string, env: Environment): boolean {
  const value = booleans.get((env[name] ?? "").trim());
  if (value !== undefined) return value;
  throw new ProviderError("failed_precondition", `The environment variable ${name} is invalid: expected true or false.`);
}

/** Returns whether credentials of the environment take precedence over those of the settings, which may have expired in the state. */
export function prefersEnvironment({ QUARTET_CREDENTIALS: source }: Environment): boolean {
  return source === "environment";
}
