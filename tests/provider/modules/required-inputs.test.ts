/** Every function of `cloud`, `datapipeline` and `eventrouting` rejects absent and empty required inputs, all at once and before any request. */
import { ProviderProcess } from "../../support/provider-process";
import { schema } from "../tools/schema-file";

const emptyValues: Readonly<Record<string, "" | null | []>> = { array: [], integer: null };

const rows = Object.entries(schema.functions!).flatMap(([token, { inputs }]) => {
  const { required = [], properties = {} } = inputs ?? {};
  const empty = Object.fromEntries(required.map((key) => [key, emptyValues[properties[key]!.type ?? ""] ?? ""]));
  return required.length > 0 && /^quartet:(?!search)/.test(token) ? [{ token, required: [...required].sort(), empty }] : [];
});

test.each(rows)("$token needs $required", async ({ token, required, empty }) => {
  const process = await new ProviderProcess({ send: () => Promise.reject(new Error("no request was expected")) }).configure();
  for (const inputs of [{}, empty])
    expect((await process.invoke(token, inputs)).failures.map(({ property }) => property).sort()).toEqual(required);
});
