/** Fivetran: an emulator that keeps its state in memory and serves the reading methods. Written from the specification; strict where the service rejects. */
import { createHash } from "node:crypto";
import type { EmulatorReply, EmulatorRequest, JsonObject } from "../exchange";
import { createRouter, type Match } from "../router";
import { createWindow } from "../window";
import type { PipelineAccount } from "./account";
import { framed, invalid, PipelineFailure, routes, type Source, type Version } from "./routes";
import { exampleAccount } from "./example";

/** A request that was found good. */
export interface Requested {
  source: Source;
  parts: Record<string, string>;
  version: Version;
  query: Map<string, string>;
}

/** Pairs of key and secret that the service takes. */
export type Keys = Readonly<Record<string, string>>;

const checkCredentials = ({ headers }: EmulatorRequest, keys: Keys) => {
  const header = headers.authorization;
  if (header === undefined) throw new PipelineFailure(401, "Unauthorized", "Missing authorization header.");
  const text = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(header)?.[1] ?? "";
  const pair = Buffer.from(text, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  const key = pair.slice(0, Math.max(0, colon));
  const secret = pair.slice(colon + 1);
  if (secret === "" || !Object.hasOwn(keys, key) || keys[key] !== secret)
    throw new PipelineFailure(401, "AuthFailed", "The key or the secret is wrong.");
};

/** Which routes a path leads to, found by the router for method and path. */
type FindRoute = (method: string, path: string) => Match<Source>;

const find = ({ method, path }: EmulatorRequest, findRoute: FindRoute): { handler: Source; parts: Record<string, string> } => {
  const nowhere = new PipelineFailure(404, "NotFound", `Nothing is at ${path}.`);
  const inner = path.startsWith("/v1/") ? path.slice(3) : "";
  if (inner === "" || inner.endsWith("/") || inner.includes("//")) throw nowhere;
  const match = findRoute(method, inner);
  if (match.kind === "found") return match;
  if (match.kind === "malformed") throw invalid(`The path is not encoded as it must be: ${match.segment}.`);
  if (match.kind === "none") throw nowhere;
  throw new PipelineFailure(405, "MethodNotAllowed", `${method} is not allowed here.`, { allow: match.allowed.join(", ") });
};

/** Who names no version is shown the first one, who takes any representation the newest one. */
const versionOf = ({ headers }: EmulatorRequest, { versioned }: Source) => {
  const { accept = "*/*" } = headers;
  if (accept === "*/*") return versioned ? 2 : 1;
  const version = /^application\/json(; ?version=[12])?$/.test(accept) ? (accept.split("=")[1] ?? "1") : "none";
  if (version === "1" || (version === "2" && versioned)) return Number(version) as Version;
  throw new PipelineFailure(406, "NotAcceptable", `Accept '${accept}' is not supported here.`);
};

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalid(`The query is not encoded as it must be: ${text}.`);
  }
};

/** Parameters of the query; what the address does not take, what is given twice and what is empty is rejected. */
const queryOf = ({ query }: EmulatorRequest, { filters }: Source) => {
  const known = filters ? ["limit", "cursor", ...Object.keys(filters)] : [];
  const found = new Map<string, string>();
  for (const pair of query === "" ? [] : query.split("&")) {
    const [name = "", value = ""] = pair.split(/=(.*)/s).map(decoded);
    if (!known.includes(name)) throw invalid(`Unknown parameter ${name}.`);
    if (found.has(name)) throw invalid(`Parameter ${name} is given twice.`);
    if (value === "") throw invalid(`Parameter ${name} is empty.`);
    found.set(name, value);
  }
  return found;
};

/** Returns the request, or fails with its first error. */
export const validated = (request: EmulatorRequest, { keys, findRoute }: { keys: Keys; findRoute: FindRoute }): Requested => {
  checkCredentials(request, keys);
  const { handler: source, parts } = find(request, findRoute);
  const version = versionOf(request, source);
  if (request.body !== "" || request.headers["content-type"] !== undefined) throw invalid("A GET has neither body nor Content-Type.");
  return { source, parts, version, query: queryOf(request, source) };
};

export interface PipelineEmulatorOptions {
  /** Secrets by key; default `exampleKeys`. */
  keys?: Keys;
  /** What the account holds; default the example account, which is created for each emulator. */
  account?: PipelineAccount;
  /** Requests within an hour; default 20,000. */
  perHour?: number;
  /** Time in ms since 1970; default the clock. */
  now?: () => number;
}

/** The default key and secret. */
export const exampleKeys: Keys = { "quartet-example-key": "Emulator-Pipeline-Secret-4711" };

/** The emulator. Changes of its state by a test are changes by another client. */
interface PipelineEmulator {
  /** Handles one request. */
  handle: (request: EmulatorRequest) => EmulatorReply;
  account: PipelineAccount;
}

/** What a cursor of this list, of this size of page and with these filters is known by. */
const seal = (about: string) => createHash("sha256").update(about).digest("base64url").slice(0, 12);

const limitOf = (text: string | undefined) => {
  if (text === undefined) return 100;
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 1000) throw invalid("Parameter limit must be from 1 to 1000.");
  return limit;
};

const offsetOf = (cursor: string | undefined, about: string) => {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [, offset, owner] = /^skip:(\d+):([\w-]+)$/.exec(text) ?? [];
  if (offset === undefined || owner !== seal(about)) throw invalid("Parameter cursor is not valid.");
  return Number(offset);
};

/** One page of a list; `path` names the list. Rejects a cursor that was given for another list, size or filter. */
const page = (rows: readonly JsonObject[], path: string, query: ReadonlyMap<string, string>): JsonObject => {
  const { cursor, limit: size, ...filters } = Object.fromEntries(query) as Record<string, string | undefined>;
  const limit = limitOf(size);
  const about = JSON.stringify([path, limit, filters]);
  const offset = offsetOf(cursor, about);
  const end = offset + limit;
  const next = end < rows.length ? Buffer.from(`skip:${end}:${seal(about)}`).toString("base64url") : null;
  return { items: rows.slice(offset, end), next_cursor: next };
};

const dataOf = (account: PipelineAccount, { source, parts, version, query }: Requested, path: string) => {
  const found = source.read(account, parts);
  if (!Array.isArray(found)) return source.show(found, version);
  const filters = Object.entries(source.filters ?? {}).filter(([name]) => query.has(name));
  const rows = found.filter((row) => filters.every(([name, field]) => row[field] === query.get(name)));
  const { items, next_cursor } = page(rows, `${path} ${version}`, query);
  return { items: (items as JsonObject[]).map((row) => source.show(row, version)), next_cursor: next_cursor ?? null };
};

/** Makes an emulator. Every response states what is left of the limit of an hour. */
export const createPipelineEmulator = (options: PipelineEmulatorOptions = {}): PipelineEmulator => {
  const { keys = exampleKeys, account = exampleAccount(), perHour = 20_000, now = Date.now } = options;
  const window = createWindow(perHour, 3_600_000);
  const about = { keys, findRoute: createRouter(routes) };
  const respond = (request: EmulatorRequest) => {
    try {
      if (!window.admit(now())) {
        const seconds = Math.max(1, Math.ceil(window.wait(now()) / 1000));
        throw new PipelineFailure(429, "TooManyRequests", "The limit of requests is used up.", { "retry-after": String(seconds) });
      }
      return framed(200, { code: "Success", data: dataOf(account, validated(request, about), request.path) });
    } catch (error) {
      if (!(error instanceof PipelineFailure)) throw error;
      const { status, code, message, headers } = error;
      const reply = framed(status, { code, message });
      return { ...reply, headers: { ...reply.headers, ...headers } };
    }
  };
  const handle = (request: EmulatorRequest): EmulatorReply => {
    const reply = respond(request);
    const left = String(window.left(now()));
    return { ...reply, headers: { ...reply.headers, "x-rate-limit": String(perHour), "x-rate-limit-remaining": left } };
  };
  return { handle, account };
};
