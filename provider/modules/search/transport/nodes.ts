// Several addresses of one server, used in turn; one that fails is left out for a while (search spec 4). Pure: the clock is handed in.

interface Node<T> {
  endpoint: T;
  failures: number;
  /** Unix time in ms before which it is left out. */
  outUntil: number;
}

/** The addresses and what is known of their health. */
export interface Nodes<T> {
  /** The next address whose turn it is; when all are out, the one whose time ends first. `now` is Unix time in ms. */
  next(now: number): T;
  /** The address answered. */
  worked(endpoint: T): void;
  /** The address could not be reached: it is left out for 60 s, doubled with each further failure up to 32 times that. */
  failed(endpoint: T, now: number): void;
}

/** Nodes over a list that is not empty. */
export function createNodes<T>(endpoints: readonly T[]): Nodes<T> {
  const nodes: Node<T>[] = endpoints.map((endpoint) => ({ endpoint, failures: 0, outUntil: 0 }));
  const nodeOf = (endpoint: T): Node<T> | undefined => nodes.find((node) => node.endpoint === endpoint);
  let turn = 0;
  return {
    next(now) {
      for (let i = 0; i < nodes.length; i++) {
        const node = nodes[turn++ % nodes.length]!;
        if (node.outUntil <= now) return node.endpoint;
      }
      return nodes.reduce((best, node) => (node.outUntil < best.outUntil ? node : best)).endpoint;
    },
    worked(endpoint) {
      Object.assign(nodeOf(endpoint) ?? {}, { failures: 0, outUntil: 0 });
    },
    failed(endpoint, now) {
      const node = nodeOf(endpoint);
      if (!node) return;
      node.failures += 1;
      node.outUntil = now + 60_000 * 2 ** Math.min(node.failures - 1, 5);
    },
  };
}
