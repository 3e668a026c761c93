// The command line of a plugin. Pure. See docs/protocol.md#command-line.

declare const QUARTET_VERSION: string;
/** The version of the plugin, which the build defines. */
export const pluginVersion = typeof QUARTET_VERSION === "string" ? QUARTET_VERSION : "0.0.0";

const withValue = new Set(["--tracing", "-tracing"]);

/** Returns the engine's address: the last argument that is neither a flag nor a flag's value; empty without one. Unknown flags are ignored. */
export function engineAddress(args: readonly string[]): string {
  const positional = args.filter((arg, i) => !arg.startsWith("-") && !withValue.has(args[i - 1] ?? ""));
  return positional.at(-1) ?? "";
}

/** Returns whether the CLI runs with `--logflow` and a verbosity: each HTTP request is then logged as a debug line. */
export function isVerbose(args: readonly string[]): boolean {
  return args.some((arg) => /^--?v=?[1-9]/.test(arg));
}

/** Returns the text for `--help` or `--version` as the only argument; undefined otherwise. */
export function usage(args: readonly string[]): string | undefined {
  if (args.length !== 1) return undefined;
  if (args[0] === "--version") return pluginVersion;
  if (args[0] !== "--help") return undefined;
  return "pulumi-resource-quartet: a Pulumi resource provider. The Pulumi CLI starts it; started by hand it prints a port and waits for an engine to attach (PULUMI_DEBUG_PROVIDERS=quartet:PORT).";
}
