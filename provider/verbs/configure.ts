// CheckConfig, DiffConfig and Configure. None of them touches a network or fails for missing credentials (protocol, section 5).
import type { Module } from "../core/contract";
import type { Change } from "../core/diff";
import { diff } from "../core/diff";
import { hideSecretProperties } from "../core/failures";
import type { Failure } from "../core/errors";
import { InvalidInputsError } from "../core/errors";
import type { Settings } from "../core/gen/types";
import type { Rules } from "../core/rules";
import type { SettingsOptions } from "../core/settings";
import { decodeSettings } from "../core/settings";
import type { ValueMap } from "../core/value";
import { toPlainMap, emptyMap, hasUnknown, isMap, mapMembers, unwrapSecret, secret, secretTexts } from "../core/value";
import type { House } from "./house";

/** Judges settings by their syntax; the answer's inputs are those given, in their own representation, so that state holds nothing from the environment. */
export async function checkConfig(house: House, news: ValueMap): Promise<{ inputs: ValueMap; failures: Failure[] }> {
  const { failures } = decodeSettings(news, await options(house, news));
  const inputs = emptyMap();
  for (const key of Object.keys(news)) if (key !== "__internal") inputs[key] = news[key]!;
  // An engine takes the mark off a setting before it asks, and tells the value of a setting that a failure names, in clear.
  const hidden = (key: string): boolean => Object.hasOwn(inputs, key) && isSecretText(house, key);
  return { inputs, failures: hideSecretProperties(failures, hidden) };
}

function isSecretText(house: House, key: string): boolean {
  const spec = house.schema.provider.inputProperties?.[key];
  return spec?.secret === true && spec.type === "string";
}

/** Which settings changed, by meaning. A setting whose new value is unknown never replaces the provider (protocol 5.7). */
export async function diffConfig(house: House, old: ValueMap, news: ValueMap, ignore: readonly string[]): Promise<Change[]> {
  const settings = await options(house, { ...old, ...news });
  const [before, after] = [decodeSettings(old, settings).settings, decodeSettings(news, settings).settings];
  return diff(before, after, { schema: house.schema, properties: house.schema.provider.inputProperties ?? {}, ignore, gentle: true });
}

/** Puts the settings in force for all later calls. Fails with all that is wrong with them, for some callers come without CheckConfig. */
export async function configure(house: House, args: ValueMap): Promise<void> {
  const { settings, failures } = decodeSettings(args, await options(house, args));
  if (failures.length > 0) throw new InvalidInputsError(failures);
  const known = emptyMap();
  // The engine does not configure with unknowns; a direct caller may, and gets a provider that lacks these settings.
  const unknown = Object.keys(settings).filter((key) => hasUnknown(settings[key]));
  for (const key of Object.keys(settings)) if (!unknown.includes(key)) known[key] = settings[key]!;
  house.configure(toPlainMap(known) as Settings, confidential(house, known, args), unknown);
}

/**
 * The texts of settings that no message may hold. Of a block whose type says which of its members are secret it is those alone, though the block is kept as a
 * whole under a mark: failures have to name its files and roles (cloud-lookups.md 4.2). Marks inside of what was given count, too.
 */
function confidential({ schema }: House, settings: ValueMap, given: ValueMap): Set<string> {
  const told = mapMembers(settings, (value, key) => {
    const ref = schema.provider.inputProperties?.[key]?.$ref;
    const members = (ref === undefined ? undefined : schema.type(ref)?.properties) ?? {};
    const block = unwrapSecret(value);
    if (!isMap(block) || !Object.values(members).some((member) => member.secret)) return value;
    return mapMembers(block, (member, name) => (members[name]?.secret ? secret(member) : unwrapSecret(member)));
  });
  return secretTexts([told, mapMembers(given, unwrapSecret)]);
}

/** Only modules whose settings are given are loaded. */
async function options(house: House, given: ValueMap): Promise<SettingsOptions> {
  const entries = Object.entries(house.parts.modules).filter(([, entry]) => entry.settings.some((key) => key in given));
  const modules = await Promise.all(entries.map(([name]) => house.module(name)));
  const rulesOf = (token: string): Rules | undefined => modules.map((module) => module.rules?.[token]).find((rules) => rules !== undefined);
  return { schema: house.schema, rules: merged(modules), rulesOf, fromJson: house.parts.fromJson };
}

/** The rules of all modules' settings as one. */
function merged(modules: Module[]): Rules {
  const all = modules.flatMap(({ settings }) => settings ?? []);
  return {
    properties: Object.assign({}, ...all.map(({ properties }) => properties)) as NonNullable<Rules["properties"]>,
    emptyIsAbsent: all.some(({ emptyIsAbsent }) => emptyIsAbsent === true),
    exactlyOne: all.flatMap(({ exactlyOne }) => exactlyOne ?? []),
    atLeastOne: all.flatMap(({ atLeastOne }) => atLeastOne ?? []),
    test: all.flatMap(({ test }) => test ?? []),
  };
}
