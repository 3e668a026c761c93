/** Random values of the types of the schema, and whether a value has the form that the schema states. */
import fc from "fast-check";
import { hasNoEffect, type ObjectSpec, type Schema, type TypeSpec } from "../../provider/core/schema/schema";
import type { Plain, PlainMap } from "../../provider/core/values/value";
import type { Draw } from "./changes";

/** Texts of the forms that inputs usually have; some inputs accept only one of them. */
const usualTexts = [
  "a",
  "name-1",
  "service-abc12345",
  "us-central1",
  "ap-guangzhou",
  "*",
  "1",
  "12345",
  "true",
  "https://host.example/path",
  "2026-01-01 00:00:00",
  "2026-01-01T00:00:00Z",
  '{"a":[1,{"b":"c"}]}',
  "projects/p/locations/l/channels/c",
  "",
  " ",
  "Grüße 中文 😀",
];

/** What random values are made of. */
export interface Source {
  draw: Draw;
  /** The schema of the named types. */
  schema: Schema;
  /** A text that occurs among the others. */
  canary: string;
}

/** A random value of a type; members are those that an output has, or with `isInput` those that an input requires and some others. */
export function valueOf(source: Source, spec: TypeSpec, isInput: boolean, depth = 0): Plain {
  const { draw, schema } = source;
  const named = spec.$ref === undefined ? undefined : schema.type(spec.$ref);
  const values = named?.enum ?? [];
  if (values.length > 0) return draw(fc.constantFrom, ...values.map(({ value }) => value));
  if (named) return membersOf(source, named, isInput, depth + 1);
  if (spec.oneOf) return valueOf(source, draw(fc.constantFrom, ...spec.oneOf), isInput, depth + 1);
  switch (spec.type) {
    case "string":
      return draw(fc.constantFrom, ...usualTexts, source.canary, draw(fc.string));
    case "boolean":
      return draw(fc.boolean);
    case "integer":
    case "number":
      return draw(fc.constantFrom, 0, 1, 2, 100, -1, 2 ** 31, draw(fc.nat));
    case "array":
      return Array.from({ length: draw(fc.nat, 2) }, () => valueOf(source, spec.items ?? {}, isInput, depth + 1));
    case "object":
      return {
        [draw(fc.constantFrom, "k", "other.key")]: valueOf(source, spec.additionalProperties ?? {}, isInput, depth + 1),
      };
    default:
      return draw(fc.constantFrom, null, "any", 1, source.canary);
  }
}

/** Random members of an object type. */
export function membersOf(source: Source, spec: ObjectSpec, isInput: boolean, depth = 0): PlainMap {
  const { draw } = source;
  const { required = [] } = spec;
  const expected = Object.entries(spec.properties ?? {}).filter(
    ([name, property]) => required.includes(name) || (!hasNoEffect(property) && depth < 5 && draw(fc.nat, 3) < (isInput ? 1 : 3)),
  );
  return Object.fromEntries(expected.map(([name, property]) => [name, property.const ?? valueOf(source, property, isInput, depth)]));
}
