// Access to schema.json: inputs and outputs by token, members by type. No rule of the schema is repeated in code. Pure.
import { ownMember } from "../values/records";

/** The shape of one value, as schema.json declares it. */
export interface TypeSpec {
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  $ref?: string;
  oneOf?: TypeSpec[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
}

/** A property: its shape and its constraints. */
export interface PropertySpec extends TypeSpec {
  default?: boolean | number | string;
  const?: boolean | number | string;
  secret?: boolean;
  replaceOnChanges?: boolean;
  deprecationMessage?: string;
  defaultInfo?: { environment?: string[] };
}

/** An object: the members it may have and those it must have. */
export interface ObjectSpec {
  properties?: Record<string, PropertySpec>;
  required?: string[];
}

/** A named type: an object, or a closed list of values. */
export interface NamedType extends ObjectSpec {
  type: "object" | "string" | "number" | "integer" | "boolean";
  enum?: { value: boolean | number | string }[];
}

/** Returns whether an input has no effect: it is accepted with any value, and neither validated nor passed to the implementation. */
export function hasNoEffect({ $ref, deprecationMessage }: PropertySpec): boolean {
  return $ref === "pulumi.json#/Any" && deprecationMessage !== undefined;
}

/** Returns the known values of an open enum: a union of a string and an enum, to which the service may add values. Undefined for other types. */
export function knownValues({ oneOf = [] }: TypeSpec, schema: Pick<Schema, "type">): string[] | undefined {
  if (!oneOf.some(({ type }) => type === "string")) return undefined;
  const values = oneOf.flatMap(({ $ref }) => schema.type($ref)?.enum ?? []);
  return values.length === 0 ? undefined : values.map(({ value }) => String(value));
}

/** A resource: its inputs (`inputProperties`) and its state (`properties`). */
export interface ResourceSpec extends ObjectSpec {
  inputProperties?: Record<string, PropertySpec>;
  requiredInputs?: string[];
  deprecationMessage?: string;
  listInputs?: ObjectSpec;
}

/** A function: its inputs and outputs. */
export interface FunctionSpec {
  inputs?: ObjectSpec;
  outputs?: ObjectSpec;
  deprecationMessage?: string;
}

/** The parts of schema.json that the provider reads; descriptions are left out. */
export interface PackageSpec {
  name: string;
  version: string;
  types?: Record<string, NamedType>;
  resources?: Record<string, ResourceSpec>;
  functions?: Record<string, FunctionSpec>;
  provider?: ResourceSpec & { methods?: Record<string, string> };
}

/** The schema, loaded by module. */
export interface Schema {
  readonly version: string;
  function(token: string): FunctionSpec | undefined;
  resource(token: string): ResourceSpec | undefined;
  /** The named type that a `$ref` points to; undefined without one, and for `pulumi.json#/Any` and the like. */
  type(ref: string | undefined): NamedType | undefined;
  readonly provider: ResourceSpec;
  /** The shape of a method of the provider, by its token (`pulumi:providers:quartet/NAME`). */
  method(token: string): FunctionSpec | undefined;
  functionTokens(): string[];
  resourceTokens(): string[];
  methodTokens(): string[];
}

const typePrefix = "#/types/";

/** Returns the token of the named type that a `$ref` points to; undefined without one, and for other references. */
export function typeToken(ref: string | undefined): string | undefined {
  return ref?.startsWith(typePrefix) ? decodeURIComponent(ref.slice(typePrefix.length)) : undefined;
}

/** Creates a schema from its parts; `parts` is called for a module when its first token is used, and for "" (provider, version) at once. */
export function createSchema(parts: (section: string) => PackageSpec | undefined, sections: readonly string[]): Schema {
  const loaded = new Map<string, PackageSpec | undefined>();
  const part = (section: string): PackageSpec | undefined => {
    if (!loaded.has(section)) loaded.set(section, sections.includes(section) ? parts(section) : undefined);
    return loaded.get(section);
  };
  // References are from the schema, so that their number is limited; their tokens are decoded once.
  const types = new Map<string | undefined, NamedType | undefined>();
  const all = <T>(pick: (spec: PackageSpec) => Record<string, T> | undefined): string[] =>
    sections.flatMap((section) => {
      const spec = part(section);
      return Object.keys((spec && pick(spec)) ?? {});
    });
  const head = parts("");
  if (!head) throw new Error("the package schema has no head");
  return {
    version: head.version,
    provider: head.provider ?? {},
    method: (token) => ownMember(head.functions, token),
    function: (token) => ownMember(part(sectionOf(token))?.functions, token),
    resource: (token) => ownMember(part(sectionOf(token))?.resources, token),
    type: (ref) => {
      if (types.has(ref)) return types.get(ref);
      const token = typeToken(ref);
      const named = token === undefined ? undefined : ownMember(part(sectionOf(token))?.types, token);
      types.set(ref, named);
      return named;
    },
    functionTokens: () => all((spec) => spec.functions),
    resourceTokens: () => all((spec) => spec.resources),
    methodTokens: () => Object.keys(head.functions ?? {}),
  };
}

/** Returns a schema over a whole package; for tools and tests. */
export function schemaOf(spec: PackageSpec): Schema {
  const sections = splitPackage(spec);
  return createSchema(
    (section) => sections[section],
    Object.keys(sections).filter((name) => name !== ""),
  );
}

/** Returns the package cut by module: "" holds name, version, provider and its methods, each module its own tokens. */
export function splitPackage(spec: PackageSpec): Record<string, PackageSpec> {
  const head: PackageSpec = { name: spec.name, version: spec.version, provider: spec.provider ?? {} };
  const parts: Record<string, PackageSpec> = { "": head };
  for (const kind of ["types", "resources", "functions"] as const) {
    for (const [token, declaration] of Object.entries(spec[kind] ?? {})) {
      const section = (parts[isMethod(token) ? "" : sectionOf(token)] ??= { name: spec.name, version: spec.version });
      (section[kind] ??= {} as never)[token] = declaration as never;
    }
  }
  return parts;
}

/** Returns the name under which the build keeps a part of the schema. */
export function partFile(section: string): string {
  return `${section === "" ? "package" : section.replaceAll("/", "-")}.json`;
}

/** Returns the module part of a token: `search` of `quartet:search:getX`; `pulumi` for methods of the provider. */
export function sectionOf(token: string): string {
  const [pack = "", module = ""] = token.split(":");
  return pack === "quartet" ? module : pack;
}

function isMethod(token: string): boolean {
  return token.startsWith("pulumi:providers:");
}
