/** How pulumi-converter-terraform finds the name of a property in a mapping, written after its description: the converter itself is a plugin of its own. */
import type { Mapping } from "../../../tools/terraform/mapping";

/** A path in Terraform; `name[]` is an element of the list `name`. */
export type TerraformPath = readonly string[];

type Kind = "resources" | "dataSources";
type Info = Mapping["resources"][string]["fields"][string];
type Shim = Mapping["provider"]["resources"][string][string];

/** What a mapping states about a path. */
export interface Found {
  /** The name in Pulumi of the last part. */
  name: string;
  isMap: boolean;
  isObject: boolean;
}

/** Returns what the converter finds for the last part of a path. Without an entry, a name is its camelCase form. */
export function find(mapping: Mapping, { kind, type, path }: { kind: Kind; type: string; path: TerraformPath }): Found {
  let infos: Record<string, Info> | undefined = mapping[kind][type]!.fields;
  let shims = mapping.provider[kind][type];
  let found: Found = { name: "", isMap: false, isObject: false };
  for (const part of path) {
    const name = part.replace("[]", "");
    const info: Info | undefined = infos?.[name];
    const shim = shims?.[name];
    found = { name: nameOf(name, info, shim), isMap: shim?.type === 6, isObject: isObject(shim) };
    infos = part.endsWith("[]") ? info?.element?.fields : info?.fields;
    shims = shim?.element && "resource" in shim.element ? shim.element.resource : undefined;
  }
  return found;
}

function nameOf(name: string, info: Info | undefined, shim: Shim | undefined) {
  if (info?.name !== undefined) return info.name;
  // The converter gives a list with a shape the plural of English.
  if (shim?.type === 5 && shim.maxItems !== 1) return `plural of ${name}`;
  return name.replace(/_+([^_])/g, (_, letter: string) => letter.toUpperCase());
}

function isObject(shim: Shim | undefined) {
  if (!shim?.element || !("resource" in shim.element)) return false;
  return shim.type === 6 || shim.maxItems === 1;
}
