// Rules for base addresses in settings, which requests with credentials are sent to. Pure.

/** Options of {@link addressViolation}. */
interface AddressOptions {
  /** Accepts http for loopback addresses only. */
  requiresTls?: boolean;
  /** A valid address, for the message. */
  example?: string;
  /** What to set instead of user name and password in the address. */
  credentials?: string;
}

/** Returns why the value cannot be used as base address of a service; undefined for a valid one. An empty text counts as absent. */
export function addressViolation(value: unknown, { requiresTls = false, example, credentials }: AddressOptions = {}): string | undefined {
  const text = String(value).trim();
  if (text === "") return undefined;
  const advice = example === undefined ? "" : ` Use a URL such as ${example}.`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    return `expected an ${requiresTls ? "https" : "http or https"} URL.${advice}`;
  if (url.username !== "" || url.password !== "")
    return `must not contain a user name or a password.${credentials === undefined ? "" : ` Set ${credentials}.`}`;
  if (url.search !== "" || url.hash !== "") return `must not contain a query or a fragment.${advice}`;
  return requiresTls && url.protocol === "http:" && !isLoopback(url.hostname)
    ? "expected https. Use http for addresses of this machine only (127.0.0.0/8, ::1, localhost)."
    : undefined;
}

/** Returns whether the host of a URL is this machine. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
