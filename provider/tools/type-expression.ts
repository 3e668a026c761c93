// TypeScript expressions of schema types, and the place of a token's declaration. Pure.
import type { TypeSpec } from "../core/schema/schema";

/** The place of a token in the generated file: the namespace of its module and its own name. */
export interface TypeName {
  space: string;
  name: string;
}

/** The line length of the formatter. */
const width = 140;

/** A word with its first letter in upper case. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns a declaration that ends in a union: on one line where it fits, else one alternative a line, as the formatter has it. */
export function union(head: string, parts: readonly string[], indent: string): string {
  const line = `${head} ${parts.join(" | ")};\n`;
  return line.length <= width + 1 || parts.length < 2 ? line : `${head}\n${parts.map((part) => `${indent}| ${part}`).join("\n")};\n`;
}

/** Returns the alternatives of a type, as expressions; one for a type that is no union. `space` is the namespace that contains the expression. */
export function alternatives(type: TypeSpec, space: string): string[] {
  return type.oneOf ? [...new Set(type.oneOf.map((one) => typeText(one, space)))] : [typeText(type, space)];
}

/** Returns a type of the schema as an expression; `space` is the namespace that contains it. Fails on an unknown reference. */
export function typeText(type: TypeSpec, space: string): string {
  if (type.oneOf) return alternatives(type, space).join(" | ");
  if (type.$ref) return refText(type.$ref, space);
  if (type.type === "array") return list(typeText(type.items ?? {}, space));
  if (type.type === "object") return `Record<string, ${type.additionalProperties ? typeText(type.additionalProperties, space) : "string"}>`;
  if (type.type === "integer") return "number";
  return type.type ?? "unknown";
}

const list = (element: string): string => (element.includes(" | ") ? `(${element})[]` : `${element}[]`);

function refText(ref: string, space: string): string {
  if (ref.startsWith("#/types/")) {
    const place = placeOf(decodeURIComponent(ref.slice("#/types/".length)));
    return place.space === space ? place.name : `${place.space}.${place.name}`;
  }
  if (ref.startsWith("pulumi.json#/") || ref === "#/provider") return "unknown";
  throw new Error(`no type for the reference ${ref}`);
}

/** `quartet:search:SearchConnection` is Search.SearchConnection; `pulumi:providers:quartet/terraformConfig` is Provider.terraformConfig. */
export function placeOf(token: string): TypeName {
  const [pack = "", module = "", name = ""] = token.split(":");
  if (pack === "pulumi" && module === "providers") return { space: "Provider", name: name.slice(name.indexOf("/") + 1) };
  if (name === "") throw new Error(`${token} is no token of three parts`);
  return { space: module.split("/").map(capital).join(""), name };
}
