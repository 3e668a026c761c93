/** schema.json in the form that all SDK generators of the CLI accept. GetSchema returns it. Pure. See docs/decisions/java-and-dotnet-sdks.md. */

/** The parts of a package schema that some generators do not accept. */
export interface PackageSchema {
  types?: Record<string, { enum?: unknown }>;
  config?: { variables?: Record<string, unknown> };
  functions?: Record<string, { inputs?: unknown; outputs?: unknown }>;
}

/** A type in the schema. */
interface Type {
  additionalProperties?: Type;
  $ref?: string;
}

interface ObjectType {
  properties?: Record<string, Type>;
}

const typePrefix = "#/types/";

/**
 * Returns a schema from which the SDK of every language can be generated; it describes the same package. Settings have types of their own, with the suffix
 * `Config`, where a function has an input of the same type: the Java generator writes the class of such a setting and the class of such an input to one file,
 * and fails because they differ. Maps in results have at most two levels with a type: the Go SDK of Pulumi has no type of a map of maps of maps.
 */
export function generatorSchema<T extends PackageSchema>(schema: T): T {
  const { functions = {}, types = {}, config = {} } = schema;
  const inputs = Object.values(functions).map((spec) => spec.inputs);
  const inputTypes = reachableTypes(schema, inputs);
  const objectTypes = [...reachableTypes(schema, config.variables)].filter((token) => types[token]?.enum === undefined);
  const isShared = (token: string): boolean => inputTypes.has(token) && objectTypes.includes(token);
  // A type that refers to a copied one is copied as well.
  const copied = objectTypes.filter((token) => [token, ...reachableTypes(schema, types[token])].some(isShared));
  const copies = new Map(copied.map((token) => [token, `${token}Config`]));
  const taken = [...copies.values()].find((name) => Object.hasOwn(types, name));
  if (taken !== undefined) throw new Error(`The type of settings ${taken} cannot be added: the schema has a type of this name. Rename it.`);
  const added = [...copies].map(([token, name]) => [name, replaceReferences(types[token]!, copies)] as const);
  return {
    ...schema,
    config: { ...config, variables: replaceReferences(config.variables ?? {}, copies) },
    types: { ...types, ...Object.fromEntries(added) },
    functions: Object.fromEntries(Object.entries(functions).map(([token, spec]) => [token, withoutDeepMaps(spec)])),
  };
}

/** As `withoutDeepMaps` of tools/sdkgen, which reads schema.json itself. */
function withoutDeepMaps<T extends { outputs?: unknown }>(spec: T): T {
  const { properties }: ObjectType = spec.outputs ?? {};
  const isDeep = (type: Type): boolean => type.additionalProperties?.additionalProperties?.additionalProperties !== undefined;
  if (!Object.values(properties ?? {}).some(isDeep)) return spec;
  const flat = (type: Type): Type =>
    isDeep(type)
      ? { ...type, additionalProperties: { ...type.additionalProperties, additionalProperties: { $ref: "pulumi.json#/Any" } } }
      : type;
  const shallow = Object.fromEntries(Object.entries(properties!).map(([name, type]) => [name, flat(type)]));
  return { ...spec, outputs: { ...(spec.outputs as ObjectType), properties: shallow } };
}

/** Returns the tokens of the types that a part of the schema refers to, directly and through other types. */
function reachableTypes(schema: PackageSchema, part: unknown, found = new Set<string>()): Set<string> {
  JSON.stringify(part, (key, value: unknown) => {
    const token = typeToken(key, value);
    if (token !== undefined && !found.has(token)) reachableTypes(schema, schema.types?.[token], found.add(token));
    return value;
  });
  return found;
}

/** Returns a copy of a part of the schema that refers to the types of these new names. */
function replaceReferences<T>(part: T, names: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(part, (key, value: unknown) => {
    const token = typeToken(key, value);
    const name = token === undefined ? undefined : names.get(token);
    return name === undefined ? value : `${typePrefix}${name}`;
  });
  return JSON.parse(text) as T;
}

/** Returns the token of the type that a member of the schema refers to; undefined for other members. */
function typeToken(key: string, value: unknown): string | undefined {
  const isReference = key === "$ref" && typeof value === "string" && value.startsWith(typePrefix);
  return isReference ? decodeURIComponent(value.slice(typePrefix.length)) : undefined;
}
