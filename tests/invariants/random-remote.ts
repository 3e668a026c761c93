/** A remote service that returns random responses of roughly the right form, and quotes what it receives in its errors. */
import fc from "fast-check";
import type { HttpRequest, HttpResponse, Send } from "../../provider/contract/http";
import type { ObjectSpec } from "../../provider/core/schema/schema";
import { isObject } from "../../provider/core/json/json";
import { mapMembers, type Plain, type PlainMap } from "../../provider/core/values/value";
import { TransportError } from "../../provider/http/transport-error";
import type { Draw } from "./changes";
import { membersOf, type Source } from "./random-values";

/** How the names of members are written by the service of a module. */
const spelled: Readonly<Record<string, (name: string) => string>> = {
  cloud: (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  datapipeline: (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  search: (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  eventrouting: (name) => name,
};

/** Responses with members, before the service returns empty lists: a list has an end. */
const fullResponses = 3;

/** The service of a function, the number of requests that it received, and their path templates. */
export function randomRemote(source: Source, module: string, outputs: ObjectSpec) {
  const { draw } = source;
  let count = 0;
  const templates: (string | undefined)[] = [];
  const send: Send = async (request) => {
    request.signal.throwIfAborted();
    count += 1;
    templates.push(request.template);
    const kind = draw(fc.nat, 9);
    if (count > fullResponses || kind > 3) {
      const response = json(200, enveloped(module, count > fullResponses ? {} : remoteMembers(source, module, outputs)));
      return draw(fc.boolean) ? withLongNumber(response) : response;
    }
    if (kind === 0) throw new TransportError("connect", "ECONNREFUSED", "connection refused");
    if (kind === 1) return json(200, draw(fc.jsonValue) as Plain);
    const status = draw(fc.constantFrom, 400, 401, 403, 404, 409, 429, 500, 502, 503);
    return kind === 2 ? page(status, quoted(request)) : json(status, rejection(module, quoted(request)));
  };
  return { send, count: () => count, templates };
}

function remoteMembers(source: Source, module: string, outputs: ObjectSpec) {
  const own = membersOf(source, outputs, false);
  return damaged(source.draw, respelled(own, spelled[module]!)) as PlainMap;
}

function respelled(value: Plain, spell: (name: string) => string): Plain {
  if (Array.isArray(value)) return value.map((item) => respelled(item, spell));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [spell(key), respelled(member!, spell)]))
    : value;
}

/** Values of other types, and a number that is no time. */
const otherTypes: readonly Plain[] = [null, 1.5, "text", true, [], {}, [null], [{}], { a: {} }, "12345678901234567890", 1e20];

/** The value with some members of another type, or null: few members, or most of those that are not nested deeply. */
export function damaged(draw: Draw, value: Plain): Plain {
  const oneIn = draw(fc.constantFrom, 30, 30, 3);
  const change = (member: Plain): Plain => (draw(fc.nat, oneIn) === 0 ? draw(fc.constantFrom, ...otherTypes) : walk(member));
  const walk = (whole: Plain): Plain => {
    if (Array.isArray(whole)) return whole.map(change);
    return isObject(whole) ? mapMembers(whole, change) : whole;
  };
  return walk(value);
}

/** The members in all places where a service of the module has them. */
function enveloped(module: string, members: PlainMap): Plain {
  const lists = Object.values(members).filter((member) => Array.isArray(member));
  const [first = []] = lists;
  if (module === "cloud")
    return { Response: { RequestId: "r-1", TotalCount: 3, ...members, Result: { TotalCount: 3, ...members }, Data: first } };
  if (module === "datapipeline") return { code: "Success", data: { ...members, items: first } };
  if (module === "search")
    return {
      ...members,
      policies: [{ config: { match: members } }],
      index_templates: [{ name: members["name"] ?? "a", index_template: { ...members, template: members } }],
    };
  return members;
}

/** How the service of a module rejects a request. */
export function rejection(module: string, message: string): Plain {
  if (module === "cloud") return { Response: { Error: { Code: "InvalidParameter", Message: message }, RequestId: "r-1" } };
  if (module === "datapipeline") return { code: "InvalidInput", message };
  if (module === "search") return { error: { type: "illegal_argument_exception", reason: message }, status: 400 };
  return { error: { code: 400, message, status: "INVALID_ARGUMENT" } };
}

/** All that a request consists of. */
export const quoted = ({ url, headers, body = "" }: HttpRequest) => `${url} ${JSON.stringify(headers)} ${String(body)}`;
const json = (status: number, body: Plain): HttpResponse => response(status, "application/json", JSON.stringify(body));
const page = (status: number, text: string): HttpResponse => response(status, "text/html", `<html>${text}</html>`);

/** A response with a number that a double cannot hold: it is then parsed in another way than most responses. */
export function withLongNumber({ body, ...rest }: HttpResponse): HttpResponse {
  return { ...rest, body: body.replace(/^\{(?=")/, '{"long_number":12345678901234567890123,') };
}

function response(status: number, type: string, text: string): HttpResponse {
  return { status, headers: { "content-type": type, "x-request-id": "r-1", "x-elastic-product": "Elasticsearch" }, body: text };
}
