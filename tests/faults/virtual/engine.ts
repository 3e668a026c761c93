// The provider as an engine uses it, in this process: the real verbs and modules, without the port.
import type { ErrorCode } from "../../../provider/core/errors/errors";
import { asProviderError, ResourceInitFailedError } from "../../../provider/core/errors/errors";
import type { ValueMap } from "../../../provider/core/values/value";
import type { Send } from "../../../provider/contract/http";
import { modules } from "../../../provider/modules/index";
import { fromJson } from "../../../provider/plugin/codec";
import type { RunningRequest } from "../../../provider/plugin/requests";
import { Requests } from "../../../provider/plugin/requests";
import type { ReadResponse } from "../../../provider/verbs/read";
import type { Provider } from "../../../provider/provider";
import { createProvider } from "../../../provider/provider";
import { schema } from "../../support/in-process";
import { inVirtualTime } from "../../support/virtual-time";

/** What an engine stores of an object. */
export interface StoredState {
  id: string;
  inputs: ValueMap;
  outputs: ValueMap;
}

/** How an operation ended for the engine. */
export interface OperationResult {
  succeeded: boolean;
  /** What the engine stores from now on; undefined if there is no object. */
  state: StoredState | undefined;
  /** All text that the user sees; empty after a success. */
  text: string;
  code?: ErrorCode;
}

/** A write of the protocol, or a refresh of several objects at once. */
export type Verb = "create" | "update" | "delete" | "refresh";

/** What an operation needs. */
export interface OperationRequest {
  inputs: ValueMap;
  /** What the engine stores so far; undefined for a create. */
  state?: StoredState | undefined;
  /** The time limit in seconds; default: the one of the resource. */
  timeout?: number | undefined;
}

/** Where a provider process sends its requests, and the environment that leads it there. */
export interface ProcessOptions {
  send: Send;
  env: Readonly<Record<string, string>>;
}

/** One provider process that manages one resource. */
export class ProviderProcess {
  private readonly requests = new Requests({ log: () => undefined });
  private readonly provider: Provider;
  private readonly configured: Promise<void>;

  constructor(
    private readonly type: string,
    { send, env }: ProcessOptions,
  ) {
    this.provider = createProvider({ schema, modules, send, env, fromJson });
    this.configured = this.provider.configure({});
  }

  /** Returns the inputs with defaults, as the engine stores them. Fails when a check fails. */
  async check(program: object): Promise<ValueMap> {
    const { inputs, failures } = await this.run((context) => this.provider.check({ type: this.type, news: program as ValueMap }, context));
    if (failures.length > 0) throw new Error(`${this.type}: ${JSON.stringify(failures)}`);
    return inputs;
  }

  /** Runs one operation and returns what the engine makes of its end. See docs/protocol.md#partial-failures. */
  async perform(verb: Verb, { inputs, state, timeout = 0 }: OperationRequest): Promise<OperationResult> {
    const { type } = this;
    try {
      if (verb === "create") {
        const created = await this.run((context) => this.provider.create({ type, urn: "urn:r", inputs, preview: false, timeout }, context));
        return { succeeded: true, text: "", state: { id: created.id, inputs, outputs: created.state } };
      }
      const { id, inputs: oldInputs, outputs: olds } = state!;
      if (verb === "refresh") return await this.refresh(state!, timeout);
      if (verb === "delete") {
        await this.run((context) => this.provider.delete({ type, id, olds, oldInputs, timeout }, context));
        return { succeeded: true, text: "", state: undefined };
      }
      const request = { type, id, urn: "urn:r", olds, oldInputs, news: inputs, preview: false, timeout };
      const outputs = await this.run((context) => this.provider.update(request, context));
      return { succeeded: true, text: "", state: { id, inputs, outputs } };
    } catch (error) {
      return failure(error, verb, { inputs, state });
    }
  }

  /** Reads the object as often as an engine does that has twelve of them, six at once: shared requests serve most of these reads. */
  private async refresh(state: StoredState, timeout: number): Promise<OperationResult> {
    const { id, inputs, outputs } = state;
    const request = { type: this.type, id, inputs, state: outputs, timeout };
    const readSix = async (context: RunningRequest): Promise<(ReadResponse | undefined)[]> =>
      Promise.all(Array.from({ length: 6 }, async () => this.provider.read(request, context)));
    const found = [...(await this.run(readSix)), ...(await this.run(readSix))];
    const isSame = new Set(found.map((object) => JSON.stringify(object))).size === 1 && found[0] !== undefined;
    return isSame ? { succeeded: true, text: "", state } : { succeeded: false, text: "the reads differ", state: undefined };
  }

  /** Returns the paths in which the object differs from the inputs; undefined if the object is gone. */
  async differences({ id, inputs, outputs }: StoredState, expected: ValueMap): Promise<string[] | undefined> {
    const { type, provider } = this;
    const found = await this.run((context) => provider.read({ type, id, inputs, state: outputs, timeout: 0 }, context));
    if (!found) return undefined;
    const request = { type, olds: found.state, oldInputs: found.inputs, news: expected, ignoreChanges: [] };
    return (await provider.diff(request)).changes.map(({ path }) => path);
  }

  /** Cancels what runs, as Cancel of the engine does. */
  cancel(): void {
    this.requests.cancel();
  }

  private async run<T>(work: (context: RunningRequest) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      await this.configured;
      return this.requests.run("urn:r", { once: () => undefined }, work);
    };
    return inVirtualTime(run());
  }
}

/** An object that was created in part is stored with its new inputs, one that was updated in part with the old ones. */
function failure(error: unknown, verb: Verb, { inputs, state }: OperationRequest): OperationResult {
  const text = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ResourceInitFailedError)) return { succeeded: false, state, text, code: asProviderError(error).code };
  const reached = { id: error.id, inputs: verb === "create" ? inputs : state!.inputs, outputs: error.state as ValueMap };
  return { succeeded: false, state: reached, text, code: asProviderError(error.cause).code };
}
