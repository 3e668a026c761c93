// The settings: their rules, and those in force, from configuration, environment and constant defaults. Files are not read here. Pure. See docs/modules/cloud.md#settings.
import { prefersEnvironment } from "../../core/schema/environment";
import type { Cloud, Settings } from "../../core/gen/types";
import { isBlank, omitUndefined, recordBy } from "../../core/values/records";
import type { Rules, ValueRule } from "../../contract/rules";
import { booleanVariable, firstVariable } from "../../kit/variables";
import type { BlockName, Environment } from "./env";
import { blockNames, blockVariables, metadataEndpoint, readVariable, textNames, variables, variablesOf, parseWholeNumber } from "./env";
import type { RetryBudgets } from "./retry-policy";
import { withoutStale } from "./stale-settings";

/** The settings from configuration and environment, without defaults. */
export type GivenSettings = Pick<
  Settings,
  (typeof textNames)[number] | BlockName | "allowedAccountIds" | "forbiddenAccountIds" | "enablePodOidc"
>;

/** A role that only the environment describes. Durations in seconds. */
export type EnvironmentRole = Cloud.AssumeRole & Cloud.AssumeRoleWithSaml & Cloud.AssumeRoleWithWebIdentity;

/** The settings in force. Members of blocks can be missing. */
export interface EffectiveSettings extends GivenSettings {
  profile: string;
  protocol: string;
  /** A host name, optionally with a port. */
  domain: string;
  enablePodOidc: boolean;
  allowedAccountIds: string[];
  forbiddenAccountIds: string[];
  /** Present where the environment names a role and its session; used where no block `assumeRole` is configured. */
  environmentRole?: EnvironmentRole;
  /** Present where the environment names an MFA device and its code; used where no block `mfaCertification` is configured. */
  environmentMfa?: Cloud.MfaCertification;
  /** Scheme and host of the instance metadata, or those of TENCENTCLOUD_METADATA_ENDPOINT (relays, tests). */
  metadataEndpoint: string;
  /** How long requests are repeated, in ms. */
  budgets: RetryBudgets;
}

/** The default region. */
export const defaultRegion = "ap-guangzhou";

/** Members that expire. */
const expiringMembers = new Set(["samlAssertion", "webIdentityToken", "tokenCode"]);

/** Returns the settings in force. Fails with `failed_precondition` for a variable with an invalid value. */
export function effectiveSettings(settings: Settings, env: Environment): EffectiveSettings {
  const given = givenSettings(settings, env);
  return {
    profile: "default",
    protocol: "HTTPS",
    domain: "tencentcloudapi.com",
    enablePodOidc: false,
    allowedAccountIds: [],
    forbiddenAccountIds: [],
    ...given,
    ...environmentSources(given, env),
    metadataEndpoint: metadataEndpoint(env),
    budgets: {
      read: retryBudget(env, variables.readRetryTimeout, 3),
      write: retryBudget(env, variables.writeRetryTimeout, 5),
    },
  };
}

/**
 * Returns the setting `apiGatewayRetired`, else its environment variable, else false. It is no setting of the service: no argument of the vendor's Terraform
 * provider corresponds to it. Fails with `failed_precondition` for a variable that is no boolean.
 */
export function isGatewayRetired({ apiGatewayRetired }: Settings, env: Environment): boolean {
  return apiGatewayRetired ?? booleanVariable(variables.apiGatewayRetired, env) ?? false;
}

/** Returns the settings without defaults: the configuration takes precedence over the environment, empty texts count as absent. Fails as {@link effectiveSettings}. */
export function givenSettings(settings: Settings, env: Environment): GivenSettings {
  const isEnvironmentFirst = prefersEnvironment(env);
  const texts = recordBy(textNames, (name) => (isBlank(settings[name]) ? environmentText(name, env) : settings[name]));
  const blocks = recordBy(blockNames, (name) => settings[name] && fillGaps(name, settings[name], { env, fresh: isEnvironmentFirst }));
  const { enablePodOidc, allowedAccountIds, forbiddenAccountIds } = settings;
  const given = omitUndefined({
    ...texts,
    ...blocks,
    domain: texts.domain?.trim() || undefined,
    enablePodOidc,
    allowedAccountIds: allowedAccountIds?.length ? allowedAccountIds : undefined,
    forbiddenAccountIds: forbiddenAccountIds?.length ? forbiddenAccountIds : undefined,
  });
  return isEnvironmentFirst ? withoutStale(withKeys(given, env), env) : withOwnToken(given, settings, env);
}

function environmentText(name: (typeof textNames)[number], env: Environment): string | undefined {
  return readVariable(env, variables[name], settingRules.properties?.[name]) as string | undefined;
}

/** Removes the token of the environment beside another key: a token belongs to its key. */
function withOwnToken(given: GivenSettings, { securityToken }: Settings, env: Environment): GivenSettings {
  const found = firstVariable(variables.secretId, env);
  return found !== undefined && found.text !== given.secretId && isBlank(securityToken)
    ? omitUndefined({ ...given, securityToken: undefined })
    : given;
}

/** Takes all parts of the key from the environment, where that takes precedence: its key and a stored token do not belong together. */
function withKeys(given: GivenSettings, env: Environment): GivenSettings {
  const names = ["secretId", "secretKey", "securityToken"] as const;
  if (!names.some((name) => firstVariable(variables[name], env))) return given;
  return omitUndefined({ ...given, ...recordBy(names, (name) => environmentText(name, env)) });
}

/**
 * Returns a configured block with gaps filled from the environment. With `fresh`, expiring members are from the environment first. A token or a role is given
 * inline or in a file: the environment fills neither where the configuration contains one of them.
 */
function fillGaps(name: BlockName, block: object, { env, fresh }: { env: Environment; fresh: boolean }): object {
  const result: Record<string, unknown> = {};
  for (const inline of new Set(Object.keys(blockVariables[name]).map((field) => field.replace(/File$/, "")))) {
    const group = [inline, `${inline}File`];
    const ownPart = (): object =>
      Object.fromEntries(Object.entries(block).filter(([field, value]) => group.includes(field) && !isBlank(value)));
    const environmentPart = (): object => environmentFields(name, group, env);
    const [first, second] = fresh && expiringMembers.has(inline) ? [environmentPart, ownPart] : [ownPart, environmentPart];
    const preferred = first();
    Object.assign(result, Object.keys(preferred).length > 0 ? preferred : second());
  }
  return result;
}

function environmentFields(name: BlockName, fields: readonly string[], env: Environment): Record<string, unknown> {
  return omitUndefined(recordBy(fields, (field) => readVariable(env, variablesOf(name, field), ruleOf(name, field))));
}

function ruleOf(name: BlockName, field: string): ValueRule | undefined {
  return typeRules[`quartet:cloud:${name[0]!.toUpperCase()}${name.slice(1)}`]?.properties?.[field];
}

/** Returns the role and the MFA device of the environment where no block is configured. Values of other variables are not validated. */
function environmentSources(given: GivenSettings, env: Environment): Pick<EffectiveSettings, "environmentRole" | "environmentMfa"> {
  const fields = (name: BlockName): Record<string, unknown> => environmentFields(name, Object.keys(blockVariables[name]), env);
  const has = (name: BlockName, ...fields: string[]): boolean =>
    given[name] === undefined && fields.every((field) => firstVariable(variablesOf(name, field), env));
  return {
    ...(has("assumeRole", "roleArn", "sessionName") && {
      environmentRole: { ...fields("assumeRole"), ...fields("assumeRoleWithSaml"), ...fields("assumeRoleWithWebIdentity") },
    }),
    ...(has("mfaCertification", "serialNumber", "tokenCode") && { environmentMfa: fields("mfaCertification") }),
  };
}

function retryBudget(env: Environment, names: readonly string[], minutes: number): number {
  const found = firstVariable(names, env);
  return (found ? parseWholeNumber(found) : minutes) * 60_000;
}

const host = /^(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Keys are sent in headers; a pasted line break is a common mistake. The text is not quoted. */
const keyText: ValueRule = {
  pattern: {
    matches: /^[\x21-\x7e]*$/,
    reason: "Contains a blank, a line break or another character that keys do not have. Copy the key again.",
  },
};

/** Rules for the settings of the provider. Nothing is required: the environment can contain it. */
export const settingRules: Rules = {
  emptyIsAbsent: true,
  properties: {
    secretId: keyText,
    secretKey: keyText,
    securityToken: keyText,
    assumeRoleWithSaml: { excludes: ["assumeRoleWithWebIdentity", "allowedAccountIds", "forbiddenAccountIds"] },
    assumeRoleWithWebIdentity: { excludes: ["assumeRoleWithSaml", "allowedAccountIds", "forbiddenAccountIds"] },
    allowedAccountIds: { excludes: ["forbiddenAccountIds", "assumeRoleWithSaml", "assumeRoleWithWebIdentity"] },
    forbiddenAccountIds: { excludes: ["allowedAccountIds", "assumeRoleWithSaml", "assumeRoleWithWebIdentity"] },
    region: { pattern: { matches: /^[\w-]*$/, reason: "expected the name of a region. Use a name such as ap-guangzhou." } },
    protocol: { pattern: { matches: /^(?:HTTPS?)?$/, reason: "expected HTTP or HTTPS, in capital letters." } },
    domain: { test: domainViolation },
  },
};

const sessionName: ValueRule = { test: lengthViolation };
const sessionDuration: ValueRule = { whole: true, minimum: 0, maximum: 43_200 };

/** Rules for the types of the settings, by token. */
export const typeRules: Readonly<Record<string, Rules>> = {
  "quartet:cloud:AssumeRole": {
    emptyIsAbsent: true,
    properties: { sessionName, sessionDuration, externalId: { test: externalIdViolation }, policy: { json: "objectOrBlank" } },
  },
  "quartet:cloud:AssumeRoleWithSaml": { emptyIsAbsent: true, properties: { sessionName, sessionDuration } },
  "quartet:cloud:AssumeRoleWithWebIdentity": { emptyIsAbsent: true, properties: { sessionName, sessionDuration } },
  "quartet:cloud:MfaCertification": {
    emptyIsAbsent: true,
    properties: { durationSeconds: { whole: true, minimum: 0, maximum: 129_600 } },
  },
};

function domainViolation(value: unknown): string | undefined {
  const text = String(value).trim();
  if (text === "" || host.test(text)) return undefined;
  return "expected a host name without scheme, slash and white space. Use a name such as tencentcloudapi.com.";
}

function lengthViolation(value: unknown): string | undefined {
  const { length } = String(value);
  return length === 0 || (length >= 2 && length <= 128) ? undefined : `expected 2 to 128 characters; got ${length}.`;
}

function externalIdViolation(value: unknown): string | undefined {
  return /^[\w+=,.@:/-]*$/.test(String(value)) ? lengthViolation(value) : "expected letters, digits and the characters _+=,.@:/- only.";
}
