// Lookups that list things: what is asked, which member of the answer holds the rows, how the answer is identified (cloud-lookups.md 7, 8). The rest follows from the schema.
import type { ProviderFunction } from "../../../core/contract";
import type { Rules } from "../../../core/rules";
import type { PlainMap } from "../../../core/value";
import type { CloudClient, PageOptions } from "../client";
import type { RemoteNames } from "../mapping";
import {
  brief,
  concluded,
  elements,
  filters,
  hash,
  joined,
  kept,
  nonEmpty,
  sent,
  type InputsOf,
  type LookupName,
  type OutputsOf,
} from "./results";

type Key<T> = keyof T & string;

/** A list of the service. */
export interface Listing<Name extends LookupName> {
  action: string;
  /** The member of the answer that holds the rows. */
  rows: string;
  /** The output that they become. */
  output: Key<OutputsOf<Name>>;
  /** Required texts, sent under their own names. */
  need?: readonly Key<InputsOf<Name>>[];
  /** Other inputs, sent when they are given. */
  send?: readonly Key<InputsOf<Name>>[];
  /** Remote names of inputs that are not called after the rule. */
  names?: RemoteNames;
  /** Inputs sent as filters, with the names that these have, in the order in which they are sent. */
  filter?: Readonly<Partial<Record<Key<InputsOf<Name>>, string>>>;
  /** Inputs joined by `#`, or the member of the rows (remote name) whose values are hashed. */
  id: readonly Key<InputsOf<Name>>[] | string;
  pages?: PageOptions;
  /** Internal errors of the service are repeated as long as the time allows. */
  patient?: boolean;
  rules?: Rules;
  /** What a row becomes before its members are read. */
  row?: (row: PlainMap) => PlainMap;
}

/** A lookup of all rows of one list. Fails as the service refuses; nothing found is an empty list. */
export function listing<Name extends LookupName>(
  name: Name,
  list: Listing<Name>,
): ProviderFunction<CloudClient, InputsOf<Name>, OutputsOf<Name>> {
  const { action, rows, output, need = [], send = [], names, filter = {}, id, patient, row = (plain) => plain } = list;
  return {
    rules: list.rules ?? nonEmpty(...need),
    cacheable: kept,
    async read(typed, { client }) {
      const inputs = typed as PlainMap;
      const params = { ...sent(inputs, [...need, ...send], names), ...filters(inputs, filter) };
      const found = await client.readPages(action, params, rows, { ...(!patient && brief), ...list.pages });
      const content = elements(client, name, output, found.map(row));
      const outputs = { id: typeof id === "string" ? hash(found.map((each) => each[id])) : joined(inputs, id), [output]: content };
      return concluded(client, inputs, outputs, { content });
    },
  };
}
