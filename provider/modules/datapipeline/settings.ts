// The settings of this module: where the service is, and the key that opens it. See docs/modules/datapipeline.md#settings. Pure.
import type { ModuleContext } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import type { Settings } from "../../core/gen/types";
import type { Rules } from "../../core/rules";
import { addressViolation } from "../../http/address";

/** Names of the environment, in the order in which they are looked at. */
export const variables = {
  apiKey: ["FIVETRAN_APIKEY", "FIVETRAN_API_KEY"],
  apiSecret: ["FIVETRAN_APISECRET", "FIVETRAN_API_SECRET"],
  apiUrl: ["FIVETRAN_API_URL", "FIVETRAN_APIURL"],
} as const;

const defaultUrl = "https://api.fivetran.com/v1";

/** How the service is reached. */
export interface Access {
  /** Without a slash at the end. */
  url: string;
  /** The value of the header Authorization; secret. */
  authorization: string;
  /** Texts that no message may hold. */
  secrets: string[];
  /** What gave key and secret, for messages. */
  source: string;
}

const addressRule = (value: unknown): string | undefined =>
  addressViolation(value, { example: defaultUrl, credentials: "apiKey and apiSecret" });

/** Rules of the settings. */
export const settingRules: Rules = { properties: { apiUrl: { test: addressRule } } };

type Name = keyof typeof variables;

interface Found {
  value: string;
  source: string;
}

/** Finds out how the service is reached. Fails with `unauthenticated` when there is no key or secret, with `failed_precondition` for an address that is none. */
export function accessOf(settings: Settings, env: ModuleContext["env"]): Access {
  const fresh = env["QUARTET_CREDENTIALS"] === "environment";
  const fromEnvironment = (name: Name): Found | undefined =>
    variables[name].flatMap((variable) => (env[variable] ? { value: env[variable], source: variable } : []))[0];
  const set = (name: Name): Found | undefined => (settings[name] ? { value: settings[name], source: `the setting ${name}` } : undefined);
  const find = (name: Name): Found | undefined =>
    fresh && name !== "apiUrl" ? (fromEnvironment(name) ?? set(name)) : (set(name) ?? fromEnvironment(name));
  const [key, secret] = [find("apiKey"), find("apiSecret")];
  const missing = (
    [
      ["apiKey", key],
      ["apiSecret", secret],
    ] as const
  )
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (key === undefined || secret === undefined) throw missingKeys(missing);
  const url = find("apiUrl")?.value.trim() || defaultUrl;
  const wrong = addressRule(url);
  if (wrong !== undefined) throw new ProviderError("failed_precondition", `apiUrl (${variables.apiUrl.join(", ")}): ${wrong}`);
  const basic = Buffer.from(`${key.value}:${secret.value}`).toString("base64");
  const source = `${key.source} and ${secret.source}`;
  return { url: url.replace(/\/+$/, ""), authorization: `Basic ${basic}`, secrets: [secret.value, basic], source };
}

function missingKeys(names: readonly Name[]): ProviderError {
  const ways = names.map(
    (name) =>
      `${name}: set it (\`pulumi config set --secret quartet:${name}\`), or the environment variable ${variables[name].join(" or ")}`,
  );
  return new ProviderError("unauthenticated", `no credentials for the data pipeline service.\n${ways.join("\n")}`);
}
