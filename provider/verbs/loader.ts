// Implements `load` of the contract: finds the group that a read belongs to. See docs/protocol.md#shared-reads.
import type { RequestContext } from "../contract/context";
import type { Module } from "../contract/module";
import type { ObjectCollection, SharedReads } from "../contract/shared-reads";
import type { PlainMap } from "../core/values/value";
import { ObjectGroup, type ReadClock } from "./object-group";
import type { Runtime } from "./runtime";

type Groups = Map<object, Map<string, ObjectGroup<unknown>>>;

/** The groups of reads that share requests: the same connection, collection and parent. */
export class Loader {
  /** By connection; they disappear with the configuration that it belongs to. */
  private readonly byConnection = new WeakMap<object, Groups>();

  constructor(private readonly clock: ReadClock) {}

  /** Returns the group of an object. */
  group<Item>(connection: object, from: ObjectCollection<never, Item>, key: string): ObjectGroup<Item> {
    const groups: Groups = this.byConnection.get(connection) ?? new Map();
    this.byConnection.set(connection, groups);
    const byParent = groups.get(from) ?? new Map<string, ObjectGroup<unknown>>();
    groups.set(from, byParent);
    const parent = from.parentOf?.(key) ?? "";
    const group = byParent.get(parent) ?? new ObjectGroup(from as ObjectCollection<unknown, unknown>, parent, this.clock);
    byParent.set(parent, group);
    return group as ObjectGroup<Item>;
  }
}

/** The reads of one verb. */
export interface ReadScope {
  module: Module;
  inputs: PlainMap;
  context: RequestContext;
  client: unknown;
  /** See {@link ObjectRead.maximumAgeMs}. */
  maximumAgeMs: number;
  /** See {@link ObjectRead.waitShare}. Defaults to {@link usualWaitShare}. */
  waitShare?(): number;
}

const usualWaitShare = 0.05;

/** Returns the function `load` of a verb's context. */
export function loadFor(
  runtime: Runtime,
  { module, inputs, context, client, maximumAgeMs, waitShare = () => usualWaitShare }: ReadScope,
): SharedReads<unknown>["load"] {
  return async (from, key, alone) => {
    if (!module.connectionOf) return alone();
    const group = runtime.loader.group(await module.connectionOf(client), from, key);
    const clientFor = (shared: RequestContext): unknown => runtime.configuration.client(module, inputs, { ...shared, isShared: true });
    return group.load({ key, alone, maximumAgeMs, waitShare: waitShare(), context, clientFor });
  };
}
