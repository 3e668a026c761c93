// The settings of this module: the address of the service and the key. See docs/modules/datapipeline.md#settings. Pure.
import { configCommand } from "../../core/errors/config-command";
import { prefersEnvironment, type Environment } from "../../core/schema/environment";
import { ProviderError } from "../../core/errors/errors";
import type { Settings } from "../../core/gen/types";
import { redactor, type Redact } from "../../core/secrets/redact";
import type { Rules } from "../../contract/rules";
import { addressViolation } from "../../http/address";
import { firstVariable, requireValid } from "../../kit/variables";
import { variables, type SettingName } from "./env";

const defaultUrl = "https://api.fivetran.com/v1";

/** The address and the key of the service. */
export interface EffectiveSettings {
  /** The address without a slash at the end. */
  url: string;
  /** The value of the header Authorization; secret. */
  authorization: string;
  /** Hides key and secret. */
  redact: Redact;
  /** The sources of key and secret, for messages. */
  source: string;
}

/** A value and its source, for messages. */
interface FoundValue {
  value: string;
  source: string;
}

const addressRule = (value: unknown): string | undefined =>
  addressViolation(value, { example: defaultUrl, credentials: "apiKey and apiSecret" });

/** Rules of the settings. */
export const settingRules: Rules = { properties: { apiUrl: { test: addressRule } } };

/**
 * Returns address and key of the service. Fails with `unauthenticated` without a key or a secret, with `failed_precondition` for an invalid address. With
 * QUARTET_CREDENTIALS=environment the variables of key and secret take precedence over the settings.
 */
export function effectiveSettings(settings: Settings, env: Environment): EffectiveSettings {
  const isFresh = prefersEnvironment(env);
  const fromSettings = (name: SettingName): FoundValue | undefined =>
    settings[name] ? { value: settings[name], source: `the setting ${name}` } : undefined;
  const fromEnvironment = (name: SettingName): FoundValue | undefined => {
    const found = firstVariable(variables[name], env);
    return found && { value: requireValid(found.name, found.text, settingRules.properties?.[name]), source: found.name };
  };
  const find = (name: SettingName): FoundValue | undefined =>
    isFresh && name !== "apiUrl" ? (fromEnvironment(name) ?? fromSettings(name)) : (fromSettings(name) ?? fromEnvironment(name));
  const key = find("apiKey");
  const secret = find("apiSecret");
  if (key === undefined || secret === undefined) throw missingKeys({ apiKey: key, apiSecret: secret });
  const url = find("apiUrl")?.value.trim() || defaultUrl;
  const basic = Buffer.from(`${key.value}:${secret.value}`).toString("base64");
  const source = `${key.source} and ${secret.source}`;
  return {
    url: url.replace(/\/+$/, ""),
    authorization: `Basic ${basic}`,
    redact: redactor([secret.value, basic]),
    source,
  };
}

const labels = { apiKey: "API key", apiSecret: "API secret" } as const;

function missingKeys(found: Record<"apiKey" | "apiSecret", FoundValue | undefined>): ProviderError {
  const names = (["apiKey", "apiSecret"] as const).filter((name) => found[name] === undefined);
  const ways = names.map(
    (name) =>
      `no Fivetran ${labels[name]}. Set it with ${configCommand(name, { isSecret: name === "apiSecret" })}, or the environment variable ${variables[name].join(" or ")}.`,
  );
  return new ProviderError("unauthenticated", ways.join("\n"));
}
