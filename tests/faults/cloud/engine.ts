// The provider as an engine uses it for one resource of module cloud: the real verbs over the real transport, on a clock of its own, so that no pause takes
// time. Only the port is left out; that failures travel through it is shown for module search.
import type { Module, ModuleEntry } from "../../../provider/core/contract";
import { asProviderError, ResourceInitFailedError } from "../../../provider/core/errors";
import type { ErrorCode } from "../../../provider/core/errors";
import type { ValueMap } from "../../../provider/core/value";
import type { Send } from "../../../provider/http/message";
import { createSend } from "../../../provider/http/send";
import { cloud } from "../../../provider/modules/cloud";
import { CloudClient } from "../../../provider/modules/cloud/client";
import { Transport } from "../../../provider/modules/cloud/transport";
import type { RunningRequest } from "../../../provider/plugin/requests";
import { Requests } from "../../../provider/plugin/requests";
import { fromJson } from "../../../provider/plugin/codec";
import type { Provider } from "../../../provider/provider";
import { createProvider } from "../../../provider/provider";
import { exampleKeys } from "../../emulators/cloud/keys";
import { schemaOf } from "../../../provider/core/schema";
import { schema as spec } from "../../provider/tools/schema-file";

const schema = schemaOf(spec);

/** What an engine keeps of an object. */
export interface Kept {
  id: string;
  inputs: ValueMap;
  outputs: ValueMap;
}

/** How an operation ended for the engine. */
export interface Told {
  done: boolean;
  /** What the engine keeps from now on; nothing when there is nothing to keep. */
  kept: Kept | undefined;
  /** All that the user is shown; empty when it is done. */
  text: string;
  kind?: ErrorCode;
}

/** A write of the protocol. */
export type Verb = "create" | "update" | "delete";

/** A clock that is ahead of the real one by all that somebody has waited. */
export class Clock {
  private ahead = 0;

  /** Milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.ahead;

  /** Waits without taking time. Fails when the signal is aborted. */
  readonly wait = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    await new Promise(setImmediate);
    signal.throwIfAborted();
    this.ahead += milliseconds;
  };
}

/** Where the cloud is, and what time it is there. */
export interface Place {
  port: number;
  clock: Clock;
}

/** What an operation is asked. */
export interface Wanted {
  inputs: ValueMap;
  /** What the engine keeps so far; none for a create. */
  kept?: Kept;
  /** In seconds; default none. */
  timeout?: number | undefined;
}

/** One process of the provider, as one run of the engine uses it. */
export class Run {
  private readonly sender = createSend({ env: {} });
  private readonly calls = new Requests({ log: () => undefined });
  private readonly provider: Provider;
  private readonly configured: Promise<void>;

  /** `through` stands between the provider and the transport; `makeModule` makes the module that is asked. */
  constructor(
    private readonly type: string,
    place: Place,
    through: (send: Send) => Send = (send) => send,
    makeModule: (place: Place, send: Send) => Module = moduleAt,
  ) {
    const module = makeModule(place, through(this.sender));
    const modules = { [module.name]: { settings: [], load: async () => module } satisfies ModuleEntry };
    this.provider = createProvider({ schema, modules, send: this.sender, env: {}, fromJson });
    this.configured = this.provider.configure({});
  }

  /** The inputs as they are kept, defaults in. Fails when something is wrong with them. */
  async checked(program: object): Promise<ValueMap> {
    const { inputs, failures } = await this.run((call) => this.provider.check(this.type, program as ValueMap, call));
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    return inputs;
  }

  /** Asks for one operation, and answers what the engine makes of the outcome (protocol 2.23). */
  async ask(verb: Verb, { inputs, kept, timeout = 0 }: Wanted): Promise<Told> {
    const { type } = this;
    try {
      if (verb === "create") {
        const made = await this.run((call) => this.provider.create({ type, urn: "urn:r", inputs, preview: false, timeout }, call));
        return { done: true, text: "", kept: { id: made.id, inputs, outputs: made.state } };
      }
      const { id, inputs: oldInputs, outputs: olds } = kept!;
      if (verb === "delete") {
        await this.run((call) => this.provider.delete({ type, id, olds, oldInputs, timeout }, call));
        return { done: true, text: "", kept: undefined };
      }
      const request = { type, id, urn: "urn:r", olds, oldInputs, news: inputs, preview: false, timeout };
      return { done: true, text: "", kept: { id, inputs, outputs: await this.run((call) => this.provider.update(request, call)) } };
    } catch (thrown) {
      return failed(thrown, verb, { inputs, kept });
    }
  }

  /** The paths in which the object is not as the inputs say; undefined when it is gone. */
  async differences({ id, inputs, outputs }: Kept, wanted: ValueMap): Promise<string[] | undefined> {
    const { type, provider } = this;
    const found = await this.run((call) => provider.read({ type, id, inputs, state: outputs, timeout: 0 }, call));
    if (!found) return undefined;
    const request = { type, olds: found.state, oldInputs: found.inputs, news: wanted, ignoreChanges: [] };
    return (await provider.diff(request)).changes.map(({ path }) => path);
  }

  /** Closes the connections. */
  end(): void {
    this.sender.close();
  }

  private async run<T>(work: (call: RunningRequest) => Promise<T>): Promise<T> {
    await this.configured;
    return this.calls.run("urn:r", { once: () => undefined }, work);
  }
}

/** A half-made object is kept with its new inputs, a half-changed one with the old ones. */
function failed(thrown: unknown, verb: Verb, { inputs, kept }: Wanted): Told {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (!(thrown instanceof ResourceInitFailedError)) return { done: false, kept, text, kind: asProviderError(thrown).code };
  const reached = { id: thrown.id, inputs: verb === "create" ? inputs : kept!.inputs, outputs: thrown.state as ValueMap };
  return { done: false, kept: reached, text, kind: asProviderError(thrown.cause).code };
}

/** The module with a remote whose pauses pass at once. */
function moduleAt({ port, clock }: Place, send: Send): Module {
  const { now, wait } = clock;
  const transport = new Transport({
    ...{ send, protocol: "http", domain: `localhost:${port}`, requestClient: "Pulumi-quartet-1.2.3" },
    budgets: { read: 180_000, write: 300_000 },
    tools: { wait, random: () => 0.5, now },
  });
  const credentials = { current: async () => exampleKeys, renewed: async () => undefined, region: async () => "ap-guangzhou" };
  const shared = async () => ({ transport, credentials, wait });
  return { ...cloud, connect: () => (_inputs, operation) => new CloudClient(shared, operation, { schema, home: undefined }) };
}
