/** The list methods: pages, order and filter. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#list-functions. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { matches } from "../store";
import type { Kind } from "./collection";
import { wrong } from "./errors";
import { camel, type Shapes, textOf } from "./shapes";
import { type Addressed, type Call, type Endpoint, locationName } from "./state";

/** What a list method needs of the things that it lists. */
export interface Listed extends Pick<Kind, "noun" | "idParam" | "shapes" | "takes"> {
  collection: Addressed;
  /** The things of a place, in any order. A location of `-` represents all. */
  objects: (call: Call) => JsonObject[];
}

/** Rows of a page: the default, and the maximum. */
const PAGES = { usual: 100, largest: 1000 };

/** A page token: the request that it continues, and how many rows came before. */
const tokenOf = (request: string, offset: number) => Buffer.from(JSON.stringify({ request, offset })).toString("base64");

/** Rejects a token that this emulator has not given out for the request. */
const offsetOf = (token: string, request: string) => {
  if (token === "") return 0;
  const offset = Number(/"offset":(\d+)\}$/.exec(Buffer.from(token, "base64").toString())?.[1]);
  if (tokenOf(request, offset) === token) return offset;
  throw wrong("page_token", "The request was invalid: page_token is invalid or belongs to another request");
};

type Order = (a: JsonObject, b: JsonObject) => number;

const valueOf = (object: JsonObject, kind: Listed, field: string) =>
  field === kind.idParam ? (String(object.name).split("/").pop() ?? "") : String(object[field] ?? "");

/** The order by one field. */
const readOrder = (text: string, kind: Listed): Order => {
  const [, name = "", direction] = /^\s*([\w.]+)(?:\s+(asc|desc))?\s*$/.exec(text === "" ? "name" : text) ?? [];
  const field = camel(name);
  const shape = Object.hasOwn(kind.shapes, field) ? kind.shapes[field] : undefined;
  const isSortable =
    field === kind.idParam || shape === "string" || shape === "timestamp" || (typeof shape === "object" && "oneOf" in shape);
  if (!isSortable) throw wrong("order_by", `The request was invalid: order_by does not take '${text.trim()}'`);
  const sign = direction === "desc" ? -1 : 1;
  return (a, b) => {
    const [left, right] = [a, b].map((object) => valueOf(object, kind, field)) as [string, string];
    return left === right ? 0 : left < right ? -sign : sign;
  };
};

const COMPARISON = /^\s*(\w+)\s*([=:])\s*("(?:[^"\\]|\\.)*"|[^\s()]+)\s*$/;

/** `:`: the member is there, an element is equal, or the text holds the value. */
const has = (found: Json | undefined, value: string) => {
  if (found === undefined) return false;
  if (value === "*") return true;
  if (Array.isArray(found)) return found.some((each) => (isObject(each) ? Object.values(each).includes(value) : each === value));
  if (isObject(found)) return Object.hasOwn(found, value) || Object.hasOwn(found, camel(value));
  return String(found).toLowerCase().includes(value.toLowerCase());
};

/**
 * The test that a filter represents; an empty one matches everything.
 * @throws EventFailure INVALID_ARGUMENT for what is no comparison, and for fields that the things do not have.
 */
const readFilter = (filter: string, shapes: Shapes): ((object: JsonObject) => boolean) => {
  if (filter.trim() === "") return () => true;
  const [, path = "", operator, value = ""] = COMPARISON.exec(filter) ?? [];
  const name = camel(path);
  if (!Object.hasOwn(shapes, name)) throw wrong("filter", `The request was invalid: filter is invalid: ${filter}`);
  const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
  return (object) => {
    const found = object[name];
    return operator === ":" ? has(found, plain) : matches(plain, String((found ?? "") as string));
  };
};

const rowsPerPage = (requested: Json | undefined) => {
  const size = Number(requested ?? 0);
  if (size < 0) throw wrong("page_size", "The request was invalid: page_size must not be negative");
  return Math.min(size || PAGES.usual, PAGES.largest);
};

/** A list method. */
export const listMethod = (kind: Listed): Endpoint => ({
  rpc: `List${kind.noun}s`,
  permission: `eventarc.${kind.collection}.list`,
  collection: kind.collection,
  query: {
    pageSize: "int32",
    pageToken: "string",
    ...(kind.takes.includes("orderBy") && { orderBy: "string" }),
    ...(kind.takes.includes("filter") && { filter: "string" }),
  },
  run(call) {
    const { query, place, state } = call;
    const orderBy = textOf(query, "orderBy");
    const filter = textOf(query, "filter");
    const size = rowsPerPage(query.pageSize);
    const order = readOrder(orderBy, kind);
    const all = kind.objects(call).filter(readFilter(filter, kind.shapes)).sort(order);
    const request = JSON.stringify([locationName(place), kind.collection, orderBy, filter, size]);
    const offset = offsetOf(textOf(query, "pageToken"), request);
    const rows = all.slice(offset, offset + size);
    return {
      ...(rows.length > 0 && { [kind.collection]: rows }),
      ...(offset + size < all.length && { nextPageToken: tokenOf(request, offset + size) }),
      ...(state.unreachable.length > 0 && { unreachable: [...state.unreachable] }),
    };
  },
});
