// One-time operations: resources that run an action when they are created. Nothing is read, updated or deleted.
import type { PropertyTable } from "../../../contract/properties";
import type { Resource } from "../../../contract/resource";
import { ProviderError } from "../../../core/errors/errors";
import type { CloudClient } from "../client";

/** An operation. */
interface OperationSpec<Inputs, State> {
  /** The type token. */
  token: string;
  /** The input that is the ID. */
  idInput: keyof Inputs & string;
  /** One entry for each input. */
  properties: PropertyTable<Inputs, State>;
  /** Returns the outputs. */
  state(inputs: Inputs, id: string): State;
  /** Runs the operation. Running it again with the same inputs has no further effect. */
  run(inputs: Inputs, client: CloudClient): Promise<unknown>;
}

/** Defines a resource that runs an operation once. Every change replaces it, which runs the operation again. */
export function oneTimeOperation<Inputs extends object, State extends object>(
  spec: OperationSpec<Inputs, State>,
): Resource<CloudClient, Inputs, State> {
  const { token, idInput, properties, run } = spec;
  const isComplete = (inputs: Partial<Inputs>): inputs is Inputs => {
    const given: Readonly<Record<string, unknown>> = { ...inputs };
    return Object.keys(properties).every((name) => given[name] !== undefined);
  };
  return {
    properties,

    async create({ inputs, created }, { client }) {
      await run(inputs, client);
      const id = String(inputs[idInput]);
      created(id, spec.state(inputs, id));
    },

    async read({ id, prior }) {
      const known: Partial<Inputs> = { [idInput]: id, ...prior?.inputs };
      if (isComplete(known)) return { id, state: spec.state(known, id) };
      const reason = "the operation runs once and leaves no object to read";
      throw new ProviderError(
        "invalid_argument",
        `Import failed: ${token} ${id}: ${reason}. Let the program create it, which runs it again.`,
      );
    },

    delete: async () => undefined,
  };
}
