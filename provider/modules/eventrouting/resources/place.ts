// Where an object of a program stands: project, location and name are filled in by Check (eventrouting.md 4, 10.1).
import type { CheckContext } from "../../../core/contract";
import type { Failure } from "../../../core/errors";
import type { Plain, PlainMap } from "../../../core/value";
import { noProject } from "../client";
import { collections, expanded, nameOf, type Collection } from "../names";
import { effectiveSettings } from "../settings";

const noLocation =
  "no location: give the input location, or set googleLocation (`pulumi config set quartet:googleLocation`) or the environment variable GOOGLE_REGION";

/** Project and location of the inputs, or of the configuration where the program gives none; what is not known yet, or cannot be known, is absent. */
export function placed(known: PlainMap, { host, unknown }: CheckContext): { place: PlainMap; failures: Failure[] } {
  const settings = host && effectiveSettings(host.settings, host.env);
  const ways = { project: [settings?.googleProject, noProject], location: [settings?.googleLocation, noLocation] } as const;
  const place: PlainMap = {};
  const failures: Failure[] = [];
  for (const [key, [fallback, reason]] of Object.entries(ways)) {
    const value = known[key] || (unknown(key) ? undefined : fallback);
    if (value) place[key] = value;
    else if (host && !unknown(key)) failures.push({ property: key, reason });
  }
  return { place, failures };
}

/** References that may be short: inputs by the collection that they name. */
export type References = Readonly<Record<string, string>>;

/** What Check fills in for an object of this collection: its place, its name, its references in full. */
export function complete(
  collection: Collection,
  known: PlainMap,
  about: CheckContext,
  references: References = {},
): { inputs: PlainMap; failures: Failure[] } {
  const { place, failures } = placed(known, about);
  const { project, location } = place;
  const id = known[collections[collection]];
  if (typeof project !== "string" || typeof location !== "string") return { inputs: place, failures };
  const inputs: PlainMap = { ...place };
  for (const [key, other] of Object.entries(references)) {
    const given = known[key];
    if (typeof given === "string" && given !== "") inputs[key] = expanded(given, other, { project, location });
  }
  if (typeof id !== "string" || id === "") return { inputs, failures };
  const name = nameOf(collection, { project, location, id });
  const wrong = nameBreach(known["name"], id, name);
  if (wrong === undefined) inputs["name"] = name;
  return { inputs, failures: wrong === undefined ? failures : [...failures, { property: "name", reason: wrong }] };
}

function nameBreach(given: Plain | undefined, id: string, name: string): string | undefined {
  if (given === undefined || given === "" || given === id || given === name) return undefined;
  return `expected ${name}; leave it out, it follows from the other inputs`;
}
