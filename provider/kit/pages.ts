// Lists that a service returns page by page. Pure.

/** Returns the items of all pages. Fails as the pages do. */
export async function itemsOf<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) for (const item of page) all.push(item);
  return all;
}
