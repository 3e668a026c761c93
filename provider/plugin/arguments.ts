// The command line of a plugin (protocol 1.1). Pure.

const withValue = new Set(["--tracing", "-tracing"]);

/** The engine's address: the last argument that is no flag and no flag's value; empty when there is none. Unknown flags are passed over. */
export function engineAddress(args: readonly string[]): string {
  const positional = args.filter((arg, i) => !arg.startsWith("-") && !withValue.has(args[i - 1] ?? ""));
  return positional.at(-1) ?? "";
}

/** Whether the CLI runs with `--logflow` and a verbosity: then each request to a remote is logged as a debug line. */
export function isVerbose(args: readonly string[]): boolean {
  return args.some((arg) => /^--?v=?[1-9]/.test(arg));
}

/** What to say to a person who asks for help, or nothing. Only a sole argument is a question. */
export function usage(args: readonly string[]): string | undefined {
  if (args.length !== 1) return undefined;
  if (args[0] === "--version") return version;
  if (args[0] !== "--help") return undefined;
  return "pulumi-resource-quartet: a Pulumi resource provider. The Pulumi CLI starts it; started by hand it prints a port and waits for an engine to attach (PULUMI_DEBUG_PROVIDERS=quartet:PORT).";
}

declare const QUARTET_VERSION: string;
const version = typeof QUARTET_VERSION === "string" ? QUARTET_VERSION : "0.0.0";
