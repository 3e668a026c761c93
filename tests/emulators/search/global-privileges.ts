/** Global privileges of roles: categories, each with one operation on one kind of objects. */
import type { Json, JsonObject } from "../exchange";
import { byName } from "../objects";
import { isSince, type State } from "./api";
import { bad } from "./errors";
import { type At, type Node, plain, token } from "./json";
import { rejectUnknown } from "./privileges";

/** The operation of each category, and what it names. */
const CATEGORIES: Readonly<Record<string, readonly [operation: string, objects: string]>> = {
  application: ["manage", "applications"],
  profile: ["write", "applications"],
  role: ["manage", "indices"],
};

const failed = ({ line, column }: At, expected: string, found: string) =>
  bad("x_content_parse_exception", `[${line}:${column}] failed to parse privilege. expected ${expected} but found [${found}] instead`);

const objectNode = (node: Node) => {
  if (node.kind !== "object") throw failed(node.at, "[START_OBJECT]", token(node));
  return node;
};

/** The only member of an object, which must have this name. */
const only = (node: Node, name: string) => {
  const { fields, end } = objectNode(node);
  const [field] = fields;
  if (!field) throw failed(end, "[FIELD_NAME]", "END_OBJECT");
  if (field.name !== name) throw failed(field.at, `field name [${name}]`, field.name);
  return field.value;
};

/** Reads the member `global` of a role: the categories that have privileges. */
export const readGlobal = (node: Node, { version }: State): JsonObject => {
  const categories: JsonObject = {};
  for (const { name, at, value } of objectNode(node).fields) {
    const category = CATEGORIES[name];
    if (!category) throw failed(at, `one of [${Object.keys(CATEGORIES).join(",")}]`, name);
    if (objectNode(value).fields.length === 0) continue;
    const objects = only(only(value, category[0]), category[1]);
    if (objects.kind !== "array") throw failed(objects.at, "[START_ARRAY]", token(objects));
    for (const item of name === "role" ? objects.items : []) {
      const { fields, end } = objectNode(item);
      if (fields.length < 2) throw failed(end, "[FIELD_NAME]", "END_OBJECT");
      rejectUnknown("index", (plain(item) as { privileges?: string[] }).privileges ?? [], version);
    }
    categories[name] = plain(value);
  }
  return categories;
};

/** The member as the server returns it: every category that the version has, or nothing. */
export const shownGlobal = (categories: JsonObject | undefined, { version }: State): Json | undefined => {
  if (categories === undefined || Object.keys(categories).length === 0) return undefined;
  const empty = byName(Object.keys(CATEGORIES), () => ({}));
  return { ...empty, ...(isSince(version, "9.5.0") && { data_source: [] }), ...categories };
};
