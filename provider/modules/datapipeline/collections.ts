// Records of one kind by their IDs, which one list returns. See docs/modules/datapipeline.md#shared-reads.
import type { ObjectCollection } from "../../contract/shared-reads";
import { scalarText } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";
import { declaredOutputs } from "../../kit/tables";
import { oncePerSchema } from "../../kit/remote-object";
import type { PipelineClient } from "./client";
import type { FunctionName } from "./functions/types";
import { mappedName, type Names } from "./mapping";
import { pagesOf } from "./pages";
import type { RemoteRecord } from "./remote";

/** Returns the records of the list whose path is that of one record without the ID. A row without a member of the record is left out. */
export function listedRecords(name: FunctionName, path: string, names: Names): ObjectCollection<PipelineClient, PlainMap> {
  const request = { name, path: path.replace(/\/\{\w+\}$/, "") };
  const membersOf = oncePerSchema((schema) =>
    Object.keys(declaredOutputs(schema, `quartet:datapipeline:${name}`).properties ?? {})
      .map((key) => mappedName(names, key))
      .filter((member) => member !== ""),
  );
  return {
    async *all(_parent, client) {
      const members = membersOf(client.schema);
      for await (const { rows } of pagesOf(client, request)) {
        const whole = rows.filter((row) => members.every((member) => Object.hasOwn(row, member)));
        yield new Map(whole.map((row: RemoteRecord) => [scalarText(row.id), row]));
      }
    },
  };
}
