// What holds of the settings of this module after the environment and the constant defaults (cloud-lookups.md 4.1, 4.2, 4.4). Pure: no file is read here.
import type { Cloud, Settings } from "../../core/gen/types";
import type { ValueRule } from "../../core/rules";
import type { BlockName, Environment } from "./env";
import { blockVariables, fromEnvironment, isSet, variables, wholeNumber } from "./env";
import { settingRules, typeRules } from "./setting-rules";
import { withoutStale } from "./stale-settings";

export { settingRules, typeRules };

/** The settings of this module as they are given, gaps filled from the environment, without any default. */
export type GivenSettings = Pick<
  Settings,
  keyof typeof variables | BlockName | "allowedAccountIds" | "forbiddenAccountIds" | "enablePodOidc"
>;

/** A role that the environment alone describes (4.4, step 4). Durations in seconds. */
export type EnvironmentRole = Cloud.AssumeRole & Cloud.AssumeRoleWithSaml & Cloud.AssumeRoleWithWebIdentity;

/** The effective settings. Blocks hold what is given; their members may lack, and nobody has looked into files yet. */
export interface CloudSettings extends Omit<GivenSettings, "protocol"> {
  profile: string;
  protocol: Cloud.RequestProtocol;
  /** Host name, perhaps with a port. */
  domain: string;
  enablePodOidc: boolean;
  allowedAccountIds: string[];
  forbiddenAccountIds: string[];
  /** Set where the environment names a role and its session, and counts where no block `assumeRole` is configured. */
  environmentRole?: EnvironmentRole;
  /** Set where the environment holds an MFA device and its code, and counts where no block `mfaCertification` is configured. */
  environmentMfa?: Cloud.MfaCertification;
  /** Scheme and host of the instance metadata; TENCENTCLOUD_METADATA_ENDPOINT names another one, for relays and tests. */
  metadataEndpoint: string;
  /** How long requests are repeated, in ms. */
  budgets: { read: number; write: number };
}

/** The region where nothing else names one. */
export const defaultRegion = "ap-guangzhou";

/** Tokens and roles may be given inline or by file: who gives one of them leaves no gap for the other. */
const pairs: readonly (readonly string[])[] = [
  ["webIdentityToken", "webIdentityTokenFile"],
  ["roleArn", "roleArnFile"],
];
const perishable = new Set(["samlAssertion", "webIdentityToken", "tokenCode"]);

/** All that is needed to speak with the cloud but the keys themselves. Fails with `failed_precondition` for a variable whose value cannot be used. */
export function effectiveSettings(settings: Settings, env: Environment): CloudSettings {
  const given = givenSettings(settings, env);
  return {
    ...given,
    profile: given.profile ?? "default",
    protocol: given.protocol ?? "HTTPS",
    domain: given.domain ?? "tencentcloudapi.com",
    enablePodOidc: given.enablePodOidc ?? false,
    allowedAccountIds: given.allowedAccountIds ?? [],
    forbiddenAccountIds: given.forbiddenAccountIds ?? [],
    ...environmentSources(given, env),
    metadataEndpoint: (env["TENCENTCLOUD_METADATA_ENDPOINT"] || "http://metadata.tencentyun.com").replace(/\/+$/, ""),
    budgets: { read: budget(env, "TENCENTCLOUD_READ_RETRY_TIMEOUT", 3), write: budget(env, "TENCENTCLOUD_WRITE_RETRY_TIMEOUT", 5) },
  };
}

/** The settings without defaults: an explicit value wins over the environment, empty ones count as not given. Fails as {@link effectiveSettings}. */
export function givenSettings(settings: Settings, env: Environment): GivenSettings {
  const fresh = env["QUARTET_CREDENTIALS"] === "environment";
  const names = Object.keys(variables) as (keyof typeof variables)[];
  const texts = names.map((name) => [name, isSet(settings[name]) ? settings[name] : environmentText(name, env)] as const);
  const blocks = (Object.keys(blockVariables) as BlockName[]).map((name) => [
    name,
    settings[name] && filled(name, settings[name], { env, fresh }),
  ]);
  const named = Object.fromEntries([...texts, ...blocks]) as GivenSettings;
  const { enablePodOidc, allowedAccountIds, forbiddenAccountIds } = settings;
  const given = defined({
    ...named,
    domain: named.domain?.trim() || undefined,
    enablePodOidc,
    allowedAccountIds: allowedAccountIds?.length ? allowedAccountIds : undefined,
    forbiddenAccountIds: forbiddenAccountIds?.length ? forbiddenAccountIds : undefined,
  });
  return fresh ? withoutStale(withKeys(given, env), env) : withOwnToken(given, settings, env);
}

function environmentText(name: keyof typeof variables, env: Environment): string | undefined {
  return fromEnvironment(env, [variables[name]], settingRules.properties?.[name]) as string | undefined;
}

/** A token belongs to its key: that of the environment is of no use beside another key than the environment's. */
function withOwnToken(given: GivenSettings, { securityToken }: Settings, env: Environment): GivenSettings {
  const other = isSet(env[variables.secretId]) && env[variables.secretId] !== given.secretId;
  return other && !isSet(securityToken) ? defined({ ...given, securityToken: undefined }) : given;
}

/** Where the environment wins, its keys come whole: a fresh key and a stale token make no pair. */
function withKeys(given: GivenSettings, env: Environment): GivenSettings {
  const names = ["secretId", "secretKey", "securityToken"] as const;
  if (!names.some((name) => isSet(env[variables[name]]))) return given;
  return defined({ ...given, ...Object.fromEntries(names.map((name) => [name, environmentText(name, env)])) });
}

/** A configured block, its gaps filled from the environment; with `fresh` what perishes comes from the environment first (protocol 5.4). */
function filled(name: BlockName, block: object, { env, fresh }: { env: Environment; fresh: boolean }): object {
  const own = Object.fromEntries(Object.entries(block).filter(([, value]) => isSet(value)));
  const result: Record<string, unknown> = {};
  for (const group of groupsOf(name)) {
    const ownPart = (): object => Object.fromEntries(Object.entries(own).filter(([field]) => group.includes(field)));
    const theirs = (): object => environmentFields(name, group, env);
    const [first, second] = fresh && group.some((field) => perishable.has(field)) ? [theirs, ownPart] : [ownPart, theirs];
    const strong = first();
    Object.assign(result, Object.keys(strong).length > 0 ? strong : second());
  }
  return result;
}

function groupsOf(name: BlockName): readonly (readonly string[])[] {
  const fields = Object.keys(blockVariables[name]);
  const alone = fields.filter((field) => !pairs.flat().includes(field));
  return [...pairs.map((pair) => pair.filter((field) => fields.includes(field))), ...alone.map((field) => [field])];
}

function environmentFields(name: BlockName, fields: readonly string[], env: Environment): Record<string, unknown> {
  const table: Record<string, readonly string[]> = blockVariables[name];
  return defined(Object.fromEntries(fields.map((field) => [field, fromEnvironment(env, table[field] ?? [], ruleOf(name, field))])));
}

function ruleOf(name: BlockName, field: string): ValueRule | undefined {
  return typeRules[`quartet:cloud:${name[0]!.toUpperCase()}${name.slice(1)}`]?.properties?.[field];
}

/** What the environment adds where no block says it. Its values are looked at only where they count. */
function environmentSources(given: GivenSettings, env: Environment): Pick<CloudSettings, "environmentRole" | "environmentMfa"> {
  const fields = (name: BlockName): Record<string, unknown> => environmentFields(name, Object.keys(blockVariables[name]), env);
  const has = (name: BlockName, ...wanted: string[]): boolean => {
    const table: Record<string, readonly string[]> = blockVariables[name];
    return given[name] === undefined && wanted.every((field) => table[field]?.some((variable) => isSet(env[variable])));
  };
  return {
    ...(has("assumeRole", "roleArn", "sessionName") && {
      environmentRole: { ...fields("assumeRole"), ...fields("assumeRoleWithSaml"), ...fields("assumeRoleWithWebIdentity") },
    }),
    ...(has("mfaCertification", "serialNumber", "tokenCode") && { environmentMfa: fields("mfaCertification") }),
  };
}

function budget(env: Environment, name: string, minutes: number): number {
  return (isSet(env[name]) ? wholeNumber(name, env[name]!) : minutes) * 60_000;
}

function defined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
