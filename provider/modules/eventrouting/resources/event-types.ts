// Preview check of triggers: compares the event type with the catalog of the location. See docs/modules/eventrouting.md#preview-checks.
import type { RequestContext } from "../../../contract/context";
import { asProviderError } from "../../../core/errors/errors";
import type { EventroutingV1 } from "../../../core/gen/types";
import { rowsOf, textOf } from "../../../core/values/records";
import { suggest } from "../../../core/validate/suggest";
import type { EventClient } from "../client";
import { collectionName } from "../ids";
import { pagesOf } from "../pages";

/** The event types of a location; undefined when they cannot be read, or not all of them. */
type EventTypes = ReadonlySet<string> | undefined;

/** The catalogs by configuration and location. A failure to read one is kept, too: other triggers do not wait for it again. */
const catalogs = new WeakMap<object, Map<string, Promise<EventTypes>>>();

/** Logs a warning when the catalog of the location does not contain the event type of the trigger. Unknown inputs are not compared. */
export async function warnOfUnknownType(
  { project, location, eventFilters = [] }: Partial<EventroutingV1.TriggerInputs>,
  context: Pick<RequestContext, "log"> & { client: EventClient },
): Promise<void> {
  const index = eventFilters.findIndex(({ attribute }) => attribute === "type");
  const type = eventFilters[index]?.value;
  if (!project || !location || !type) return;
  const known = await eventTypesOf(context.client, collectionName("providers", { project, location }));
  if (known === undefined || known.size === 0 || known.has(type)) return;
  const unknownType = `eventFilters[${index}].value: unknown event type "${type}" in ${location}`;
  context.log("warning", `${unknownType}${suggest(type, known) || "."} The function getProviders returns the event types.`);
}

async function eventTypesOf(client: EventClient, parent: string): Promise<EventTypes> {
  const configuration = await client.connection().catch(() => undefined);
  if (!configuration) return undefined;
  const catalog = catalogs.get(configuration) ?? new Map<string, Promise<EventTypes>>();
  catalogs.set(configuration, catalog);
  const types = catalog.get(parent) ?? readEventTypes(client, parent);
  catalog.set(parent, types);
  return types;
}

async function readEventTypes(client: EventClient, parent: string): Promise<EventTypes> {
  const types = new Set<string>();
  const list = { collection: "providers", parent, query: { pageSize: "100" }, caller: "Trigger" } as const;
  try {
    for await (const { rows, unreachable } of pagesOf(client, list)) {
      if (unreachable.length > 0) return undefined;
      for (const { type } of rows.flatMap(({ eventTypes }) => rowsOf(eventTypes))) types.add(textOf(type) ?? "");
    }
    return types;
  } catch (error) {
    client.context.log("debug", `The catalog of events was not read: ${asProviderError(error).message}`);
    return undefined;
  }
}
