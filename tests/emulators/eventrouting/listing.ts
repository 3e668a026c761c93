/** The list methods: pages, order and filter. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#list-functions. */
import type { Json, JsonObject } from "../exchange";
import type { Kind } from "./collection";
import { wrong } from "./errors";
import { readFilter } from "./filter";
import { textOf } from "./query";
import { camel } from "./shapes";
import type { Addressed, Call, Endpoint, Place, State } from "./state";
import { locationName, nameIn, shown } from "./state";

/** What a page token represents: the request that it continues, and how many rows came before. */
interface Mark {
  request: string;
  offset: number;
}

const encode = (mark: Mark): string => Buffer.from(JSON.stringify(mark)).toString("base64");

const BAD_TOKEN = "The request was invalid: page_token is invalid or belongs to another request";

const offsetOf = (token: string, request: string): number => {
  if (token === "") return 0;
  try {
    const mark = JSON.parse(Buffer.from(token, "base64").toString()) as Mark;
    if (mark.request === request && encode(mark) === token) return mark.offset;
  } catch {
    // not a token of this emulator: rejected below
  }
  throw wrong("page_token", BAD_TOKEN);
};

/** What a list method needs of the things that it lists. */
export interface Listed extends Pick<Kind, "noun" | "idParam" | "shapes"> {
  collection: Addressed;
  takes: Pick<Kind["takes"], "orderBy" | "filter">;
  /** The things of a place, in any order. A location of `-` represents all. */
  objects: (place: Place) => JsonObject[];
}

type Order = (a: JsonObject, b: JsonObject) => number;

const valueOf = (object: JsonObject, kind: Listed, field: string): string => {
  if (field === kind.idParam) return String(object["name"]).split("/").pop() ?? "";
  return String(object[field] ?? "");
};

const readOrder = (text: string, kind: Listed): Order => {
  const fields = (text === "" ? "name" : text).split(",").map((term) => {
    const [, name = "", direction = "asc"] = /^\s*([\w.]+)(?:\s+(asc|desc))?\s*$/.exec(term) ?? [];
    const field = camel(name);
    const shape = Object.hasOwn(kind.shapes, field) ? kind.shapes[field] : undefined;
    const isSortable =
      field === kind.idParam || shape === "string" || shape === "timestamp" || (typeof shape === "object" && "oneOf" in shape);
    if (!isSortable) throw wrong("order_by", `The request was invalid: order_by does not take '${term.trim()}'`);
    return { field, sign: direction === "desc" ? -1 : 1 };
  });
  return (a, b) => {
    for (const { field, sign } of fields) {
      const left = valueOf(a, kind, field);
      const right = valueOf(b, kind, field);
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  };
};

const rowsPerPage = ({ pages }: State, requested: Json | undefined): number => {
  const size = typeof requested === "number" ? requested : 0;
  if (size < 0) throw wrong("page_size", "The request was invalid: page_size must not be negative");
  return Math.min(size === 0 ? pages.usual : size, pages.largest);
};

const inPlace = (kind: Kind, place: Place): ((name: string) => boolean) => {
  if (place.location !== "-") return (name) => name.startsWith(`${nameIn(kind.collection, place)}/`);
  return (name) => name.startsWith(`projects/${place.project}/locations/`);
};

function list(kind: Listed, state: State, { place, query }: Call): JsonObject {
  const orderBy = textOf(query, "orderBy");
  const filter = textOf(query, "filter");
  const size = rowsPerPage(state, query["pageSize"]);
  const order = readOrder(orderBy, kind);
  const fits = readFilter(filter, kind.shapes);
  const request = JSON.stringify([locationName(place), kind.collection, orderBy, filter, size]);
  const offset = offsetOf(textOf(query, "pageToken"), request);
  const all = kind.objects(place).filter(fits);
  const rows = all.sort(order).slice(offset, offset + size);
  const next = offset + size;
  return {
    ...(rows.length > 0 && { [kind.collection]: rows.map((object) => shown(state, object)) }),
    ...(next < all.length && { nextPageToken: encode({ request, offset: next }) }),
    ...(state.unreachable.length > 0 && { unreachable: [...state.unreachable] }),
  };
}

/** The things of a kind that tests and clients have made. */
const stored =
  (kind: Kind, state: State): Listed["objects"] =>
  (place) => {
    const belongs = inPlace(kind, place);
    return state.objects[kind.collection].entries().flatMap(([name, object]) => (belongs(name) ? [object] : []));
  };

/** The list method of a kind. */
export const listing = (kind: Kind, state: State): Endpoint => listMethod({ ...kind, objects: stored(kind, state) }, state);

/** A list method. A location of `-` represents all. */
export const listMethod = (kind: Listed, state: State): Endpoint => ({
  rpc: `List${kind.noun}s`,
  permission: `eventarc.${kind.collection}.list`,
  collection: kind.collection,
  query: {
    pageSize: "int32",
    pageToken: "string",
    ...(kind.takes.orderBy && { orderBy: "string" }),
    ...(kind.takes.filter && { filter: "string" }),
  },
  run: (call) => list(kind, state, call),
});
