// One-time operations: resources that run an action when they are created. Nothing is read, updated or deleted.
import type { PropertyTraits, Resource } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Plain } from "../../../core/value";
import type { CloudClient } from "../client";

/** An operation. */
export interface OperationSpec<Inputs> {
  /** The type token. */
  token: string;
  /** The input that is the ID. */
  idInput: keyof Inputs & string;
  /** The output that contains the ID. */
  idOutput: string;
  properties: { [Name in keyof Inputs & string]?: PropertyTraits };
  /** Runs the operation. Running it again with the same inputs has no further effect. */
  run(inputs: Inputs, client: CloudClient): Promise<unknown>;
}

/** Defines a resource that runs an operation once. Every change replaces it, which runs the operation again. */
export function oneTimeOperation<Inputs extends object, State extends object>(
  spec: OperationSpec<Inputs>,
): Resource<CloudClient, Inputs, State> {
  const { token, idInput, idOutput, run } = spec;
  const properties = spec.properties as Resource<CloudClient, Inputs, State>["properties"] & object;
  const stateOf = (id: string, inputs: object): State => ({ [idInput]: id, ...inputs, [idOutput]: id }) as State;
  return {
    properties,

    async create({ inputs, created }, { client }) {
      await run(inputs, client);
      const id = String(inputs[idInput]);
      created(id, stateOf(id, inputs));
    },

    async read({ id, prior }) {
      const known: Readonly<Record<string, Plain | undefined>> = { ...prior?.inputs };
      const isComplete = Object.keys(spec.properties).every((name) => name === idInput || known[name] !== undefined);
      if (isComplete) return { id, state: stateOf(id, known) };
      const reason = "it is an operation that runs once and leaves no object to read";
      throw new ProviderError(
        "invalid_argument",
        `${token} cannot be imported: ${reason}. Let the program create it, which runs it again.`,
      );
    },

    delete: async () => undefined,
  };
}
