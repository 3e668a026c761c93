// Check: fills in project, location and name of an object. See docs/modules/eventrouting.md#settings and docs/modules/eventrouting.md#resources.
import type { CheckContext } from "../../../core/contract";
import type { Failure } from "../../../core/errors";
import type { Plain, PlainMap } from "../../../core/value";
import { noProject } from "../client";
import { collections, expandReference, nameOf, type Collection } from "../object-names";
import { effectiveSettings } from "../settings";

const noLocation =
  "no location. Set the input location, the setting googleLocation (`pulumi config set quartet:googleLocation`), or the environment variable GOOGLE_REGION.";

type KnownInputs = Readonly<Record<string, Plain | undefined>>;

/** Returns project and location of the inputs, else of the configuration. Unknown values are absent. */
export function fillPlace(known: KnownInputs, { configuration, isUnknown }: CheckContext): { place: PlainMap; failures: Failure[] } {
  const settings = configuration && effectiveSettings(configuration.settings, configuration.env);
  const ways = { project: [settings?.googleProject, noProject], location: [settings?.googleLocation, noLocation] } as const;
  const place: PlainMap = {};
  const failures: Failure[] = [];
  for (const [key, [fallback, reason]] of Object.entries(ways)) {
    const value = known[key] || (isUnknown(key) ? undefined : fallback);
    if (value) place[key] = value;
    else if (configuration && !isUnknown(key)) failures.push({ property: key, reason });
  }
  return { place, failures };
}

/** Inputs that accept the last part of a name alone, with the collection of the name. */
export type References = Readonly<Record<string, string>>;

/** Returns the members that Check fills in for an object of this collection: its place, its name, its references in full. */
export function completeInputs<Inputs extends PlainMap>(
  collection: Collection,
  known: KnownInputs,
  about: CheckContext,
  references: References = {},
): { inputs: Partial<Inputs>; failures: Failure[] } {
  const { inputs, failures } = completeMembers(collection, known, about, references);
  return { inputs: inputs as Partial<Inputs>, failures };
}

function completeMembers(
  collection: Collection,
  known: KnownInputs,
  about: CheckContext,
  references: References,
): { inputs: PlainMap; failures: Failure[] } {
  const { place, failures } = fillPlace(known, about);
  const { project, location } = place;
  const id = known[collections[collection]];
  if (typeof project !== "string" || typeof location !== "string") return { inputs: place, failures };
  const inputs: PlainMap = { ...place };
  for (const [key, other] of Object.entries(references)) {
    const given = known[key];
    if (typeof given === "string" && given !== "") inputs[key] = expandReference(given, other, { project, location });
  }
  if (typeof id !== "string" || id === "") return { inputs, failures };
  const name = nameOf(collection, { project, location, id });
  const { name: given } = known;
  const violation = nameViolation(given, id, name);
  if (violation === undefined) return { inputs: { ...inputs, name }, failures };
  return { inputs, failures: [...failures, { property: "name", reason: violation }] };
}

function nameViolation(given: Plain | undefined, id: string, name: string): string | undefined {
  if (given === undefined || given === "" || given === id || given === name) return undefined;
  return `expected ${name}. Remove it: it follows from the other inputs.`;
}
