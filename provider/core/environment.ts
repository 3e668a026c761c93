// Environment variables that mean the same in every module. Pure.

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the home directory that the variables name, on any platform. */
export function homeDirectory({ HOME, USERPROFILE }: Environment): string | undefined {
  return HOME ?? USERPROFILE;
}

/** Returns whether credentials of the environment take precedence over those of the settings, which may have expired in the state. */
export function prefersEnvironment({ QUARTET_CREDENTIALS: source }: Environment): boolean {
  return source === "environment";
}
