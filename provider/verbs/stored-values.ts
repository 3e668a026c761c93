// Old inputs and states as another version or an old engine has stored them, in the form of this version. See docs/protocol.md#migrations.
import { withoutUsualForms } from "../core/compare/forms";
import { conforms } from "../core/schema/shape";
import type { PlainMap, Value, ValueMap } from "../core/values/value";
import { emptyMap, isPlain, mapMembers, toPlainMap } from "../core/values/value";
import type { RegisteredResource, Registry } from "./registry";

/** Returns a request whose stored values, under these keys, have the form of this version. */
export function migrate<Key extends string, Request extends { [Name in Key]?: ValueMap | undefined }>(
  { implementation: { migrations = [] } }: RegisteredResource,
  request: Request,
  ...keys: readonly Key[]
): Request {
  if (migrations.length === 0) return request;
  const migrateValues = (stored: ValueMap): ValueMap =>
    migrations.reduce((values, migration) => (Object.hasOwn(values, migration.from) ? migration.migrate(values) : values), stored);
  return { ...request, ...Object.fromEntries(keys.map((key) => [key, request[key] && migrateValues(request[key])])) };
}

/**
 * Returns old inputs or a state without the members that do not have the declared form: another version may have written them, and the code of the modules
 * relies on the form.
 */
export function dropInvalid({ schema }: Pick<Registry, "schema">, { members }: RegisteredResource, old: ValueMap): ValueMap {
  const isValid = (value: Value, key: string): boolean =>
    value === null || !Object.hasOwn(members, key) || conforms(members[key]!, value, schema);
  return mapMembers(old, (value, key) => (isValid(value, key) ? value : undefined));
}

/** Returns the part of a state that is inputs; it replaces old inputs where an engine sends none. */
export function inputsOf({ spec, traits }: RegisteredResource, stored: ValueMap): ValueMap {
  const inputs = emptyMap();
  const state = withoutUsualForms(stored, traits.forms);
  for (const key of Object.keys(spec.inputProperties ?? {})) {
    const value = state[key];
    if (value !== undefined && value !== null) inputs[key] = value;
  }
  return inputs;
}

/** Returns the members that are plain: known, and of a kind that a property takes. */
export function plainPart(values: ValueMap): PlainMap {
  return toPlainMap(mapMembers(values, (value) => (isPlain(value) ? value : undefined)));
}
