// A resource driven as the provider does it, but without it: check, create, read, reconcile, diff, update; against the emulator.
import { validate } from "../../../../../provider/core/validate";
import { diff } from "../../../../../provider/core/diff";
import { reconcile } from "../../../../../provider/core/reconcile";
import { toPlainMap, type PlainMap, type ValueMap } from "../../../../../provider/core/value";
import type { SearchClient } from "../../../../../provider/modules/search/client";
import { rules } from "../../../../../provider/modules/search/type-rules";
import { createSearchEmulator, type SearchEmulator, type SearchEmulatorOptions } from "../../../../emulators/search";
import { asBefore, foundOf } from "../../../../support/as-before";
import { clientOver, emulated, operation, schema, type Sent, type Told } from "../support";

/** What a test holds in its hands. */
export interface Bench {
  emulator: SearchEmulator;
  client: SearchClient;
  sent: Sent[];
  told: Told;
  /** Methods and paths of the requests since the last call. */
  lines(): string[];
  /** Body of the last PUT. */
  body(): unknown;
}

/** An emulator and a client for it. */
export function bench(options: SearchEmulatorOptions = {}): Bench {
  const emulator = createSearchEmulator(options);
  const { send, sent } = emulated(emulator.handle);
  const told = operation();
  let seen = 0;
  const lines = (): string[] => sent.slice(seen, (seen = sent.length)).map(({ line }) => line);
  const body = (): unknown => JSON.parse(String(sent.findLast(({ method }) => method === "PUT")?.body));
  return { emulator, client: clientOver(send, undefined, told), sent, told, lines, body };
}

/** The parts of the provider's verbs that decide about inputs, for one type of resource. */
export function driven(token: string, typed: object) {
  const resource = asBefore(token, typed, schema);
  const { traits } = foundOf(token, typed, schema);
  const { inputProperties: properties = {}, requiredInputs: required = [] } = schema.resource(token)!;
  const { defaults: serverDefaults, local, computed, equals } = traits;
  return {
    resource,
    /** The checked inputs; throws when something is wrong with them. */
    inputs(given: object): PlainMap {
      const { inputs, failures } = validate({ properties, required }, given as ValueMap, {
        schema,
        rules: traits.rules,
        rulesOf: (type) => rules[type],
      });
      if (failures.length > 0) throw new Error(failures.map(({ property, reason }) => `${property} | ${reason}`).join("\n"));
      return toPlainMap(inputs);
    },
    /** What is wrong with inputs. */
    wrong(given: object): string[] {
      const { failures } = validate({ properties, required }, given as ValueMap, {
        schema,
        rules: traits.rules,
        rulesOf: (type) => rules[type],
      });
      return failures.map(({ property, reason }) => `${property} | ${reason}`);
    },
    /** Inputs as a refresh (with the user's) or an import (without) finds them. */
    async refreshed(id: string, client: SearchClient, user: PlainMap = {}): Promise<PlainMap | undefined> {
      const found = await resource.read(id, client);
      return found && reconcile(user, found.state, { schema, properties, equals: equals.refresh, defaults: serverDefaults, local });
    },
    /** Paths that Diff finds. */
    changes: (old: PlainMap, next: PlainMap): string[] =>
      diff(old as ValueMap, next as ValueMap, { schema, properties, equals: equals.diff, defaults: serverDefaults, computed }).map(
        ({ path, replaces }) => (replaces ? `${path}!` : path),
      ),
  };
}

/** All that a stream brings. */
export async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of stream) all.push(item);
  return all;
}
