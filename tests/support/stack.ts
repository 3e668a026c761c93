// One resource as an engine keeps it: id, inputs, outputs and what was left unfinished; the verbs are those of the whole provider. See docs/protocol.md#partial-failures and docs/protocol.md#call-sequences.
import type { RpcContext, RequestContext } from "../../provider/contract/context";
import { ProviderError, ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { ValueMap } from "../../provider/core/values/value";
import { toPlainMap } from "../../provider/core/values/value";
import type { Send } from "../../provider/contract/http";
import { modules } from "../../provider/modules";
import { fromJson } from "../../provider/plugin/codec";
import { createProvider, type Provider } from "../../provider/provider";
import { schema } from "./in-process";

/** What an engine stores of a resource. */
export interface StoredResource {
  id: string;
  inputs: ValueMap;
  outputs: ValueMap;
  /** Why the last operation did not end as it should; forces the next update. */
  unfinished: string[];
}

/** What a run of the engine did. */
export type Done = "create" | "update" | "replace" | "delete first" | "same";

/** One resource in one stack. */
export class Stack {
  stored: StoredResource | undefined;
  /** Paths of the resource option `ignoreChanges`. The engine, and so the caller, gives the old inputs at these paths. */
  ignoreChanges: readonly string[] = [];
  /** The name of the resource in the program, from which Check makes names that it does not give. Without it, a new object gets no name. */
  logicalName = "";
  /** What the operations logged. */
  readonly lines: { severity: string; message: string }[] = [];
  private readonly provider: Provider;
  private running = new AbortController();
  private names = 0;

  constructor(
    private readonly type: string,
    send: Send,
    env: Readonly<Record<string, string>>,
  ) {
    this.provider = createProvider({ schema, modules, send, env, fromJson });
  }

  /** Cancels the operation that runs, as the engine does for Ctrl-C. */
  cancel(): void {
    this.running.abort(new ProviderError("cancelled", "The operation was cancelled."));
  }

  private get context(): RpcContext {
    this.running = new AbortController();
    const of = (signal: AbortSignal): RequestContext => ({
      signal,
      status: () => undefined,
      redact: (text) => text,
      log: (severity, message) => void this.lines.push({ severity, message }),
    });
    const { signal } = this.running;
    let hasWritten = false;
    return {
      ...of(signal),
      limit: () => undefined,
      secondsLeft: () => Infinity,
      detached: () => of(new AbortController().signal),
      recordWrite: () => void (hasWritten = true),
      get hasWritten() {
        return hasWritten;
      },
    };
  }

  /** The outputs without marks. */
  get outputs(): Record<string, unknown> {
    const all = Object.entries(toPlainMap(this.stored?.outputs ?? {}));
    // As in the CLI, internal members are not displayed.
    return Object.fromEntries(all.filter(([name]) => !name.startsWith("__")));
  }

  /** The inputs without marks. */
  get inputs(): Record<string, unknown> {
    return { ...toPlainMap(this.stored?.inputs ?? {}) };
  }

  /** Configures the provider, as the engine does before every other call. `up` and `import` do it themselves. */
  async configure(settings: ValueMap = {}): Promise<this> {
    await this.provider.configure(settings);
    return this;
  }

  /** Makes the resource as declared. Fails as the provider does, after the state reached is stored. */
  async up(program: object): Promise<Done> {
    await this.provider.configure({});
    const news = await this.checked(program);
    if (!this.stored) return this.create(news);
    const { changes, deleteBeforeReplace } = await this.diff(program);
    if (changes.some(({ replaces }) => replaces)) return this.replace(program, deleteBeforeReplace);
    if (changes.length > 0 || this.stored.unfinished.length > 0) return this.update(news);
    this.stored.inputs = news;
    return "same";
  }

  /** The preview of {@link up}: returns the outputs, fails as Create or Update does in a preview, and stores nothing. */
  async previewUp(program: object): Promise<ValueMap> {
    const news = await this.checked(program);
    const request = { type: this.type, urn: "urn:r", preview: true, timeout: 0 };
    if (!this.stored) return (await this.provider.create({ ...request, inputs: news }, this.context)).state;
    const { id, inputs: oldInputs, outputs: olds } = this.stored;
    return this.provider.update({ ...request, id, olds, oldInputs, news }, this.context);
  }

  /** What a preview shows: the changed paths, an exclamation mark where the resource has to be replaced. */
  async preview(program: object): Promise<string[]> {
    return (await this.diff(program)).changes.map(({ path, replaces }) => (replaces ? `${path}!` : path));
  }

  /** Stores how the resource is; returns the paths in which it differs from the inputs, or `gone`, or `unfinished`. */
  async refresh(): Promise<string[]> {
    const { id, inputs, outputs } = this.stored!;
    const found = await this.provider.read({ type: this.type, id, inputs, state: outputs, timeout: 0 }, this.context).catch((error) => {
      if (!(error instanceof ResourceInitFailedError)) throw error;
      // The engine keeps the inputs, and warns.
      this.stored = { id: error.id, inputs, outputs: error.state as ValueMap, unfinished: error.reasons };
      return "unfinished" as const;
    });
    if (found === "unfinished") return [found];
    if (!found) {
      this.stored = undefined;
      return ["gone"];
    }
    const request = { type: this.type, olds: found.state, oldInputs: found.inputs, news: inputs, ignoreChanges: [] };
    const { changes } = await this.provider.diff(request);
    this.stored = { id: found.id, inputs: found.inputs, outputs: found.state, unfinished: [] };
    return changes.map(({ path }) => path);
  }

  /** Takes over a resource that exists. */
  async import(id: string): Promise<void> {
    await this.provider.configure({});
    const found = await this.provider.read({ type: this.type, id, inputs: {}, state: {}, timeout: 0 }, this.context);
    if (!found) throw new Error("nothing to import");
    this.stored = { id: found.id, inputs: found.inputs, outputs: found.state, unfinished: [] };
  }

  async destroy(): Promise<void> {
    const { id, inputs, outputs } = this.stored!;
    await this.provider.delete({ type: this.type, id, olds: outputs, oldInputs: inputs, timeout: 0 }, this.context);
    this.stored = undefined;
  }

  /** `olds`: the inputs of the object that exists; none for one that replaces it. */
  private async checked(program: object, olds = this.stored?.inputs): Promise<ValueMap> {
    const { logicalName } = this;
    const suffix = String((this.names += 1)).padStart(7, "0");
    const naming = (olds ?? logicalName) && { olds: olds ?? {}, logicalName, suffix };
    const request = { type: this.type, news: { ...(program as ValueMap) }, ...(naming && { naming }) };
    const { inputs, failures } = await this.provider.check(request, this.context);
    if (failures.length > 0) throw new Error(failures.map(({ property, reason }) => `${property} | ${reason}`).join("\n"));
    return inputs;
  }

  private async diff(program: object) {
    const { inputs, outputs } = this.stored!;
    const news = await this.checked(program);
    return this.provider.diff({ type: this.type, olds: outputs, oldInputs: inputs, news, ignoreChanges: this.ignoreChanges });
  }

  private async create(inputs: ValueMap): Promise<"create"> {
    try {
      const { id, state } = await this.provider.create({ type: this.type, urn: "urn:r", inputs, preview: false, timeout: 0 }, this.context);
      this.stored = { id, inputs, outputs: state, unfinished: [] };
    } catch (error) {
      if (error instanceof ResourceInitFailedError)
        this.stored = { id: error.id, inputs, outputs: error.state as ValueMap, unfinished: error.reasons };
      throw error;
    }
    return "create";
  }

  private async update(news: ValueMap): Promise<"update"> {
    const { id, inputs, outputs } = this.stored!;
    const request = {
      type: this.type,
      id,
      urn: "urn:r",
      olds: outputs,
      oldInputs: inputs,
      news,
      preview: false,
      timeout: 0,
      ignoreChanges: this.ignoreChanges,
    };
    try {
      this.stored = { id, inputs: news, outputs: await this.provider.update(request, this.context), unfinished: [] };
    } catch (error) {
      if (error instanceof ResourceInitFailedError)
        this.stored = { id, inputs, outputs: error.state as ValueMap, unfinished: error.reasons };
      throw error;
    }
    return "update";
  }

  private async replace(program: object, first: boolean): Promise<"replace" | "delete first"> {
    const old = this.stored!;
    if (first) await this.destroy();
    await this.create(await this.checked(program, {}));
    if (!first) {
      const gone = { type: this.type, id: old.id, olds: old.outputs, oldInputs: old.inputs, timeout: 0 };
      await this.provider.delete(gone, this.context);
    }
    return first ? "delete first" : "replace";
  }
}
