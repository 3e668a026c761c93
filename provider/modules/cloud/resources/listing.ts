// Lists of the objects of one kind, with their import IDs: a remote list, or one remote list per service, plan, plugin or application.
// See docs/modules/cloud.md#listing.
import { ProviderError } from "../../../core/errors";
import { offsetOf, type ListedObject } from "../../../core/listing";
import { rowsOf, scalarText } from "../../../core/records";
import type { Plain, PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { hasVendorCode } from "../errors";
import { goneCodes, type ObjectKind } from "../gone";

/** The inputs of a list: an ID restricts it to the objects of that service, plan, plugin or application. */
type Query = Readonly<Record<string, Plain>>;

/** The member `list` of a resource: the positions of its pages are offsets. */
export type List = (query: Query, context: { client: CloudClient }, from?: string) => AsyncGenerator<ListedObject>;

/** A list of the service. */
export interface RemoteList {
  action: string;
  /** The member of the response that contains the rows. */
  rows: string;
  /** The member of a row that contains the ID. */
  id: string;
  /** The member of a row that contains the name. */
  name: string;
}

/** An object that contains others, and the list of all of them. */
interface Container extends RemoteList {
  /** The input of the list that names one of them. */
  input: string;
  kind: ObjectKind;
}

/** The lists of the objects that contain others or can be bound. */
export const containers = {
  service: {
    action: "DescribeServicesStatus",
    rows: "ServiceSet",
    id: "ServiceId",
    name: "ServiceName",
    input: "serviceId",
    kind: "service",
  },
  plan: {
    action: "DescribeUsagePlansStatus",
    rows: "UsagePlanStatusSet",
    id: "UsagePlanId",
    name: "UsagePlanName",
    input: "usagePlanId",
    kind: "plan",
  },
  plugin: {
    action: "DescribePlugins",
    rows: "PluginSet",
    id: "PluginId",
    name: "PluginName",
    input: "pluginId",
    kind: "plugin",
  },
  app: {
    action: "DescribeApiAppsStatus",
    rows: "ApiAppSet",
    id: "ApiAppId",
    name: "ApiAppName",
    input: "apiAppId",
    kind: "app",
  },
} as const satisfies Record<string, Container>;

/** Returns the list of objects whose import ID is one member of the rows. */
export function listOf({ action, rows, id, name }: RemoteList): List {
  return async function* (_query, { client }, from) {
    let offset = offsetOf(from);
    for await (const row of rowsIn(client, { action, params: {}, rows, start: offset }))
      yield { id: textIn(row, id, action), name: nameIn(row, name, id), page: String(offset++) };
  };
}

/** One container, and the access to what it contains. */
interface Contents {
  /** The ID of the container. */
  id: string;
  client: CloudClient;
  /** Yields the rows of one remote list. */
  rowsOf(action: string, params: PlainMap, rows: string): AsyncGenerator<PlainMap>;
}

/**
 * Returns the list of objects that others contain: `each` yields those of one container. Without the input that names it, the containers are listed too; one
 * that is deleted meanwhile is skipped.
 */
export function listIn(container: keyof typeof containers, each: (contents: Contents) => AsyncGenerator<ListedObject>): List {
  const { action, rows, id, input, kind }: Container = containers[container];
  return async function* (query, { client }, from) {
    const rowsOf = (contained: string, params: PlainMap, list: string): AsyncGenerator<PlainMap> =>
      rowsIn(client, { action: contained, params, rows: list });
    const given = query[input];
    if (typeof given === "string") return yield* each({ id: given, client, rowsOf });
    let offset = offsetOf(from);
    for await (const row of rowsIn(client, { action, params: {}, rows, start: offset })) {
      // The position is that of the container.
      const page = String(offset++);
      try {
        for await (const object of each({ id: textIn(row, id, action), client, rowsOf })) yield { ...object, page };
      } catch (error) {
        if (!hasVendorCode(error, goneCodes(kind))) throw error;
      }
    }
  };
}

async function* rowsIn(
  client: CloudClient,
  { action, params, rows, start }: { action: string; params: PlainMap; rows: string; start?: number },
): AsyncGenerator<PlainMap> {
  for await (const page of client.eachPage(action, params, rows, { start })) yield* page;
}

/** Returns the IP strategies of a service; the action has no pages. */
export async function strategiesOf(client: CloudClient, serviceId: string): Promise<PlainMap[]> {
  const { StrategySet } = await client.requireResult("DescribeIPStrategysStatus", { ServiceId: serviceId });
  return rowsOf(StrategySet);
}

/** Returns a member of a row that is part of an import ID. Fails with `unavailable` when the service leaves it out. */
export function textIn(row: PlainMap, member: string, action: string): string {
  const value = row[member];
  if (typeof value === "string" && value !== "") return value;
  throw new ProviderError("unavailable", `List failed: ${action}: a row without ${member}. Run it again.`);
}

/** Returns the name of a row, or its ID where the service has none. */
export function nameIn(row: PlainMap, member: string, id: string): string {
  return scalarText(row[member]) || scalarText(row[id]);
}
