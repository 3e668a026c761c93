/** What an API of the emulator is made of: its state, its endpoints as rows of a table, and one call of an endpoint. */
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Store } from "../store";
import { bad, illegal, strictBoolean } from "./errors";
import { type Node, parseJson } from "./json";
import type { Action } from "./privileges";
import type { Identity } from "./security";
import type { State } from "./state";
import { timeValue } from "./units";

export type { State } from "./state";

/** One call: who makes it, the decoded parts of the path, the query, the body. */
export interface Call {
  identity: Identity;
  parts: Readonly<Record<string, string>>;
  query: ReadonlyMap<string, string>;
  body: string;
}

/** What an endpoint does with a call, and with what was read of it. */
export type Run<Sent = unknown> = (call: Call, state: State, sent: Sent) => EmulatorReply;

/** What a call needs before it runs, and the run itself. Reading the body comes first, then the rights, then the work. */
interface Prepared {
  action: Action;
  run: () => EmulatorReply;
}

/** Whether a yes-or-no parameter is on; a parameter without a value is. */
export const flag = ({ query }: Call, name: string, fallback = false): boolean => {
  const text = query.get(name);
  return text === undefined ? fallback : text === "" || strictBoolean(text);
};

const KINDS = {
  time: (name: string, text: string) => void timeValue(name, text),
  bool: (_: string, text: string) => void (text === "" || strictBoolean(text)),
  text: () => undefined,
  int: (name: string, text: string) => {
    if (!/^[+-]?\d+$/.test(text)) throw illegal(`invalid value [${text}] specified for [${name}]. must be an integer value`);
  },
  refresh: (_: string, text: string) => {
    if (!["", "true", "false", "wait_for"].includes(text)) throw illegal(`Unknown value for refresh: [${text}].`);
  },
};
type Kind = keyof typeof KINDS;

/** Parameters that are true or false wherever they occur. The others but the times are texts, unless a row says otherwise. */
const FLAGS = new Set(
  `accept_enterprise active_only allow_no_indices allow_no_match basic create defer_validation delete_dest_index delete_sync_jobs dry_run
  exclude_generated flat_settings forbid_closed_indices force hard human ignore_unavailable include_defaults include_deleted index_names local
  only_errors only_managed owner preserve_existing reopen summary typed_keys verbose verify wait_for_checkpoint wait_for_completion
  wait_for_no_initializing_shards wait_for_no_relocating_shards with_limited_by with_profile_uid write_index_only`.split(/\s+/),
);

const kindOf = (name: string): Kind => {
  if (name === "timeout" || name === "master_timeout") return "time";
  return FLAGS.has(name) ? "bool" : name === "refresh" ? "refresh" : "text";
};

/** A handler: the query parameters it has with their kinds, whether it takes a body, and the preparation of a call. */
export interface Endpoint {
  query: Readonly<Record<string, Kind>>;
  takesBody: boolean;
  prepare: (call: Call, state: State) => Prepared;
}

/** The routes of one API, by rows. */
export type Api = readonly Route<Endpoint>[][];

/**
 * The routes of a row: `PUT|POST /a/{name}[/b]?create&size:int` are both methods for the path with and without the part in brackets, with these parameters. What
 * `read` returns, or rejects before the rights are checked, is the body, or else what a `GET` reads of its parameters.
 */
export const endpoint = <Sent = undefined>(
  line: string,
  action: Action | ((call: Call) => Action),
  run: Run<Sent>,
  read?: (call: Call, state: State) => Sent,
): Route<Endpoint>[] => {
  const [, methods = "", path = "", parameters = ""] = /^(\S+) ([^?]+)\??(.*)$/.exec(line) ?? [];
  const names = parameters.split("&").filter((name) => name !== "");
  const handler: Endpoint = {
    query: Object.fromEntries(
      names.map((each) => {
        const [name = "", kind = kindOf(name)] = each.split(":");
        return [name, kind as Kind];
      }),
    ),
    takesBody: read !== undefined && methods !== "GET",
    prepare: (call, state) => {
      const sent = read?.(call, state) as Sent;
      return { action: typeof action === "function" ? action(call) : action, run: () => run(call, state, sent) };
    },
  };
  const paths = new Set([path.replace(/\[.*\]/, ""), path.replace(/[[\]]/g, "")]);
  return methods.split("|").flatMap((method) => [...paths].map((each) => ({ method, path: each, handler })));
};

/** The part of the path that names the object. */
export const nameOf = ({ parts }: Call): string => parts.name ?? "";

/** The body of a call; fails if there is none. */
export const bodyOf = ({ body }: Call, subject = "request body"): Node => {
  if (body === "") throw bad("parse_exception", `${subject} is required`);
  return parseJson(body);
};

/** The expression of most APIs in which `_all` is all names. */
export const withAll = (expression: string | undefined): string | undefined => (expression === "_all" ? "*" : expression);

/** The names that an expression selects: all, or names and patterns between commas. What `missing` returns is the failure of a name that does not exist. */
export const selectNames = <T>(expression = "*", store: Store<T>, missing: (name: string) => Error | undefined): string[] => {
  const names = expression.split(",").flatMap((part) => {
    const found = store.matching(part);
    const failure = found.length === 0 && !part.includes("*") ? missing(part) : undefined;
    if (failure) throw failure;
    return found;
  });
  return [...new Set(names)];
};

/** The body as it was sent, for those that read it after the rights are checked. */
export const rawBody = ({ body }: Call): string => body;

/** Rejects values of known parameters that are of the wrong kind. */
export const checkQueryKinds = ({ query }: Call, { query: kinds }: Endpoint): void => {
  for (const [name, text] of query) if (Object.hasOwn(kinds, name)) KINDS[kinds[name] ?? "text"](name, text);
};

/** A parameter that is a whole number. */
export const wholeNumber = ({ query }: Call, name: string, fallback: number): number => {
  const text = query.get(name);
  if (text === undefined) return fallback;
  const causedBy = { type: "number_format_exception", reason: `For input string: "${text}"` };
  if (!/^[+-]?\d+$/.test(text)) throw illegal(`Failed to parse int parameter [${name}] with value [${text}]`, causedBy);
  return Number(text);
};

/** Whether a version is that one or a later one, by its numeric core. */
export const isSince = (version: string, since: string): boolean =>
  version.replace(/-.*/, "").localeCompare(since, "en", { numeric: true }) >= 0;

/** Whether a server has what came with a version; Elastic Cloud Serverless has everything. */
export const supports = ({ version, buildFlavor }: State, since: string): boolean =>
  buildFlavor === "serverless" || isSince(version, since);

/** The times of creation and change that what is stored gets: 9.2 and later show them, in milliseconds since 1970. */
export const stamps = (previous: JsonObject | undefined, { version, now }: State): JsonObject => {
  if (!isSince(version, "9.2.0")) return {};
  const millis = now().getTime();
  return { created_date_millis: previous?.created_date_millis ?? millis, modified_date_millis: millis };
};
