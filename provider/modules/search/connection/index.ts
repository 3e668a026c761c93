// Which server a call speaks to and with which credentials: the layers of search spec 3.3 and what comes of them (section 4). Pure; files are read by a function handed in.
import { InvalidInputsError, ProviderError } from "../../../core/errors";
import type { Search } from "../../../core/gen/types";
import { violations } from "../../../core/value-rules";
import type { ValueMap } from "../../../core/value";
import type { TlsSettings } from "../../../http/message";
import { searchServerRules } from "./rules";
import { environmentBlock, variables } from "../env";

/** A connection block as users write it. */
export type Block = Search.SearchConnection;

/** One address of the server and what is sent to it as `Authorization`. */
export interface Endpoint {
  /** Scheme, host, port and path prefix, without a slash at the end. */
  url: string;
  authorization?: string;
  /** The kind of credentials, for messages. */
  credentials: string;
}

/** How to reach the server; equal values share their state (search spec 16, row 6). */
export interface Connection {
  endpoints: readonly Endpoint[];
  /** Further headers of every request, names in lower case. */
  headers: Readonly<Record<string, string>>;
  tls: TlsSettings;
  /** Texts that may stand in no message. */
  secrets: readonly string[];
}

/** Where a connection may come from. */
export interface Sources {
  call?: readonly Block[];
  settings?: readonly Block[];
  env: Readonly<Record<string, string | undefined>>;
}

/** Reads a text file; throws what the system throws. */
export type ReadText = (path: string) => string;

type Field = keyof Block;
const credentials: readonly Field[] = ["username", "password", "apiKey", "bearerToken", "esClientAuthentication"];
const groups: readonly (readonly Field[])[] = [
  ["endpoints"],
  credentials,
  ["caFile", "caData", "caFingerprint"],
  ["certFile", "keyFile", "certData", "keyData"],
  ["insecure"],
  ["headers"],
];

/** One of the places that values come from: what is set there, and how its fields are called. */
interface Layer {
  block: Block;
  label: "call" | "settings" | "environment";
  name(field: string): string;
}

interface Problem {
  layer: Layer;
  field: string;
  reason: string;
}

const noServer = "no search server configured: set searchServers.endpoints, searchConnections.endpoints or ELASTICSEARCH_ENDPOINTS";

/**
 * The connection of one call. Fails with InvalidInputs for what is wrong in the call's block, with `failed_precondition` for settings and environment and
 * when there is no address at all.
 */
export function connectionOf(sources: Sources, readText: ReadText): Connection {
  const layers = layersOf(sources);
  const chosen = layers.map((layer) => ({ ...layer, block: {} as Block }));
  for (const group of groups) {
    const from = layers.indexOf(
      strongestFirst(layers, group, sources).find(({ block }) => group.some((field) => block[field] !== undefined))!,
    );
    for (const field of from < 0 ? [] : group) Object.assign(chosen[from]!.block, pick(layers[from]!.block, field));
  }
  refuse(chosen.flatMap(problemsOf));
  const merged: Block = Object.assign({}, ...chosen.map(({ block }) => block));
  if (merged.endpoints === undefined) throw new ProviderError("failed_precondition", noServer);
  const headers = headersOf(merged);
  const files = readFiles(chosen, sources.env, readText);
  return {
    endpoints: merged.endpoints.map((text) => ({
      ...endpoint(text, merged),
      ...("authorization" in headers && { credentials: "a header of the connection" }),
    })),
    headers,
    tls: defined({
      insecure: merged.insecure || undefined,
      ca: merged.caData ?? files.caFile,
      fingerprint: merged.caFingerprint?.toLowerCase(),
      cert: merged.certData ?? files.certFile,
      key: merged.keyData ?? files.keyFile,
    }),
    secrets: secretsOf(merged, files.keyFile),
  };
}

/** The layers that count, the strongest first. A call's block with addresses stands alone: credentials meant for one server must not reach another. */
function layersOf({ call, settings, env }: Sources): Layer[] {
  const layers: Layer[] = [
    { block: sole(call, "searchConnections"), label: "call", name: (field) => `searchConnections[0].${field}` },
    { block: sole(settings, "searchServers"), label: "settings", name: (field) => `searchServers[0].${field}` },
    { block: set(environmentBlock(env)), label: "environment", name: (field) => variables[field as keyof typeof variables] },
  ];
  return layers[0]!.block.endpoints ? layers.slice(0, 1) : layers;
}

/** The one block of a list, without what counts as unset. */
function sole(blocks: readonly Block[] | undefined, property: string): Block {
  if (blocks === undefined || blocks.length < 2) return set(blocks?.[0] ?? {});
  const reason = `expected at most 1 entry; got ${blocks.length}`;
  if (property === "searchConnections") throw new InvalidInputsError([{ property: `${property}[1]`, reason }]);
  throw new ProviderError("failed_precondition", `provider setting quartet:${property}: ${reason}`);
}

/**
 * Credentials that stand in the state grow stale, and `refresh` and `destroy` do not run the program that knows fresh ones: with
 * QUARTET_CREDENTIALS=environment those of the environment win over the settings of the provider (protocol 5.4).
 */
function strongestFirst(layers: Layer[], group: readonly Field[], { env }: Sources): Layer[] {
  if (group !== credentials || env["QUARTET_CREDENTIALS"] !== "environment") return layers;
  const rank = { call: 0, environment: 1, settings: 2 };
  return [...layers].sort((a, b) => rank[a.label] - rank[b.label]);
}

/** The fields that are set: empty texts, lists and maps count as unset, and so do empty addresses. */
function set(block: Block): Block {
  const full = { ...block, endpoints: block.endpoints?.filter((text) => text !== "") };
  return Object.fromEntries(Object.entries(full).filter(([, value]) => !isUnset(value)));
}

function isUnset(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function pick<Key extends Field>(block: Block, field: Key): Pick<Block, Key> | undefined {
  return block[field] === undefined ? undefined : ({ [field]: block[field] } as Pick<Block, Key>);
}

function problemsOf(layer: Layer): Problem[] {
  const own = layer.label === "environment" ? layer.name : (field: string) => field;
  const object = Object.fromEntries(Object.entries(layer.block).map(([field, value]) => [own(field), value])) as ValueMap;
  return violations(searchServerRules(own), {}, object, () => false).map(({ property, reason }) => ({
    layer,
    field: layer.label === "environment" ? String(property[0]) : layer.name(String(property[0])),
    reason,
  }));
}

/** Throws when there is a problem; those of the call's own block first, for only they can be shown beside the inputs. */
function refuse(problems: Problem[]): void {
  if (problems.length === 0) return;
  const ofCall = problems.filter(({ layer }) => layer.label === "call");
  if (ofCall.length > 0)
    throw new InvalidInputsError(ofCall.map(({ field, reason }) => ({ property: field, reason: `${field}: ${reason}` })));
  const lines = problems.map(({ layer, field, reason }) => `${field}: ${reason}${advice(layer, field)}`);
  throw new ProviderError("failed_precondition", `the connection to the search server is not configured correctly.\n${lines.join("\n")}`);
}

function advice({ label }: Layer, field: string): string {
  if (label !== "settings") return ` (a variable of the environment)`;
  return ` (provider setting quartet:searchServers; change it with: pulumi config set --path 'quartet:${field}' VALUE, with --secret for credentials)`;
}

type FileField = "caFile" | "certFile" | "keyFile";

function readFiles(layers: Layer[], env: Sources["env"], readText: ReadText): Partial<Record<FileField, string>> {
  const texts: Partial<Record<FileField, string>> = {};
  const problems: Problem[] = [];
  for (const layer of layers) {
    for (const field of ["caFile", "certFile", "keyFile"] as const) {
      const path = layer.block[field]?.replace(/^~(?=$|[\\/])/, env["HOME"] ?? env["USERPROFILE"] ?? "~");
      if (path === undefined) continue;
      try {
        texts[field] = readText(path);
      } catch (thrown) {
        const code = (thrown as { code?: string }).code ?? "unreadable";
        problems.push({ layer, field: layer.name(field), reason: `the file ${path} cannot be read (${code})` });
      }
    }
  }
  refuse(problems);
  return texts;
}

/** The address without user info, and the `Authorization` that applies first (search spec 4). */
function endpoint(text: string, block: Block): Endpoint {
  const { origin, pathname, username, password } = new URL(text);
  const url = `${origin}${pathname}`.replace(/\/+$/, "");
  const inAddress = username !== "" || password !== "";
  if (block.bearerToken) return { url, authorization: `Bearer ${block.bearerToken}`, credentials: "a bearer token" };
  if (inAddress)
    return {
      url,
      authorization: basic(decodeURIComponent(username), decodeURIComponent(password)),
      credentials: "user name and password of the address",
    };
  if (block.apiKey) return { url, authorization: `ApiKey ${block.apiKey}`, credentials: "an API key" };
  if (block.username !== undefined)
    return { url, authorization: basic(block.username, block.password ?? ""), credentials: "user name and password" };
  return { url, credentials: "no credentials" };
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** Headers of the block; what describes the body is not theirs to say. */
function headersOf(block: Block): Record<string, string> {
  const own = Object.entries(block.headers ?? {}).map(([name, value]) => [name.trim().toLowerCase(), value.trim()] as const);
  const free = own.filter(([name]) => name !== "content-type" && name !== "content-length");
  if (block.esClientAuthentication) free.unshift(["es-client-authentication", `SharedSecret ${block.esClientAuthentication}`]);
  return Object.fromEntries(free);
}

/** All credentials in every form in which they travel. */
function secretsOf(block: Block, keyText: string | undefined): string[] {
  const addresses = block.endpoints!.map((text) => new URL(text));
  const passwords = addresses.flatMap(({ password }) => [password, decodeURIComponent(password)]);
  const authorizations = block.endpoints!.map((text) => endpoint(text, block).authorization?.replace(/^\w+ /, ""));
  const headers = Object.values(block.headers ?? {}).map((value) => value.trim());
  const decodedKey = Buffer.from(block.apiKey ?? "", "base64").toString();
  const fields = [
    block.password,
    block.apiKey,
    decodedKey.split(":")[1],
    block.bearerToken,
    block.esClientAuthentication,
    block.keyData,
    keyText,
  ];
  return [...passwords, ...authorizations, ...headers, ...fields].filter((text): text is string => text !== undefined && text !== "");
}

function defined<T extends object>(object: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}
