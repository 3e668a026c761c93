// CheckConfig, DiffConfig and Configure. None of them sends a request or fails for missing credentials. See docs/protocol.md#configuration.
import type { Module } from "../contract/module";
import type { Change } from "../core/compare/diff";
import { changesBetween } from "../core/compare/diff";
import { hideSecretProperties } from "../core/validate/failures";
import type { Failure } from "../core/errors/errors";
import { InvalidInputsError } from "../core/errors/errors";
import type { Settings } from "../core/gen/types";
import type { Rules } from "../contract/rules";
import type { SettingsOptions } from "../core/schema/settings";
import { decodeSettings } from "../core/schema/settings";
import type { ValueMap } from "../core/values/value";
import { toPlainMap, emptyMap, hasUnknown, isMap, mapMembers, unwrapSecret, secret, secretTexts } from "../core/values/value";
import type { Runtime } from "./runtime";

/** Validates the form of the settings; returns the inputs as given, so that the state holds nothing from the environment. */
export async function checkConfig(runtime: Runtime, news: ValueMap): Promise<{ inputs: ValueMap; failures: Failure[] }> {
  const { failures } = decodeSettings(news, await settingsOptions(runtime, news));
  const inputs = emptyMap();
  for (const key of Object.keys(news)) if (key !== "__internal") inputs[key] = news[key]!;
  // The engine removes secret marks from settings and prints the value of a property that a failure names.
  const isHidden = (key: string): boolean => Object.hasOwn(inputs, key) && isSecretText(runtime, key);
  return { inputs, failures: hideSecretProperties(failures, isHidden) };
}

function isSecretText(runtime: Runtime, key: string): boolean {
  const spec = runtime.registry.schema.provider.inputProperties?.[key];
  return spec?.secret === true && spec.type === "string";
}

/** Returns which settings changed, by meaning. A setting whose new value is unknown never replaces the provider. */
export async function diffConfig(runtime: Runtime, old: ValueMap, news: ValueMap, ignore: readonly string[]): Promise<Change[]> {
  const settings = await settingsOptions(runtime, { ...old, ...news });
  const before = decodeSettings(old, settings).settings;
  const after = decodeSettings(news, settings).settings;
  return changesBetween(before, after, {
    schema: runtime.registry.schema,
    properties: runtime.registry.schema.provider.inputProperties ?? {},
    ignore,
    keepsOnUnknown: true,
  });
}

/** Replaces the configuration in force. Fails with all failures of the settings: some callers skip CheckConfig. */
export async function configure(runtime: Runtime, args: ValueMap): Promise<void> {
  const { settings, failures } = decodeSettings(args, await settingsOptions(runtime, args));
  if (failures.length > 0) throw new InvalidInputsError(failures);
  const known = emptyMap();
  // The engine does not configure with unknowns; a direct caller may, and gets a provider without these settings.
  const unknown = Object.keys(settings).filter((key) => hasUnknown(settings[key]));
  for (const key of Object.keys(settings)) if (!unknown.includes(key)) known[key] = settings[key]!;
  runtime.configure({ settings: toPlainMap(known) as Settings, secrets: secretsOf(runtime, known, args), unknown });
}

/**
 * Returns the secret texts of the settings. A block whose type declares secret members contributes only those, although the block as a whole is secret: messages
 * have to name its files and roles. Marks inside the given values count as well.
 */
function secretsOf({ registry: { schema } }: Runtime, settings: ValueMap, given: ValueMap): Set<string> {
  const secrets = mapMembers(settings, (value, key) => {
    const ref = schema.provider.inputProperties?.[key]?.$ref;
    const members = schema.type(ref)?.properties ?? {};
    const block = unwrapSecret(value);
    if (!isMap(block) || !Object.values(members).some((member) => member.secret)) return value;
    return mapMembers(block, (member, name) => (members[name]?.secret ? secret(member) : unwrapSecret(member)));
  });
  return secretTexts([secrets, mapMembers(given, unwrapSecret)]);
}

/** Loads only the modules whose settings are given. */
async function settingsOptions(runtime: Runtime, given: ValueMap): Promise<SettingsOptions> {
  const entries = Object.entries(runtime.registry.options.modules).filter(([, entry]) => entry.settings.some((key) => key in given));
  const modules = await Promise.all(entries.map(([name]) => runtime.registry.module(name)));
  const rulesOf = (token: string): Rules | undefined => modules.map((module) => module.rules?.[token]).find((rules) => rules !== undefined);
  return { schema: runtime.registry.schema, rules: mergeRules(modules), rulesOf, fromJson: runtime.registry.options.fromJson };
}

/** Merges the rules of the modules' settings. */
function mergeRules(modules: Module[]): Rules {
  const all = modules.flatMap(({ settings }) => settings ?? []);
  return {
    properties: Object.fromEntries(all.flatMap(({ properties = {} }) => Object.entries(properties))),
    emptyIsAbsent: all.some(({ emptyIsAbsent }) => emptyIsAbsent === true),
    exactlyOne: all.flatMap(({ exactlyOne }) => exactlyOne ?? []),
    atLeastOne: all.flatMap(({ atLeastOne }) => atLeastOne ?? []),
    test: all.flatMap(({ test }) => test ?? []),
  };
}
