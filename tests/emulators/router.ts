/** Finds the handler of a method and path by templates such as `/_index_template/{name}`, and hands over the decoded parts. */

/** One entry of a routing table. */
export interface Route<H> {
  method: string;
  /** Segments between slashes; `{name}` represents any one segment. */
  path: string;
  handler: H;
}

/** What a routing finds: the handler with its parts, the other methods of the path, or nothing. */
export type Match<H> =
  | { kind: "found"; handler: H; parts: Record<string, string> }
  | { kind: "method"; allowed: string[] }
  | { kind: "none" }
  | { kind: "malformed"; segment: string };

/** Methods in the order in which servers like to list them. */
const ORDER = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"];

/** A slash at the start opens the path, slashes at the end are without meaning; the root has no segments. */
const segments = (path: string) => {
  const inner = path.replace(/\/+$/, "").replace(/^\//, "");
  return inner === "" ? [] : inner.split("/");
};

const decode = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

const isVariable = (segment: string) => segment.startsWith("{");

/**
 * Makes the routing function of a table. A literal segment wins over a variable one as long as it leads to any handler.
 * Parts are percent-decoded, one segment each, so an encoded slash stays inside its part.
 */
export const createRouter = <H>(routes: readonly Route<H>[]): ((method: string, path: string) => Match<H>) => {
  const rows = routes.map((route) => {
    const template = segments(route.path);
    return { ...route, template, rank: template.map(isVariable).join() }; // "false" is less than "true"
  });
  return (method, path) => {
    const sent = segments(path);
    const segment = sent.find((each) => decode(each) === undefined);
    if (segment !== undefined) return { kind: "malformed", segment };
    const parts = sent.map(decodeURIComponent);
    const fitting = rows.filter(
      ({ template }) => template.length === parts.length && template.every((each, at) => isVariable(each) || each === parts[at]),
    );
    const [best] = fitting.map(({ rank }) => rank).sort();
    const ofPath = fitting.filter(({ rank }) => rank === best);
    const found = ofPath.findLast((row) => row.method === method);
    if (found) {
      const named = found.template.flatMap((each, at) => (isVariable(each) ? [[each.slice(1, -1), parts[at]] as const] : []));
      return { kind: "found", handler: found.handler, parts: Object.fromEntries(named) as Record<string, string> };
    }
    const allowed = ORDER.filter((name) => ofPath.some((row) => row.method === name));
    return allowed.length > 0 ? { kind: "method", allowed } : { kind: "none" };
  };
};
