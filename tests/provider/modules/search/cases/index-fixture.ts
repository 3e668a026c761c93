/** What the cases of indices share: a stack of the index `orders`, and what the server has of it. */
import type { JsonObject } from "../../../../emulators/exchange";
import { caseFixture } from "./server";

const token = "quartet:search:SearchIndex";

/** The program of the least index. */
export const orders = { name: "orders" };

/** An index as the server returns it. */
export interface RemoteIndex {
  settings: JsonObject;
  mappings: JsonObject;
  aliases: JsonObject;
}

/** A stack of one index, and what the server has. */
export function indexFixture(env: Record<string, string> = {}) {
  const stack = caseFixture(token, env);
  const { call, find, lines } = stack;
  return {
    ...stack,
    index: async () => (await find("/orders?flat_settings=true"))?.["orders"] as RemoteIndex | undefined,
    count: async () => (await call("GET /orders/_count"))["count"],
    requests: () => lines().filter((line) => !line.startsWith("GET")),
  };
}

/** A stack whose index has documents. */
export async function withDocuments(documents: number, program: object = orders) {
  const all = indexFixture();
  await all.stack.up(program);
  for (let i = 0; i < documents; i++) await all.call("POST /orders/_doc?refresh=true", { i });
  all.lines();
  return all;
}
