/** Validates a request before it is processed: address, credentials, method, headers, body, parameters. See docs/modules/datapipeline.md#requests. */
import type { EmulatorRequest } from "../exchange";
import type { Match } from "../router";
import { invalid, PipelineFailure } from "./api";
import type { Source, Version } from "./routes";

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
