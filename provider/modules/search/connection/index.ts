// The server that a request goes to, and its credentials. See docs/modules/search.md#connection-precedence. Pure; files are read by a function parameter.
import type { Environment } from "../../../core/schema/environment";
import { homeDirectory } from "../../../core/schema/environment";
import { omitUndefined } from "../../../core/values/records";
import type { TlsSettings } from "../../../contract/http";
import { noEndpoint } from "../env";
import { endpointOf, connectionHeaders, connectionSecrets, type Endpoint } from "./authorization";
import { chooseLayers, failOnProblems, type ConnectionBlock, type ConnectionSources, type Layer, type Problem } from "./layers";

export type { Endpoint } from "./authorization";
export type { ConnectionBlock, ConnectionSources } from "./layers";

/** How to reach the server. Requests with equal connections share a transport. See docs/modules/search.md#connection-pools. */
export interface Connection {
  endpoints: readonly Endpoint[];
  /** Further headers of every request, names in lower case. */
  headers: Readonly<Record<string, string>>;
  tls: TlsSettings;
  /** Texts that must not occur in messages. */
  secrets: readonly string[];
}

/** Reads a text file; throws the system's error. */
type ReadTextSync = (path: string) => string;

/**
 * Returns the connection of one request. Fails with {@link InvalidInputsError} for invalid inputs, with `failed_precondition` for invalid settings and
 * environment variables, and if there is no endpoint.
 */
export function createConnection(sources: ConnectionSources, readText: ReadTextSync): Connection {
  const layers = chooseLayers(sources);
  const block: ConnectionBlock = Object.assign({}, ...layers.map((layer) => layer.block));
  if (block.endpoints === undefined) throw noEndpoint();
  const headers = connectionHeaders(block);
  const files = readFiles(layers, sources.env, readText);
  const hasOwnAuthorization = "authorization" in headers;
  const endpoints = block.endpoints.map((text): Endpoint => {
    const endpoint = endpointOf(text, block);
    return hasOwnAuthorization ? { ...endpoint, credentials: "a header of the connection" } : endpoint;
  });
  const tls = omitUndefined({
    insecure: block.insecure || undefined,
    ca: block.caData ?? files.caFile,
    fingerprint: block.caFingerprint?.toLowerCase(),
    cert: block.certData ?? files.certFile,
    key: block.keyData ?? files.keyFile,
  });
  return { endpoints, headers, tls, secrets: connectionSecrets(block, files.keyFile) };
}

/** Returns the values of the header `Authorization` that requests are sent with, one per endpoint. */
export function authorizationsOf({ endpoints, headers }: Pick<Connection, "endpoints" | "headers">): string[] {
  return endpoints.flatMap(({ authorization }) => headers["authorization"] ?? authorization ?? []);
}

type FileField = "caFile" | "certFile" | "keyFile";

function readFiles(layers: readonly Layer[], env: Environment, readText: ReadTextSync): Partial<Record<FileField, string>> {
  const texts: Partial<Record<FileField, string>> = {};
  const problems: Problem[] = [];
  for (const layer of layers) {
    for (const field of ["caFile", "certFile", "keyFile"] as const) {
      const path = layer.block[field]?.replace(/^~(?=$|[\\/])/, homeDirectory(env) ?? "~");
      if (path === undefined) continue;
      try {
        texts[field] = readText(path);
      } catch (error) {
        problems.push({ layer, field: layer.name(field), reason: `the file ${path} cannot be read (${systemCode(error)})` });
      }
    }
  }
  failOnProblems(problems);
  return texts;
}

function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unreadable";
}
