/** The mappings of Terraform providers: the look-up of the converter leads from every name in Terraform to a property of the schema. See docs/protocol.md#mappings. */
import { typeToken, type PropertySpec, type TypeSpec } from "../../../tools/reference/schema-file";
import { mappedTypes, mappingOf, terraformName } from "../../../tools/terraform/mapping";
import { mappedProviders, terraformProviders, type TerraformProvider } from "../../../tools/terraform/names";
import { schema } from "../../provider/tools/schema-file";
import { find, type TerraformPath } from "./lookup";

type Kind = "resources" | "dataSources";
const kinds: readonly Kind[] = ["resources", "dataSources"];
const lastPart = (token: string) => token.slice(token.lastIndexOf(":") + 1);

/** A property of the schema, with its path in Terraform: once as members of single objects, once as members of elements. */
interface Property {
  name: string;
  spec: PropertySpec;
  paths: TerraformPath[];
  /** The place of the property, for messages. */
  at: string;
}

function propertiesOf(token: string): Record<string, PropertySpec> {
  const { [token]: resource } = schema.resources!;
  const { [token]: lookup } = schema.functions!;
  return resource
    ? { ...resource.properties, ...resource.inputProperties }
    : { ...lookup!.inputs?.properties, ...lookup!.outputs?.properties };
}

/** Returns the properties of an object and of those in it, but those that Terraform expresses in another form. */
function* walk(
  provider: TerraformProvider,
  holder: string,
  properties: Record<string, PropertySpec>,
  parents: TerraformPath[],
): Generator<Property> {
  for (const [name, spec] of Object.entries(properties)) {
    if (provider.reshaped[holder]?.includes(name)) continue;
    const part = terraformName(provider, holder, name);
    yield { name, spec, at: `${holder}.${name}`, paths: parents.map((parent) => [...parent, part]) };
    const token = objectType(spec);
    if (token === undefined) continue;
    const below = parents.flatMap((parent) => [
      [...parent, part],
      [...parent, `${part}[]`],
    ]);
    yield* walk(provider, lastPart(token), schema.types![token]!.properties!, below);
  }
}

/** Returns the token of the type of an object, or of the elements of a list of objects. */
function objectType(spec: TypeSpec) {
  const token = typeToken((spec.items ?? spec).$ref ?? "");
  return token !== undefined && schema.types![token]?.properties ? token : undefined;
}

const isMap = ({ additionalProperties }: TypeSpec) => additionalProperties !== undefined;
const isObject = (spec: TypeSpec) => spec.type !== "array" && objectType(spec) !== undefined;

describe.each(mappedProviders.map((provider) => [provider.name, provider] as const))("%s", (_name, provider) => {
  const mapping = mappingOf(provider, schema);
  const mapped = kinds.flatMap((kind) => mappedTypes(provider, kind, schema).mapped.map((each) => ({ kind, ...each })));

  it("has what the converter requires, and the name of the package", () => {
    expect(mapping).toMatchObject({ name: "quartet", version: schema.version });
    expect(Object.keys(mapping.provider)).toEqual(["resources", "dataSources"]);
    expect(mapped.length).toBeGreaterThan(10);
  });

  it.each(mapped.map((each) => [each.type, each] as const))("%s: every name leads to its property", (type, { kind, token }) => {
    expect(mapping[kind][type]!.tok).toBe(token);
    const seen = new Set<string>();
    for (const { name, spec, paths, at } of walk(provider, lastPart(token), propertiesOf(token), [[]])) {
      for (const path of paths) {
        const found = find(mapping, { kind, type, path });
        expect({ at, path, name: found.name, map: found.isMap && !found.isObject, object: found.isObject }).toEqual({
          at,
          path,
          name,
          map: isMap(spec),
          object: isObject(spec),
        });
        expect(seen).not.toContain(path.join("."));
        seen.add(path.join("."));
      }
    }
  });
});

/** The objects of a module by the last part of their token: resources, functions and types. */
function objectsOf({ module }: TerraformProvider): Map<string, Record<string, PropertySpec>> {
  const tokens = Object.keys({ ...schema.resources, ...schema.functions });
  const objects = [
    ...tokens.map((token) => [token, propertiesOf(token)] as const),
    ...Object.entries(schema.types!).map(([token, { properties = {} }]) => [token, properties] as const),
  ];
  return new Map(
    objects.filter(([token]) => token.startsWith(`quartet:${module}:`)).map(([token, properties]) => [lastPart(token), properties]),
  );
}

/** The properties that the table names, with what has them. */
function namedProperties({ names, attributes, reshaped }: TerraformProvider): [holder: string, name: string][] {
  const lists = [
    ...Object.entries(names).map(([holder, all]) => [holder, Object.keys(all)] as const),
    ...Object.entries(attributes),
    ...Object.entries(reshaped),
  ];
  return lists.flatMap(([holder, all]) => all.map((name): [string, string] => [holder, name]));
}

describe.each(terraformProviders.map((provider) => [provider.name, provider] as const))("the table of %s", (_name, provider) => {
  it("names properties of the schema", () => {
    const objects = objectsOf(provider);
    const anywhere = Object.assign({}, ...objects.values()) as Record<string, PropertySpec>;
    // A kind that the schema does not have yet is not verified.
    const isMissing = ([holder, name]: [string, string]) =>
      !(name in (holder === "*" ? anywhere : (objects.get(holder) ?? { [name]: {} })));
    expect(namedProperties(provider).filter(isMissing)).toEqual([]);
  });
});

test("a type is mapped as soon as the schema has its token", () => {
  const [elasticstack] = mappedProviders;
  expect(mappingOf(elasticstack!, { ...schema, resources: {} }).resources).toEqual({});
  const resources = { "quartet:search:SearchWatch": { inputProperties: { watchId: { type: "string" as const } } } };
  expect(mappingOf(elasticstack!, { ...schema, resources }).resources).toEqual({
    elasticstack_elasticsearch_watch: { tok: "quartet:search:SearchWatch", fields: {} },
  });
});
