// The rules of a connection block, for blocks in settings and calls and for the variables of the environment (search spec 3.2, 3.4). Pure.
import type { Rules, ValueRule } from "../../../core/rules";

/** How a field is called where it was given: by its own name, or by its variable. */
export type Naming = (field: string) => string;

const hexDigest = { matches: /^(?:[0-9a-f]{64})?$/i, says: "expected the SHA-256 of a certificate: 64 hexadecimal characters, no colons" };

/** Rules of the block of the search server. Each pair that excludes each other stands here once. */
export function searchServerRules(name: Naming = (field) => field): Rules {
  const trust: Record<string, ValueRule> = {
    [name("caFile")]: { excludes: [name("caData"), name("caFingerprint")] },
    [name("caData")]: { excludes: [name("caFingerprint")] },
    [name("caFingerprint")]: { pattern: hexDigest },
    [name("certFile")]: { needs: [name("keyFile")], excludes: [name("certData"), name("keyData")] },
    [name("keyFile")]: { needs: [name("certFile")], excludes: [name("certData"), name("keyData")] },
    [name("certData")]: { needs: [name("keyData")] },
    [name("keyData")]: { needs: [name("certData")] },
  };
  const esClientAuthentication: ValueRule = {
    needs: [name("bearerToken")],
    excludes: [name("username"), name("password"), name("apiKey")],
    test: headerTextBreach,
  };
  const properties: Record<string, ValueRule> = {
    ...authentication(name),
    ...trust,
    [name("endpoints")]: { test: endpointsBreach },
    [name("esClientAuthentication")]: esClientAuthentication,
    [name("headers")]: { test: headersBreach },
    [name("insecure")]: { test: (value) => (typeof value === "boolean" ? undefined : "expected true or false (or 1, t, 0, f)") },
  };
  return { emptyIsAbsent: true, properties };
}

/** Rules of the blocks of the agent manager and of the dashboards, which nothing uses yet. */
export function otherServerRules(): Rules {
  return {
    emptyIsAbsent: true,
    properties: {
      ...authentication((field) => field),
      endpoint: { test: (value) => endpointBreach(value) },
      endpoints: { test: endpointsBreach },
    },
  };
}

function authentication(name: Naming): Record<string, ValueRule> {
  return {
    [name("username")]: { needs: [name("password")] },
    [name("password")]: { needs: [name("username")] },
    [name("apiKey")]: { excludes: [name("username"), name("password"), name("bearerToken")], test: headerTextBreach },
    [name("bearerToken")]: { excludes: [name("username"), name("password")], test: headerTextBreach },
  };
}

/** What is wrong with a list of addresses. Addresses can hold a password: none is quoted. */
function endpointsBreach(value: unknown): string | undefined {
  for (const [i, endpoint] of (Array.isArray(value) ? value : []).entries()) {
    const breach = endpointBreach(endpoint);
    if (breach !== undefined) return `entry ${i + 1}: ${breach}`;
  }
  return undefined;
}

function endpointBreach(value: unknown): string | undefined {
  if (value === "") return undefined;
  const text = String(value);
  const form = "expected an address such as https://search.example.com:9200";
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return `no http or https URL; ${form}`;
  if (/[?#]/.test(text)) return `query and fragment are not allowed; ${form}`;
  const { username, password } = new URL(text);
  return [username, password].every(decodes) ? undefined : "user name and password in the address have to be percent-encoded";
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function headerTextBreach(value: unknown): string | undefined {
  return headerText.test(String(value)) ? undefined : "holds a character that cannot be sent in a header, for example a line end";
}

function headersBreach(value: unknown): string | undefined {
  const headers = Object.entries((value ?? {}) as Record<string, string>);
  if (!headers.every(([name]) => headerName.test(name.trim()))) return "holds a name that cannot be sent as the name of a header";
  return headers.every(([, text]) => headerText.test(text.trim())) ? undefined : "holds a value that cannot be sent in a header";
}
