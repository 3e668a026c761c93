// The rules of connection blocks in settings and inputs, and of the environment variables. See docs/modules/search.md#connection-rules. Pure.
import type { Rules, ValueRule } from "../../../contract/rules";
import { blockVariables } from "../env";

/** At most one connection block. */
export const oneBlock: ValueRule = { maxItems: 1 };

/** How a field is named where it was given: by its own name, or by its variable. */
type Naming = (field: string) => string;

const fieldName: Naming = (field) => field;

/** Returns the environment variable of a field; the field itself if it has none. */
export const variableName: Naming = (field) =>
  new Map<string, readonly string[]>(Object.entries(blockVariables)).get(field)?.join(" or ") ?? field;

const hexDigest = {
  matches: /^(?:[0-9a-f]{64})?$/i,
  reason: "expected the SHA-256 of a certificate: 64 hexadecimal characters, no colons",
};

/** The rules of a connection block in settings or inputs. */
export const connectionRules = rulesFor(fieldName);
/** The rules of the block that environment variables describe, whose members are named by their variables. */
export const environmentRules = rulesFor(variableName);

function rulesFor(name: Naming): Rules {
  return {
    emptyIsAbsent: true,
    properties: {
      ...authenticationRules(name),
      ...trustRules(name),
      [name("endpoints")]: { test: endpointsViolation },
      [name("esClientAuthentication")]: {
        needs: [name("bearerToken")],
        excludes: [name("username"), name("password"), name("apiKey")],
        test: headerTextViolation,
      },
      [name("headers")]: { test: headersViolation },
      [name("insecure")]: { test: (value) => (typeof value === "boolean" ? undefined : "expected true or false (or 1, t, 0, f)") },
    },
  };
}

/** The rules of connections to the agent manager and to the dashboards. See docs/modules/search.md#agent-manager-and-dashboard. */
export const unusedConnectionRules: Rules = {
  emptyIsAbsent: true,
  properties: {
    ...authenticationRules(fieldName),
    endpoint: { test: endpointViolation },
    endpoints: { test: endpointsViolation },
  },
};

function trustRules(name: Naming): Record<string, ValueRule> {
  return {
    [name("caFile")]: { excludes: [name("caData"), name("caFingerprint")] },
    [name("caData")]: { excludes: [name("caFingerprint")] },
    [name("caFingerprint")]: { pattern: hexDigest },
    [name("certFile")]: { needs: [name("keyFile")], excludes: [name("certData"), name("keyData")] },
    [name("keyFile")]: { needs: [name("certFile")], excludes: [name("certData"), name("keyData")] },
    [name("certData")]: { needs: [name("keyData")] },
    [name("keyData")]: { needs: [name("certData")] },
  };
}

function authenticationRules(name: Naming): Record<string, ValueRule> {
  return {
    [name("username")]: { needs: [name("password")] },
    [name("password")]: { needs: [name("username")] },
    [name("apiKey")]: { excludes: [name("username"), name("password"), name("bearerToken")], test: headerTextViolation },
    [name("bearerToken")]: { excludes: [name("username"), name("password")], test: headerTextViolation },
  };
}

/** Returns why an endpoint is invalid, without quoting it: endpoints may contain a password. */
function endpointsViolation(value: unknown): string | undefined {
  for (const [i, endpoint] of (Array.isArray(value) ? value : []).entries()) {
    const violation = endpointViolation(endpoint);
    if (violation !== undefined) return `entry ${i + 1}: ${violation}`;
  }
  return undefined;
}

function endpointViolation(value: unknown): string | undefined {
  if (value === "") return undefined;
  const text = String(value);
  const advice = "Use a URL such as https://search.example.com:9200.";
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return `expected an http or https URL. ${advice}`;
  if (/[?#]/.test(text)) return `must not contain a query or a fragment. ${advice}`;
  const { username, password } = new URL(text);
  return [username, password].every(canDecode) ? undefined : "user name and password in the URL must be percent-encoded";
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function headerTextViolation(value: unknown): string | undefined {
  return headerText.test(String(value)) ? undefined : "contains a character that is not valid in a header, for example a line break";
}

function headersViolation(value: unknown): string | undefined {
  const headers = Object.entries(value ?? {}).map(([name, text]) => [name.trim(), String(text).trim()] as const);
  if (!headers.every(([name]) => headerName.test(name))) return "contains a name that is not valid for a header";
  return headers.every(([, text]) => headerText.test(text)) ? undefined : "contains a value that is not valid in a header";
}
