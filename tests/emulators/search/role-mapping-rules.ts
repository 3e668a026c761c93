/** Rules of role mappings: read as the server reads them, and as it returns them. */
import type { Json, JsonObject } from "../exchange";
import type { Cause } from "./errors";
import { SearchFailure } from "./errors";
import type { At, Node, ObjectNode } from "./json";
import { plain, token } from "./json";

const failed = (at: At, reason: string, type = "parse_exception"): SearchFailure => {
  const cause: Cause = { type, reason };
  return new SearchFailure(400, cause, {}, at);
};

const parsing = (at: At, reason: string): SearchFailure => failed(at, `failed to parse rules expression. ${reason}`);

/** The only member of an object. */
const only = ({ fields, end }: ObjectNode, name: string): ObjectNode["fields"][number] => {
  const [field, second] = fields;
  if (!field) throw parsing(end, `object [${name}] does not contain any fields`);
  if (second) throw parsing(second.at, `object [${name}] contains multiple fields`);
  return field;
};

const objectNode = (node: Node, what: string): ObjectNode => {
  if (node.kind !== "object") throw parsing(node.at, `expected ${what} but found [${token(node)}] instead`);
  return node;
};

/** Numbers are whole numbers to the server. */
const fieldValue = (node: Node): Json => {
  if (node.kind === "object" || node.kind === "array") throw parsing(node.at, `expected a field value but found [${token(node)}] instead`);
  const value = plain(node);
  return typeof value === "number" ? Math.trunc(value) : value;
};

const readField = (node: ObjectNode): JsonObject => {
  const { name, value } = only(node, "field");
  const values = value.kind === "array" ? value.items.map(fieldValue) : [fieldValue(value)];
  if (values.length === 0) throw failed(node.end, "null or empty values ([])", "illegal_argument_exception");
  return { [name]: values.length === 1 ? values[0]! : values };
};

/** Reads the rule of the object of this name. Throws the server's 400. */
export const readRule = (node: Node, name: string): JsonObject => {
  const object = objectNode(node, `[${name}] to be an object`);
  const [first] = object.fields;
  if (first && !["any", "all", "field", "except"].includes(first.name))
    throw parsing(first.at, `field [${first.name}] is not recognised in object [${name}]`);
  if (first?.name === "except" && name !== "all") throw parsing(first.at, `field [except] is not allowed within [${name}]`);
  const rule = first && readKind(first);
  only(object, name);
  return rule!;
};

const readKind = ({ name, value }: ObjectNode["fields"][number]): JsonObject => {
  if (name === "field") return { field: readField(objectNode(value, "an object")) };
  if (name === "except") return { except: readRule(value, "except") };
  if (value.kind !== "array") throw parsing(value.at, `field [${name}] requires an array`);
  return { [name]: value.items.map((item) => readRule(item, name)) };
};
