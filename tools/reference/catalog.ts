/** The tokens of schema.json, and the page of the reference on which each is documented. Pure. */
import { posix } from "node:path";
import { typeToken, type Documented, type NamedType, type SchemaFile } from "./schema-file";

/** One token of the package. The provider itself has the token `pulumi:providers:quartet`. */
export interface Entry {
  token: string;
  kind: "provider" | "resource" | "function" | "method";
  name: string;
  /** `search`, `eventrouting/v1`; empty for the provider and its methods. */
  module: string;
  /** The page, relative to docs/reference. */
  page: string;
  description: string;
  deprecation: string | undefined;
}

/** All tokens in the order of the schema, with access by token and by name. */
export interface Catalog {
  schema: SchemaFile;
  entries: readonly Entry[];
  /** Modules in alphabetical order. */
  modules: readonly string[];
  byToken(token: string): Entry | undefined;
  /** Returns the entry with a name, if possible in the given module; undefined if no entry or several others have it. */
  byName(name: string, module: string): Entry | undefined;
}

/** The documents that describe the requests of each module, relative to docs. */
export const moduleDocument = (module: string): string => `modules/${module.split("/")[0]!}.md`;

/** Returns the page of a named type that is too large for the pages of the tokens that use it. */
export const typePage = (token: string): string => posix.join(moduleOf(token), "types", `${nameOf(token)}.md`);

/** Returns the last part of a token. */
export const nameOf = (token: string): string => token.split(/[:/]/).at(-1)!;

/** Returns the module of a token of the package: its middle part. */
export const moduleOf = (token: string): string => token.split(":")[1]!;

/** Returns the catalog of a package schema. */
export function createCatalog(schema: SchemaFile): Catalog {
  const methods = new Set(Object.values(schema.provider?.methods ?? {}));
  const functions = Object.entries(schema.functions ?? {});
  const entries = [
    providerEntry(schema),
    ...functions.filter(([token]) => methods.has(token)).map(([token, spec]) => entry(token, "method", spec)),
    ...Object.entries(schema.resources ?? {}).map(([token, spec]) => entry(token, "resource", spec)),
    ...functions.filter(([token]) => !methods.has(token)).map(([token, spec]) => entry(token, "function", spec)),
  ];
  const tokens = new Map(entries.map((one) => [one.token, one]));
  const modules = [...new Set(entries.map(({ module }) => module))].filter((module) => module !== "").sort();
  return {
    schema,
    entries,
    modules,
    byToken: (token) => tokens.get(token),
    byName: (name, module) => {
      const named = entries.filter((one) => one.name === name);
      return named.find((one) => one.module === module) ?? (named.length === 1 ? named[0] : undefined);
    },
  };
}

/** Returns the named type that a property refers to, with its token; undefined for other references. */
export function namedType(catalog: Catalog, ref: string): { token: string; type: NamedType } | undefined {
  const token = typeToken(ref);
  const type = token === undefined ? undefined : catalog.schema.types?.[token];
  return token === undefined || type === undefined ? undefined : { token, type };
}

function providerEntry({ name, provider }: SchemaFile): Entry {
  const common = { module: "", page: "provider.md", description: provider?.description ?? "", deprecation: undefined };
  return { token: `pulumi:providers:${name}`, kind: "provider", name: "Provider", ...common };
}

function entry(token: string, kind: Entry["kind"], { description = "", deprecationMessage: deprecation }: Documented): Entry {
  const module = kind === "method" ? "" : moduleOf(token);
  const name = nameOf(token);
  return { token, kind, name, module, page: posix.join(module, `${name}.md`), description, deprecation };
}
