/** A connector as stored in the server's index: its creation, and the merge of changes. See docs/modules/search.md#connector-update. */
import type { JsonObject } from "../exchange";
import { isObject } from "../objects";

const MIDNIGHT = { enabled: false, interval: "0 0 0 * * ?" };

/** The rule that lets everything through; a connector starts with it, active and as a draft. */
const rules = (at: string): JsonObject => ({
  advanced_snippet: { created_at: at, updated_at: at, value: {} },
  rules: [{ created_at: at, field: "_", id: "DEFAULT", order: 0, policy: "include", rule: "regex", updated_at: at, value: ".*" }],
  validation: { errors: [], state: "valid" },
});

/** A new connector. Members without a value are absent, but for those of the last sync, which are null. */
export const newConnector = (
  { name = "", is_native = false, ...creation }: { name?: string; is_native?: boolean; index_name?: string | null },
  now: Date,
  marksDeleted: boolean,
): JsonObject => {
  const given = Object.entries(creation).filter(([, value]) => value !== undefined && value !== null);
  const at = now.toISOString();
  return {
    configuration: {},
    custom_scheduling: {},
    filtering: [{ active: rules(at), domain: "DEFAULT", draft: rules(at) }],
    is_native,
    last_access_control_sync_error: null,
    last_access_control_sync_status: null,
    last_access_control_sync_scheduled_at: null,
    last_incremental_sync_scheduled_at: null,
    last_sync_error: null,
    last_sync_scheduled_at: null,
    last_sync_status: null,
    last_synced: null,
    name,
    scheduling: { access_control: { ...MIDNIGHT }, full: { ...MIDNIGHT }, incremental: { ...MIDNIGHT } },
    status: is_native ? "needs_configuration" : "created",
    sync_now: false,
    ...(marksDeleted && { deleted: false }),
    ...(Object.fromEntries(given) as JsonObject),
  };
};

/** What a partial document makes of a whole one: objects are merged member by member at every depth, all else is replaced. */
export const merged = (document: JsonObject, changes: JsonObject): JsonObject => {
  const next = { ...document };
  for (const [name, value] of Object.entries(changes)) {
    const old = next[name];
    next[name] = isObject(old) && isObject(value) ? merged(old, value) : value;
  }
  return next;
};
