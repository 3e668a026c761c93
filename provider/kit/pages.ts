// Lists that a service returns page by page: the loop over the pages, and the checks that it ends.
import type { ProviderError } from "../core/errors/errors";

/** A page of a list, and the position that it was read at. */
export interface Page<Row, Position> {
  rows: Row[];
  at: Position;
}

/** How a module requests the pages of a list. */
interface PagedList<Position, Found extends Page<unknown, Position>> {
  start: Position;
  /** Requests the page at a position; undefined ends the list. */
  read(at: Position, previous: Found | undefined): Promise<Found | undefined>;
  /** Returns the position of the page that follows; undefined for the last page. */
  next(page: Found): Position | undefined;
  /** Returns values of which at least one is in no earlier page. Defaults to the position of the page that follows. */
  marks?(page: Found): readonly unknown[];
  /** Creates the error for a list that does not end. */
  endless(page: Found, reason: string): ProviderError | Promise<ProviderError>;
}

/** A list with more pages is an error: what follows them would seem to be absent. */
const maxPages = 1000;

/**
 * Yields the pages of a list. Fails as `read`, and with {@link PagedList.endless} for a page that repeats earlier ones although another one follows, as a
 * server or a cache returns that ignores the position, and after a thousand pages.
 */
export async function* eachPage<Position, Found extends Page<unknown, Position>>(list: PagedList<Position, Found>): AsyncGenerator<Found> {
  const { start, read, next, marks = (page) => [next(page)], endless } = list;
  const seen = new Set<unknown>();
  let page = await read(start, undefined);
  for (let count = 1; page; count++) {
    const before = seen.size;
    for (const mark of marks(page)) seen.add(mark);
    yield page;
    const at = next(page);
    if (at === undefined) return;
    if (seen.size === before) throw await endless(page, "the pages of the list repeat");
    if (count === maxPages) throw await endless(page, `the list has more than ${maxPages} pages`);
    page = await read(at, page);
  }
}

/** Returns the rows of all pages. Fails as the pages do. */
export async function rowsOfPages<Row>(pages: AsyncIterable<Page<Row, unknown>>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const { rows } of pages) for (const row of rows) all.push(row);
  return all;
}
