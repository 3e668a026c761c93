/** An account as a company may have it: the records of the samples, and several pages of connections and of users. */
import { pipelineSamples } from "../../samples/datapipeline";
import type { JsonObject } from "../exchange";
import { emptyAccount, lists, type PipelineAccount, type Records } from "./account";

/** IDs that tests name. */
export const known = {
  group: "projected_sickle",
  otherGroup: "shadowed_lantern",
  user: "nozzle_eat",
  team: "brave_owl",
  database: "mapped_ringlet",
} as const;

const kinds = Object.entries(lists) as [keyof Records, string][];

/** Puts what is at an address into the account; what is there stays. */
const put = (account: PipelineAccount, path: string, rows: JsonObject[]): void => {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const [kind] = kinds.find(([, list]) => path === list || parent === list) ?? [];
  if (kind === undefined) return void (account.owned.get(path)?.length || account.owned.set(path, rows));
  for (const row of rows) {
    const id = String(row.id ?? row.name);
    if (!account[kind].has(id)) account[kind].set(id, row);
  }
};

/** Creates the example account. */
export const exampleAccount = (): PipelineAccount => {
  const account = emptyAccount();
  const exchanges = structuredClone(pipelineSamples).flatMap((sample) => sample.exchanges);
  const found = exchanges.map(({ request, response }) => ({ path: request.split("?")[0]!, data: response.data as JsonObject }));
  // Rows of lists do not have all members, so that single records come first.
  for (const { path, data } of found) if (!data.items) put(account, path, [data]);
  for (const { path, data } of found) if (data.items) put(account, path, data.items as JsonObject[]);
  const { groups } = account;
  groups.set(known.group, { ...groups.get(known.group), name: "Warehouse" });
  groups.set(known.otherGroup, { id: known.otherGroup, name: "Bulk", created_at: null });
  const copies = (kind: "connections" | "users", of: string, count: number, more: JsonObject = {}) => {
    for (let n = 0; n < count; n++) account[kind].set(`bulk_${n}`, { ...account[kind].get(of), id: `bulk_${n}`, ...more });
  };
  copies("connections", known.database, 2_100, { group_id: known.otherGroup, schema: "bulk" });
  copies("users", known.user, 1_200);
  return account;
};
