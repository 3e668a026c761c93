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

interface Place<H> {
  literal: Map<string, Place<H>>;
  variable?: Place<H>;
  handlers: Map<string, { handler: H; names: string[] }>;
}

const place = <H>(): Place<H> => ({ literal: new Map(), handlers: new Map() });

/** Methods in the order in which servers like to list them. */
const ORDER = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"];

/** A slash at the start opens the path, slashes at the end are without meaning; the root has no segments. */
const segments = (path: string) => {
  const inner = path.replace(/\/+$/, "").replace(/^\//, "");
  return inner === "" ? [] : inner.split("/");
};

const step = <H>(at: Place<H>, segment: string, names: string[]): Place<H> => {
  if (segment.startsWith("{")) {
    names.push(segment.slice(1, -1));
    return (at.variable ??= place<H>());
  }
  const next = at.literal.get(segment) ?? place<H>();
  at.literal.set(segment, next);
  return next;
};

/**
 * Makes the routing function of a table. A literal segment wins over a variable one as long as it leads to any handler.
 * Parts are percent-decoded, one segment each, so an encoded slash stays inside its part.
 */
export const createRouter = <H>(routes: readonly Route<H>[]): ((method: string, path: string) => Match<H>) => {
  const root = place<H>();
  for (const { method, path, handler } of routes) {
    const names: string[] = [];
    const end = segments(path).reduce((at, segment) => step(at, segment, names), root);
    end.handlers.set(method, { handler, names });
  }
  return (method, path) => findRoute(root, method, path);
};

const findRoute = <H>(root: Place<H>, method: string, path: string): Match<H> => {
  const parts: string[] = [];
  for (const raw of segments(path)) {
    const part = decode(raw);
    if (part === undefined) return { kind: "malformed", segment: raw };
    parts.push(part);
  }
  const end = find(root, parts, []);
  if (!end) return { kind: "none" };
  const found = end.at.handlers.get(method);
  if (!found) return { kind: "method", allowed: ORDER.filter((name) => end.at.handlers.has(name)) };
  return {
    kind: "found",
    handler: found.handler,
    parts: Object.fromEntries(found.names.map((name, index) => [name, end.values[index] ?? ""])),
  };
};

const find = <H>(at: Place<H>, [part, ...rest]: readonly string[], values: string[]): { at: Place<H>; values: string[] } | undefined => {
  if (part === undefined) return at.handlers.size > 0 ? { at, values } : undefined;
  const literal = at.literal.get(part);
  return (literal && find(literal, rest, values)) ?? (at.variable && find(at.variable, rest, [...values, part]));
};

const decode = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};
