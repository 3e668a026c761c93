// Import IDs: they begin with the full name of an object, or with its last part alone in the project and the location of the provider.
// See docs/modules/eventrouting.md#import.
import type { ImportIdFormat } from "../../../contract/resource";
import { configCommand } from "../../../core/errors/config-command";
import { ProviderError } from "../../../core/errors/errors";
import type { EventClient } from "../client";
import { nameOf, type CollectionId, type ProjectLocation } from "../object-names";

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
      const { project, location } = await client.place();
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
  throw new ProviderError("invalid_argument", `Invalid import ID "${id}": it names no ${part}, and none is configured. ${advice}`);
}
