/** The members of an object as a tree of Markdown lists: type, marks, description, and the members or values of its types below it. Pure. */
import { nameOf, namedType, typePage, type Catalog } from "./catalog";
import type { NamedType, ObjectSpec, PropertySpec, TypeSpec } from "./schema-file";
import { linkTo, markdown, type Page } from "./text";

/** Where members are given or read. */
export type Side = "inputs" | "outputs";

/** A type with more members than this, nested ones included, has a page of its own. */
const ownPage = 100;
/** More nested members than this are folded. */
const folded = 10;
/** A type with more members than this is described once on a page. */
const repeated = 5;

/** Returns the list of the members of an object, or a sentence if it has none. */
export function memberList(spec: ObjectSpec, side: Side, page: Page): string {
  const required = new Set(spec.required ?? []);
  const lines = Object.entries(spec.properties ?? {})
    .filter(([name]) => name !== "__self__")
    .flatMap(([name, property]) => memberLines(name, property, { side, page, required: required.has(name) }));
  return lines.length === 0 ? "None." : lines.join("\n");
}

/** Returns the tokens of the types that have a page of their own, in the order of the schema. */
export const largeTypes = (catalog: Catalog): string[] =>
  Object.entries(catalog.schema.types ?? {}).flatMap(([token, type]) => (size(catalog, type) > ownPage ? [token] : []));

interface Place {
  side: Side;
  page: Page;
  required: boolean;
}

function memberLines(name: string, property: PropertySpec, place: Place): string[] {
  const { side, page, required } = place;
  const marks = [
    typeText(property, page.catalog),
    side === "inputs" && required && "required",
    side === "outputs" && !required && "may be unset",
    property.secret === true && "secret",
    side === "inputs" && property.replaceOnChanges === true && "a change replaces the resource",
    property.default !== undefined && `default \`${JSON.stringify(property.default)}\``,
    property.deprecationMessage !== undefined && "deprecated",
  ].filter((mark) => mark !== false);
  const description = property.description === undefined ? "" : ` ${markdown(property.description, page)}`;
  const below = typesBelow(property, page.catalog).flatMap((type) => typeLines(type, side, page));
  return [`- **\`${name}\`** (${marks.join(", ")}):${description}`, ...below.map((line) => (line === "" ? "" : `  ${line}`))];
}

/** Returns what is shown below a member of a named type: its values, its members, or the link to its page. */
function typeLines({ token, type }: { token: string; type: NamedType }, side: Side, page: Page): string[] {
  if (type.enum) return type.enum.map(({ value, description }) => valueLine(value, description, page));
  const count = size(page.catalog, type);
  if (count > ownPage) return [`- ${count} members: see [\`${nameOf(token)}\`](${linkTo(page, typePage(token))})`];
  if (count > repeated && page.shown.has(token)) return [`- Members of \`${nameOf(token)}\`: see above`];
  page.shown.add(token);
  const { required = [] } = type;
  const lines = memberList({ properties: type.properties ?? {}, required }, side, page).split("\n");
  if (count <= folded) return lines;
  return ["", "<details>", `<summary>${count} members of ${nameOf(token)}</summary>`, "", ...lines, "", "</details>", ""];
}

function valueLine(value: boolean | number | string, description: string | undefined, page: Page): string {
  return `- \`${JSON.stringify(value)}\`${description === undefined ? "" : `: ${markdown(description, page)}`}`;
}

/** Returns a type in words: `array of string`, `map of object`. */
function typeText(spec: TypeSpec, catalog: Catalog): string {
  if (spec.oneOf) return [...new Set(spec.oneOf.map((one) => typeText(one, catalog)))].join(" or ");
  if (spec.$ref !== undefined) {
    const found = namedType(catalog, spec.$ref);
    if (!found) return "any value";
    return found.type.enum ? `one of ${found.type.enum.length} values` : "object";
  }
  if (spec.type === "array") return `array of ${typeText(spec.items ?? {}, catalog)}`;
  if (spec.type === "object") return `map of ${typeText(spec.additionalProperties ?? { type: "string" }, catalog)}`;
  return spec.type ?? "any value";
}

/** Returns the named types that a member consists of. */
function typesBelow(spec: TypeSpec, catalog: Catalog): { token: string; type: NamedType }[] {
  const found = spec.$ref === undefined ? undefined : namedType(catalog, spec.$ref);
  const inner = [spec.items, spec.additionalProperties, ...(spec.oneOf ?? [])].filter((one) => one !== undefined);
  return [...(found ? [found] : []), ...inner.flatMap((one) => typesBelow(one, catalog))];
}

/** Returns the number of members of a type, nested ones included. */
function size(catalog: Catalog, type: NamedType): number {
  const members = Object.values(type.properties ?? {});
  return members.reduce(
    (sum, member) => sum + 1 + typesBelow(member, catalog).reduce((all, below) => all + size(catalog, below.type), 0),
    0,
  );
}
