// The lists of resources, with import IDs: a remote list, or one per service, plan, plugin or application. See docs/modules/cloud.md#listing.
import { offsetOf } from "../../../kit/listing";
import type { ListedObject } from "../../../contract/resource";
import { scalarText } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import { hasVendorCode } from "../errors";
import type { CloudClient } from "../client";
import type { RowList } from "../row-list";

/** The member `list` of a resource: the positions of its pages are offsets. The query names the container that restricts the list. */
export type ListVerb = (
  query: Readonly<Record<string, Plain>>,
  context: { client: CloudClient },
  from?: string,
) => AsyncGenerator<ListedObject>;

/** Returns an object of a list. Without a member that contains the name, or without a value, the name is the ID, or its last part. */
function toListedObject([id, row]: [string, PlainMap], name: string | undefined): ListedObject {
  return { id, name: name === undefined ? id : scalarText(row[name]) || (id.split("#").at(-1) ?? id) };
}

/** Returns the list of the objects that are rows; `name` is the member that contains their name. */
export function listOf(rows: RowList<string>, name: string): ListVerb {
  return async function* (_query, { client }, from) {
    let offset = offsetOf(from);
    for await (const row of rows.entries(client, {}, offset)) yield { ...toListedObject(row, name), page: String(offset++) };
  };
}

/** Yields the objects of one container. */
type Contents = (containerId: string, client: CloudClient) => AsyncGenerator<ListedObject>;

/** Returns the contents of a container: the rows of a list. */
export function contentsOf(rows: RowList<string>, name?: string): Contents {
  return async function* (id, client) {
    for await (const row of rows.entries(client, { [rows.container]: id })) yield toListedObject(row, name);
  };
}

/**
 * Returns the list of objects that others contain. Without the input that names one container, the containers are listed too; one that is deleted meanwhile is
 * skipped.
 */
export function listWithin(containers: RowList<string>, contents: Contents): ListVerb {
  const [input = ""] = containers.ids.names;
  return async function* (query, { client }, from) {
    const given = query[input];
    if (typeof given === "string") return yield* contents(given, client);
    let offset = offsetOf(from);
    for await (const [id] of containers.entries(client, {}, offset)) {
      // The position is that of the container.
      const page = String(offset++);
      try {
        for await (const object of contents(id, client)) yield { ...object, page };
      } catch (error) {
        if (!hasVendorCode(error, containers.gone)) throw error;
      }
    }
  };
}
