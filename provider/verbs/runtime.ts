// The state of one provider process, passed to every verb as one object.
import type { PlainMap } from "../core/values/value";
import { Coalescer } from "./coalescer";
import { Configuration, type ConfiguredSettings } from "./configuration";
import { GeneratedNames } from "./generated-names";
import { Loader } from "./loader";
import { Registry, type ProviderOptions, type RegisteredResource } from "./registry";
import { UnreachableServices } from "./unreachable-services";

/** An object that a create made and could not finish: its id, the inputs written by then, and outputs that no read returns. */
interface UnfinishedObject {
  token: string;
  id: string;
  state: PlainMap;
}

/** Registry, configuration, coalesced function calls, shared reads and running writes. */
export class Runtime {
  readonly registry: Registry;
  readonly configuration: Configuration;
  readonly coalescer = new Coalescer();
  /** Objects of failed creates by request; the same create, repeated, completes them. See docs/protocol.md#partial-failures. */
  readonly unfinished = new Map<string, UnfinishedObject>();
  /** Creates whose outcome is unknown, by request, with the outputs that no read returns; the same create, repeated, may adopt the object that it finds. */
  readonly uncertain = new Map<string, PlainMap>();
  /** Tokens and IDs of the objects that creates of this process have made. */
  readonly made = new Set<string>();
  /** Names that Check has generated; previews do not state them. See docs/protocol.md#autonaming. */
  readonly generatedNames = new GeneratedNames();
  readonly unreachable: UnreachableServices;
  readonly loader: Loader;
  private currentGeneration = 0;

  constructor(options: ProviderOptions, now?: () => number) {
    this.registry = new Registry(options);
    this.configuration = new Configuration(options);
    this.unreachable = new UnreachableServices(now);
    this.loader = new Loader({ now: now ?? (() => performance.now()), generation: () => this.currentGeneration });
  }

  /**
   * Increases with every configuration, and at the beginning and end of every write: function calls of different generations are not
   * coalesced, and no read is served from a list of another one.
   */
  get generation(): number {
    return this.currentGeneration;
  }

  /** Replaces the configuration in force. The engine has stored unfinished objects by now, and a create with the same URN is a replacement. */
  configure(configured: ConfiguredSettings): void {
    this.configuration.apply(configured);
    this.unfinished.clear();
    this.uncertain.clear();
    this.made.clear();
    this.unreachable.clear();
    this.currentGeneration++;
  }

  /** Runs a write. */
  async write<T>(work: () => Promise<T>): Promise<T> {
    this.currentGeneration++;
    try {
      return await work();
    } finally {
      this.currentGeneration++;
    }
  }

  /** Removes the entry of an object that is complete or deleted. */
  removeUnfinished({ token }: RegisteredResource, id: string): void {
    for (const [request, unfinished] of this.unfinished)
      if (unfinished.token === token && unfinished.id === id) this.unfinished.delete(request);
  }
}
