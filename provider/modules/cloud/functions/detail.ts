// Lookups that are one request without pages (cloud-lookups.md 8.3, 8.4, 8.6 to 8.9): what is sent, and what becomes of the answer.
import type { ProviderFunction } from "../../../core/contract";
import { isObject } from "../../../core/json";
import type { Rules } from "../../../core/rules";
import type { Plain, PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import type { RemoteNames } from "../mapping";
import { brief, concluded, kept, nonEmpty, sent, type FileContent, type InputsOf, type LookupName, type OutputsOf } from "./results";

type Key<T> = keyof T & string;

/** One request. */
export interface Single<Name extends LookupName> {
  action: string;
  /** Required texts. */
  need?: readonly Key<InputsOf<Name>>[];
  /** What is sent, in the order of the body. */
  send: readonly Key<InputsOf<Name>>[];
  /** Remote names of inputs that are not called after the rule. */
  names?: RemoteNames;
  rules?: Rules;
  /** Outputs and the content of the file. `answer` is empty where the service answers null; `body` is what was sent. */
  read(answer: PlainMap, about: { inputs: PlainMap; body: PlainMap; client: CloudClient }): { outputs: PlainMap; file: FileContent };
}

/** A lookup of one answer. Fails as the service refuses. */
export function single<Name extends LookupName>(
  _name: Name,
  asked: Single<Name>,
): ProviderFunction<CloudClient, InputsOf<Name>, OutputsOf<Name>> {
  const { action, need = [], send, names, rules } = asked;
  return {
    rules: rules ?? nonEmpty(...need),
    cacheable: kept,
    async read(typed, { client }) {
      const inputs = typed as PlainMap;
      const body = sent(inputs, send, names);
      const answer: Plain = await client.read(action, body, brief);
      const { outputs, file } = asked.read(isObject(answer) ? answer : {}, { inputs, body, client });
      return concluded(client, inputs, outputs, file);
    },
  };
}
