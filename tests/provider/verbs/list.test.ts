/** Lists, with and without pages of the service. See docs/protocol.md#list. */
import fc from "fast-check";
import type { ListedObject } from "../../../provider/contract/resource";
import { ProviderError } from "../../../provider/core/errors/errors";
import { Secret } from "../../../provider/core/values/value";
import { list, type ListPart } from "../../../provider/verbs/list";
import { newCall, openShop, reconfigure } from "../../support/fake-module";

const token = "quartet:shop:Crate";
const request = { token, query: {}, limit: 0, continuation: "" };

/** A shop that lists these pages; `read` holds the pages that were requested. */
async function paged(pages: string[][], hasTokens = true) {
  const { runtime } = openShop();
  const { implementation: resource } = await runtime.registry.resource(token);
  const read: number[] = [];
  const pageOf = (index: number) => (index === 0 || !hasTokens ? undefined : `p ${index}@`);
  const listPages = async function* (_query: unknown, _context: unknown, from?: string): AsyncGenerator<ListedObject> {
    const first = pages.findIndex((_, index) => pageOf(index) === from);
    for (const [index, names] of pages.entries()) {
      if (index < first) continue;
      read.push(index);
      for (const name of names) yield { id: `shop/${name}`, name, page: pageOf(index) };
    }
  };
  Object.assign(resource, { list: listPages });
  const parts = async (limit: number, continuation: string) => {
    const found: ListPart[] = [];
    for await (const part of list(runtime, { ...request, limit, continuation }, newCall().call)) found.push(part);
    return found;
  };
  return { read, parts, runtime };
}

const namesIn = (parts: ListPart[]) => parts.flatMap((part) => (part.kind === "result" ? part.name : []));
const tokenIn = (parts: ListPart[]) => parts.flatMap((part) => (part.kind === "continuation" ? part.token : []))[0];

it("continues with the page of the first object that was not returned, and requests no page before", async () => {
  const { read, parts } = await paged([["a", "b"], ["c", "d", "e"], ["f"]]);
  const first = await parts(3, "");
  expect([namesIn(first), tokenIn(first)]).toEqual([["a", "b", "c"], "1@p 1@"]);
  read.length = 0;
  const second = await parts(2, "1@p 1@");
  expect([namesIn(second), tokenIn(second), read]).toEqual([["d", "e"], "0@p 2@", [1, 2]]);
  expect(namesIn(await parts(0, "0@p 2@"))).toEqual(["f"]);
  const withoutTokens = await paged([["a", "b"]], false);
  expect(tokenIn(await withoutTokens.parts(1, ""))).toBe("1");
});

it("returns every object once, with any pages and limits, also if the service has no tokens for pages", async () => {
  const sizes = fc.array(fc.nat(4), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (lengths, limit, hasTokens) => {
      const pages = lengths.map((length, page) => Array.from({ length }, (_, i) => `${page}-${i}`));
      const { parts } = await paged(pages, hasTokens);
      const found: string[] = [];
      for (let next: string | undefined = ""; next !== undefined;) {
        const part = await parts(limit, next);
        found.push(...namesIn(part));
        next = tokenIn(part);
      }
      expect(found).toEqual(pages.flat());
    }),
  );
});

it("is unknown while a setting is unknown, and requests nothing", async () => {
  const { read, parts, runtime } = await paged([["a"]]);
  runtime.configure({ settings: {}, secrets: new Set(), unknown: ["region"] });
  expect(await parts(0, "")).toEqual([{ kind: "computed" }]);
  expect(read).toEqual([]);
});

it("stops when it is cancelled, and contains no secret when it fails", async () => {
  const { shop, runtime } = openShop();
  for (const name of ["a", "b"]) shop.objects.set(`shop/${name}`, { name });
  const { call } = newCall();
  const found = list(runtime, request, call);
  await found.next();
  call.abort(new ProviderError("cancelled", "stop"));
  await expect(found.next()).rejects.toMatchObject({ code: "cancelled" });
  reconfigure(runtime, "configured-secret");
  shop.fail("list", new ProviderError("failed_precondition", "configured-secret and query-secret"));
  const failing = list(runtime, { ...request, query: { prefix: new Secret("query-secret") } }, newCall().call);
  await expect(failing.next()).rejects.toThrow("[secret] and [secret]");
});

it.each([
  ["the continuation token x", { continuation: "x" }, "invalid_argument"],
  ["a query of another form", { query: { prefix: ["a"] } }, "invalid_argument"],
  ["a resource that cannot be listed", { token: "quartet:shop:Note" }, "unimplemented"],
])("rejects %s", async (_name, more, code) => {
  await expect(list(openShop().runtime, { ...request, ...more }, newCall().call).next()).rejects.toMatchObject({ code });
});
