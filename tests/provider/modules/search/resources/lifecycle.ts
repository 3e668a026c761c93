// Drives a resource against the emulator as the provider does, but without it: check, create, read, reconcile, diff, update.
import { validate } from "../../../../../provider/core/validate/validate";
import { changesBetween } from "../../../../../provider/core/compare/diff";
import { reconcile } from "../../../../../provider/core/compare/reconcile";
import { toPlainMap, type PlainMap, type ValueMap } from "../../../../../provider/core/values/value";
import type { SearchClient } from "../../../../../provider/modules/search/client";
import { typeRules } from "../../../../../provider/modules/search/settings";
import { createSearchEmulator, type SearchEmulator, type SearchEmulatorOptions } from "../../../../emulators/search";
import { driveResource } from "../../../../support/resource-driver";
import { clientOver, emulated, operation, schema, type RecordedContext, type Sent } from "../support";

/** An emulator, a client for it, and what they recorded. */
export interface EmulatorFixture {
  emulator: SearchEmulator;
  client: SearchClient;
  sent: Sent[];
  context: RecordedContext;
  /** Methods and paths of the requests since the last call. */
  lines(): string[];
  /** Body of the last PUT. */
  body(): unknown;
}

/** Creates an emulator and a client for it. */
export function emulatorFixture(options: SearchEmulatorOptions = {}): EmulatorFixture {
  const emulator = createSearchEmulator(options);
  const { send, sent } = emulated(emulator.handle);
  const context = operation();
  let seen = 0;
  const lines = (): string[] => sent.slice(seen, (seen = sent.length)).map(({ line }) => line);
  const body = (): unknown => JSON.parse(String(sent.findLast(({ method }) => method === "PUT")?.body));
  return { emulator, client: clientOver(send, undefined, context), sent, context, lines, body };
}

/** Returns the parts of the verbs that process the inputs of one resource type. */
export function driven(token: string, typed: object) {
  const resource = driveResource<SearchClient>(token, typed, schema);
  const { traits } = resource.registered;
  const { inputProperties: properties = {}, requiredInputs: required = [] } = schema.resource(token)!;
  const { defaults: serverDefaults, local, computed, equals } = traits;
  return {
    resource,
    /** Returns the checked inputs; throws for violations. */
    inputs(given: object): PlainMap {
      const { inputs, failures } = validate({ properties, required }, given as ValueMap, {
        schema,
        rules: traits.rules,
        rulesOf: (type) => typeRules[type],
      });
      if (failures.length > 0) throw new Error(failures.map(({ property, reason }) => `${property} | ${reason}`).join("\n"));
      return toPlainMap(inputs);
    },
    /** Returns the violations of inputs. */
    wrong(given: object): string[] {
      const { failures } = validate({ properties, required }, given as ValueMap, {
        schema,
        rules: traits.rules,
        rulesOf: (type) => typeRules[type],
      });
      return failures.map(({ property, reason }) => `${property} | ${reason}`);
    },
    /** Returns the inputs of a refresh (with declared inputs) or of an import (without). */
    async refreshed(id: string, client: SearchClient, user: PlainMap = {}): Promise<PlainMap | undefined> {
      const found = await resource.read(id, client);
      return found && reconcile(user, found.state, { schema, properties, equals: equals.refresh, defaults: serverDefaults, local });
    },
    /** Returns the paths that Diff reports, with `!` for a replacement. */
    changes: (old: PlainMap, next: PlainMap): string[] =>
      changesBetween(old as ValueMap, next as ValueMap, {
        schema,
        properties,
        equals: equals.diff,
        defaults: serverDefaults,
        computed,
      }).map(({ path, replaces }) => (replaces ? `${path}!` : path)),
  };
}

/** Returns all items of a stream. */
export async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of stream) all.push(item);
  return all;
}
