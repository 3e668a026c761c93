/** Traits name properties that exist: a misspelled path would have no effect. */
import type { ModuleEntry } from "../../provider/contract/module";
import type { PropertySpec, TypeSpec } from "../../provider/core/schema/schema";
import { modules } from "../../provider/modules/index";
import { schema as schemaFile } from "../provider/tools/schema-file";
import { schema } from "./fixture";

type Spec = PropertySpec & TypeSpec;

/** Whether the schema has the path below this property; values of any type have none. */
function exists(spec: Spec | undefined, [step, ...rest]: readonly string[]): boolean {
  if (spec === undefined || step === undefined) return spec !== undefined;
  if (step === "[*]") return exists(spec.items, rest);
  if (spec.additionalProperties) return step === "*" && exists(spec.additionalProperties, rest);
  return exists(spec.$ref === undefined ? undefined : schema.type(spec.$ref)?.properties?.[step], rest);
}

test.each(Object.entries(schemaFile.resources!))("every trait path of %s exists in the schema", async (token, spec) => {
  const [, module = "", name = ""] = token.split(":");
  const { resources } = await new Map<string, ModuleEntry>(Object.entries(modules)).get(module)!.load();
  const resource = resources[name]!;
  const paths = Object.keys("properties" in resource ? (resource.properties ?? {}) : {});
  const properties: Record<string, Spec> = { ...spec.properties, ...spec.inputProperties };
  const missing = paths.filter((path) => {
    const [first = "", ...rest] = path.split(/\.|(?=\[\*\])/);
    return !Object.hasOwn(properties, first) || !exists(properties[first], rest);
  });
  expect(missing).toEqual([]);
});
