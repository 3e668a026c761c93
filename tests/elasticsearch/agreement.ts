/** Sends the same requests to a real node and the emulator, and reports where the responses differ. */
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { EmulatorReply, Json, JsonObject } from "../emulators/exchange";
import type { SearchEmulator } from "../emulators/search/index";
import type { Step } from "./contract/step";

/** A response as far as it is compared. */
export interface Response {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A server that takes steps. */
export type Server = (step: Step) => Promise<Response>;

const parts = ({ line, body, headers = {} }: Step): { method: string; path: string; text: string; headers: Record<string, string> } => {
  const [method = "GET", path = "/"] = line.split(" ");
  const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
  const type = text === "" ? {} : { "content-type": "application/json" };
  const all = Object.entries({ ...type, ...headers }).filter(([name, value]) => name !== "content-type" || value !== "");
  return { method, path, text, headers: Object.fromEntries(all) };
};

/** Sends the steps to a node over HTTP. */
export const overHttp =
  (url: string): Server =>
  async (step) => {
    const { method, path, text: body, headers } = parts(step);
    const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, method, path, headers: { ...headers, ...length } }).end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return { status: response.statusCode ?? 0, headers: Object.fromEntries(received), body: await text(response) };
  };

/** Gives the steps to the emulator in this process. */
export const inProcess =
  (emulator: SearchEmulator): Server =>
  async (step) => {
    const { method, path, text, headers } = parts(step);
    const [bare = "", query = ""] = path.split(/\?(.*)/s);
    const reply: EmulatorReply = emulator.handle({ method, path: bare, query, headers, body: text });
    const joined = (value: string | string[]) => [value].flat().join(", ");
    const received = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), joined(value)]));
    return { ...reply, headers: received, body: method === "HEAD" ? "" : reply.body };
  };

/**
 * Replaces what differs from start to start, or by the order of hash tables: headers named out of a set, places in the text that the node derives
 * from a script, the name of a simulated template, the time of a simulation, the UUID and the creation of an index, and the times and the UUID of a snapshot.
 */
const settled = (body: string) =>
  body
    .replaceAll("[Content-Type, Accept]", "[Accept, Content-Type]")
    .replaceAll(/\[1:\d+\] \[script\]/g, "[script]")
    .replaceAll(/\bsimulate_(index_)?template_[\w-]{22}/g, "simulate_template_X")
    .replaceAll(/"timestamp":"[^"]*Z"/g, '"timestamp":"now"')
    .replaceAll(/("(?:index\.|index_)?uuid":"|\[[a-z]+\/)(?!_na_)[\w-]{22}/g, "$1X")
    .replaceAll(/("(?:index\.)?creation_date":")\d+/g, "$1X")
    .replaceAll(/("(?:start|end)_time":")[^"]*/g, "$1X")
    .replaceAll(/("(?:(?:start|end)_time|duration)_in_millis":)\d+/g, "$10")
    .replaceAll(/(\[\w+:\w+\/)[\w-]{22}/g, "$1X");

const parse = (text: string) => {
  const body = settled(text);
  try {
    return JSON.parse(body) as Json;
  } catch {
    return body;
  }
};

/** Templates are in no fixed order; unknown options are listed in that of a hash table. */
const ordered = (name: string, list: readonly Json[]) =>
  /^((index|component)_templates|overlapping)$/.test(name)
    ? list.toSorted((a, b) => (String((a as JsonObject).name) < String((b as JsonObject).name) ? -1 : 1))
    : list;

const normal = (value: Json, name = ""): Json => {
  if (Array.isArray(value)) return ordered(name, value).map((item) => normal(item));
  if (value === null || typeof value !== "object") return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, item]) => [key, normal(item, key)]));
};

const HEADERS = ["x-elastic-product", "content-type", "allow", "www-authenticate"];

const shown = ({ status, headers, body }: Response, step: Step): Json => {
  const depth = step.only?.depth ?? "body";
  const parsed = parse(body);
  if (depth === "status") return { status };
  const error = (parsed as JsonObject | null)?.error;
  if (depth === "type") return { status, error: ((error as JsonObject | undefined)?.type ?? error ?? null) as Json };
  const kept = HEADERS.map((name) => [name, headers[name] ?? null]);
  return { status, headers: Object.fromEntries(kept) as JsonObject, body: normal(parsed) };
};

/** The two responses to a step as they are compared; they agree when both texts are equal. */
export const compare = async (step: Step, node: Server, emulator: Server): Promise<{ node: string; emulator: string }> => {
  const [fromNode, fromEmulator] = await Promise.all([node(step), emulator(step)]);
  return { node: JSON.stringify(shown(fromNode, step)), emulator: JSON.stringify(shown(fromEmulator, step)) };
};
