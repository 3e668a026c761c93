/** A service whose objects are read in virtual time, for the tests of shared reads. */
import type { ObjectCollection } from "../../../provider/contract/shared-reads";
import { ProviderError } from "../../../provider/core/errors/errors";
import { ObjectGroup } from "../../../provider/verbs/object-group";
import type { ObjectRead } from "../../../provider/verbs/read-queue";
import { inVirtualTime, sleep } from "../../support/virtual-time";
import { requestContext } from "../../support/contexts";

/** How a request serves several reads. */
export type Way = "several" | "all";
export const both: readonly Way[] = ["several", "all"];
const latencyMs = 50;

type Traits = Pick<ObjectCollection<unknown, string>, "isLimited" | "requestsBeforeList">;

/** A service with objects a0, a1, ..., its requests, and a group over it. */
export class Service {
  readonly requests: string[] = [];
  readonly objects = new Map<string, string>();
  generation = 0;
  /** Called within each shared request. */
  onShared: (way: Way) => Promise<void> | void = () => undefined;
  readonly group: ObjectGroup<string>;

  constructor(ways: readonly Way[], count = 100, pageSize = Infinity, traits: Traits = {}) {
    for (let i = 0; i < count; i++) this.objects.set(`a${i}`, `value ${i}`);
    const several = async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      this.send(`several ${keys.length}`, () => new Map([...this.objects].filter(([key]) => keys.includes(key))), "several");
    const send = async () => this.send("all", () => [...this.objects], "all");
    async function* all(): AsyncGenerator<ReadonlyMap<string, string>> {
      for (let start = 0, total = 1; start < total; start += pageSize) {
        const entries = await send();
        total = entries.length;
        yield new Map(entries.slice(start, start + pageSize));
      }
    }
    const collection: ObjectCollection<unknown, string> = {
      ...(ways.includes("several") && { several }),
      ...(ways.includes("all") && { all }),
      ...traits,
    };
    this.group = new ObjectGroup(collection, "", { now: () => performance.now(), generation: () => this.generation });
  }

  /** The response shows the objects as they are when the request begins. */
  private async send<T>(line: string, read: () => T, way?: Way): Promise<T> {
    this.requests.push(line);
    const found = read();
    await sleep(latencyMs);
    if (way) await this.onShared(way);
    return found;
  }

  load(key: string, maximumAgeMs = 0, more: Partial<ObjectRead<string>> = {}): Promise<string | undefined> {
    const alone = async () => this.send(`alone ${key}`, () => this.objects.get(key));
    return this.group.load({ key, maximumAgeMs, waitShare: 0.05, alone, context: requestContext(), clientFor: () => undefined, ...more });
  }

  /** Reads objects at the same time, each so long after the one before. */
  loadAll(count: number, pauseMs = 0): Promise<(string | undefined)[]> {
    const reads = Array.from({ length: count }, async (_, i) => sleep(i * pauseMs).then(() => this.load(`a${i}`)));
    return inVirtualTime(Promise.all(reads));
  }

  /** Reads an object alone, while nothing else runs. */
  loadOne(key: string, maximumAgeMs = 0): Promise<string | undefined> {
    return inVirtualTime(this.load(key, maximumAgeMs));
  }

  /** Reads objects as an engine does that runs eight steps at a time. */
  async refresh(count: number): Promise<void> {
    let next = 0;
    const step = async () => {
      for (let i = next++; i < count; i = next++) expect(await this.load(`a${i}`, 10_000)).toBe(this.objects.get(`a${i}`));
    };
    await inVirtualTime(Promise.all(Array.from({ length: 8 }, step)));
  }

  /** Looks objects up one after the other. */
  async lookUp(count: number, pauseMs = 0): Promise<void> {
    for (let i = 0; i < count; i++) {
      expect(await this.loadOne(`a${i}`, 2000)).toBe(this.objects.get(`a${i}`));
      await inVirtualTime(sleep(pauseMs));
    }
  }

  /** The requests since the last call. */
  sent(): string[] {
    return this.requests.splice(0);
  }
}

export const cancelled = new ProviderError("cancelled", "cancelled");
export const denied = new ProviderError("permission_denied", "no right to list");
export const failing = new ProviderError("unavailable", "HTTP 503");
