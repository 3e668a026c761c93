// The parts of the destination of a connection: name, table, group of tables or prefix. See docs/modules/datapipeline.md#destination-schema. Pure.
import { textOf } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";
import { nameServices, prefixServices, tableGroupServices, tableServices } from "./destination-services";
import type { RemoteConfig } from "./remote";

/**
 * Returns the parts of the schema text of a connection; those that do not apply are absent. `config` distinguishes tables from groups of tables, where a
 * service has both.
 */
export function destinationSchema(service: string, schema: string, config: PlainMap): PlainMap {
  if (schema === "") return {};
  if (prefixServices.has(service)) return { prefix: schema };
  const dot = schema.indexOf(".");
  if (dot < 0) return { name: schema };
  const name = schema.slice(0, dot);
  const rest = schema.slice(dot + 1);
  return { name, ...partsBelow(service, rest, config) };
}

function partsBelow(service: string, table: string, config: RemoteConfig): PlainMap {
  const tables = tableServices.has(service);
  const groups = tableGroupServices.has(service);
  if (tables && groups) {
    if (textOf(config.table_group_name) !== undefined) return { tableGroupName: table };
    return textOf(config.table) === undefined ? { table, tableGroupName: table } : { table };
  }
  if (groups) return { tableGroupName: table };
  // A service that is newer than these lists has a table, as most have.
  return tables || !nameServices.has(service) ? { table } : {};
}
