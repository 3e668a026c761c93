// IDs of objects are their full names, `projects/{project}/locations/{location}/{collection}/{id}`: formatted, parsed, encoded. Import IDs may be the last part
// alone. See docs/modules/eventrouting.md#names, docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#import.
import type { NameFormat } from "../../contract/properties";
import type { ImportIdFormat } from "../../contract/resource";
import type { ValueRule } from "../../contract/rules";
import { configCommand } from "../../core/errors/config-command";
import { invalidImportId, ProviderError } from "../../core/errors/errors";
import type { EventClient } from "./client";

/** The input that contains the last part of the name, by collection. */
export const idInputs = {
  triggers: "triggerId",
  channels: "channelId",
  channelConnections: "channelConnectionId",
  providers: "providerId",
} as const;
/** The collection identifier in the name of an object. */
export type CollectionId = keyof typeof idInputs;

/** The rule of one part of a name. */
export const segment: ValueRule = {
  minLength: 1,
  pattern: { matches: /^(?!\.{1,2}$)[^/]+$/, reason: "must be one part of a name, without a slash" },
};

/** A location of a project. */
export interface ProjectLocation {
  project: string;
  location: string;
}

/** The parts of the name of an object. */
export interface ObjectParts extends ProjectLocation {
  id: string;
}

/** Returns the name of a collection; the parts are not encoded. */
export function collectionName(collection: string, { project, location }: ProjectLocation): string {
  return `projects/${project}/locations/${location}/${collection}`;
}

/** Returns the name of an object. */
export function nameOf(collection: string, place: ObjectParts): string {
  return `${collectionName(collection, place)}/${place.id}`;
}

/** Returns the parts of a name in this collection; undefined for another text. Ignores a leading `v1/` and the address of the service. */
export function partsOf(collection: string, text: string): ObjectParts | undefined {
  const name = text
    .trim()
    .replace(/^https?:\/\/[^/]+\//, "")
    .replace(/^\/?v1\//, "");
  const [projects, project, locations, location, kind, id, ...rest] = name.split("/");
  const right = projects === "projects" && locations === "locations" && kind === collection && rest.length === 0;
  return right && project && location && id ? { project, location, id } : undefined;
}

/**
 * Returns whether two full names are those of one object. They may differ in the project if one has its ID and the other its number: the service returns either,
 * and the number cannot be resolved here.
 */
export function isSameObject(left: string, right: string): boolean {
  if (left === right) return true;
  const [first, second] = [left, right].map((name) => /^projects\/([^/]+)\/(.+)$/.exec(name));
  const isNumber = (project: string): boolean => /^\d+$/.test(project);
  return !!first && !!second && first[2] === second[2] && isNumber(first[1]!) !== isNumber(second[1]!);
}

/** Returns whether a text names the object, as a message of the service about it does. */
export function namesObject(text: string, name: string): boolean {
  const [projects = "", own = ""] = /^projects\/[^/]*(.*)$/s.exec(name) ?? [];
  if (projects === "") return false;
  return text.split("projects/").some((part) => {
    const at = part.indexOf("/");
    const isWhole = part.startsWith(own, at) && !/[\w/-]/.test(part.charAt(at + own.length));
    return isWhole && isSameObject(`projects/${part.slice(0, at)}${own}`, name);
  });
}

/** Returns why the name is invalid for import and `get`; undefined for a valid one. */
export function importIdViolation(collection: CollectionId, id: string): string | undefined {
  if (partsOf(collection, id) && !/\s/.test(id.trim())) return undefined;
  const example = nameOf(collection, { project: "demo-project", location: "us-central1", id: "orders" });
  return `expected projects/{project}/locations/{location}/${collection}/{${idInputs[collection]}}, for example ${example}, or the last part alone`;
}

/** Returns the format of import IDs of a kind. `violation`: why an ID that begins with a full name is invalid. */
export function importIdsOf(collection: CollectionId, violation: (id: string) => string | undefined): ImportIdFormat<EventClient> {
  const complete = (id: string, place: ProjectLocation): string =>
    [nameOf(collection, { ...place, id: shortName(id)! }), ...id.trimStart().split(" ").slice(1)].join(" ");
  return {
    validate(id) {
      const full = shortName(id) === undefined ? id : complete(id, { project: "any", location: "any" });
      return violation(full) === undefined ? undefined : violation(id);
    },
    async resolve(id, client) {
      if (shortName(id) === undefined) return id;
      const { project, location } = await client.connection();
      return complete(id, { project: requireSetting(id, "project", project), location: requireSetting(id, "location", location) });
    },
  };
}

/** Returns the first word of an ID if it is the last part of a name alone. */
function shortName(id: string): string | undefined {
  const [object = ""] = id.trim().split(" ");
  return object === "" || object.includes("/") ? undefined : object;
}

const settings = { project: ["googleProject", "GOOGLE_PROJECT"], location: ["googleLocation", "GOOGLE_REGION"] } as const;

function requireSetting(id: string, part: keyof typeof settings, value: string | undefined): string {
  if (value) return value;
  const [setting, variable] = settings[part];
  const advice = `Use the full name, the setting ${setting} (${configCommand(setting)}), or the environment variable ${variable}.`;
  throw invalidImportId(id, `it names no ${part}, and none is configured. ${advice}`);
}

/** Returns the path of a name below the address of the service, each part encoded as one segment, followed by a verb such as `:getIamPolicy`. */
export function requestPath(name: string, verb = ""): string {
  const segments = name
    .split("/")
    .map((segment) => encodeURIComponent(segment.toWellFormed()).replaceAll("%3A", ":").replaceAll("%40", "@"));
  if (segments.some((segment) => /^\.{0,2}$/.test(segment)))
    throw new ProviderError(
      "invalid_argument",
      "A name with a part that is empty or consists of dots cannot be part of a path. Use another name.",
    );
  return `/v1/${segments.join("/")}${verb}`;
}

/** The format of generated IDs of triggers, channels and connections; the full name contains the ID. */
export const objectIdFormat: NameFormat = {
  maxLength: 63,
  partOf: "name",
  adapt(text) {
    const id = text.toLowerCase().replaceAll(/[^a-z0-9-]+/g, "-");
    return /^[a-z]/.test(id) ? id : `x${id}`;
  },
};
