// Check: fills in project, location and name of an object. See docs/modules/eventrouting.md#settings and docs/modules/eventrouting.md#resources.
import { configCommand } from "../../../core/errors/config-command";
import type { NormalizeOptions } from "../../../contract/context";
import { ProviderError, type Failure } from "../../../core/errors/errors";
import { isBlank, textOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import { noProjectReason } from "../client";
import { idInputs, importIdsOf, importIdViolation, isSameObject, nameOf, partsOf, type CollectionId, type ObjectParts } from "../ids";
import { effectiveSettings } from "../settings";

const noLocation = `no location for Eventarc. Set the input location, the setting googleLocation (${configCommand("googleLocation")}), or the environment variable GOOGLE_REGION.`;

type KnownInputs = Readonly<Record<string, Plain | undefined>>;

/** Returns project and location of the inputs, else of the old inputs, because settings move no object, else of the configuration. Unknown values are absent. */
export function fillPlace(
  known: KnownInputs,
  { configuration, isUnknown, olds }: NormalizeOptions,
): { place: PlainMap; failures: Failure[] } {
  const settings = configuration && effectiveSettings(configuration.settings, configuration.env);
  const ways = { project: [settings?.googleProject, noProjectReason], location: [settings?.googleLocation, noLocation] } as const;
  const place: PlainMap = {};
  const failures: Failure[] = [];
  for (const [key, [fallback, reason]] of Object.entries(ways)) {
    const value = known[key] || (isUnknown(key) ? undefined : textOf(olds[key]) || fallback);
    if (value) place[key] = value;
    else if (configuration && !isUnknown(key)) failures.push({ property: key, reason });
  }
  return { place, failures };
}

/** Inputs that accept the last part of a name alone, with the collection of the name. */
export type References = Readonly<Record<string, string>>;

/** Returns the members that Check fills in for an object of this collection: its place, its name, its references in full. */
export function completeInputs<Inputs extends PlainMap>(
  collection: CollectionId,
  known: KnownInputs,
  options: NormalizeOptions,
  references: References = {},
): { inputs: Partial<Inputs>; failures: Failure[]; unsettled: string[] } {
  const { place, failures } = fillPlace(known, options);
  const { project, location } = place;
  const inputs: PlainMap = { ...place };
  if (typeof project === "string" && typeof location === "string") {
    for (const [key, other] of Object.entries(references)) {
      const given = known[key];
      if (isLastPart(given)) inputs[key] = nameOf(other, { project, location, id: given });
    }
    const id = textOf(known[idInputs[collection]]);
    const name = id && nameOf(collection, { project, location, id });
    const { name: given } = known;
    if (name && !isBlank(given) && given !== id && given !== name)
      failures.push({ property: "name", reason: `expected ${name}. Remove it: it follows from the other inputs.` });
    else if (name) inputs.name = name;
  }
  return { inputs: inputs as Partial<Inputs>, failures, unsettled: unsettledNames(collection, known, options, references) };
}

/** Returns the inputs that are a name, or the last part of one, of which another part is unknown. */
function unsettledNames(collection: CollectionId, known: KnownInputs, { isUnknown }: NormalizeOptions, references: References): string[] {
  const isPlaced = !isUnknown("project") && !isUnknown("location");
  const names = isPlaced ? [] : Object.keys(references).filter((key) => isLastPart(known[key]));
  const isNamed = (isPlaced && !isUnknown(idInputs[collection])) || textOf(known.name)?.includes("/");
  return isNamed ? names : [...names, "name"];
}

/** Returns whether a value is the last part of a name alone. */
export function isLastPart(name: Plain | undefined): name is string {
  return typeof name === "string" && name !== "" && !name.includes("/");
}

/** Returns the place of the object that the inputs state; a part of it that is absent or no string is empty. */
export function placeIn(collection: CollectionId, { project, location, [idInputs[collection]]: id }: KnownInputs): ObjectParts {
  return { project: textOf(project) ?? "", location: textOf(location) ?? "", id: textOf(id) ?? "" };
}

/** Returns what resources have in common whose ID is the name of an object. */
export function placedObject(collection: CollectionId) {
  return {
    importId: importIdsOf(collection, (id) => importIdViolation(collection, id)),
    // Inputs of which a part is absent state no name.
    verifyPlace({ id, inputs }: { id: string; inputs: KnownInputs }): void {
      const parts = partsOf(collection, id);
      const place = placeIn(collection, inputs);
      const declared = Object.values(place).includes("") ? undefined : nameOf(collection, place);
      verifyName(id, parts && nameOf(collection, parts), declared);
    },
    identity: {
      inputs: ["project", "location", idInputs[collection]],
      id: (inputs: KnownInputs): string => nameOf(collection, placeIn(collection, inputs)),
    },
  };
}

/**
 * Fails if an ID names no object, or another one than the inputs. A name is complete, so that settings do not count: they only complete the inputs of new objects, and a
 * program may manage objects of several projects.
 */
export function verifyName(id: string, named: string | undefined, declared: string | undefined): void {
  const advice = "Remove it from the state with `pulumi state delete`, and import the object that the program means.";
  if (named === undefined) throw new ProviderError("invalid_argument", `"${id}" is not the ID of an object. Nothing was sent. ${advice}`);
  if (declared === undefined || isSameObject(named, declared)) return;
  const message = `${id}: the inputs name another object: ${declared}. Nothing was sent to either. ${advice}`;
  throw new ProviderError("failed_precondition", message);
}
