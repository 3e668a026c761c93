/**
 * The mapping of a Terraform provider: what `pulumi convert` and `pulumi import --from terraform` need to find types and names. Contains only what the converter does
 * not derive itself. See docs/protocol.md#mappings. Pure.
 */
import { typeToken, type PropertySpec, type SchemaFile, type TypeSpec } from "../reference/schema-file";
import { snakeCase, type TerraformProvider } from "./names";

/** Kinds of values, as the bridge numbers them. */
const listKind = 5;
const mapKind = 6;

/** The shape of a property. */
interface Shim {
  type: typeof listKind | typeof mapKind;
  maxItems?: 1;
  element?: { resource: Record<string, Shim> } | { schema: Shim };
}

/** The name of a property, and those of its members: `fields` for members of a single object, `element` for members of the elements of a list. */
interface Info {
  name?: string;
  fields?: Record<string, Info>;
  element?: { fields: Record<string, Info> };
}

/** What the converter has to know of the members of an object, by their names in Terraform. */
interface Members {
  shims: Record<string, Shim>;
  infos: Record<string, Info>;
}

/** A property of the schema. */
interface Property {
  name: string;
  /** Its name in Terraform. */
  other: string;
  spec: TypeSpec;
  /** Whether a program assigns it with `=`. */
  isAttribute: boolean;
}

interface Token {
  tok: string;
  fields: Record<string, Info>;
}

/** The JSON that `GetMapping` returns. */
export interface Mapping {
  name: string;
  version: string;
  provider: { resources: Record<string, Record<string, Shim>>; dataSources: Record<string, Record<string, Shim>> };
  resources: Record<string, Token>;
  dataSources: Record<string, Token>;
}

/** A type that quartet has. */
interface MappedType {
  type: string;
  token: string;
}

/** Returns the types of the provider that have a token in the schema, and the other ones. */
export function mappedTypes(
  provider: TerraformProvider,
  kind: "resources" | "dataSources",
  schema: SchemaFile,
): { mapped: MappedType[]; others: string[] } {
  const { module, prefix, tokenPrefix, tokens } = provider;
  const known = (kind === "resources" ? schema.resources : schema.functions) ?? {};
  const all = provider[kind].map((rest): MappedType => {
    const verb = kind === "resources" ? "" : "get";
    return { type: `${prefix}${rest}`, token: `quartet:${module}:${verb}${tokenPrefix}${tokens[rest] ?? pascalCase(rest)}` };
  });
  const has = ({ token }: MappedType): boolean => Object.hasOwn(known, token);
  return { mapped: all.filter(has), others: all.filter((each) => !has(each)).map(({ type }) => type) };
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the name that the converter derives from the one in Terraform. */
function derivedName(name: string): string {
  return name.replaceAll(/_+([^_])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the name of a property in Terraform. `holder`: the last part of the token that has the property. */
export function terraformName({ names }: TerraformProvider, holder: string, name: string): string {
  return names[holder]?.[name] ?? names["*"]?.[name] ?? snakeCase(name);
}

/** Returns the mapping of a provider for the tokens of the schema. */
export function mappingOf(provider: TerraformProvider, schema: SchemaFile): Mapping {
  const walk = new Walk(provider, schema);
  const mapping: Mapping = {
    name: schema.name,
    version: schema.version,
    provider: { resources: {}, dataSources: {} },
    resources: {},
    dataSources: {},
  };
  for (const kind of ["resources", "dataSources"] as const) {
    for (const { type, token } of mappedTypes(provider, kind, schema).mapped) {
      const { shims, infos } = walk.members(lastPart(token), propertiesOf(token, schema));
      mapping[kind][type] = { tok: token, fields: infos };
      if (Object.keys(shims).length > 0) mapping.provider[kind][type] = shims;
    }
  }
  return mapping;
}

function lastPart(token: string): string {
  return token.slice(token.lastIndexOf(":") + 1);
}

/** Returns inputs and outputs. The type of an output is the better one: inputs that data sources fill are of any type. */
function propertiesOf(token: string, schema: SchemaFile): Record<string, PropertySpec> {
  const resource = schema.resources?.[token];
  if (resource) return { ...resource.properties, ...resource.inputProperties };
  const { inputs, outputs } = schema.functions![token]!;
  return { ...inputs?.properties, ...outputs?.properties };
}

class Walk {
  constructor(
    private readonly provider: TerraformProvider,
    private readonly schema: SchemaFile,
  ) {}

  /** `holder`: the last part of the token that has the properties. */
  members(holder: string, properties: Record<string, PropertySpec>): Members {
    const found: Members = { shims: {}, infos: {} };
    for (const [name, spec] of Object.entries(properties)) {
      if (this.provider.reshaped[holder]?.includes(name)) continue;
      const { attributes } = this.provider;
      const isAttribute = [attributes[holder], attributes["*"]].some((names) => names?.includes(name));
      this.property({ name, other: terraformName(this.provider, holder, name), spec, isAttribute }, found);
    }
    return found;
  }

  private property({ name, other, spec, isAttribute }: Property, found: Members): void {
    const inner = this.innerMembers(spec);
    const shim = shimOf(spec, inner, isAttribute);
    // The converter gives a list with a shape the plural of English unless it has a name.
    const isNamed = derivedName(other) !== name || shim?.type === listKind;
    const infos = inner && Object.keys(inner.infos).length > 0 ? inner.infos : undefined;
    if (shim) found.shims[other] = shim;
    if (!isNamed && !infos) return;
    found.infos[other] = { ...(isNamed && { name }), ...(infos && { fields: infos, element: { fields: infos } }) };
  }

  /** Returns the members of an object, or of the elements of a list of objects. */
  private innerMembers(spec: TypeSpec): Members | undefined {
    const token = typeToken((spec.items ?? spec).$ref ?? "");
    const properties = token === undefined ? undefined : this.schema.types?.[token]?.properties;
    return token !== undefined && properties ? this.members(lastPart(token), properties) : undefined;
  }
}

function shimOf({ type, items, additionalProperties }: TypeSpec, inner: Members | undefined, isAttribute: boolean): Shim | undefined {
  if (additionalProperties) return { type: mapKind };
  if (items?.additionalProperties) return { type: listKind, element: { schema: { type: mapKind } } };
  if (!inner) return undefined;
  const element = { resource: inner.shims };
  if (type === "array") return Object.keys(inner.shims).length > 0 ? { type: listKind, element } : undefined;
  return isAttribute ? { type: mapKind, element } : { type: listKind, maxItems: 1, element };
}
