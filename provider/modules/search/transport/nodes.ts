// The nodes of one cluster, used in turn; a node that fails is left out for a while. See docs/modules/search.md#requests. Pure: the clock is a parameter.

interface Node<T> {
  endpoint: T;
  failures: number;
  /** The time before which the node is not used. */
  excludedUntil: number;
}

/** The nodes and their health. */
interface Nodes<T> {
  /** Returns the endpoint of the next node in turn; if all are excluded, the one that is excluded for the shortest time. `now`: ms of a monotonic clock. */
  next(now: number): T;
  /** Records a response of the endpoint. */
  recordSuccess(endpoint: T): void;
  /** Records a failed request: the node is excluded for 60 s, doubled with each further failure up to 32 times that. */
  recordFailure(endpoint: T, now: number): void;
}

/** Creates the nodes for a list of endpoints, which must not be empty. */
export function createNodes<T>(endpoints: readonly T[]): Nodes<T> {
  const nodes: Node<T>[] = endpoints.map((endpoint) => ({ endpoint, failures: 0, excludedUntil: 0 }));
  const nodeOf = (endpoint: T): Node<T> | undefined => nodes.find((node) => node.endpoint === endpoint);
  let turn = 0;
  return {
    next(now) {
      for (let i = 0; i < nodes.length; i++) {
        const node = nodes[turn++ % nodes.length]!;
        if (node.excludedUntil <= now) return node.endpoint;
      }
      return nodes.reduce((best, node) => (node.excludedUntil < best.excludedUntil ? node : best)).endpoint;
    },
    recordSuccess(endpoint) {
      Object.assign(nodeOf(endpoint) ?? {}, { failures: 0, excludedUntil: 0 });
    },
    recordFailure(endpoint, now) {
      const node = nodeOf(endpoint);
      if (!node) return;
      node.failures += 1;
      node.excludedUntil = now + 60_000 * 2 ** Math.min(node.failures - 1, 5);
    },
  };
}
